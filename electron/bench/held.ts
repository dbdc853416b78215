import type { Failure } from '../../shared/failure.ts';
import type { OrderKey } from '../../shared/order.ts';
import type { BenchContext } from './context.ts';

/** Why a person here keeps this order from being shipped, if one does, or what another bench said of it that could not be read here. */
export function heldFailure({ journal, fail }: Pick<BenchContext, 'journal' | 'fail'>, key: OrderKey): Failure | undefined {
  const { held } = journal.orderPlan(key);
  if (!held) return undefined;
  const { by, at, why, isBack, changedBy: bench, isPast, isSealed } = held;
  if (bench !== undefined && isPast) return fail('order-held', [{ code: 'was-unread', bench, at }]).failure;
  if (bench !== undefined) return fail(isSealed ? 'order-sealed' : 'order-unread', [{ code: 'said-unread', bench, at }]).failure;
  return fail('order-held', [isBack ? { code: 'held-after-deletion', by, at } : { code: 'held-here', by, at, why }]).failure;
}
