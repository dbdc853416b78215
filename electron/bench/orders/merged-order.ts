import { addressLine, isSameOnLabel } from '../../../shared/address.ts';
import type { OrderContent, StateOfOrder } from '../../../shared/elsewhere.ts';
import { isCalledOff } from './too-late.ts';

/**
 * Returns which of two states of one order counts if neither bench had received the other's: the state that calls the order off, else the
 * later one. If the addresses differ, no bench can know which is right, so the order is held until a person decides. An order that a person
 * holds stays held.
 */
export function mergedOrder(own: StateOfOrder, other: StateOfOrder): 'own' | 'other' | OrderContent {
  const merged = mergedContent(own, other);
  const kept = merged === 'own' ? own.content : merged === 'other' ? other.content : merged;
  // The bench that released it had not received the other state either.
  const held = [own.content?.held, other.content?.held].find((each) => each?.otherwise) ?? own.content?.held ?? other.content?.held;
  return kept && held && (!kept.held || (held.otherwise && !kept.held.otherwise)) ? { ...kept, held } : merged;
}

function mergedContent(own: StateOfOrder, other: StateOfOrder): 'own' | 'other' | OrderContent {
  const isOwnLater = own.ageMs < other.ageMs;
  const later = isOwnLater ? 'own' : 'other';
  if (!own.content || !other.content) return later;
  if (isCalledOff(own.content.order) !== isCalledOff(other.content.order)) return isCalledOff(own.content.order) ? 'own' : 'other';
  const isSamePlace = isSameOnLabel(own.content.order.recipient, other.content.order.recipient);
  const isAsked = own.content.order.hold === 'two-addresses';
  if (isAsked !== (other.content.order.hold === 'two-addresses') && isSamePlace) return isAsked ? 'own' : 'other';
  if (isSamePlace) return later;
  const [kept, lost] = isOwnLater ? [own.content, other.content] : [other.content, own.content];
  return { ...kept, order: { ...kept.order, hold: kept.order.hold ?? 'two-addresses', otherAddress: addressLine(lost.order.recipient) } };
}

const isStopped = ({ content }: StateOfOrder): boolean => content !== null && (Boolean(content.held) || isCalledOff(content.order));

/** True if a state that this bench only received gives way to another one that it receives after the ledger lost its orders. */
export const givesWay = (known: StateOfOrder, received: StateOfOrder): boolean =>
  received.ageMs < known.ageMs && (isStopped(received) || !isStopped(known));
