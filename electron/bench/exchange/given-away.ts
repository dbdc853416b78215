import type { Attempt } from '../../../shared/attempt.ts';
import type { LedgerCode } from '../../../shared/call-codes.ts';
import type { TakenAway } from '../../../shared/elsewhere.ts';
import type { Result } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import type { SharedLedger } from '../ports/ledger.ts';

/** Gives up doubts of this bench that the shift lead assigned to another bench to settle. False if the ledger did not answer. */
export async function giveAwayTaken(
  { journal, log }: Pick<ContextParts, 'journal' | 'log'>,
  takenFrom: SharedLedger['takenFrom'],
  recorded: <T>(answer: Result<T, LedgerCode>) => Result<T, LedgerCode>,
): Promise<boolean> {
  const doubts = new Map<string, (taken: TakenAway) => boolean>();
  const ask = (id: string, giveAway: (attempt: Attempt, taken: TakenAway) => boolean): void => {
    const attempt = journal.attemptOf(id);
    if (attempt) doubts.set(attempt.id, (taken) => giveAway(attempt, taken));
  };
  for (const { id } of journal.bookingsInState(['unknown'])) ask(id, (_, { bench }) => journal.giveAway(id, bench));
  for (const { id } of journal.pickupsInState(['unknown'])) ask(id, (attempt, taken) => journal.giveAwayPickup(id, attempt, taken));
  if (doubts.size === 0) return true;
  const answer = recorded(await takenFrom([...doubts.keys()]));
  if (!answer.ok) return false;
  for (const taken of answer.value) {
    if (doubts.get(taken.attempt)?.(taken) === true) log('ledger', { state: 'taken-over' });
  }
  return true;
}
