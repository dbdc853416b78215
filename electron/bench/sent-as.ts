import type { Address } from '../../shared/address.ts';
import type { WorkflowAt } from '../../shared/bench.ts';
import { localMoment } from '../../shared/local-moment.ts';
import { type Order, withDefaults } from '../../shared/order.ts';
import { ok, type Result } from '../../shared/result.ts';
import { usualSender } from '../../shared/sender.ts';
import { type SenderChoice, senderOf } from '../../shared/sender-of.ts';
import type { RuleMark, RulesInForce } from '../../shared/shipping-rule.ts';
import type { BenchContext } from './context.ts';
import { saidUnread } from './unread-rules.ts';

/** Who sends an order, and for which account of the service. */
export interface SentAs {
  readonly name: string;
  readonly address: Address;
  readonly account: string;
  /** The rule that named it, where one did. */
  readonly by: RuleMark | null;
}

type Parts = Pick<BenchContext, 'settings' | 'now' | 'keyAccount'>;

export function sentAs(
  context: Parts & Pick<BenchContext, 'fail'>,
  order: Order,
  rules: RulesInForce,
): Result<SentAs, 'no-sender' | 'sender-unknown' | 'sender-in-doubt'> {
  // Which of several a rule names is not known.
  const unread = rules.areUnread && !order.sender?.trim() && context.settings().senders.length > 1 ? saidUnread(context) : undefined;
  if (unread) return context.fail('sender-in-doubt', [unread]);
  const chosen = senderChoice(context, order, rules);
  switch (chosen.is) {
    case 'no-sender':
      return context.fail('no-sender');
    case 'unknown':
      return context.fail('sender-unknown', [{ code: 'sender-not-listed', name: chosen.name, by: chosen.by }]);
    case 'doubt':
      return context.fail('sender-in-doubt', [{ code: 'sender-hangs-on', by: chosen.by, fact: chosen.fact }]);
    case 'sender': {
      const { sender, by } = chosen;
      return ok({ name: sender.name, address: sender.address, account: sender.account || context.keyAccount.account, by });
    }
  }
}

/** Sender and account as they are now, for comparing with what was seen. */
export function senderNow(context: Parts, order: Order, rules: RulesInForce): unknown {
  const chosen = senderChoice(context, order, rules);
  return chosen.is === 'sender' ? [chosen.sender, context.keyAccount.account] : chosen.is;
}

/** For what is said of an order before it is sent; the usual sender where another is not known. */
export function senderAsFarAsKnown(context: Parts, order: Order, rules: RulesInForce): Address | null {
  const chosen = senderChoice(context, order, rules);
  return chosen.is === 'sender' ? chosen.sender.address : usualSender(context.settings());
}

/** In what Setup knows besides the order stands nothing that only some senders' parcels need. */
export function senderChoice({ settings, now }: Parts, order: Order, rules: RulesInForce): SenderChoice {
  const set = settings();
  const today = rules.list.some(({ sender }) => sender !== null) ? localMoment(now(), set.timeZone).day : '';
  return senderOf(withDefaults(order, set, false), set.senders, rules, today);
}

/** For the tiles, where it might have been another. */
export const sentAsShown = (
  { settings }: Pick<BenchContext, 'settings'>,
  { name, account, by }: SentAs,
): Pick<WorkflowAt<'choosing'>, 'sentAs'> => (settings().senders.length > 1 ? { sentAs: { name, account, by } } : {});
