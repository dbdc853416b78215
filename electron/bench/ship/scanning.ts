import { isInWork, orderBegun } from '../../../shared/bench.ts';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { type ScanDoubt, slotOf } from '../../../shared/scan.ts';
import { rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { restNow } from '../parts.ts';
import { askShop, isToAsk, type Shop } from './ask-shop.ts';
import { type CheckingOff, doubtReasons } from './checking-off.ts';
import type { ByProduct } from './choose-by-product.ts';
import { type Found, foreignFailure, foundOf, isForeign, lookUp, weightQuestion } from './found.ts';
import { done, type InHand } from './in-hand.ts';
import type { Parking } from './parking.ts';
import type { Preparing } from './preparing.ts';
import type { Purchase } from './purchase.ts';
import { resumeReturn } from './return-label.ts';
import { type ScanBackContext, scanFreshLabel, scanLabelAgain } from './scan-back.ts';
import { afterSync, mustSync, showElsewhere } from './shipped-elsewhere.ts';
import type { Showing } from './showing.ts';

type ScanningContext = ScanBackContext & Pick<BenchContext, 'ledger' | 'now'>;

/** Takes the order or the booking of a scanned code in hand. */
export interface Scanning {
  /** Begins a workflow with this code, whatever it means. `found`: what it leads to, if that is known. */
  begin(code: string, found?: Found): Promise<void>;
  /** Handles a code by its meaning at the current step. `doubt`: the window is not sure of the code, so no rule alone may buy. */
  understand(code: string, doubt?: ScanDoubt): Promise<Answer<'scan'>>;
  /** Undoes the last scan, if it came without its end. */
  dropScan(): Promise<Answer<'dropScan'>>;
}

interface ScanningDeps extends Pick<Purchase, 'writtenNow'> {
  readonly shop: Shop;
  /** Orders imported at other benches. */
  readonly ordersEverywhere: { readonly syncNow: (withinMs: number) => Promise<void> };
  readonly preparing: Pick<Preparing, 'prepare' | 'answer'>;
  readonly parking: Pick<Parking, 'leave'>;
  readonly showing: Pick<Showing, 'show' | 'putDown'>;
  readonly checkingOff: Pick<CheckingOff, 'scanned'>;
  readonly byProduct: Omit<ByProduct, 'tidy'>;
}

interface Parts extends ScanningDeps {
  readonly context: ScanningContext;
  readonly hand: InHand;
}

export function createScanning(context: ScanningContext, hand: InHand, deps: ScanningDeps): Scanning {
  const parts: Parts = { ...deps, context, hand };
  return {
    begin: (code, found) => begin(parts, code, found),
    understand: (code, doubt) => understand(parts, code, doubt),
    dropScan: () => dropScan(parts),
  };
}

async function begin(parts: Parts, code: string, before = lookUp(parts.context, code), doubt?: ScanDoubt): Promise<void> {
  const { context, hand, parking } = parts;
  const { fail } = context;
  const key = before.order?.key ?? before.known?.orderKey ?? null;
  const leftToPerson = doubt ? fail('scan-unsure', [{ code: doubtReasons[doubt] }]).failure : null;
  const last = orderBegun(hand.state().workflow);
  if (last?.key !== key) parking.leave();
  const rules = rulesInForce(context.settings());
  hand.fold({ is: 'scanned', code, orderKey: key, rules, leftToPerson, isUnsure: doubt === 'end' });
  const { workflowNo } = hand.state();
  const synced = mustSync(context, before) ? await afterSync(context, parts.ordersEverywhere, code, before) : before;
  // Another code was scanned meanwhile.
  if (!hand.isStill(workflowNo)) return;
  if (parts.byProduct.mayBe(code, synced)) return openByProduct(parts, code);
  await goOn(parts, code, synced);
}

/** Takes the oldest order that is one piece of this product in hand. */
async function openByProduct(parts: Parts, code: string): Promise<void> {
  const { context, hand, byProduct } = parts;
  const { workflowNo } = hand.state();
  const opener = { code, at: context.now().toISOString() };
  const chosen = await byProduct.choose(
    code,
    () => hand.isStill(workflowNo),
    ({ order: { key } }) => hand.fold({ is: 'opened-by-product', orderKey: key, opener }),
  );
  if (!chosen) return;
  if (!('order' in chosen)) return hand.stop(code, null, chosen);
  const { order, isOfSeveral } = chosen;
  if (isOfSeveral) hand.fold({ is: 'left-to-person', failure: context.fail('product-of-several', code).failure });
  hand.fold({ is: 'fact-given', fact: `opened by the item ${code}` });
  await goOn(parts, order.key, foundOf(context, order));
}

/** Goes on with what a code leads to, once the other benches were heard. */
async function goOn(parts: Parts, code: string, synced: Found): Promise<void> {
  const { context, hand, shop, showing, byProduct } = parts;
  const { journal, fail } = context;
  const found = isToAsk(shop, code, synced) ? await askShop(context, hand, { shop, code, before: synced }) : synced;
  if (!found) return;
  const { order, known, among } = found;
  if (among.length > 1) {
    const orders = among.map((each) => ({ order: each, booking: journal.latestOf(each.key) ?? null }));
    return hand.fold({ is: 'found-several', code, orders });
  }
  const { opener } = hand.whole().parcel;
  // The shop has changed it.
  if (opener && order && !byProduct.isOnePieceOf(order, opener.code)) return openByProduct(parts, opener.code);
  if (!opener && order && slotOf(code) === slotOf(order.key) && byProduct.isAlso(code, order))
    hand.fold({ is: 'left-to-person', failure: fail('product-or-order', code).failure });
  // A number of one of its parcels shows that parcel. The order's own number shows what is left.
  if (order && slotOf(code) === slotOf(order.key) && restNow(context, order)) return parts.preparing.prepare(order);
  if (found.elsewhere) return showElsewhere(context, hand, code, order, found.elsewhere);
  if (known && isSettledOrOpen(known)) return showing.show(known);
  if (!order && known?.order.returnOf) return resumeReturn(parts, known.order);
  if (!order) {
    const why = foreignFailure(code, found);
    const opensNothing = why === 'code-of-product' && context.settings().opensByProduct;
    return hand.stop(code, null, fail(opensNothing ? 'product-not-open' : why, code).failure);
  }
  if (!opener) byProduct.leaseScanned(order.key);
  await parts.preparing.prepare(order);
}

/** `isAsked`: a shop has already been asked; the parcel in hand may have moved on meanwhile. */
async function understand(parts: Parts, code: string, doubt?: ScanDoubt, isAsked = false): Promise<Answer<'scan'>> {
  const { context, hand, shop, byProduct } = parts;
  const { fail } = context;
  const { workflow, workflowNo } = hand.state();
  const found = lookUp(context, code);
  const isSending = workflow.step === 'booking' || workflow.step === 'printing';
  // With *Scan each label back* a code that is nothing else counts as a badly read label.
  const isFresh = workflow.step === 'done' && !byProduct.mayBe(code, found);
  const back = isFresh
    ? scanFreshLabel(context, hand, workflow.booking, code)
    : workflow.step === 'already-shipped' && scanLabelAgain(context, hand, workflow.booking, code);
  if (back) return back;
  const item = parts.checkingOff.scanned(code, found, doubt);
  if (item) return item;
  const weighed = workflow.step === 'asking' && isForeign(found) ? weightQuestion(workflow, code) : undefined;
  if (weighed) return parts.preparing.answer(workflowNo, weighed, code);
  if (byProduct.mayBe(code, found))
    // A second scan of one piece must not buy for the next order, so no product waits for its turn.
    return isSending || (isInWork(workflow) && workflow.step !== 'stopped')
      ? fail('product-not-now', code)
      : hand.guarded(() => begin(parts, code, found, doubt));
  const isLeft = isForeign(found) && (isSending || isInWork(workflow));
  if (isLeft && !isAsked && !found.isLeftOut && shop.asks(code, false)) {
    const asked = await shop.ask(code);
    // One look-up may have provided the order although another one failed.
    return asked.ok || !isForeign(lookUp(context, code)) ? understand(parts, code, doubt, true) : asked;
  }
  if (isSending) {
    hand.fold({ is: 'scanned-meanwhile', code, isUnsure: doubt === 'end' });
    return waitForTurn(context, hand, code, found);
  }
  if (isLeft) return fail(foreignFailure(code, found), code);
  return hand.guarded(() => begin(parts, code, found, doubt));
}

async function dropScan(parts: Parts): Promise<Answer<'dropScan'>> {
  const { hand, showing } = parts;
  const dropped = hand.whole().unsureScan;
  if (!dropped) return done;
  hand.fold({ is: 'scan-dropped', at: parts.context.now().toISOString() });
  const { workflow, workflowNo } = hand.state();
  if (workflowNo !== dropped.workflowNo || workflow.step === 'booking' || workflow.step === 'printing') return done;
  const { before } = dropped;
  if (before === null) {
    showing.putDown();
    return done;
  }
  hand.fold({ is: 'put-down' });
  return hand.guarded(() => begin(parts, before));
}

/** Lets a scanned order wait while something is sent or printed; any other scan is answered at once. */
function waitForTurn(
  { fail }: Pick<BenchContext, 'fail'>,
  hand: Pick<InHand, 'state' | 'fold'>,
  code: string,
  found: Found,
): Answer<'scan'> {
  const { workflow } = hand.state();
  const order = found.order ?? found.known?.order ?? found.elsewhere?.booking?.order;
  if (!order) return fail(foreignFailure(code, found), code);
  if ('booking' in workflow && workflow.booking.orderKey === order.key) return fail('order-in-hand', order.key);
  const { name, company, city } = order.recipient;
  hand.fold({ is: 'next-waits', order: { code, orderKey: order.key, name: name || company, city } });
  return done;
}
