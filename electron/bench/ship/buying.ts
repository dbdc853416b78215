import { checkingOff } from '../../../shared/bench.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import { withSerials } from '../../../shared/check-off.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Done } from '../../../shared/result.ts';
import { type Advised, isNever, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { writeChecked } from './checking-off.ts';
import { choiceIn } from './choice-in.ts';
import { noteChoice } from './choices.ts';
import { type Attempt, isAttemptOn } from './hand-state.ts';
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
}

interface BuyingDeps {
  readonly purchase: Pick<Purchase, 'buy' | 'writtenNow'>;
  readonly preparing: Pick<Preparing, 'prepareChanged'>;
  readonly showing: Pick<Showing, 'show' | 'present' | 'presentBroken'>;
  readonly parking: Pick<Parking, 'parkOrderOf'>;
  readonly mayBook: () => Done<PausedCode>;
  readonly later: (work: () => Promise<unknown>) => void;
}

interface Parts extends BuyingDeps {
  readonly context: Pick<BenchContext, 'events' | 'fail' | 'journal' | 'log' | 'now' | 'settings'>;
  readonly hand: InHand;
}

export function createBuying(context: Parts['context'], hand: InHand, deps: BuyingDeps): Buying {
  const parts: Parts = { ...deps, context, hand };
  return { buy: (workflowNo, serviceId, by = 'person') => buy(parts, { workflowNo, serviceId, by }) };
}

interface Wanted {
  readonly workflowNo: number;
  readonly serviceId: string;
  readonly by: 'person' | 'rule';
}

async function buy(parts: Parts, { workflowNo, serviceId, by }: Wanted): Promise<Answer<'buy'>> {
  const { context, hand, purchase, preparing } = parts;
  if (hand.isStill(workflowNo) && checkingOff(hand.state())) return context.fail('items-not-checked');
  const here = hand.at(workflowNo, 'choosing');
  if (!here.ok) return here;
  const tiles = here.value;
  const service = tiles.quote.services.find((each) => each.serviceId === serviceId);
  if (!service || tiles.serviceId !== serviceId) return context.fail('not-now');
  if (isNever(tiles.advised, serviceId)) return context.fail('rule-refuses');
  if (wantsPoint(tiles.advised) && !tiles.extras.servicePoint) return context.fail('point-missing');
  const may = parts.mayBook();
  if (!may.ok) return may;
  const { parcel, attempts } = hand.whole();
  const { rules, priced } = parcel;
  if (!priced || purchase.writtenNow(tiles.order, rules) !== priced.asWritten) {
    await preparing.prepareChanged(tiles, context.fail('order-changed').failure);
    return done;
  }
  const attempt: Attempt = { no: attempts + 1, tiles, priced };
  const written = writeChecked(context, hand, tiles.bookingId);
  if (!written.ok) return written;
  hand.fold({ is: 'attempt-begun', attempt });
  const { bookingId, quote, extras, advised, printsAt } = tiles;
  const order = withSerials(tiles.order, hand.state().checkOff);
  const isBought = await purchase.buy(
    { ...priced, bookingId, order, quote, service, serviceId, extras, advised, printsAt, rules, by },
    {
      // Each request may take long: if this parcel is no longer in hand, nothing is bought.
      wants: () => isAttemptOn(hand.whole(), attempt.no),
      waits: (booking, doing, since) => hand.fold({ is: 'attempt-waits', no: attempt.no, booking, doing, since }),
      ended(end) {
        const isBooked = end.is === 'settled' && end.settled.booking.state === 'booked';
        if (isBooked && by === 'person') noteChoice(context, attempt);
        attemptEnded(parts, attempt, end);
      },
    },
  );
  return isBought ? done : context.fail('not-now');
}

function attemptEnded(parts: Parts, attempt: Attempt, end: PurchaseEnd): void {
  const { context, hand, preparing, showing, parking, later } = parts;
  const { bookingId, order } = attempt.tiles;
  const { workflow: now } = hand.state();
  const isStillHere = hand.isOf(bookingId) || (now.step === 'stopped' && now.order?.key === order.key);
  switch (end.is) {
    case 'not-bought':
      if (isStillHere && end.failure.code === 'order-changed')
        return later(() => hand.guarded(() => preparing.prepareChanged(attempt.tiles, end.failure)));
      return isStillHere ? offerAgain(parts, attempt, end) : parking.parkOrderOf(bookingId);
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

interface Offered {
  readonly failure: Failure;
  readonly quote: Quote;
  readonly service: Service;
}

/** Returns to the tiles with a reason. Choices are kept as long as the quote is the same. */
function offerAgain(parts: Parts, attempt: Attempt, { failure: notice, quote, service: { serviceId } }: Offered): void {
  const { tiles, priced } = attempt;
  const { order, bookingId, wish, declared, sentAs, printsAt } = tiles;
  const advised = quote === tiles.quote ? tiles.advised : advisedAgain(parts, attempt, quote);
  const selected = isNever(advised, serviceId) ? '' : serviceId;
  const again = { order, bookingId, quote, serviceId: selected, advised, wish, declared, sentAs, printsAt, notice };
  parts.hand.fold({ is: 'offered-again', priced, ...again });
}

function advisedAgain({ context, hand }: Parts, { tiles, priced }: Attempt, quote: Quote): Advised {
  const { order, wish } = tiles;
  const choice = choiceIn(context, { order, from: priced.from }, quote, hand.whole().parcel.rules, wish);
  if (!choice) return { serviceId: '', why: 'none', by: null, doubt: null, nevers: [], point: null };
  const { decidesAlone: _alone, fitting: _fitting, extras: _extras, ...advised } = choice;
  return advised;
}
