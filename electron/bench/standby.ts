import { z } from 'zod';
import type { ContextParts } from './context-parts.ts';

/** The printers a person put to rest: what goes to them goes to the one that stands by. Kept in the journal, so a restart changes nothing. */
export interface Standby {
  readonly rests: (printerId: string) => boolean;
  readonly isInUse: () => boolean;
  readonly rest: (printerId: string) => void;
  readonly wakeAll: () => void;
}

export const restingFact = 'resting-printers';
const restingSchema = z.array(z.string());

export function createStandby({ journal }: Pick<ContextParts, 'journal'>): Standby {
  const kept = journal.fact(restingFact);
  let resting: readonly string[] = kept ? restingSchema.parse(JSON.parse(kept)) : [];
  const keep = (now: readonly string[]): void => {
    journal.setFact(restingFact, JSON.stringify(now));
    resting = now;
  };
  return {
    rests: (printerId) => resting.includes(printerId),
    isInUse: () => resting.length > 0,
    rest: (printerId) => keep([...resting, printerId]),
    wakeAll: () => keep([]),
  };
}
