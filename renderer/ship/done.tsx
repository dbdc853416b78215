import { ordersShown } from '../../shared/joined.ts';
import './done.css';
import type { WorkflowAt } from '../../shared/bench.ts';
import { furthestCopy, isCountedMore, isPrinted, type Truth, truthOf } from '../../shared/booking.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { asWritten } from '../../shared/message.ts';
import { isInBoxes } from '../../shared/order.ts';
import { isPartlyOnParcels, isPieceOut, labelsToPlace, type Piece, piecesMissing, piecesOf } from '../../shared/pieces.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { ok } from '../../shared/result.ts';
import { moneyText } from '../../shared/units.ts';
import { useIntent, useQuery } from '../query.ts';
import { nameAndTown, numberText, timeWithSeconds } from '../text/format.ts';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Hero } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { KeptServiceMessage } from '../ui/service-message.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { useWindowState } from '../window-state.ts';
import { BetweenParcels } from './between-parcels.tsx';
import { boxFacts } from './boxes.tsx';
import { itemsText } from './items.tsx';
import { StandbyButton, UsualPrinterButton } from './label-printer.tsx';
import { NextUp } from './next-orders.tsx';
import { offerText } from './offer-text.ts';
import { PapersNotice, SlipButton } from './papers-notice.tsx';
import { isSavedAsFile, labelJobs, reprintWords } from './print-job.ts';
import { serialFacts } from './serials.ts';
import { signalOfWorkflow } from './signal.ts';
import { Clear, type StepProps, serviceName } from './step.tsx';
import { TypeTheKey } from './type-the-key.tsx';
import { UnclearLabel } from './unclear-label.tsx';

type Shipped = WorkflowAt<'done'>['booking'];

/** Big and green until the next scan; amber if the shipment is booked but its label is not printed. */
export function Done({ workflow, workflowNo }: StepProps<WorkflowAt<'done'>>) {
  const { station, openScreen } = useWindowState();
  const { booking, failure, isPackedAgain } = workflow;
  const intent = useIntent();
  const { recipient } = booking.order;
  const truth = truthOf(booking);
  const isOut = truth >= 2;
  const labels = labelsToPlace(booking);
  const wrongLabel = failure?.code === 'label-on-wrong-parcel' ? failure : undefined;
  // The printer has it, or may have it. Resolve settles whether it was printed; until then a reprint is refused.
  const states = new Set(labelJobs(booking).map(({ state }) => state));
  const isDoubtful = states.has('print-unknown') || states.has('held');
  const reprint = () => void intent.send(station.reprint({ bookingId: booking.id }));
  return (
    <>
      <div className="flood flood-done" data-state={signalOfWorkflow(workflow)}>
        <div className="quad">
          <Hero state={signalOfWorkflow(workflow)} message={messageOf()} />
          {booking.price && !isPackedAgain && (
            <dl className="big-price">
              <dt>{text.ship.price}</dt>
              <dd>{moneyText(booking.price)}</dd>
            </dl>
          )}
        </div>
        <FailureNote failure={intent.failure ?? wrongLabel ?? (isOut ? null : failure)} hasButton={false} />
        {workflow.unclearCode === undefined && <DoneFacts booking={booking} />}
        <Warnings message={asWritten(booking.messages).join('\n')} />
        <PapersNotice booking={booking} />
        <SpareLabels booking={booking} />
        {isOut && <BetweenParcels intent={intent} isCalm={!wrongLabel} />}
        {booking.order.returnOf && (
          <Notice icon="truck">{booking.service?.originServicePoints ? text.returns.dropOff : text.returns.noDropOff}</Notice>
        )}
        <UnclearLabel workflow={workflow} workflowNo={workflowNo} intent={intent} />
        <TruthSteps booking={booking} truth={truth} />
      </div>
      <Foot>
        {isOut && !isDoubtful && (
          <Button means={commandKeys.REPRINT} onPress={reprint}>
            {text.ship.reprint}
          </Button>
        )}
        {!isOut && <StandbyButton intent={intent} />}
        <UsualPrinterButton booking={booking} failure={intent.failure ?? (isOut ? null : failure)} intent={intent} />
        <HistoryButton bookingId={booking.id} />
        {!booking.order.returnOf && <SlipButton bookingId={booking.id} intent={intent} />}
        <Clear workflowNo={workflowNo} intent={intent} />
        {isOut && <TypeTheKey kind="quiet" onTyped={(code) => void intent.send(station.scan({ code }))} />}
        {!isOut && <NextUp />}
        {isOut && (
          <p className="statement statement-large push">
            <b>{wrongLabel ? text.ship.scanFreshLabel : booking.order.returnOf ? text.returns.give : toScan()}</b>
            {!wrongLabel && (
              <>
                <br />
                {truth === 4 && !booking.order.returnOf ? text.ship.nowGoOn : text.ship.orGoOn}
              </>
            )}
          </p>
        )}
        {!isOut && isDoubtful && (
          <Primary means="resolve" onPress={() => openScreen('resolve')}>
            {text.ship.openResolve}
          </Primary>
        )}
        {!isOut && !isDoubtful && (
          <Primary means={commandKeys.REPRINT} code={commandCode('REPRINT')} isDisabled={intent.isBusy} onPress={reprint}>
            {text.ship.printLabel}
          </Primary>
        )}
      </Foot>
    </>
  );

  function toScan(): string {
    if (truth === 4) return labels > 1 ? text.ship.areOnParcels : text.ship.isOnParcel;
    if (isPartlyOnParcels(booking)) return `${text.pieces.scanMissing(piecesMissing(booking).map(({ no }) => no))},`;
    return labels > 1 ? text.ship.scanEachFresh(labels) : text.ship.scanFresh;
  }

  function messageOf(): string {
    if (wrongLabel) return text.ship.labelBelongsTo(wrongLabel.detail);
    const { returnOf } = booking.order;
    if (isOut && returnOf)
      return text.returns.done(
        returnOf.key,
        nameAndTown(returnOf.from),
        nameAndTown({ ...recipient, name: recipient.company || recipient.name }),
      );
    if (isOut) return isPackedAgain ? text.ship.unpacked.done(nameAndTown(recipient)) : nameAndTown(recipient);
    if (piecesOf(booking).some((piece) => isPieceOut(booking, piece))) return text.ship.bookedPartlyOut;
    return states.has('print-unknown') ? text.ship.bookedNotKnown : states.has('held') ? text.ship.bookedHeld : text.ship.bookedNotOut;
  }
}

