import type { Workflow } from '../../../shared/bench.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import type { Dice } from '../../crash/dice.ts';
import type { LedgerBooking } from '../ledger.ts';
import { type Day } from '../lived-day.ts';
import type { TrueOrder } from '../order-files.ts';
import { resolveAll } from '../resolve.ts';
import { type ServiceFault } from '../service.ts';
import { bareKey } from '../truth.ts';
import type { Doing } from './act.ts';

/** Returns an order that was not touched yet and may be shipped. */
export async function freshOrder(
  day: Day,
  dice: Dice,
  wish: Parameters<Day['importFile']>[0] = { orders: 4 },
): Promise<TrueOrder | undefined> {
  const scanned = touched.get(day) ?? new Set<string>();
  touched.set(day, scanned);
  const isFresh = ({ key, heldBack, isCut }: TrueOrder): boolean => heldBack === null && !isCut && !scanned.has(key);
  const isPlain = wish.country === undefined && wish.dialect === undefined;
  const left = isPlain ? day.orders.filter(isFresh) : [];
  const from = left.length > 0 ? left : (await day.importFile(wish)).orders.filter(isFresh);
  const order = from[dice.whole(Math.max(1, from.length))];
  if (order) scanned.add(order.key);
  return order;
}
const touched = new WeakMap<Day, Set<string>>();

interface ShipWish {
  readonly fault?: ServiceFault;
  readonly order?: TrueOrder;
  readonly answers?: Readonly<Record<string, string>>;
  /** Done at the tiles, before anything is bought. */
  readonly atTiles?: () => Promise<void>;
  /** Done while the parcel is bought or printed. `isAnswered`: the purchase was refused, or is over. */
  readonly meanwhile?: (isAnswered: () => boolean) => Promise<void>;
}

/** Ships one order and answers the bench's questions truthfully. Returns the service's booking. */
export async function ship(day: Day, dice: Dice, wish: ShipWish = {}): Promise<LedgerBooking | undefined> {
  const { packer, service, truth } = day;
  const order = wish.order ?? (await freshOrder(day, dice));
  if (!order) return undefined;
  const tiles = await packer.toTiles(order, wish.answers);
  if (!tiles) return undefined;
  await wish.atTiles?.();
  const before = truth.bookingsOf(order.key).length;
  const workflow = packer.workflow();
  if (workflow.step !== 'choosing') return undefined;
  if (packer.isPaused()) await packer.call('resumeBooking', {});
  const offered = await day.watch.look();
  if (wish.fault) service.meet('ship', wish.fault);
  const buying = packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: workflow.serviceId });
  let isAnswered = false;
  void buying.then(() => {
    isAnswered = true;
  });
  if (wish.meanwhile) await wish.meanwhile(() => isAnswered);
  await buying;
  const end = await packer.outcome();
  const booking = truth.bookingsOf(order.key)[before];
  await compareBought(day, order, end, offered.words, booking);
  await afterBuying(day, dice, end, booking);
  return booking;
}

/** Compares the screen after a purchase with the service's books. */
async function compareBought(
  day: Day,
  order: TrueOrder,
  end: Workflow,
  offered: string,
  booking: LedgerBooking | undefined,
): Promise<void> {
  const { words } = await day.watch.look();
  // A refusal of another code may still stand there: it shows why it was not bought.
  if (booking && /[Nn]othing was bought(?! for it)|was not bought/.test(words) && words.toUpperCase().includes(bareKey(order.key)))
    day.found({ counter: 'untrue_screens', what: 'the window shows nothing was bought, and it was', detail: words.slice(-500) });
  if (!booking || end.step !== 'done' || end.booking.orderNo !== booking.orderNo) return;
  if (!words.includes(`${booking.price} ${booking.currency}`))
    day.found({
      counter: 'untrue_screens',
      what: 'the price on DONE is not the price that was paid',
      detail: `${booking.price} ${booking.currency}: ${words.slice(-500)}`,
    });
  if (!offered.includes(`${booking.price} ${booking.currency}`))
    day.found({
      counter: 'untrue_screens',
      what: 'another price was paid than the tiles showed',
      detail: `${booking.price} ${booking.currency}: ${offered.slice(-600)}`,
    });
  for (const extra of ['co2', 'insurance'] as const)
    if (booking.extras[extra] !== end.booking.extras[extra])
      day.found({
        counter: 'untrue_screens',
        what: `${extra} is shown otherwise than it was bought`,
        detail: JSON.stringify(booking.extras),
      });
}

