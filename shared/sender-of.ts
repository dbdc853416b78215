import { type Candidate, firstNamed } from './first-named.ts';
import type { Order } from './order.ts';
import { factsOf } from './order-facts.ts';
import { type Sender, senderNamed } from './sender.ts';
import type { RuleFact, RuleMark, RulesInForce } from './shipping-rule.ts';

/** The sender of an order: the customer of a return label, else the one named by the order, else by the first rule that names one, else the first of the list. */
export type SenderChoice =
  | { readonly is: 'sender'; readonly sender: Sender; readonly by: RuleMark | null }
  | { readonly is: 'no-sender' }
  /** The order or a rule names a sender that is not in the list. */
  | { readonly is: 'unknown'; readonly name: string; readonly by: RuleMark | null }
  /** A missing fact decides between several. */
  | { readonly is: 'doubt'; readonly by: RuleMark; readonly fact: RuleFact };

export function senderOf(order: Order, senders: readonly Sender[], rules: RulesInForce, today: string): SenderChoice {
  if (order.returnOf) {
    const { from: address, account } = order.returnOf;
    return { is: 'sender', sender: { name: order.sender ?? '', address, account }, by: null };
  }
  const [first] = senders;
  if (!first) return { is: 'no-sender' };
  if (order.sender?.trim()) return named({ name: order.sender, by: null }, senders);
  const usual: Candidate = { name: first.name, by: null };
  if (rules.list.every(({ isOn, sender }) => !isOn || sender === null)) return named(usual, senders);
  const chosen = firstNamed(rules, factsOf(order, first.address, today), ({ sender }) => sender, usual.name);
  return chosen.is === 'doubt' ? chosen : named(chosen.named, senders);
}

function named({ name, by }: Candidate, senders: readonly Sender[]): SenderChoice {
  const sender = senderNamed(senders, name);
  return sender ? { is: 'sender', sender, by } : { is: 'unknown', name: name.trim(), by };
}
