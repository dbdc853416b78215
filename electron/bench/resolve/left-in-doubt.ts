import type { Frame } from '../../../shared/bench.ts';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';

type Left = Frame['leftInDoubt'];

export interface LeftInDoubt {
  /** Returns what was in doubt or waiting when the bench opened and still is, until a person has seen it. */
  open(): Left;
  seen(): void;
}

/** Create it after recovery from a crash, so that it includes what the crash left in doubt. `waiting`: orders scanned and not begun. */
export function createLeftInDoubt(
  { journal, changed }: Pick<BenchContext, 'changed' | 'journal'>,
  waiting: readonly OrderKey[],
): LeftInDoubt {
  const unknownPrints = ['print-unknown', 'held'] as const;
  let left: readonly (() => Left)[] = [
    ...journal.bookingsInState(['unknown']).map(({ id, orderKey }) => (): Left => {
      return journal.booking(id)?.state === 'unknown' ? [{ is: 'booking', name: orderKey }] : [];
    }),
    ...journal.pickupsInState(['unknown']).map(({ id, courierName }) => (): Left => {
      return journal.pickup(id)?.state === 'unknown' ? [{ is: 'pickup', name: courierName }] : [];
    }),
    ...journal.jobsInState(unknownPrints).map(({ id, title }) => (): Left => {
      return unknownPrints.some((state) => journal.job(id)?.state === state) ? [{ is: 'print', name: title }] : [];
    }),
    ...waiting.map((key) => (): Left => {
      const latest = journal.latestOf(key);
      return latest && isSettledOrOpen(latest) ? [] : [{ is: 'scan', name: key }];
    }),
  ];
  return {
    open: () => left.flatMap((each) => each()),
    seen() {
      left = [];
      changed();
    },
  };
}
