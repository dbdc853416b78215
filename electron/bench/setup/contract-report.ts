import type { ContractReport } from '../../../shared/contract.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { InTurn } from '../ports/contract.ts';

export const contractReport = ({ contract: { checking, learned } }: BenchContext): ContractReport => ({
  step: checking?.step() ?? null,
  learned: learned.read() ?? null,
  drift: [...learned.drift()],
});

/**
 * Answers when the check has ended. Books nothing unless `book` says so, and goes to the sandbox alone. `beside` keeps the quotes
 * of the check apart from the bench's own, and from those of other benches.
 */
export async function checkContract(
  context: BenchContext,
  beside: <T, C extends FailureCode>(check: (inTurn: InTurn) => Promise<Result<T, C>>) => Promise<Result<T, C | 'not-now'>>,
  book: boolean,
): Promise<Answer<'checkContract'>> {
  const { checking, learned } = context.contract;
  if (!checking) return context.fail('only-in-sandbox');
  // A key that is not accepted is complained about whatever is asked: nothing could be learnt from that.
  const accepted = context.breaker.observe(await context.courier.check());
  if (!accepted.ok) return accepted;
  const checked = await beside((inTurn) => checking.run(book, inTurn));
  if (!checked.ok) return checked;
  learned.save(checked.value);
  context.changed();
  return ok(contractReport(context));
}
