import { ordersShown } from '../../shared/joined.ts';
import './already-shipped.css';
import type { WorkflowAt } from '../../shared/bench.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { nameOfKeyAccount } from '../../shared/key-account.ts';
import { isPartlyOnParcels, piecesMissing } from '../../shared/pieces.ts';
import { type Intent, useIntent } from '../query.ts';
import { timeText, todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Truths } from '../ui/badge.tsx';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { ReasonFields } from '../ui/reason-fields.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { useBench, useWindowState } from '../window-state.ts';
import { UsualPrinterButton } from './label-printer.tsx';
import { NextUp } from './next-orders.tsx';
import { SlipButton, SlipNotice } from './papers-notice.tsx';
import { labelJobs, reprintWords } from './print-job.ts';
import { serialFacts } from './serials.ts';
import { Clear, numberMark, priceFacts, type StepProps, serviceName } from './step.tsx';
import { TypeTheKey } from './type-the-key.tsx';
import { UnclearLabel } from './unclear-label.tsx';

type Shipped = WorkflowAt<'already-shipped'>['booking'];

/** Reprint is in the foot. Shipping again is red, separate, and needs a reason and the shift lead's PIN. */
export function AlreadyShipped({ workflow, workflowNo }: StepProps<WorkflowAt<'already-shipped'>>) {
  const { station } = useWindowState();
  const intent = useIntent();
  const { booking, failure } = workflow;
  const { otherAccount, bench } = booking;
  const when = todayOrMoment(booking.changedAt);
  const isFirst = bench === undefined && labelJobs(booking).length === 0;
  const hint = isFirst ? text.ship.firstPrintHint : bench === undefined ? text.ship.reprintHint : text.ship.reprintHereHint(bench);
  const waiting = useBench((bench) => bench.waiting);
  const reprint = reprintWords(booking);
  const isReturn = booking.order.returnOf !== undefined;
  const isClear = workflow.unclearCode === undefined;
  const words = isReturn ? text.returns : { bought: text.ship.shippedBy, boughtAt: text.ship.shippedAt };
  const label = <Truths booking={booking} {...(booking.onParcelAt && { label: text.ship.onParcelSince(timeText(booking.onParcelAt)) })} />;
  return (
    <>
      <Band
        state="look"
        message={bench === undefined ? words.bought(when, booking.packer) : words.boughtAt(bench, when, booking.packer)}
        aside={text.ship.shipment(ordersShown(booking), booking.shipmentNo)}
      />
      <div className="body body-again">
        <div className="col">
          <UnclearLabel workflow={workflow} workflowNo={workflowNo} intent={intent} />
          <div className="row again-to">
            <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} className="grow" />
            {isClear && failure?.code !== 'label-of-another-order' && <Unpack booking={booking} workflowNo={workflowNo} intent={intent} />}
            {isClear && !isReturn && (
              <Button isSmall means="returnLabel" onPress={() => void intent.send(station.returnLabel({ workflowNo }))}>
                {text.returns.act}
              </Button>
            )}
          </div>
          {/* The answer to a press comes before the facts: below them it may be out of view. */}
          <FailureNote failure={intent.failure} />
          {isClear && (
            <>
              <Card>
                <Facts
                  className="facts-large"
                  facts={[
                    [text.ship.service, serviceName(booking)],
                    [text.ship.consignmentNumber, numberMark(booking.consignmentNo || booking.orderNo)],
                    ...(bench !== undefined && booking.trackingNos.length > 0
                      ? ([[text.ship.trackingNumber, numberMark(booking.trackingNos.join(', '))]] as const)
                      : []),
                    ...serialFacts(booking.order),
                    ...priceFacts(booking),
                    otherAccount
                      ? [text.ship.sentWith, nameOfKeyAccount(otherAccount)]
                      : booking.packer
                        ? [text.ship.packer, booking.packer]
                        : undefined,
                    [text.ship.label, label],
                    reprint,
                  ]}
                />
              </Card>
              {isPartlyOnParcels(booking) ? (
                <MissingLabels booking={booking} />
              ) : (
                !intent.failure && <Note icon="printer">{otherAccount ? text.ship.otherKeyHint : hint}</Note>
              )}
            </>
          )}
          <SlipNotice booking={booking} />
          <FailureNote failure={intent.failure ? null : failure} />
        </div>
        <ShipAgain booking={booking} onShip={(reason, pin) => void intent.send(station.shipAgain({ workflowNo, reason, pin }))} />
      </div>
      <Foot>
        {bench === undefined && <HistoryButton bookingId={booking.id} />}
        {bench === undefined && !isReturn && <SlipButton bookingId={booking.id} intent={intent} />}
        <UsualPrinterButton booking={booking} failure={intent.failure} intent={intent} />
        <Clear workflowNo={workflowNo} intent={intent} />
        {waiting.length > 0 ? <NextUp /> : <TypeTheKey kind="quiet" onTyped={(code) => void intent.send(station.scan({ code }))} />}
        <Primary
          means={commandKeys.REPRINT}
          code={commandCode('REPRINT')}
          onPress={() => void intent.send(station.reprint({ bookingId: booking.id }))}
        >
          {isFirst ? text.ship.printLabel : text.ship.reprint}
        </Primary>
      </Foot>
    </>
  );
}

/** The labels of several that are not on their parcels, if others are: not every bench scans labels back. */
function MissingLabels({ booking }: { booking: Shipped }) {
  const missing = piecesMissing(booking).map(({ no, contents }) => text.pieces.named(no, contents));
  const words = booking.bench === undefined ? text.pieces.missing : text.pieces.missingElsewhere;
  return <Note icon="look">{words(missing)}</Note>;
}

/** Opens the parcel. Only the bench that bought it knows its items. */
function Unpack({ booking, workflowNo, intent }: { booking: Shipped; workflowNo: number; intent: Intent }) {
  const { station } = useWindowState();
  if (booking.bench !== undefined || booking.order.lines.length === 0) return null;
  return (
    <Button isSmall means={commandKeys.UNPACK} isDisabled={intent.isBusy} onPress={() => void intent.send(station.unpack({ workflowNo }))}>
      {text.ship.unpacked.unpack}
    </Button>
  );
}

function ShipAgain({ booking, onShip }: { booking: Shipped; onShip: (reason: string, pin: string) => void }) {
  const next = booking.shipmentNo + 1;
  const words = booking.order.returnOf
    ? { ...text.returns, title: text.returns.again, act: text.returns.againAct }
    : { ...text.ship, title: text.ship.again(next), againHint: text.ship.againHint(next), act: text.ship.shipAgain };
  return (
    <Card className="col again" title={words.title}>
      <p className="muted">{words.againHint}</p>
      <ReasonFields reasons={words.reasons} otherReason={words.otherReason} act={words.act} onAct={onShip} />
    </Card>
  );
}
