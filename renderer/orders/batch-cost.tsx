import type { BatchView } from '../../shared/batch.ts';
import { text } from '../text/text.ts';
import { Table } from '../ui/table.tsx';
import { costText, sum } from './batch-counts.ts';

/** Cost by service, with each extra separately, and the total. */
export function BatchCost({ batch: { services, extras, quoted, bought, overPlan } }: { batch: BatchView }) {
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
