import './batch.css';
import type { BatchView } from '../../shared/batch.ts';
import type { OrderKey } from '../../shared/order.ts';
import { useIntent } from '../query.ts';
import { batchPauseText } from '../text/batch-pause.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Table } from '../ui/table.tsx';
import { BatchAddresses } from './batch-addresses.tsx';
import { costText, inBatch, outCount, shipped, sum } from './batch-counts.ts';
import { BatchFoot } from './batch-foot.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchQuestions } from './batch-questions.tsx';
import { BatchStopped } from './batch-stopped.tsx';

interface BatchStageProps {
  readonly batch: BatchView;
  /** Number of selected orders that are not in the batch. */
  readonly leftOut: number;
  readonly onCorrect: (key: OrderKey) => void;
  readonly onShowOrders: () => void;
}

/** A batch of orders: progress, cost, stopped orders, and the one next action. */
export function BatchStage({ batch, leftOut, onCorrect, onShowOrders }: BatchStageProps) {
  const intent = useIntent();
  return (
    <>
      <BatchBand batch={batch} />
      <div className="body batch">
        <BatchProgress batch={batch} />
        <div className="col batch-left">
          <FailureNote failure={intent.failure} />
          <PausedBy batch={batch} />
          {leftOut > 0 && <Note icon="note">{text.batch.leftOut(leftOut)}</Note>}
          {batch.countedMore.orders > 0 && <Note icon="printer">{text.batch.countedMore(batch.countedMore)}</Note>}
          {/* First, because its key must not act on a group that is out of view. */}
          {batch.sharedAddresses.length > 0 && <BatchAddresses batch={batch} intent={intent} />}
          {batch.questions.length > 0 && <BatchQuestions questions={batch.questions} />}
          <BatchStopped batch={batch} intent={intent} onCorrect={onCorrect} />
        </div>
        <BatchCost batch={batch} />
      </div>
      <BatchFoot batch={batch} intent={intent} onShowOrders={onShowOrders} />
    </>
  );
}

function signalOf({ state, counts, countedMore }: BatchView): Signal {
  if (state === 'ready') return 'ready';
  if (state === 'paused') return 'look';
  if (state === 'ended') return counts.stopped > 0 || countedMore.orders > 0 ? 'look' : 'done';
  return 'working';
}

function messageOf(batch: BatchView): string {
  const words = text.batch;
  const { state, counts, total, paused, pausedAt } = batch;
  switch (state) {
    case 'quoting':
      return words.quoting(total - counts['to-quote'], total);
    case 'ready':
      return counts.quoted > 0 ? words.ready(counts.quoted) : words.readyNone;
    case 'paused':
      return batchPauseText({ paused: typeof paused === 'string' ? paused : (paused?.code ?? 'not-now'), pausedAt });
    case 'stopping':
      return words.stopping;
    case 'ended':
    case 'closed':
      return words.ended(outCount(batch), counts.stopped, batch.countedMore.orders);
    case 'running':
      return words.shipping(shipped(batch), inBatch(batch));
  }
}

function BatchBand({ batch }: { batch: BatchView }) {
  const aside = batch.msLeft !== null && text.batch.timeLeft(batch.msLeft);
  return (
    <Band
      size="compact"
      state={signalOf(batch)}
      message={messageOf(batch)}
      aside={aside}
      share={batch.state === 'quoting' ? 0 : shipped(batch) / Math.max(1, inBatch(batch))}
    />
  );
}

/** Remedy for the cause of the pause. A stopped order has its own action in the list below. */
function PausedBy({ batch: { paused, pausedAt, stopped } }: { batch: BatchView }) {
  if (paused === null || typeof paused === 'string') return null;
  return <FailureNote failure={paused} hasButton={!stopped.some(({ orderKey }) => orderKey === pausedAt)} />;
}

/** Cost by service, with each extra separately, and the total. */
function BatchCost({ batch: { services, extras, quoted, bought, overPlan } }: { batch: BatchView }) {
  const words = text.batch;
  const rows = [
    ...services.map(({ courier, service, ...row }) => ({ name: `${courier} ${service}`, ...row })),
    ...extras.map(({ extra, ...row }) => ({ name: text.ship[extra], ...row })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
    <section className="card card-flush batch-cost" tabIndex={0} aria-label={words.costTitle}>
      <div className="head">
        <h2>{words.costTitle}</h2>
      </div>
      {overPlan > 0 && <p className="look-ink batch-none">{words.overPlan(overPlan)}</p>}
      <Table
        label={words.costTitle}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: words.shippingCost, cell: ({ name }) => name },
          { name: words.orders, isNumber: true, cell: ({ orders }) => orders },
          { name: words.quoted, isNumber: true, cell: ({ cost }) => sum(cost) },
        ]}
      />
      <dl className="batch-sums">
        <dt>{words.quoted}</dt>
        <dd>{costText(quoted)}</dd>
        <dt>{words.boughtSum}</dt>
        <dd className="strong">{costText(bought)}</dd>
      </dl>
      <p className="muted small batch-none">{words.costHint(services.reduce((sum, { orders }) => sum + orders, 0))}</p>
    </section>
  );
}
