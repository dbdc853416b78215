import type { Failure } from '../../../shared/failure.ts';
import type { Message } from '../../../shared/message.ts';
import type { BenchContext } from '../context.ts';
import { atStart } from './attempt-rules.ts';
import { writeUnknown } from './exchange.ts';
import type { Kind, Kinds } from './kinds.ts';

const all = ({ shipments, pickups, uploads }: Kinds): readonly Kind[] => [shipments, pickups, uploads];

/**
 * Recovers after a crash, before any scan is accepted: an intent that was never sent is undone, unless other benches know of it and the
 * ledger has to be asked first; what was sent without an answer becomes unknown. Never sends anything.
 */
export function recoverUnanswered({ kinds, journal }: Pick<BenchContext, 'kinds' | 'journal'>): void {
  for (const kind of all(kinds)) {
    for (const id of kind.begun('intent'))
      if (atStart('intent', journal.attemptOf(id) !== undefined) === 'take-back') kind.returnUnsent(id, { code: 'ended-before-sending' });
    for (const id of kind.begun('sending')) kind.writeUnknown(id, { code: 'ended-while-waiting' });
  }
}

/** Marks an intent as unknown: it may have left, and the ledger cannot rule that out. */
export function doubtIntent(kind: Kind, id: string, why: Message): void {
  if (kind.take(id)) kind.writeUnknown(id, why);
}

/**
 * Used if the journal is an older copy: everything unfinished and at rest may have ended since, so it becomes unknown and a user checks it.
 */
export function doubtWhatWasBegun(kind: Kind, why: Message, isAtRest: (id: string) => boolean): void {
  for (const id of kind.begun('intent').filter(isAtRest)) kind.take(id);
  for (const id of sentOf(kind).filter(isAtRest)) kind.writeUnknown(id, why);
}

const sentOf = (kind: Kind): readonly string[] => [...kind.begun('sending'), ...kind.begun('answered')];

/** Parses the stored answers of one kind again. Safe to repeat. An answer that makes `settle` throw becomes unknown. */
export async function recoverAnswers(
  context: Pick<BenchContext, 'breaker' | 'bug'>,
  kind: Kind,
  settle: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of kind.begun('answered')) {
    const takeUp = async (): Promise<void> => {
      const broke = await alone(context, () => settle(id));
      if (broke && kind.stateOf(id) === 'answered') writeUnknown(context, kind, id, { code: 'broke-at-start', ref: broke.ref });
    };
    await alone(context, takeUp);
  }
}

/** Processes each id separately, so that one that throws blocks neither the others nor the start. */
export async function eachAlone(
  context: Pick<BenchContext, 'bug'>,
  ids: readonly string[],
  take: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) await alone(context, () => take(id));
}

/** Logs and returns the failure; undefined if there was none. */
async function alone({ bug }: Pick<BenchContext, 'bug'>, take: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await take();
    return undefined;
  } catch (error) {
    return bug('start', error);
  }
}
