import type { WorkflowAt } from '../../shared/bench.ts';
import { ordersShown } from '../../shared/joined.ts';
import type { Order } from '../../shared/order.ts';
import type { PrintJob, PrintJobState } from '../../shared/printer.ts';
import { weightText } from '../../shared/units.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useSeconds } from '../ui/seconds.tsx';
import { hasLines, InTheBox, recipientShape } from './items.tsx';
import { StandbyButton, UsualPrinterButton } from './label-printer.tsx';
import { NextOrders } from './next-orders.tsx';
import { detailWords, labelJobs, stateWords, waitsFor } from './print-job.ts';
import { SheetPicture } from './sheet-picture.tsx';
import { signalOfWorkflow } from './signal.ts';
import { numberMark, PutAside, priceFacts, type StepProps, serviceName } from './step.tsx';
import { Waited } from './waiting.tsx';

const signalOfState: Record<PrintJobState, Signal> = {
  queued: 'working',
  sending: 'working',
  sent: 'working',
  printed: 'done',
  'print-unknown': 'look',
  held: 'look',
  failed: 'look',
};

const signalOf = (job: PrintJob): Signal => (waitsFor(job) ? 'look' : signalOfState[job.state]);

/** Labels while they print, each with the actual status from the printer. */
export function Printing({ workflow, workflowNo }: StepProps<WorkflowAt<'printing'>>) {
  const { booking } = workflow;
  const intent = useIntent();
  const labels = labelJobs(booking);
  const papers = booking.jobs.filter((job) => job.role === 'document');
  const now = labels.find((job) => job.state !== 'printed') ?? labels.at(-1);
  const signal = signalOfWorkflow(workflow);
  const [waitingFor] = labels.flatMap((job) => waitsFor(job) ?? []);
  const since = signal === 'working' && now && now.state !== 'printed' ? (now.takenAt ?? now.changedAt) : null;
  const shipment = text.ship.shipment(ordersShown(booking), booking.shipmentNo);
  const share =
    labels.reduce((sum, { state }) => sum + (state === 'printed' ? 1 : state === 'sent' ? 0.5 : 0), 0) / Math.max(labels.length, 1);
  // Beside the items of the order, which need the height.
  const isBeside = hasLines(booking.order);
  const state = (
    <>
      <Card isFlush className="scroll shrink">
        <ol className={`steps ${labels.length > 2 || isBeside ? 'steps-tight' : ''}`} aria-label={text.ship.labels}>
          {labels.map((job) => (
            <PieceRow key={job.id} job={job} order={booking.order} isNow={job === now} />
          ))}
        </ol>
      </Card>
      {waitingFor && <Note icon="printer">{text.failures[waitingFor].next}</Note>}
      {now && <Meanwhile job={now} since={since} isOneOfMany={labels.length > 1} />}
      <FailureNote failure={intent.failure} />
    </>
  );
  return (
    <>
      <Band state={signal} message={messageOf()} aside={since === null ? shipment : <Waited since={since} of={shipment} />} share={share} />
      <div className="body body-printing">
        {now ? <SheetPicture job={now} orderKey={booking.orderKey} /> : <span />}
        <div className="col">
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape={recipientShape(booking.order)} />
          <InTheBox order={booking.order} parcel={now && now.piece - 1} />
          {!isBeside && state}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it */}
        <section className="col" tabIndex={isBeside ? 0 : undefined} aria-label={text.ship.labelsAndPrice}>
          {isBeside && state}
          {papers.length > 0 && (
            <Card isFlush title={text.ship.papers} className="shrink scroll">
              <ul className="list">
                {papers.map((job) => (
                  <li key={job.id}>
                    <Icon name="document" />
                    <span className="what">
                      <b>{job.title}</b>
                      <span>{[stateWords(job), detailWords(job)].filter(Boolean).join('. ')}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <Card>
            <Facts
              facts={[
                [text.ship.service, serviceName(booking)],
                booking.consignmentNo ? [text.ship.consignment, numberMark(booking.consignmentNo)] : undefined,
                ...priceFacts(booking),
              ]}
            />
          </Card>
          <NextOrders />
        </section>
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        <StandbyButton intent={intent} />
        <UsualPrinterButton booking={booking} failure={null} intent={intent} />
      </Foot>
    </>
  );

  function messageOf(): string {
    if (waitingFor) return text.failures[waitingFor].what;
    return signal === 'look' ? text.ship.printNeedsYou : text.ship.printing(now?.piece ?? 1, Math.max(labels.length, 1));
  }
}

/** Instructions while a label prints; after a moment, why it still waits. */
function Meanwhile({ job, since, isOneOfMany }: { job: PrintJob; since: string | null; isOneOfMany: boolean }) {
  const isLong = useSeconds(since) !== null;
  if (!isLong) return isOneOfMany ? <p className="muted">{text.ship.putOnParcel}</p> : null;
  const isTaken = job.takenAt !== null || job.state === 'sent';
  return <p className="muted">{isTaken ? text.ship.printWaits.taken : text.ship.printWaits.sending}</p>;
}

function PieceRow({ job, order, isNow }: { job: PrintJob; order: Order; isNow: boolean }) {
  const signal = signalOf(job);
  const icon: IconName = signal === 'working' ? (job.state === 'queued' ? 'working' : 'printer') : signal;
  const weight = order.parcels[job.piece - 1]?.weightGrams;
  return (
    <li className={isNow ? 'is-now' : ''} data-state={signal}>
      <Icon name={icon} className="mark" />
      <span className="k">{text.ship.pieceOf(job.piece, job.pieces)}</span>
      <span className={`now ${signal}-ink`}>
        {stateWords(job)}
        {job.detail && <small>{detailWords(job)}</small>}
      </span>
      <span className="muted num">{weight ? weightText(weight) : ''}</span>
    </li>
  );
}
