import type { Attempt, Outcome } from '../../shared/attempt.ts';

// The ledger's functions on plain values: for tests of the benches' half, whatever database stores it.

export type LedgerAttemptState = 'held' | Outcome | 'stray';
/** A rule of the ledger that may be left out, to see what it is for. */
export type LedgerRule = 'tombstone' | 'outrank' | 'freeze' | 'closed';

export interface ModelLedger {
  readonly attempts: Record<string, { state: LedgerAttemptState; bench: number; slots: readonly string[]; hasLapsed: boolean }>;
  isFrozen: boolean;
  /** Benches that have replayed since the ledger froze. */
  agreed: number[];
  /** Orders that were shipped without a label. */
  readonly closed: string[];
}

export const emptyLedger = (): ModelLedger => ({ attempts: {}, isFrozen: false, agreed: [], closed: [] });

const standing: ReadonlySet<LedgerAttemptState> = new Set(['held', 'sending', 'unknown', 'booked']);

type Asked = Pick<Attempt, 'id'> & { readonly slots: readonly string[] };

const rivals = (ledger: ModelLedger, { id, slots }: Asked) =>
  Object.entries(ledger.attempts).filter(
    ([otherId, other]) => otherId !== id && standing.has(other.state) && other.slots.some((slot) => slots.includes(slot)),
  );

export type Claimed =
  | { readonly is: 'granted' }
  | { readonly is: 'dead' | 'frozen' | 'stray' }
  | { readonly is: 'taken'; readonly by: number; readonly state: string };

export function claim(ledger: ModelLedger, bench: number, asked: Asked, without: ReadonlySet<string> = new Set()): Claimed {
  if (ledger.isFrozen) return { is: 'frozen' };
  const known = ledger.attempts[asked.id];
  if (known) return { is: known.state === 'held' ? 'granted' : 'dead' };
  const sameSlot = Object.values(ledger.attempts).filter(({ slots }) => slots.some((slot) => asked.slots.includes(slot)));
  if (sameSlot.some(({ state }) => state === 'stray')) return { is: 'stray' };
  if (!without.has('closed') && ledger.closed.some((slot) => asked.slots.includes(slot))) return { is: 'dead' };
  releaseLapsed(ledger, asked);
  const [rival] = rivals(ledger, asked);
  if (rival) return { is: 'taken', by: rival[1].bench, state: rival[1].state };
  ledger.attempts[asked.id] = { state: 'held', bench, slots: asked.slots, hasLapsed: false };
  return { is: 'granted' };
}

function releaseLapsed(ledger: ModelLedger, asked: Asked): void {
  for (const [, rival] of rivals(ledger, asked)) if (rival.state === 'held' && rival.hasLapsed) rival.state = 'released';
}

/** Closes an order that leaves without a label. */
export function close(ledger: ModelLedger, slot: string): 'granted' | 'refused' | 'frozen' {
  if (ledger.isFrozen) return 'frozen';
  const asked = { id: '', slots: [slot] };
  releaseLapsed(ledger, asked);
  const isStray = Object.values(ledger.attempts).some(({ state, slots }) => state === 'stray' && slots.includes(slot));
  if (isStray || rivals(ledger, asked).length > 0) return 'refused';
  closeAgain(ledger, [slot]);
  return 'granted';
}

/** Takes the orders that a bench has closed, also while the ledger is frozen: never refused. */
export function closeAgain(ledger: ModelLedger, slots: readonly string[]): void {
  for (const slot of slots) if (!ledger.closed.includes(slot)) ledger.closed.push(slot);
}

export function send(ledger: ModelLedger, id: string): Claimed {
  if (ledger.isFrozen) return { is: 'frozen' };
  const known = ledger.attempts[id];
  if (known?.state === 'held') {
    known.state = 'sending';
    known.hasLapsed = false;
  }
  return { is: known?.state === 'sending' ? 'granted' : 'dead' };
}

/** Takes a fact of a bench about its own attempt: never refused. */
export function report(ledger: ModelLedger, bench: number, asked: Asked, what: Outcome, without: ReadonlySet<string> = new Set()): void {
  const has = (rule: LedgerRule): boolean => !without.has(rule);
  const known = ledger.attempts[asked.id];
  const become = (state: LedgerAttemptState): void => {
    ledger.attempts[asked.id] = { state, bench, slots: asked.slots, hasLapsed: false };
  };
  const becomeOutranking = (state: 'sending' | 'unknown' | 'booked'): void => {
    for (const [, other] of rivals(ledger, asked)) if (other.state === 'held' && has('outrank')) other.state = 'released';
    become(rivals(ledger, asked).length === 0 ? state : 'stray');
  };
  switch (what) {
    case 'booked':
      return becomeOutranking('booked');
    case 'released':
      if (known ? ['held', 'sending', 'unknown'].includes(known.state) : has('tombstone')) {
        if (known?.state !== 'held' || has('tombstone')) become('released');
      }
      return;
    case 'sending':
    case 'unknown':
      if (!known) return becomeOutranking(what);
      if (known.state === 'held' || known.state === 'sending') become(what);
      return;
    case 'rejected':
      if (known?.state !== 'released') become('rejected');
  }
}

/** Releases an intent of a run that ended, and returns what the ledger knows of it. */
export function giveUp(ledger: ModelLedger, bench: number, asked: Asked): 'released' | 'may-be-sent' | 'frozen' {
  if (ledger.isFrozen) return 'frozen';
  const known = ledger.attempts[asked.id];
  if (known && known.state !== 'held' && known.state !== 'released') {
    if (known.state === 'sending') known.state = 'unknown';
    return 'may-be-sent';
  }
  ledger.attempts[asked.id] = { state: 'released', bench, slots: asked.slots, hasLapsed: false };
  return 'released';
}

/**
 * Records that a bench has reported everything again. After the last bench, attempts that were only held are released: another ledger may
 * hold them.
 */
export function agree(ledger: ModelLedger, bench: number, benches: readonly number[]): void {
  if (!ledger.agreed.includes(bench)) ledger.agreed.push(bench);
  if (!benches.every((each) => ledger.agreed.includes(each))) return;
  ledger.isFrozen = false;
  for (const each of Object.values(ledger.attempts)) if (each.state === 'held') each.state = 'released';
}