/** More sheets were printed than the parcels need. Without this notice, a packer could stick one label on two parcels. */
function SpareLabels({ booking }: { booking: Shipped }) {
  const { station } = useWindowState();
  const copy = furthestCopy(booking);
  const isMore = copy.length > booking.order.parcels.length;
  const { value: pages = [] } = useQuery(null, async () => (isMore ? station.labelPages({ bookingId: booking.id }) : ok([])), [
    booking.id,
    isMore,
  ]);
  const copies = pages.filter(({ is, place }) => is === 'copy' && place === 'label-printer').length;
  const counted = copy.filter(isCountedMore);
  return (
    <>
      {counted.map((job) => (
        <Notice key={job.id} state="look" icon="printer">{`${messageText(job.detail)} ${text.ship.lookForSecond}`}</Notice>
      ))}
      {copies > 0 && (
        <Notice state="look" icon="printer">
          {text.ship.copiesCame(copies)}
        </Notice>
      )}
    </>
  );
}

function Notice({ state, icon, children }: { state?: 'look'; icon: IconName; children: string }) {
  return (
    <div className="card failure-note" data-state={state}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  );
}

/** Warnings of the service beside its order number. The shipment is booked anyway. */
function Warnings({ message }: { message: string }) {
  if (!message) return null;
  return (
    <div className="card failure-note" data-state="look">
      <Icon name="note" />
      <KeptServiceMessage message={message} lead={text.ship.bookedWithMessage} />
    </div>
  );
}

/** More numbers than fit in two lines. */
const mostNumbers = 4;

const numbersText = (numbers: readonly string[]): string =>
  [
    numbers.slice(0, mostNumbers).map(numberText).join(', '),
    ...(numbers.length > mostNumbers ? [text.ship.moreNumbers(numbers.length - mostNumbers)] : []),
  ].join(' ');

/** Longer values take two of the four columns. */
const wideFrom = 19;

