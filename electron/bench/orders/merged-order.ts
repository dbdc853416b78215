import { addressLine, isSameOnLabel } from '../../../shared/address.ts';
import type { SaidOrder, StateOfOrder } from '../../../shared/elsewhere.ts';
import { isCalledOff } from './too-late.ts';

/**
 * Which of two states of one order counts where neither bench had heard of the other's: one that calls it off, else the one that was said
 * later. Where they go to different addresses no bench can know which is right: nobody ships it before a person said so. One that a
 * person holds stays held.
 */
export function mergedOrder(own: StateOfOrder, other: StateOfOrder): 'own' | 'other' | SaidOrder {
  const merged = mergedWords(own, other);
  const kept = merged === 'own' ? own.said : merged === 'other' ? other.said : merged;
  // Who released it had not heard of the other either.
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

/** Whether a state that a bench only heard gives way to another one that it hears after the ledger forgot. */
export const givesWay = (known: StateOfOrder, heard: StateOfOrder): boolean =>
  heard.ageMs < known.ageMs && (isStopped(heard) || !isStopped(known));