/** Continues with what the bench asks for after a purchase. */
async function afterBuying({ packer }: Day, dice: Dice, end: Workflow, booking: LedgerBooking | undefined): Promise<void> {
  if (end.step === 'confirm-label') {
    const isRight = booking?.label === 'right';
    if (isRight || dice.chance(0.5)) await packer.call('confirmLabel', { bookingId: end.booking.id, isRight });
    else await packer.call('park', { workflowNo: packer.workflowNo() });
    await packer.outcome();
  }
  if (packer.workflow().step === 'wrong-label') await packer.call('park', { workflowNo: packer.workflowNo() });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const shipWith =
  (fault: ServiceFault): Doing =>
  async (day, dice) => {
    if (fault === 'home address instead of the service point') return shipToPoint(day, dice, fault);
    const order = await freshOrder(day, dice);
    if (!order) return;
    if (fault === 'one label too few') await makeTwoParcels(day, order);
    await ship(day, dice, { fault, order });
    day.service.clear();
    await day.packer.clearBench();
    if (dice.chance(0.4)) await resolveAll(day);
  };

/** Packs the order in two parcels. */
async function makeTwoParcels({ packer, edited }: Day, { key }: TrueOrder): Promise<void> {
  const read = await packer.call('order', { key: orderKeySchema.parse(key) });
  const [parcel] = read.ok ? read.value.parcels : [];
  if (!read.ok || !parcel) return;
  edited.add(bareKey(key));
  await packer.call('saveOrder', { order: { ...read.value, parcels: [parcel, { ...parcel, weightGrams: 700 }] } });
}

export async function shipToPoint(day: Day, dice: Dice, fault?: ServiceFault): Promise<void> {
  const { packer } = day;
  await ship(day, dice, {
    ...(fault && { fault }),
    async atTiles() {
      const workflow = packer.workflow();
      if (workflow.step !== 'choosing') return;
      const service = workflow.quote.services.find(({ destinationServicePoints }) => destinationServicePoints);
      if (!service) return;
      await packer.call('selectService', { workflowNo: packer.workflowNo(), serviceId: service.serviceId });
      await packer.call('listServicePoints', { workflowNo: packer.workflowNo() });
      const now = packer.workflow();
      const point = now.step === 'choosing' ? now.points?.[dice.whole(3)] : undefined;
      if (!point) return;
      await packer.call('chooseServicePoint', { workflowNo: packer.workflowNo(), keycode: point.keycode });
      day.met('hands: a service point');
    },
  });
  day.service.clear();
}

export const quoteWith =
  (fault: ServiceFault): Doing =>
  async (day, dice) => {
    const order = await freshOrder(day, dice);
    if (!order) return;
    await day.packer.clearBench();
    day.service.meet('quote', fault);
    await day.packer.toTiles(order);
    day.service.clear();
    // Whatever the fault was, the same scan works once the service does.
    const tiles = await day.packer.toTiles(order);
    if (!tiles && day.service.nature.environment === 'both' && day.packer.workflow().step === 'looking-up')
      day.found({
        counter: 'dead_ends',
        what: 'a scan hangs after the service came back',
        detail: JSON.stringify(day.packer.workflow()).slice(0, 300),
      });
    await day.packer.clearBench();
  };
