import type { FaultName } from '../../electron/training/fault-by-name.ts';
import type { Booking } from '../../shared/booking.ts';
import type { OrderKey } from '../../shared/order.ts';
import { importOrders } from './bring-orders.ts';
import { comesTo, type Day, wait, workflowNoOf, workflowOf } from './day.ts';
import { isInParts, piecesInParts } from './judge.ts';
import { resolve } from './settle.ts';

async function answerQuestions(day: Day): Promise<void> {
  for (let workflow = workflowOf(day); workflow.step === 'asking'; workflow = workflowOf(day)) {
    const [question] = workflow.questions;
    if (!question) return;
    const given = question.kind === 'box' ? 'M' : '1.2';
    const answer = await day.station.handlers.answerQuestion({ workflowNo: workflowNoOf(day), question, answer: given });
    if (!answer.ok) return;
  }
}

/** Returns an order that is not shipped yet. */
async function freshKey(day: Day): Promise<string> {
  const page = await day.station.handlers.orders({ search: '', offset: 0, limit: 50 });
  const rows = page.ok ? page.value.rows : [];
  const fresh = rows.filter(({ booking }) => booking === null || booking.state === 'draft' || booking.state === 'quoted');
  const row = fresh[day.dice.whole(Math.max(1, fresh.length))];
  return row?.order.key ?? (await importOrders(day, 3))[0] ?? '';
}

/** Resumes booking: after several unknown results in a row the program books nothing until a person confirms. */
export const goOn = (day: Day): Promise<unknown> => day.station.handlers.resumeBooking({});

const ends = ['done', 'unknown', 'stopped', 'confirm-label', 'wrong-label', 'choosing', 'stuck'] as const;

export async function toTiles(day: Day, key: string): Promise<boolean> {
  await day.station.handlers.scan({ code: key });
  return answeredToTiles(day);
}

export async function answeredToTiles(day: Day): Promise<boolean> {
  await answerQuestions(day);
  return workflowOf(day).step === 'choosing';
}

/** Faults with no answer, or one that takes most of a minute: only a kill ends the wait. */
export const never = ['silence', 'execute-then-silence', 'slow-drip'] as const;
const silenceMs = 4_000;

/** Buys at the tiles and waits for the result; if the service stays silent, only for a while. */
export async function buy(day: Day, fault: FaultName | undefined, hands = 1): Promise<void> {
  const workflow = workflowOf(day);
  if (workflow.step !== 'choosing') return;
  const workflowNo = workflowNoOf(day);
  await goOn(day);
  if (fault) await day.world.meet('ship', fault);
  const buying = Array.from({ length: hands }, () => day.station.handlers.buy({ workflowNo, serviceId: workflow.serviceId }));
  const isSilent = never.some((name) => name === fault);
  await (isSilent ? wait(silenceMs) : Promise.all(buying));
  if (fault) await day.world.clear();
  if (!isSilent) await comesTo(day, ...ends);
}

export async function ship(day: Day, fault?: FaultName): Promise<Booking | undefined> {
  if (!(await toTiles(day, await freshKey(day)))) return undefined;
  await buy(day, fault);
  const workflow = workflowOf(day);
  return workflow.step === 'done' ? workflow.booking : undefined;
}

/** Returns a booked shipment of this day, or ships one if there is none. */
export async function aBooking(day: Day): Promise<Booking | undefined> {
  const last = await day.station.handlers.lastShipments({ limit: 20 });
  const booked = last.ok ? last.value.filter(({ jobs }) => jobs.some(({ state }) => state === 'printed')) : [];
  return booked[day.dice.whole(Math.max(1, booked.length))] ?? ship(day);
}

export async function shipWithTwoHands(day: Day): Promise<void> {
  const key = await freshKey(day);
  if (!(await toTiles(day, key))) return;
  const buying = buy(day, undefined, 2);
  await day.station.handlers.scan({ code: key });
  await buying;
}

