import type { BatchView } from '../../shared/batch.ts';
import { text } from '../text/text.ts';
import { inBatch } from './batch-counts.ts';

/** Number of orders in each state, and the label that is printing now. */
export function BatchProgress({ batch }: { batch: BatchView }) {
  const words = text.batch;
  const { counts, printing, waitsFor } = batch;
  const whole = Math.max(1, inBatch(batch));
  const width = (count: number) => ({ width: `${(100 * count) / whole}%` });
  const sent = counts.sent + counts.queued;
  const toGo = inBatch(batch) - counts.printed - sent - counts.bought - counts.stopped;
  const numbers = [
    [words.printed, counts.printed, 'done-ink'],
    [words.sent, sent, 'working-ink'],
    [words.bought, counts.bought, 'working-ink'],
    [words.stopped, counts.stopped, 'look-ink'],
    [words.toGo, toGo, 'muted'],
  ] as const;
  return (
    <section className="card batch-progress">
      <p className="unseen">{words.progress(batch)}</p>
      <div className="batch-bar" aria-hidden="true">
        <i className="batch-done" style={width(counts.printed)} />
        <i className="batch-working" style={width(sent + counts.bought)} />
        <i className="batch-look" style={width(counts.stopped)} />
      </div>
      <div className="batch-numbers">
        {numbers.map(([name, count, ink]) => (
          <p key={name}>
            <b>{count}</b>
            <span className={ink}>{name}</span>
          </p>
        ))}
        {counts.left > 0 && (
          <p>
            <b>{counts.left}</b>
            <span className="muted">{words.left}</span>
          </p>
        )}
        <p className="batch-now">
          {printing && <b>{[printing.orderKey, printing.name, printing.city].filter(Boolean).join(', ')}</b>}
          {waitsFor !== null ? (
            <span className="look-ink">{words.waitsFor(waitsFor)}</span>
          ) : (
            printing && <span className="muted">{printing.service}</span>
          )}
        </p>
      </div>
    </section>
  );
}
