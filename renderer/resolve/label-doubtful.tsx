import { useState } from 'react';
import { questionedIn } from '../../shared/label.ts';
import { countedFacts } from '../ship/confirm-label.tsx';
import { BookedLabel } from '../ship/sheet-picture.tsx';
import { useSheetsOf } from '../ship/sheet-question.tsx';
import { recipientName } from '../text/format.ts';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { useWindowState } from '../window-state.ts';
import { About, Act } from './about.tsx';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { CarefulWay, Raw, type Reasons, Way, Ways } from './settle-form.tsx';

export function LabelDoubtful({ booking }: ItemOf<'label-doubtful'>) {
  const { station } = useWindowState();
  const words = text.resolve.label;
  const intent = useDecision();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const settle = (isRight: boolean) =>
    void intent.decide(
      station.confirmLabel({ bookingId: booking.id, isRight }),
      isRight ? words.statusRight(booking.orderKey) : words.statusHeld(booking.orderKey),
    );
  const { verdict } = booking;
  const { kept } = useSheetsOf(booking);
  const isOther = verdict?.kind === 'other';
  const isHeldBack = verdict?.kind === 'held-back';
  const asked = questionedIn(verdict);
  const counted = asked?.kind === 'wrong-number' ? asked : undefined;
  const printWords = isHeldBack ? text.ship.labelAfterAll : counted ? text.ship.labelsRight : words.isRight;
  return (
    <>
      <div className="about-label">
        <div className="col">
          <About booking={booking} what={whatOf()} intent={intent}>
            {asked?.kind === 'cannot-compare' && <p className="muted">{messageText(asked.why)}</p>}
            {counted && <Facts facts={countedFacts(counted)} />}
            {isOther && (
              <Raw label={words.found} isShown>
                {verdict.found.join('\n')}
              </Raw>
            )}
          </About>
        </div>
        <BookedLabel booking={booking} />
      </div>
      <Ways>
        {!isOther && (
          <Way
            icon="done"
            title={printWords}
            hint={[recipientName(booking.order.recipient), kept.length > 0 && text.ship.sheet.kept(kept)].filter(Boolean).join('. ')}
          >
            <Act intent={intent} means="save" onPress={() => settle(true)}>
              {printWords}
            </Act>
          </Way>
        )}
        {isOther || isHeldBack ? (
          <CarefulWay
            title={words.setAside}
            hint={words.wrongHint}
            given={given}
            onChange={setGiven}
            isBusy={intent.isBusy}
            onSettle={() =>
              void intent.decide(
                station.closeLabel({ bookingId: booking.id, reason: given.reason.trim(), pin: given.pin }),
                words.statusAside(booking.orderKey),
              )
            }
          />
        ) : (
          <Way icon="stop" title={counted ? text.ship.labelsWrong : text.ship.labelWrong} hint={words.heldHint}>
            <Act intent={intent} means="holdBack" isOther onPress={() => settle(false)}>
              {counted ? text.ship.labelsWrong : text.ship.labelWrong}
            </Act>
          </Way>
        )}
      </Ways>
    </>
  );

  function whatOf(): string {
    if (isOther) return words.otherHint;
    if (isHeldBack) return text.ship.labelHeldBackHint;
    if (counted) return `${text.ship.labelsToCount(counted)}. ${text.ship.labelsToCountHint(counted)}`;
    if (asked?.kind === 'home-address') return text.ship.labelOfHomeHint;
    return verdict?.kind === 'match' ? words.kept : words.what;
  }
}
