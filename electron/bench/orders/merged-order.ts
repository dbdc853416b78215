import type { SaidOrder } from '../../../shared/elsewhere.ts';
import { addressLine, isCalledOff, isElsewhere } from './too-late.ts';

interface State {
  readonly ageMs: number;
  /** Null where it was deleted. */
  readonly said: SaidOrder | null;
}

/**
 * Which of two states of one order counts where neither bench had heard of the other's: one that calls it off, else the one that was said
 * later. Where they go to different addresses no bench can know which is right: nobody ships it before a person said so. One that a
 * person holds stays held.
 */
export function mergedOrder(own: State, other: State): 'own' | 'other' | SaidOrder {
  const merged = mergedWords(own, other);
  const kept = merged === 'own' ? own.said : merged === 'other' ? other.said : merged;
  // Who released it had not heard of the other either.
  const held = own.said?.held ?? other.said?.held;
  return kept && held && !kept.held ? { ...kept, held } : merged;
}

function mergedWords(own: State, other: State): 'own' | 'other' | SaidOrder {
  const isOwnLater = own.ageMs < other.ageMs;
  const later = isOwnLater ? 'own' : 'other';
  if (!own.said || !other.said) return later;
  if (isCalledOff(own.said.order) !== isCalledOff(other.said.order)) return isCalledOff(own.said.order) ? 'own' : 'other';
  if (!isElsewhere(own.said.order, other.said.order)) return later;
  const [kept, lost] = isOwnLater ? [own.said, other.said] : [other.said, own.said];
  return { ...kept, order: { ...kept.order, hold: kept.order.hold ?? 'two-addresses', otherAddress: addressLine(lost.order) } };
}
