import type { CheckOff } from '../../../shared/check-off.ts';
import { isComposed, type Order } from '../../../shared/order.ts';
import type { Composed, ParcelFacts } from './hand-state.ts';

/** Returns the shipment that a person composed, as it is without its boxes; null if the order ships as it is stored. */
export function inOneBox({ composed }: Pick<ParcelFacts, 'composed'>): Composed | null {
  if (!composed?.unboxed) return composed;
  const { unboxed, asWritten } = composed;
  return isComposed(unboxed) ? { order: unboxed, asWritten } : null;
}

/** True if the order still has the lines that are scanned off. Product data may have named a line without a name. */
export const isAsShown = ({ lines }: Order, checkOff: CheckOff): boolean =>
  lines.length === checkOff.lines.length &&
  checkOff.lines.every(({ line: shown }, at) => {
    const line = lines[at];
    return line?.sku === shown.sku && (line.name === '' || line.name === shown.name) && line.quantity === shown.quantity;
  });
