import { addressLine, isSameOnLabel } from '../../../shared/address.ts';
import type { SaidOrder, StateOfOrder } from '../../../shared/elsewhere.ts';
import { isCalledOff } from './too-late.ts';

/**
 * Returns which of two states of one order counts if neither bench had received the other's: the state that calls the order off, else the
 * later one. If the addresses differ, no bench can know which is right, so the order is held until a person decides. An order that a person
 * holds stays held.
 */
export function mergedOrder(own: StateOfOrder, other: StateOfOrder): 'own' | 'other' | SaidOrder {
  const merged = mergedWords(own, other);
  const kept = merged === 'own' ? own.said : merged === 'other' ? other.said : merged;
  // The bench that released it had not received the other state either.
  const held = own.said?.held ?? other.said?.held;
  return kept && held && !kept.held ? { ...kept, held } : merged;
}

function mergedWords(own: StateOfOrder, other: StateOfOrder): 'own' | 'other' | SaidOrder {
  const isOwnLater = own.ageMs < other.ageMs;
  const later = isOwnLater ? 'own' : 'other';
  if (!own.said || !other.said) return later;
  if (isCalledOff(own.said.order) !== isCalledOff(other.said.order)) return isCalledOff(own.said.order) ? 'own' : 'other';
  const isSamePlace = isSameOnLabel(own.said.order.recipient, other.said.order.recipient);
  const isAsked = own.said.order.hold === 'two-addresses';
  if (isAsked !== (other.said.order.hold === 'two-addresses') && isSamePlace) return isAsked ? 'own' : 'other';
  if (isSamePlace) return later;
  const [kept, lost] = isOwnLater ? [own.said, other.said] : [other.said, own.said];
  return { ...kept, order: { ...kept.order, hold: kept.order.hold ?? 'two-addresses', otherAddress: addressLine(lost.order.recipient) } };
}

const isStopped = ({ said }: StateOfOrder): boolean => said !== null && (Boolean(said.held) || isCalledOff(said.order));

/** True if a state that this bench only received gives way to another one that it receives after the ledger lost its orders. */
export const givesWay = (known: StateOfOrder, heard: StateOfOrder): boolean =>
  heard.ageMs < known.ageMs && (isStopped(heard) || !isStopped(known));
