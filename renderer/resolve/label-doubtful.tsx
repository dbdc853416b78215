import { questionedIn } from '../../shared/label.ts';
import { countedFacts } from '../ship/confirm-label.tsx';
import { BookedLabel } from '../ship/sheet-picture.tsx';
import { useSheetsOf } from '../ship/sheet-question.tsx';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { About } from './about.tsx';
import { useDecision } from './decision.ts';
import { Act, Entry, Opens } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { CarefulWay, Raw } from './settle-form.tsx';

export function LabelDoubtful({ booking }: ItemOf<'label-doubtful'>) {
  const { station } = useWindowState();
  const words = text.resolve.label;
  const intent = useDecision();
  const settle = (isRight: boolean) =>
    void intent.decide(
      station.confirmLabel({ bookingId: booking.id, isRight }),
      isRight ? words.statusRight(booking.orderKey) : words.statusHeld(booking.orderKey),
    );
  const { verdict } = booking;
  const isOther = verdict?.kind === 'other';
  const isHeldBack = verdict?.kind === 'held-back';
  const asked = questionedIn(verdict);
  const counted = asked?.kind === 'wrong-number' ? asked : undefined;
  const printWords = isHeldBack ? text.ship.labelAfterAll : counted ? text.ship.labelsRight : words.isRight;
  const closes = (isOther || isHeldBack) && (
    <CarefulWay
      title={words.setAside}
      hint={words.wrongHint}
      isBusy={intent.isBusy}
      onSettle={(given) => void intent.decide(station.closeLabel({ bookingId: booking.id, ...given }), words.statusAside(booking.orderKey))}
    />
  );
  return (
    <Entry
      sentence={isOther ? words.sentenceOfAnother(booking.orderKey) : words.sentence(booking.orderKey)}
      then={thenOf()}
      intent={intent}
      act={
        isOther ? (
          <Opens>{words.look}</Opens>
        ) : (
          <>
            <Act intent={intent} means="save" opens={words.look} onPress={() => settle(true)}>
              {printWords}
            </Act>
            {!isHeldBack && (
              <Act intent={intent} means="holdBack" isOther onPress={() => settle(false)}>
                {counted ? text.ship.labelsWrong : text.ship.labelWrong}
              </Act>
            )}
          </>
        )
      }
      evidence={
        <>
          <About booking={booking} hidesAddress>
            {asked?.kind === 'cannot-compare' && <p className="muted">{messageText(asked.why)}</p>}
            {!isOther && !isHeldBack && <p className="muted">{words.heldHint}</p>}
          </About>
          {closes}
        </>
      }
      picture={
        <>
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />
          <BookedLabel booking={booking} />
        </>
      }
    >
      {counted && <Facts facts={countedFacts(counted)} />}
      {isOther && <Raw label={words.found}>{verdict.found.join('\n')}</Raw>}
      <KeptSheets booking={booking} />
    </Entry>
  );

  function thenOf(): string {
    if (isOther) return words.otherHint;
    if (isHeldBack) return text.ship.labelHeldBackHint;
    if (counted) return `${text.ship.labelsToCount(counted)}. ${text.ship.labelsToCountHint(counted)}`;
    if (asked?.kind === 'home-address') return text.ship.labelOfHomeHint;
    return verdict?.kind === 'match' ? words.kept : words.what;
  }
}

/** Names the pages that are kept here and do not print with the label. */
function KeptSheets({ booking }: { booking: ItemOf<'label-doubtful'>['booking'] }) {
  const { kept } = useSheetsOf(booking);
  return kept.length > 0 && <p className="muted">{text.ship.sheet.kept(kept)}</p>;
}
