import type { Failure } from '../../../shared/failure.ts';
import type { Said } from '../../../shared/said.ts';
import type { BenchContext } from '../context.ts';
import { atStart } from './attempt-rules.ts';
import { writeUnknown } from './exchange.ts';
import type { Kind, Kinds } from './kinds.ts';

const all = ({ shipments, pickups, uploads }: Kinds): readonly Kind[] => [shipments, pickups, uploads];

/**
 * Takes up what a crash interrupted, before anybody can scan: what was written down but never sent goes back, unless other benches know
 * of it and have to be asked first; what was sent without an answer becomes unknown. Nothing is sent, ever.
 */
export function recoverUnanswered({ kinds, journal }: Pick<BenchContext, 'kinds' | 'journal'>): void {
  for (const kind of all(kinds)) {
    for (const id of kind.begun('intent'))
      if (atStart('intent', journal.attemptOf(id) !== undefined) === 'take-back') kind.returnUnsent(id, { code: 'ended-before-sending' });
    for (const id of kind.begun('sending')) kind.writeUnknown(id, { code: 'ended-while-waiting' });
  }
}

/** Nobody knows whether it left: not even the ledger, or it says so. */
export function doubtIntent(kind: Kind, id: string, why: Said): void {
  if (kind.take(id)) kind.writeUnknown(id, why);
}

/** Where the journal is an older copy: whatever it shows as begun and at rest may have ended since, so a person looks at it. */
export function doubtWhatWasBegun(kind: Kind, why: Said, isAtRest: (id: string) => boolean): void {
  for (const id of kind.begun('intent').filter(isAtRest)) kind.take(id);
  for (const id of sentOf(kind).filter(isAtRest)) kind.writeUnknown(id, why);
}

const sentOf = (kind: Kind): readonly string[] => [...kind.begun('sending'), ...kind.begun('answered')];

/** Reads the kept answers of one kind again. Safe to repeat. An answer that breaks whoever takes it up is asked about. */
export async function recoverAnswers(context: BenchContext, kind: Kind, settle: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of kind.begun('answered')) {
    const takeUp = async (): Promise<void> => {
      const broke = await alone(context, () => settle(id));
      if (broke && kind.stateOf(id) === 'answered') writeUnknown(context, kind, id, { code: 'broke-at-start', ref: broke.ref });
    };
    await alone(context, takeUp);
  }
}

/** Takes each of these further by itself, so that one which breaks holds up neither the others nor the start. */
export async function eachAlone(context: BenchContext, ids: readonly string[], take: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await alone(context, () => take(id));
}

/** What was broken on, in the log; undefined where all went well. */
async function alone(context: BenchContext, take: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await take();
    return undefined;
  } catch (error) {
    return context.bug('start', error);
  }
}
