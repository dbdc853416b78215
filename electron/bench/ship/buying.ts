import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Wish } from '../../../shared/booking.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Order } from '../../../shared/order.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Done } from '../../../shared/result.ts';
import { type Advised, isNever, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { choiceIn } from './choice-in.ts';
import { done, type InHand } from './in-hand.ts';
import type { Parking } from './parking.ts';
import type { Preparing } from './preparing.ts';
import type { Purchase, PurchaseEnd } from './purchase.ts';
import type { Showing } from './showing.ts';

/** Buys the service selected on the tiles. */
export interface Buying {
  /**
   * Buys at most once: a second call finds the workflow at another step and is refused. `by`: a rule buys only what it may still choose if
   * the price is requested again.
   */
  buy(workflowNo: number, serviceId: string, by?: 'person' | 'rule'): Promise<Answer<'buy'>>;
  /** Returns to the tiles while nothing has been sent. */
  backToTiles(): void;
}

interface Doings {
  readonly purchase: Purchase;
  readonly preparing: Preparing;
  readonly showing: Showing;
  readonly parking: Pick<Parking, 'parkOrderOf'>;
  readonly mayBook: () => Done<PausedCode>;
  readonly later: (work: () => Promise<unknown>) => void;
}

export function createBuying(context: BenchContext, hand: InHand, doings: Doings): Buying {
  const { purchase, preparing, showing, parking, mayBook, later } = doings;
  /** Counts the attempts to buy, so that an abandoned attempt finds that it is no longer the newest. */
  let attempts = 0;
  let left: (() => void) | undefined;

  async function buy(workflowNo: number, serviceId: string, by: 'person' | 'rule' = 'person'): Promise<Answer<'buy'>> {
    const here = hand.at(workflowNo, 'choosing');
    if (!here.ok) return here;
    const workflow = here.value;
    const service = workflow.quote.services.find((each) => each.serviceId === serviceId);
    if (!service || workflow.serviceId !== serviceId) return context.fail('not-now');
    if (isNever(workflow.advised, serviceId)) return context.fail('rule-refuses');
    if (wantsPoint(workflow.advised) && !workflow.extras.servicePoint) return context.fail('point-missing');
    const may = mayBook();
    if (!may.ok) return may;
    const asWritten = preparing.quotedAs();
    const from = preparing.quotedFrom();
    if (!from || purchase.writtenNow(workflow.order, preparing.rules()) !== asWritten) {
      await preparing.prepareChanged(workflow, context.fail('order-changed').failure);
      return done;
    }
    attempts += 1;
    const attempt = attempts;
    left = () => {
      attempts += 1;
      chooseAgain(workflow, context.fail('wait-stopped').failure);
    };
    const { bookingId, order, quote, extras, advised, printsAt } = workflow;
    const isBought = await purchase.buy(
      { bookingId, order, from, asWritten, quote, service, serviceId, extras, advised, printsAt, rules: preparing.rules(), by },
      {
        // Each request may take long: if this parcel is no longer in hand, nothing is bought.
        wants: () => attempt === attempts && hand.isStill(workflowNo) && hand.state().workflow.step === 'booking' && hand.isOf(bookingId),
        waits: (booking, doing, since) => hand.fold({ is: 'booking-moved', booking, doing, since }),
        ended: (end) => purchaseEnded(workflow, end),
      },
    );
    return isBought ? done : context.fail('not-now');
  }

  function purchaseEnded(workflow: WorkflowAt<'choosing'>, end: PurchaseEnd): void {
    const { bookingId, order } = workflow;
    const { workflow: now } = hand.state();
    const isStillHere = hand.isOf(bookingId) || (now.step === 'stopped' && now.order?.key === order.key);
    switch (end.is) {
      case 'not-bought':
        if (isStillHere && end.failure.code === 'order-changed')
          return later(() => hand.guarded(() => preparing.prepareChanged(workflow, end.failure)));
        return isStillHere ? chooseAgain(workflow, end.failure, end.quote, end.service) : parking.parkOrderOf(bookingId);
      case 'taken':
        return showing.show(end.booking);
      case 'not-written':
        return isStillHere ? hand.stop(order.key, order, context.fail('answer-not-written').failure) : undefined;
      case 'settled':
        if (isStillHere) return showing.present(end.settled);
        // Another parcel is in hand, and stays there.
        if (end.settled.is === 'rejected') return parking.parkOrderOf(bookingId);
        return context.events.publish({ is: 'shipment-settled', bookingId });
      case 'broken':
        context.events.publish({ is: 'sheets-freed' });
        if (isStillHere) return showing.presentBroken(end.booking, end.failure);
        if (end.booking.state === 'quoted' || end.booking.state === 'rejected') parking.parkOrderOf(bookingId);
    }
  }

  /** Returns to the tiles with a reason. Choices are kept as long as the quote is the same. */
  function chooseAgain(workflow: WorkflowAt<'choosing'>, notice: Failure, quote = workflow.quote, service?: Service): void {
    const { order, bookingId, wish, declared, sentAs, printsAt } = workflow;
    const serviceId = service?.serviceId ?? workflow.serviceId;
    const advised = quote === workflow.quote ? workflow.advised : advisedAgain(order, quote, wish);
    const selected = isNever(advised, serviceId) ? '' : serviceId;
    hand.fold({ is: 'quoted', order, bookingId, quote, serviceId: selected, advised, wish, declared, sentAs, printsAt, notice });
  }

  function advisedAgain(order: Order, quote: Quote, wish: Wish): Advised {
    const from = preparing.quotedFrom();
    const choice = from && choiceIn(context, { order, from }, quote, preparing.rules(), wish);
    if (!choice) return { serviceId: '', why: 'none', by: null, doubt: null, nevers: [], point: null };
    const { decidesAlone: _alone, fitting: _fitting, extras: _extras, ...advised } = choice;
    return advised;
  }

  return { buy, backToTiles: () => left?.() };
}