/** Scans the next parcel while one is being booked: it waits. */
export async function scanAhead(day: Day): Promise<void> {
  const [first = '', second = ''] = await importOrders(day, 2);
  if (!(await toTiles(day, first))) return;
  const buying = buy(day, undefined);
  await comesTo(day, 'booking', 'printing', 'done');
  await day.station.handlers.scan({ code: second });
  await buying;
}

const itemCode = 'MUG-1';

/** Imports an order of some pieces that are scanned off. Returns its number. */
async function mugs(day: Day, kind: string, quantity: number): Promise<string> {
  const { handlers } = day.station;
  const [imported = ''] = await importOrders(day, 1, undefined, kind);
  const order = await handlers.order({ key: imported as OrderKey });
  if (!order.ok) return '';
  const lines = [{ name: 'Mug', sku: 'MUG', quantity, price: null, barcodes: [itemCode] }];
  await handlers.saveOrder({ order: { ...order.value, lines, parcels: order.value.parcels.slice(0, 1) } });
  await handlers.saveSettings({ settings: { checksItems: true } });
  return imported;
}

/** Ships one of two pieces, and then the other one. */
export async function shipInParts(day: Day): Promise<void> {
  const { handlers } = day.station;
  const imported = await mugs(day, 'K', piecesInParts);
  await handlers.scan({ code: imported });
  await handlers.scan({ code: itemCode });
  await handlers.sendLater({ workflowNo: workflowNoOf(day) });
  if (!(await answeredToTiles(day))) return;
  await buy(day, undefined);
  await handlers.scan({ code: imported });
  await handlers.scan({ code: itemCode });
  if (await answeredToTiles(day)) await buy(day, undefined);
}

/** Ships an order, opens its parcel, and packs it again. */
export async function packAgain(day: Day): Promise<void> {
  const { handlers } = day.station;
  const imported = await mugs(day, 'U', 1);
  await handlers.scan({ code: imported });
  await handlers.scan({ code: itemCode });
  if (!(await answeredToTiles(day))) return;
  await buy(day, undefined);
  if (workflowOf(day).step !== 'done') return;
  await handlers.unpack({ workflowNo: workflowNoOf(day) });
  await handlers.scan({ code: itemCode });
}

/** Ships an order, and buys a label for its way back. */
export async function buyReturnLabel(day: Day): Promise<void> {
  const booking = await ship(day);
  if (!booking || isInParts(booking.orderKey)) return;
  await day.station.handlers.scan({ code: booking.orderKey });
  if (workflowOf(day).step !== 'already-shipped') return;
  await day.station.handlers.returnLabel({ workflowNo: workflowNoOf(day) });
  if (await answeredToTiles(day)) await buy(day, undefined);
}

export async function shipAgain(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking || isInParts(booking.orderKey)) return;
  await day.station.handlers.scan({ code: booking.orderKey });
  if (workflowOf(day).step !== 'already-shipped') return;
  await day.station.handlers.shipAgain({ workflowNo: workflowNoOf(day), reason: 'The first parcel broke', pin: '' });
  await buy(day, undefined);
}

export async function park(day: Day): Promise<void> {
  if (!(await toTiles(day, await freshKey(day)))) return;
  await day.station.handlers.park({ workflowNo: workflowNoOf(day) });
  if (day.dice.chance(0.5)) await resolve(day);
}

export async function scanBack(day: Day): Promise<void> {
  const booking = await ship(day);
  // The number of the shipment does not show which of several labels it is.
  for (const label of booking?.order.parcels.keys() ?? []) {
    await day.station.handlers.scan({ code: booking?.consignmentNo ?? '' });
    await day.station.handlers.placeLabel({ workflowNo: workflowNoOf(day), label: label + 1 });
  }
}

export async function answerAQuestion(day: Day): Promise<void> {
  const [key = ''] = await importOrders(day, 1, (row) => row.with(9, ''));
  await day.station.handlers.scan({ code: key });
  await answerQuestions(day);
}
