import { answered, isMute, type Silences, seenByPerson, silencesSchema, tookInSilence } from '../../shared/silence.ts';
import type { ContextParts } from './context-parts.ts';
import { writeDown } from './exchange/write-down.ts';

/** Records which printers never answer. Kept in the journal, so a restart changes nothing. */
export interface Silence {
  readonly isMute: (at: string) => boolean;
  readonly took: (at: string, bookingId: string) => void;
  readonly seen: (bookingId: string) => void;
  readonly answered: (at: string) => void;
}

const fact = 'silent-printers';

export function createSilence(parts: Pick<ContextParts, 'journal' | 'fail' | 'log'>): Silence {
  const { journal } = parts;
  const kept = journal.fact(fact);
  let silences: Silences = kept ? silencesSchema.parse(JSON.parse(kept)) : {};

  /** Affects only how long the bench waits for an answer: if the write fails, the bench learns it again. */
  const learn = (now: Silences): void => {
    if (now === silences) return;
    silences = now;
    writeDown(parts, () => journal.setFact(fact, JSON.stringify(silences)));
  };

  return {
    isMute: (at) => isMute(silences, at),
    took: (at, bookingId) => learn(tookInSilence(silences, at, bookingId)),
    seen: (bookingId) => learn(seenByPerson(silences, bookingId)),
    answered: (at) => learn(answered(silences, at)),
  };
}
