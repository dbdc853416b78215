import { type LedgerBooking, textIn } from '../ledger.ts';
import { allow, type Day } from '../lived-day.ts';
import type { TrueOrder } from '../order-files.ts';
import { resolveAll } from '../resolve.ts';
import type { ServiceFault } from '../service.ts';
import { bareKey } from '../truth.ts';
import type { Doing } from './act.ts';
import { freshOrder, ship } from './shipping.ts';

/** The packer scans every item off. Orders of shops have items, with prices. */
const whileItemsAreScanned =
  (act: Doing): Doing =>
  async (day, dice) => {
    const { packer } = day;
    const before = await packer.call('setup', {});
    await packer.clearBench();
    await packer.call('saveSettings', { settings: { checksItems: true } });
    await act(day, dice);
    await packer.clearBench();
    if (before.ok) await packer.call('saveSettings', { settings: { checksItems: before.value.settings.checksItems } });
  };

/** The code of every piece that the window asks for. */
function codesShown({ packer }: Day): readonly string[] {
  const now = packer.workflow();
  if (now.step !== 'choosing') return [];
  return now.order.lines.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => sku));
}

async function scanEach({ packer }: Day, codes: readonly string[]): Promise<void> {
  for (const code of codes) await packer.call('scan', { code });
}

async function toTilesAgain({ packer }: Day, order: TrueOrder): Promise<void> {
  await packer.untilLookedUp();
  await packer.answerAll(order);
  await packer.untilLookedUp();
}

/** Some of the items go in one box and the others in a second one, in one shipment. */
const inTwoBoxes = (fault?: ServiceFault): Doing =>
  whileItemsAreScanned(async (day, dice) => {
    const { packer } = day;
    const order = await freshOrder(day, dice, { orders: 4, dialect: 'Shopify' });
    if (!order) return;
    let boxes = 1;
    const booking = await ship(day, dice, {
      order,
      ...(fault && { fault }),
      async atTiles() {
        const codes = codesShown(day);
        const first = 1 + dice.whole(Math.max(1, codes.length - 1));
        await scanEach(day, codes.slice(0, first));
        if (first < codes.length && (await packer.call('nextBox', { workflowNo: packer.workflowNo() })).ok) {
          boxes = 2;
          day.met('hands: two boxes');
          await toTilesAgain(day, order);
        }
        await scanEach(day, codes.slice(first));
      },
    });
    day.service.clear();
    const booked = booking && (booking.shipment['items'] as readonly unknown[]).length;
    if (booked !== undefined && booked !== boxes)
      day.found({ counter: 'lost', what: 'a box is missing in the shipment', detail: `${order.key}: ${boxes} boxes, ${booked} booked` });
    await packer.clearBench();
    if (fault) await resolveAll(day);
  });

const worthOf = ({ shipment }: LedgerBooking): number =>
  (shipment['items'] as readonly Record<string, unknown>[]).reduce((sum, item) => sum + Number(textIn(item, 'value')), 0);

/** Some of the items leave now, and the others with a second shipment. */
const inTwoParts = (fault?: ServiceFault): Doing =>
  whileItemsAreScanned(async (day, dice) => {
    const { packer, truth } = day;
    const order = await freshOrder(day, dice, { orders: 4, dialect: 'Shopify' });
    if (!order) return;
    // The shipment has the value of its own items, and the window shows others for a while.
    day.edited.add(bareKey(order.key));
    let isPart = false;
    await ship(day, dice, {
      order,
      ...(fault && { fault }),
      async atTiles() {
        const codes = codesShown(day);
        const first = 1 + dice.whole(Math.max(1, codes.length - 1));
        await scanEach(day, codes.slice(0, first));
        if (first >= codes.length) return;
        isPart = (await packer.call('sendLater', { workflowNo: packer.workflowNo() })).ok;
        if (isPart) await toTilesAgain(day, order);
        else await scanEach(day, codes.slice(first));
      },
    });
    day.service.clear();
    await packer.clearBench();
    if (!isPart) return;
    if (fault) await resolveAll(day);
    const isFirstBought = truth.bookingsOf(order.key).length === 1;
    if (isFirstBought) allow(day.allowed.shipments, order.key);
    await ship(day, dice, { order, atTiles: () => scanEach(day, codesShown(day)) });
    const after = packer.workflow();
    await packer.clearBench();
    const booked = truth.bookingsOf(order.key);
    if (isFirstBought && booked.length === 2) day.met('hands: an order in two parts');
    if (isFirstBought && booked.length === 1)
      day.found({
        counter: 'dead_ends',
        what: 'the rest of an order cannot be shipped',
        detail: `${order.key}: ${JSON.stringify(after).slice(0, 600)}`,
      });
    if (booked.some((booking) => truth.keysOf(booking).length > 1)) return;
    if (booked.length === 2 || !isFirstBought) judgeWorth(order, booked, day);
  });

const kitParts = ['KIT-A', 'KIT-A', 'KIT-B'] as const;

/** One item of the order is a kit, whose parts the packer scans. Nothing may be bought before the last one is in the box. */
const withKit: Doing = whileItemsAreScanned(async (day, dice) => {
  const { packer, truth } = day;
  const order = await freshOrder(day, dice, { orders: 4, dialect: 'Shopify' });
  if (!order) return;
  await ship(day, dice, {
    order,
    async atTiles() {
      const [kit] = new Set(codesShown(day));
      const file = `sku,name,parts\n${kit},,2x KIT-A + KIT-B\nKIT-A,Bowl,\nKIT-B,Cloth,\n`;
      const taken = kit && (await packer.call('importProducts', { name: 'products.csv', bytes: new TextEncoder().encode(file) }));
      if (!kit || !taken || !taken.ok) return scanEach(day, codesShown(day));
      // The screen shows the parts from the next scan of the order on.
      await packer.clearBench();
      await packer.call('scan', { code: order.key });
      await toTilesAgain(day, order);
      const inOrder = codesShown(day).flatMap((code) => (code === kit ? kitParts : [code]));
      const codes = dice.chance(0.5) ? inOrder : inOrder.toReversed();
      await scanEach(day, codes.slice(0, -1));
      const now = packer.workflow();
      if (now.step !== 'choosing') return;
      await packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: now.serviceId });
      if (truth.bookingsOf(order.key).length > 0)
        day.found({
          counter: 'doubled',
          what: 'a kit was bought before its last part was in the box',
          detail: `${order.key}: ${codes.join(' ')}`,
        });
      await scanEach(day, codes.slice(-1));
      day.met('hands: a kit of parts');
    },
  });
  await packer.clearBench();
});

/** Every item of the order was bought once, by the value of all shipments. */
function judgeWorth(order: TrueOrder, booked: readonly LedgerBooking[], day: Day): void {
  const due = Number(order.value?.digits);
  const sent = booked.reduce((sum, booking) => sum + worthOf(booking), 0);
  if (booked.length === 0 || Math.abs(sent - due) < 0.0005) return;
  day.found({
    counter: sent > due ? 'doubled' : 'lost',
    what: sent > due ? 'items left in both parts of their order' : 'items left in no part of their order',
    detail: `${order.key}: worth ${due}, and ${booked.map(worthOf).join(' + ')} went out`,
  });
}

export const parts: Readonly<Record<string, Doing>> = {
  'two boxes': inTwoBoxes(),
  'two boxes: reset, done': inTwoBoxes('reset, done'),
  'two parts': inTwoParts(),
  'two parts: reset, done': inTwoParts('reset, done'),
  'two parts: refused': inTwoParts('refused'),
  'kit of parts': withKit,
};
