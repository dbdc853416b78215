import type { Frame } from '../../shared/bench.ts';
import type { Room } from './room.ts';

type Left = Frame['leftInDoubt'];

export interface LeftInDoubt {
  /** What was in doubt when the bench opened and still is, until a person has seen it. */
  open(): Left;
  seen(): void;
}

/** Create it after a crash was taken up: then what the crash left in doubt is among it. */
export function createLeftInDoubt({ journal, changed }: Room): LeftInDoubt {
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
  ];
  return {
    open: () => left.flatMap((each) => each()),
    seen() {
      left = [];
      changed();
    },
  };
}
