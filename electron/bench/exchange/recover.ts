import type { Failure } from '../../../shared/failure.ts';
import type { Said } from '../../../shared/said.ts';
import type { BenchContext } from '../context.ts';
import { writeUnknown } from './exchange.ts';
import type { Kind, Kinds } from './kinds.ts';

const all = ({ shipments, pickups, uploads }: Kinds): readonly Kind[] => [shipments, pickups, uploads];

/**
 * Takes up what a crash interrupted, before anybody can scan: what was written down but never sent goes back, and what was sent without
 * an answer becomes unknown. Nothing is sent, ever.
 */
export function recoverUnanswered({ kinds }: Pick<BenchContext, 'kinds'>): void {
  for (const kind of all(kinds)) {
    for (const id of kind.begun('intent')) kind.returnUnsent(id, { code: 'ended-before-sending' });
    for (const id of kind.begun('sending')) kind.writeUnknown(id, { code: 'ended-while-waiting' });
  }
}

/** After the journal was restored from a copy: whatever the copy shows as begun may have ended since, so a person looks at it. */
export function doubtWhatWasBegun({ kinds }: Pick<BenchContext, 'kinds'>, why: Said): void {
  for (const kind of all(kinds)) {
    for (const id of kind.begun('intent')) kind.take(id);
    doubtSent(kind, why);
  }
}

/** What was sent and has no outcome yet is for a person to look at. */
export function doubtSent(kind: Kind, why: Said): void {
  for (const id of [...kind.begun('sending'), ...kind.begun('answered')]) kind.writeUnknown(id, why);
}

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
