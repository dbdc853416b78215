import type { BatchView } from '../../shared/batch.ts';
import { text } from '../text/text.ts';
import { Table } from '../ui/table.tsx';
import { sum } from './batch-counts.ts';

/** What it costs, by service and altogether. */
export function BatchCost({ batch: { services, quoted, bought, overPlan } }: { batch: BatchView }) {
  const words = text.batch;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
    <section className="card card-flush batch-cost" tabIndex={0} aria-label={words.costTitle}>
      <div className="head">
        <h2>{words.costTitle}</h2>
      </div>
      <Table
        label={words.costTitle}
        rows={services}
        keyOf={({ courier, service }) => `${courier} ${service}`}
        columns={[
          { name: words.shippingCost, cell: ({ courier, service }) => `${courier} ${service}` },
          { name: words.orders, isNumber: true, cell: ({ orders }) => orders },
          { name: words.quoted, isNumber: true, cell: ({ cost }) => sum(cost) },
        ]}
      />
      <dl className="batch-sums">
        <dt>{words.quoted}</dt>
        <dd>{sum(quoted)}</dd>
        <dt>{words.boughtSum}</dt>
        <dd className="strong">{sum(bought)}</dd>
      </dl>
      {overPlan > 0 && <p className="look-ink batch-none">{words.overPlan(overPlan)}</p>}
      <p className="muted small batch-none">{words.costTold(services.reduce((sum, { orders }) => sum + orders, 0))}</p>
    </section>
  );
}
