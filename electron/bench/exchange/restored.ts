import type { DecisionCode, PinCode } from '../../../shared/call-codes.ts';
import type { DoubtedBecause } from '../../../shared/exchange-reason.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { type Restored, restoredSchema, restoreFacts, unshippedFact } from '../../../shared/restored.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Journal } from '../ports/journal.ts';
import { doubtWhatWasBegun } from './recover.ts';
import { unreportedIn } from './unreported.ts';

/** Orders that may have been shipped although the journal does not show it, because it was restored from a copy. */
export interface RestoredJournal {
  /** The restore since which this journal is incomplete; null if it is complete or a user has ended the doubt. */
  open(): Restored | null;
  /** Refuses an order that may have been shipped until a user confirms that it was not. */
  mayBook(key: OrderKey): Done<'may-be-shipped'>;
  /** A user's confirmation that this order was not shipped. */
  confirmUnshipped(key: OrderKey, pin: string): Done<PinCode>;
  /** A user's confirmation that everything was checked: no order is refused any more. */
  end(reason: string, pin: string): Done<DecisionCode>;
}

export function createRestoredJournal(context: Pick<BenchContext, 'allowed' | 'checkPin' | 'fail' | 'journal' | 'who'>): RestoredJournal {
  const { journal } = context;
  const open = (): Restored | null => restoredOf(journal);

  return {
    open,
    mayBook: (key) => (doubtedSince(journal, key) ? context.fail('may-be-shipped', key) : ok({})),
    confirmUnshipped(key, pin) {
      const checked = context.checkPin(pin);
      if (!checked.ok) return checked;
      const restored = open();
      if (!restored) return ok({});
      journal.record(null, 'confirmed-unshipped', `${context.who()}: ${key}`);
      journal.setFact(unshippedFact(key), restored.restoredAt);
      return ok({});
    },
    end(reason, pin) {
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      journal.record(null, 'restore-checked', `${context.who()}: ${allowed.value}`);
      journal.setFact(restoreFacts.restored, '');
      return ok({});
    },
  };
}

/**
 * The restore because of which this order may have been shipped already, or null. Reading the order from the same file again does not make
 * it newer.
 */
export function doubtedSince(journal: Journal, key: OrderKey): Restored | null {
  const restored = restoredOf(journal);
  return restored && journal.fact(unshippedFact(key)) !== restored.restoredAt ? restored : null;
}

export function restoredOf(journal: Journal): Restored | null {
  const kept = journal.fact(restoreFacts.restored);
  return kept ? restoredSchema.parse(JSON.parse(kept)) : null;
}

/**
 * Leaves everything unfinished in the copy to a user: it may have ended, with money or paper, after the copy was made. Sends and prints
 * none of it. Once for every restore; safe to be interrupted and repeated.
 */
export function doubtAfterRestore({ journal, kinds }: Pick<BenchContext, 'journal' | 'kinds'>): void {
  const restored = restoredOf(journal);
  if (!restored || journal.fact(restoreFacts.marked) === restored.restoredAt) return;
  const why = { code: 'journal-restored' } as const;
  for (const kind of [kinds.shipments, kinds.pickups, kinds.uploads]) doubtWhatWasBegun(kind, why, () => true);
  doubtPaper(journal, why.code);
  for (const { id, state } of journal.openUploads()) if (state === 'waiting') journal.moveUpload(id, ['waiting'], 'unknown', why, null);
  journal.record(null, 'restored', `${restored.backupAt ?? 'empty'} ${restored.restoredAt}`);
  journal.setFact(restoreFacts.marked, restored.restoredAt);
}

/**
 * No other bench settles attempts younger than this, even if a clock is as wrong as the ledger tolerates: it allows that only after ten
 * minutes.
 */
const oursAloneMs = 4 * 60_000;

/**
 * Leaves to a user what this bench sent, and whose end the other benches did not receive while it was off: the shift lead may have had
 * another bench settle and print it. Runs at a start, before anything is resumed; safe to repeat.
 */
export function doubtAfterAbsence({ journal, kinds, ledger, now }: Pick<BenchContext, 'journal' | 'kinds' | 'ledger' | 'now'>): void {
  if (!ledger.isShared) return;
  const mayBeTaken = (id: string): boolean => {
    const sentAt = journal.attemptOf(id) && journal.exchange(id).sentAt;
    // If the clock was set back since, the age is unknown.
    return Boolean(sentAt) && Math.abs(now().getTime() - new Date(sentAt ?? '').getTime()) > oursAloneMs;
  };
  const why = { code: 'bench-was-off' } as const;
  for (const id of kinds.shipments.begun('answered').filter(mayBeTaken)) kinds.shipments.writeUnknown(id, why);
  // No other bench can settle a booking that the ledger has.
  if (unreportedIn(journal) > 0) doubtLabels(journal, why.code, mayBeTaken);
}

function doubtPaper(journal: Journal, because: DoubtedBecause): void {
  doubtLabels(journal, because, () => true);
  for (const { id } of journal.pickupsWithoutManifestJob()) journal.writeManifestOutcome(id, { code: 'manifest-maybe-out', because });
}

function doubtLabels(journal: Journal, because: DoubtedBecause, isOne: (bookingId: string) => boolean): void {
  for (const { id, bookingId } of journal.jobsInState(['queued', 'sending']))
    if (isOne(bookingId ?? '')) journal.moveJob(id, ['queued', 'sending'], 'print-unknown', { code: because });
  for (const { id, verdict } of journal.bookedWithoutLabelJob().filter((booking) => isOne(booking.id)))
    if (verdict === null || verdict.kind === 'match')
      journal.writeVerdict(id, { kind: 'cannot-compare', why: { code: 'label-maybe-out', because } }, null);
}
