import { orderBegun } from '../../../shared/bench.ts';
import { isEmptyBox, mostBoxes, notBoxed } from '../../../shared/boxes.ts';
import { isKitBegun, openBox } from '../../../shared/check-off.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import type { CheckingOff } from './checking-off.ts';
import { done, type InHand } from './in-hand.ts';
import { inOneBox, isAsShown, packingNow } from './one-box.ts';
import type { Preparing } from './preparing.ts';

interface Parts {
  readonly context: Pick<BenchContext, 'fail' | 'journal' | 'now'>;
  readonly hand: InHand;
  readonly preparing: Pick<Preparing, 'prepare'>;
}

/** Closes the box with the items that are scanned off and in no box yet. The shipment goes on in one box more. */
export async function nextBox(parts: Parts, workflowNo: number): Promise<Answer<'nextBox'>> {
  const { context, hand, preparing } = parts;
  const { fail } = context;
  const packing = packingNow(context, hand, workflowNo);
  if (!packing) return fail('not-now');
  const { key, shipment, checkOff } = packing;
  const why = notBoxed(shipment);
  if (why) return fail('order-not-boxed', [why]);
  if (isKitBegun(checkOff)) return fail('kit-begun');
  if (isEmptyBox(openBox(checkOff))) return fail('box-empty');
  if (checkOff.boxes.length >= mostBoxes - 1) return fail('boxes-full');
  return hand.guarded(async () => {
    // An import may have changed the order since its items were shown.
    if (!isAsShown(shipment, checkOff)) return preparing.prepare(shipment);
    const event = { is: 'box-closed', at: context.now().toISOString() } as const;
    hand.fold({ is: 'item-checked', event, leftToPerson: null, isUnsure: false });
    return repack(parts, key);
  });
}

/** Takes back the last item, or the last *Next box* if nothing is in that box yet. */
export async function undoCheck(
  parts: Parts & { readonly checkingOff: Pick<CheckingOff, 'undo'> },
  workflowNo: number,
): Promise<Answer<'undoCheck'>> {
  const { hand } = parts;
  const before = hand.state().checkOff?.boxes.length;
  const undone = await parts.checkingOff.undo(workflowNo);
  const { workflow, checkOff } = hand.state();
  const key = orderBegun(workflow)?.key;
  if (!undone.ok || key === undefined || checkOff?.boxes.length === before) return undone;
  return hand.guarded(() => repack(parts, key));
}

/** Goes on with the same shipment in the boxes as they are now. */
async function repack({ context, hand, preparing }: Parts, key: OrderKey): Promise<Answer<'undoCheck'>> {
  const composed = inOneBox(hand.whole().parcel);
  const shipment = composed?.order ?? context.journal.order(key);
  if (!shipment) return context.fail('not-now');
  hand.fold({ is: 'restarted', key, composed });
  await preparing.prepare(shipment);
  return done;
}