function DoneFacts({ booking }: { booking: Shipped }) {
  const [trackingNo] = booking.trackingNos;
  const number = trackingNo ?? booking.consignmentNo;
  const { lines, parcels } = booking.order;
  const labels = furthestCopy(booking).length;
  const { service, extras } = booking;
  const boxes = isInBoxes(booking.order) ? boxFacts(booking.order) : [];
  const facts: readonly (readonly [name: string, value: string])[] = [
    [text.ship.order, text.ship.shipment(ordersShown(booking), booking.shipmentNo)],
    [text.ship.service, serviceName(booking)],
    ...((parcels.length > 1 || labels > 1) && (boxes.length === 0 || labels !== parcels.length)
      ? [[text.ship.parcelsName, text.ship.parcelsAndLabels(parcels.length, labels)] as const]
      : []),
    booking.trackingNos.length > 1
      ? [text.ship.trackingNumbers, numbersText(booking.trackingNos)]
      : [trackingNo ? text.ship.trackingNumber : text.ship.consignmentNumber, numberText(number || booking.orderNo)],
    ...(lines.length > 0 && boxes.length === 0 ? [[text.ship.inTheBox, itemsText(booking.order)] as const] : []),
    ...serialFacts(booking.order),
    ...(extras.co2 && service?.co2 ? [[text.ship.co2, offerText(service.co2)] as const] : []),
    ...(extras.insurance && service?.insurance ? [[text.ship.insurance, offerText(service.insurance)] as const] : []),
  ];
  return (
    <dl className="quad quad-facts">
      {facts.map(([name, value]) => (
        <div key={name} className={value.length > wideFrom ? 'wide' : ''}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {boxes.map(([name, value]) => (
        <div key={name} className="of-box">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const steps = [1, 2, 3, 4] as const satisfies readonly Truth[];

/** The four truths in big, filled as far as they are known and never further. A return label is on no parcel here. */
function TruthSteps({ booking, truth }: { booking: Shipped; truth: Truth }) {
  const reprint = reprintWords(booking);
  const printers = usePrinterNames(booking);
  const isKnown = (step: Truth): boolean => step <= truth || (step === 2 && takenAt(booking) !== null);
  return (
    <ol className="quad" aria-label={text.ship.truthsLabel}>
      {steps.slice(0, booking.order.returnOf ? 3 : 4).map((step) => (
        <li key={step} className={`rule ${isKnown(step) ? '' : 'rule-open'}`}>
          <b>
            <Icon name={isKnown(step) ? 'tick' : step === 4 ? 'ready' : 'working'} />
            {step === 2 && truth === 2 && furthestCopy(booking).every(isSavedAsFile) ? text.frame.savedAsFile : text.frame.truths[step]}
          </b>
          <span>{partlyWords(booking, step) ?? truthWords(booking, step, truth)}</span>
          {step === 2 && printers && <span>{printers}</span>}
          {step === 3 && reprint && <span>{reprint.join(': ')}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Names of the printers that have the labels; empty if there is only one label printer. */
function usePrinterNames(booking: Shipped): string {
  const { station } = useWindowState();
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const ofLabels = setup?.settings.printers.filter(({ route }) => route.role === 'label') ?? [];
  if (ofLabels.length < 2) return '';
  const used = new Set(furthestCopy(booking).map(({ printerId }) => printerId));
  return ofLabels
    .filter(({ id }) => used.has(id))
    .map(({ name, address }) => name ?? address)
    .join(', ');
}

/** True if a person confirmed the print instead of the printer. */
const isSeenByPerson = ({ detail }: PrintJob): boolean => typeof detail === 'object' && detail.code === 'seen-by-person';

/** Time of the last byte, if the printer received every label but did not report them as printed. */
function takenAt(booking: Shipped): string | null {
  const times = furthestCopy(booking).map((job) => job.takenAt);
  return times.reduce((last, at) => last && at && (at > last ? at : last), times[0] ?? null);
}

/** The contents of more parcels take too much room. */
const mostWithContents = 2;

/** The words for a state that some of several labels have and others do not; undefined if all or none have it. */
function partlyWords(booking: Shipped, step: Truth): string | undefined {
  const has: Partial<Record<Truth, (piece: Piece) => boolean>> = {
    2: (piece) => isPieceOut(booking, piece),
    3: ({ job }) => job?.state === 'printed',
    4: ({ onParcelAt }) => onParcelAt !== null,
  };
  const all = piecesOf(booking);
  const test = has[step];
  const rest = test ? all.filter((piece) => !test(piece)) : [];
  if (rest.length === 0 || rest.length === all.length) return undefined;
  const isInDoubt = step !== 4 && rest.some(({ job }) => job?.state === 'print-unknown' || job?.state === 'sent');
  const words = isInDoubt ? text.pieces.notKnown : text.pieces.notYet;
  return words(
    all.length - rest.length,
    all.length,
    rest.map(({ no, contents }) => text.pieces.named(no, rest.length > mostWithContents ? '' : contents)),
  );
}

function truthWords(booking: Shipped, step: Truth, truth: Truth): string {
  const copy = furthestCopy(booking);
  const lastAt = copy
    .map((job) => job.changedAt)
    .sort()
    .at(-1);
  const at = lastAt ? timeWithSeconds(lastAt) : '';
  const hasPrinted = isPrinted(copy);
  const isInDoubt = copy.some((job) => job.state === 'print-unknown');
  const ofLabels = (what: string): string => (copy.length > 1 ? text.ship.allLabels(copy.length, what) : what);
  switch (step) {
    case 0:
    case 1:
      return timeWithSeconds(booking.changedAt);
    case 2: {
      const taken = takenAt(booking);
      if (truth < 2) return taken ? timeWithSeconds(taken) : isInDoubt ? text.ship.notKnown : text.ship.notYet;
      return hasPrinted ? text.ship.sentBy(at) : at;
    }
    case 3:
      if (hasPrinted) return ofLabels(copy.some(isSeenByPerson) ? text.ship.seenByPerson(at) : text.ship.reportedByPrinter(at));
      if (isInDoubt) return text.ship.notKnown;
      if (truth >= 2 && copy.every(isSavedAsFile)) return text.ship.printTheFile;
      return truth < 2 ? text.ship.notYet : ofLabels(text.ship.printerCannotSay);
    case 4:
      if (booking.onParcelAt) return timeWithSeconds(booking.onParcelAt);
      if (truth < 2) return text.ship.notYet;
      return labelsToPlace(booking) > 1 ? text.ship.scanEachLabel : text.ship.scanFreshLabel;
  }
}
