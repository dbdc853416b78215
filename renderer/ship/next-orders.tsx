import { text } from '../text/text.ts';
import { Card, Empty } from '../ui/card.tsx';
import { useBench } from '../window-state.ts';

/** Orders scanned early wait in order, and stay whatever happens to the parcel before them. */
export function NextOrders() {
  const waiting = useBench((bench) => bench.waiting);
  if (waiting.length === 0)
    return (
      <Empty isDrop icon="ready" title={text.ship.scanNext}>
        {text.ship.scanNextHint}
      </Empty>
    );
  return (
    <Card className="scroll shrink" title={text.ship.nextOrders} aside={<span className="muted">{waiting.length}</span>} isFlush>
      <ol className="list list-tight">
        {waiting.map(({ orderKey, name, city }, index) => (
          <li key={orderKey}>
            <b className="turn">{index + 1}</b>
            <span className="what">
              <b className="mono">{orderKey}</b>
              <span>{[name, city].filter(Boolean).join(', ')}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The next order, shown beside the buttons that finish a parcel. */
export function NextUp() {
  const [next, ...others] = useBench(({ waiting }) => waiting);
  return next ? <p className="muted next-up">{text.ship.nextUp(next.orderKey, others.length)}</p> : null;
}
