import type { DecisionCode, PinCode } from '../../../shared/call-codes.ts';
import type { DoubtedBecause } from '../../../shared/exchange-reason.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { type Restored, restoredSchema, restoreFacts, unshippedFact } from '../../../shared/restored.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Journal } from '../ports/journal.ts';
import { doubtWhatWasBegun } from './recover.ts';
import { unreportedIn } from './unreported.ts';

/** What may have been shipped although the journal does not know it, since it was restored from a copy. */
export interface RestoredJournal {
  /** Since when this journal knows too little, or null where it is whole or a person has ended the doubt. */
  open(): Restored | null;
  /** Refuses an order that may have been shipped until a person said that it was not. */
  mayBook(key: OrderKey): Done<'may-be-shipped'>;
  /** A person looked: this order was not shipped. */
  confirmUnshipped(key: OrderKey, pin: string): Done<PinCode>;
  /** A person looked through everything: no order is asked about any more. */
  end(reason: string, pin: string): Done<DecisionCode>;
}

export function createRestoredJournal(context: BenchContext): RestoredJournal {
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
      context.changed();
      return ok({});
    },
  };
}

/** Why this order may have been shipped already, or null. An order read from the same file again is no newer order. */
export function doubtedSince(journal: Journal, key: OrderKey): Restored | null {
  const restored = restoredOf(journal);
  return restored && journal.fact(unshippedFact(key)) !== restored.restoredAt ? restored : null;
}

export function restoredOf(journal: Journal): Restored | null {
  const kept = journal.fact(restoreFacts.restored);
  return kept ? restoredSchema.parse(JSON.parse(kept)) : null;
}

/**
 * Makes a person look at everything the copy shows as begun: it may have ended, with money or paper, after the copy was made.
 * Nothing of it is sent or printed by the program. Once for every restore; safe to be cut off and repeated.
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

/** No other bench settles what was sent less long ago than this, however wrong a clock that the ledger bears with: it lets nobody before ten minutes. */
const oursAloneMs = 4 * 60_000;

/**
 * What this bench sent, and the others did not hear the end of while it was off: a lead may have had another bench settle it, and print it.
 * A person looks at it here. At a start, before anything is taken up; safe to repeat.
 */
export function doubtAfterAbsence({ journal, kinds, ledger, now }: Pick<BenchContext, 'journal' | 'kinds' | 'ledger' | 'now'>): void {
  if (!ledger.isShared) return;
  const mayBeTaken = (id: string): boolean => {
    const sentAt = journal.attemptOf(id) && journal.exchange(id).sentAt;
    // By a clock that was set back since, nobody knows how long ago that is.
    return Boolean(sentAt) && Math.abs(now().getTime() - new Date(sentAt ?? '').getTime()) > oursAloneMs;
  };
  const why = { code: 'bench-was-off' } as const;
  for (const id of kinds.shipments.begun('answered').filter(mayBeTaken)) kinds.shipments.writeUnknown(id, why);
  // Whose booking the ledger has is nobody's to settle.
  if (unreportedIn(journal) > 0) doubtLabels(journal, why.code, mayBeTaken);
}

function doubtPaper(journal: Journal, because: DoubtedBecause): void {
  doubtLabels(journal, because, () => true);
  for (const { id } of journal.pickupsWithoutManifestJob()) journal.writeManifestTold(id, { code: 'manifest-maybe-out', because });
}

function doubtLabels(journal: Journal, because: DoubtedBecause, isOne: (bookingId: string) => boolean): void {
  for (const { id, bookingId } of journal.jobsInState(['queued', 'sending']))
    if (isOne(bookingId ?? '')) journal.moveJob(id, ['queued', 'sending'], 'print-unknown', { code: because });
  for (const { id, verdict } of journal.bookedWithoutLabelJob().filter((booking) => isOne(booking.id)))
    if (verdict === null || verdict.kind === 'match')
      journal.writeVerdict(id, { kind: 'cannot-compare', why: { code: 'label-maybe-out', because } }, null);
}
