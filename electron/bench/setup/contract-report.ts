import type { ContractReport } from '../../../shared/contract.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { InTurn } from '../ports/contract.ts';

type ContractContext = Pick<BenchContext, 'changed' | 'contract' | 'courier' | 'fail'>;

export const contractReport = ({ contract: { checking, learned } }: ContractContext): ContractReport => ({
  step: checking?.step() ?? null,
  learned: learned.read() ?? null,
  drift: [...learned.drift()],
});

/**
 * Resolves when the check has ended. Books nothing unless `book` is true, and uses the sandbox only. `beside` separates the quotes of the
 * check from those of this bench and of other benches.
 */
export async function checkContract(
  context: ContractContext,
  beside: <T, C extends FailureCode>(check: (inTurn: InTurn) => Promise<Result<T, C>>) => Promise<Result<T, C | 'not-now'>>,
  book: boolean,
): Promise<Answer<'checkContract'>> {
  const { checking, learned } = context.contract;
  if (!checking) return context.fail('only-in-sandbox');
  // The service rejects every request with an invalid key, so a check could learn nothing.
  const accepted = await context.courier.check();
  if (!accepted.ok) return accepted;
  const checked = await beside((inTurn) => checking.run(book, inTurn));
  if (!checked.ok) return checked;
  learned.save(checked.value);
  context.changed();
  return ok(contractReport(context));
}
