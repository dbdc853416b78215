import type { LedgerCode } from '../../../shared/call-codes.ts';
import type { Result } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import type { SharedLedger } from '../ports/ledger.ts';

/** What this bench left in doubt, and a lead had another one settle: it is nobody's here any more. False where the ledger did not say. */
export async function giveAwayTaken(
  { journal, log, changed }: Pick<ContextParts, 'journal' | 'log' | 'changed'>,
  takenFrom: SharedLedger['takenFrom'],
  heard: <T>(answer: Result<T, LedgerCode>) => Result<T, LedgerCode>,
): Promise<boolean> {
  const doubts = new Map(
    journal.bookingsInState(['unknown']).flatMap(({ id }) => {
      const attempt = journal.attemptOf(id);
      return attempt ? [[attempt.id, id] as const] : [];
    }),
  );
  if (doubts.size === 0) return true;
  const told = heard(await takenFrom([...doubts.keys()]));
  if (!told.ok) return false;
  for (const { attempt, bench } of told.value) {
    const bookingId = doubts.get(attempt);
    if (bookingId === undefined || !journal.giveAway(bookingId, bench)) continue;
    log('ledger', { state: 'taken-over', bookingId });
    changed();
  }
  return true;
}
