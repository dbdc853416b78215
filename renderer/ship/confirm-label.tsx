import type { WorkflowAt } from '../../shared/bench.ts';
import { ordersShown } from '../../shared/joined.ts';
import { type AskedVerdict, questionedIn } from '../../shared/label.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { useIntent } from '../query.ts';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { BookedLabel } from './sheet-picture.tsx';
import { SheetQuestion, useSheetsOf } from './sheet-question.tsx';
import { numberMark, PutAside, type StepProps, serviceName } from './step.tsx';

/**
 * A label that could not be compared, differs from the purchase, leads to the home address instead of the service point, or was held
 * back: a person checks it before anything is printed. Settled by function keys or touch only.
 */
export function ConfirmLabel({ workflow: { booking }, workflowNo }: StepProps<WorkflowAt<'confirm-label'>>) {
  const { station } = useWindowState();
  const intent = useIntent();
  const settle = (isRight: boolean) => () => void intent.send(station.confirmLabel({ bookingId: booking.id, isRight }));
  const asked = questionedIn(booking.verdict);
  const isHeldBack = booking.verdict?.kind === 'held-back';
  const { asked: sheet, kept } = useSheetsOf(booking);
  const counted = asked?.kind === 'wrong-number' ? asked : undefined;
  const [title, hint] = asking(asked, isHeldBack);
  return (
    <>
      <Band state="look" message={title} aside={ordersShown(booking)} />
      <div className="body body-picture">
        <BookedLabel booking={booking} askedPage={isHeldBack ? undefined : sheet?.page} />
        <div className="col">
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} />
          {sheet && !isHeldBack ? (
            <SheetQuestion booking={booking} sheet={sheet} kept={kept} intent={intent} />
          ) : (
            <>
              <Note icon="look">{[hint, kept.length > 0 && text.ship.sheet.kept(kept)].filter(Boolean).join(' ')}</Note>
              <Card>
                <Facts
                  facts={[
                    [text.ship.service, serviceName(booking)],
                    booking.consignmentNo ? [text.ship.consignmentNumber, numberMark(booking.consignmentNo)] : undefined,
                    asked?.kind === 'cannot-compare' ? [text.ship.why, messageText(asked.why)] : undefined,
                    ...countedFacts(counted),
                    booking.extras.servicePoint ? [text.ship.servicePoint, pointWords(booking.extras.servicePoint)] : undefined,
                  ]}
                />
              </Card>
            </>
          )}
          <FailureNote failure={intent.failure} />
        </div>
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        {!isHeldBack && (
          <Button means="holdBack" isDisabled={intent.isBusy} onPress={settle(false)}>
            {counted ? text.ship.labelsWrong : text.ship.labelWrong}
          </Button>
        )}
        <Primary means="save" commits isDisabled={intent.isBusy} onPress={settle(true)}>
          {isHeldBack ? text.ship.labelAfterAll : counted ? text.ship.labelsRight : text.ship.labelRight}
        </Primary>
      </Foot>
    </>
  );
}

function asking(asked: AskedVerdict | null, isHeldBack: boolean): readonly [title: string, hint: string] {
  if (isHeldBack) return [text.ship.labelHeldBack, text.ship.labelHeldBackHint];
  if (asked?.kind === 'wrong-number') return [text.ship.labelsToCount(asked), text.ship.labelsToCountHint(asked)];
  if (asked?.kind === 'home-address') return [text.ship.labelOfHome, text.ship.labelOfHomeHint];
  return [text.ship.labelToConfirm, text.ship.labelToConfirmHint];
}

/** The delivered labels and the purchase, one below the other. */
export const countedFacts = (counted: Extract<AskedVerdict, { kind: 'wrong-number' }> | undefined): (readonly [string, string])[] =>
  counted
    ? [
        [text.ship.labelsCame, text.ship.cameLabels(counted.labels, counted.returnLabels)],
        [text.ship.labelsBought, text.ship.boughtLabels(counted.parcels, counted.returnAsked)],
      ]
    : [];

const pointWords = ({ name, street, postalCode, city }: ServicePoint): string =>
  [name, street, `${postalCode} ${city}`].filter(Boolean).join(', ');
