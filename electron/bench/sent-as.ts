import type { WorkflowAt } from '../../shared/bench.ts';
import type { Order } from '../../shared/order.ts';
import { meantBy, type SentAs } from '../../shared/readiness.ts';
import type { SenderChoice } from '../../shared/sender-of.ts';
import type { RulesInForce } from '../../shared/shipping-rule.ts';
import type { BenchContext } from './context.ts';
import { todayFor } from './readiness.ts';

type Parts = Pick<BenchContext, 'settings' | 'now' | 'keyAccount'>;

/** Returns the current sender and account, to compare with those shown earlier. */
export function senderNow(context: Parts, order: Order, rules: RulesInForce): unknown {
  const chosen = senderChoice(context, order, rules);
  return chosen.is === 'sender' ? [chosen.sender, context.keyAccount.account] : chosen.is;
}

const senderChoice = (context: Parts, order: Order, rules: RulesInForce): SenderChoice =>
  meantBy(order, context.settings(), rules, { today: todayFor(context, rules), lastNumber: '', packed: [] }).sender;

/** Sender to show on the tiles, if there is more than one. */
export const sentAsShown = (
  { settings }: Pick<BenchContext, 'settings'>,
  { name, account, by }: SentAs,
): Pick<WorkflowAt<'choosing'>, 'sentAs'> => (settings().senders.length > 1 ? { sentAs: { name, account, by } } : {});
