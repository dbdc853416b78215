import type { Order } from './order.ts';
import { factsOf, holdsRule } from './order-facts.ts';
import { bareName, type Sender, senderNamed } from './sender.ts';
import type { RuleFact, RuleMark, RulesInForce } from './shipping-rule.ts';

/** Who sends an order: said by the order, else by the first rule that names a sender, else the first of the list. */
export type SenderChoice =
  | { readonly is: 'sender'; readonly sender: Sender; readonly by: RuleMark | null }
  | { readonly is: 'no-sender' }
  /** The order or a rule names one that is not in the list. */
  | { readonly is: 'unknown'; readonly name: string; readonly by: RuleMark | null }
  /** A fact that is missing decides between several. */
  | { readonly is: 'doubt'; readonly by: RuleMark; readonly fact: RuleFact };

interface Candidate {
  readonly name: string;
  readonly by: RuleMark | null;
}

export function senderOf(order: Order, senders: readonly Sender[], { version, list }: RulesInForce, today: string): SenderChoice {
  const [first] = senders;
  if (!first) return { is: 'no-sender' };
  if (order.sender?.trim()) return named({ name: order.sender, by: null }, senders);
  const usual: Candidate = { name: first.name, by: null };
  if (list.every(({ isOn, sender }) => !isOn || sender === null)) return named(usual, senders);
  const facts = factsOf(order, first.address, today);
  /** Each that it may be, as far as the facts say; the first if they say all. */
  const candidates: Candidate[] = [];
  let doubt: { readonly by: RuleMark; readonly fact: RuleFact } | undefined;
  for (const [index, rule] of list.entries()) {
    const { sender, take } = rule;
    const held = rule.isOn && (sender !== null || take !== null) && holdsRule(rule, facts);
    if (held === false) continue;
    const by: RuleMark = { no: index + 1, version, rule };
    candidates.push(sender === null ? usual : { name: sender, by });
    if (held === true) return decided(candidates, doubt, senders);
    doubt ??= { by, fact: held };
  }
  return decided([...candidates, usual], doubt, senders);
}

/** A fact that is missing is no doubt where it makes no difference. */
function decided(
  candidates: readonly Candidate[],
  doubt: { readonly by: RuleMark; readonly fact: RuleFact } | undefined,
  senders: readonly Sender[],
): SenderChoice {
  const last = candidates.at(-1);
  if (!last) return { is: 'no-sender' };
  const isOne = candidates.every(({ name }) => bareName(name) === bareName(last.name));
  return doubt && !isOne ? { is: 'doubt', ...doubt } : named(last, senders);
}

function named({ name, by }: Candidate, senders: readonly Sender[]): SenderChoice {
  const sender = senderNamed(senders, name);
  return sender ? { is: 'sender', sender, by } : { is: 'unknown', name: name.trim(), by };
}
