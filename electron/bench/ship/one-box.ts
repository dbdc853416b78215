import { checkingOff, orderBegun } from '../../../shared/bench.ts';
import type { CheckOff } from '../../../shared/check-off.ts';
import { isComposed, type Order, type OrderKey } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import type { Composed, ParcelFacts } from './hand-state.ts';
import type { InHand } from './in-hand.ts';

/** A shipment whose items are scanned off, as it is without its boxes. */
interface Packing {
  readonly key: OrderKey;
  readonly shipment: Order;
  readonly checkOff: CheckOff;
  /** Null if the order ships as it is stored. */
  readonly composed: Composed | null;
}

/** Returns the shipment that the packer may divide now; undefined while none is packed, or while a serial number is asked for. */
export function packingNow({ journal }: Pick<BenchContext, 'journal'>, hand: InHand, workflowNo: number): Packing | undefined {
  const { workflow, checkOff } = hand.state();
  const begun = orderBegun(workflow);
  if (!hand.isStill(workflowNo) || !begun || !checkOff || !checkingOff(hand.state()) || checkOff.asksSerial) return undefined;
  const composed = inOneBox(hand.whole().parcel);
  const shipment = composed?.order ?? journal.order(begun.key);
  return shipment && { key: begun.key, shipment, checkOff, composed };
}

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
