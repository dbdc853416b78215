import type { BatchView } from '../../../shared/batch.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import type { Day } from '../lived-day.ts';
import { laterExport, type TrueOrder } from '../order-files.ts';
import type { Doing } from './act.ts';
import { ship } from './shipping.ts';

/**
 * A customer has ordered twice. While the packer reads the prices, the shop's next export reports that one of the two orders is cancelled,
 * or goes elsewhere.
 */
const oneOfTwo =
  (change: 'cancelled' | 'moved'): Doing =>
  async (day, dice) => {
    const { packer, truth } = day;
    const file = await day.importFile({ orders: 2, dialect: 'Shopify', isPair: true });
    const [first, second] = dice.chance(0.5) ? file.orders : file.orders.toReversed();
    if (!first || !second) return;
    const [changed, other] = dice.chance(0.5) ? [first, second] : [second, first];
    let [isShared, isBoughtBefore] = [false, false];
    await ship(day, dice, {
      order: first,
      async atTiles() {
        const now = packer.workflow();
        isShared = now.step === 'choosing' && (now.order.joined?.length ?? 0) > 0;
        isBoughtBefore = truth.bookingsOf(changed.key).length > 0;
        const orders = file.orders.map((order) => (order === changed ? otherwise(order, change) : order));
        const later = laterExport(dice, file, orders);
        const taken = await packer.call('importOrders', { name: later.name, bytes: new Uint8Array(later.bytes) });
        if (isShared && taken.ok) day.met(`one of two orders in one parcel ${change === 'cancelled' ? 'is cancelled' : 'goes elsewhere'}`);
      },
    });
    const wrong = truth.bookingsOf(changed.key).find((booking) => change === 'cancelled' || truth.keysOf(booking).length > 1);
    if (wrong && !isBoughtBefore)
      day.found({
        counter: change === 'cancelled' ? 'untrue_screens' : 'wrong_label',
        what: `an order was bought with another one after it was ${change}`,
        detail: `${truth.keyOf(wrong)}, and ${changed.key} was ${change}`,
      });
    await packer.clearBench();
    // The other one still goes out, alone.
    if (truth.bookingsOf(other.key).length === 0) await ship(day, dice, { order: other });
    await packer.clearBench();
  };

const otherwise = (order: TrueOrder, change: 'cancelled' | 'moved'): TrueOrder =>
  change === 'cancelled'
    ? { ...order, heldBack: 'cancelled' }
    : { ...order, recipient: { ...order.recipient, line1: 'Nieuwstraat 44', line2: '' } };

/** One of two orders is in a batch that runs while the packer buys one parcel for both. */
const oneOfTwoInBatch: Doing = async (day, dice) => {
  const { packer } = day;
  const file = await day.importFile({ orders: 2, dialect: 'own json', isPair: true });
  const before = await packer.call('setup', {});
  // A batch asks nothing.
  const defaults = { boxId: 'M', weightGrams: 800, contents: 'Ceramics', value: { minor: 1200, currency: 'EUR' } };
  await packer.call('saveSettings', { settings: { defaults } });
  const [first, second] = dice.chance(0.5) ? file.orders : file.orders.toReversed();
  if (!first || !second) return;
  const isFirst = dice.chance(0.5);
  const run = async (): Promise<void> => void (await packer.call('runBatch', { orders: 1 }));
  let running: Promise<void> | undefined;
  await ship(day, dice, {
    order: first,
    async atTiles() {
      const keys = [orderKeySchema.parse(second.key)];
      if (!(await packer.call('openBatch', { keys, search: '' })).ok) return;
      await packer.until('the batch is priced', async () => (await batchOf(day))?.state !== 'quoting');
      if ((await batchOf(day))?.counts.quoted === 1) day.met('hands: one of two orders in a batch');
      if (isFirst) running = run();
    },
    async meanwhile() {
      running ??= run();
      await running;
    },
  });
  await packer.outcome();
  await packer.until('the batch is over', async () => (await batchOf(day))?.state !== 'running');
  await packer.call('stopBatch', {});
  await packer.clearBench();
  if (before.ok) await packer.call('saveSettings', { settings: { defaults: before.value.settings.defaults } });
};

async function batchOf({ packer }: Day): Promise<BatchView | null> {
  const view = await packer.call('batch', {});
  return view.ok ? view.value : null;
}

/** Not every pair can be joined, so each act has two. */
const twice =
  (act: Doing): Doing =>
  async (day, dice) => {
    await act(day, dice);
    await act(day, dice);
  };

export const joins: Readonly<Record<string, Doing>> = {
  'one of two is cancelled': twice(oneOfTwo('cancelled')),
  'one of two goes elsewhere': twice(oneOfTwo('moved')),
  'one of two in a batch': twice(oneOfTwoInBatch),
};
