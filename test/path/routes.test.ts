import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EncodedPaper } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Workflow } from '../../shared/bench.ts';
import type { Order } from '../../shared/order.ts';
import { keepOpen } from '../later.ts';
import { type PlainStation, sent, startPlainStation } from './plain-station.ts';

// Every state of an order, on every route to a booking: each must end at the screen of that state, and none may send anything.

const unreadable: EncodedPaper = { format: 'ZPL', bytes: new TextEncoder().encode('^XA^FO10,10^GB300,300,5^FS^XZ') };
let bench: PlainStation;
let labelIsUnreadable = false;

interface Prepared {
  readonly state: string;
  readonly key: string;
  readonly screen: Workflow['step'];
  readonly prepare: () => Promise<void>;
}

const lose = async (key: string): Promise<void> => {
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.buy(key, 'unknown');
};
const printed = async (key: string): Promise<void> => {
  await bench.ship(key);
};
const shipAgain = async (key: string): Promise<void> => {
  await bench.scan(key, 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'It was lost', pin: '' });
  await bench.at('choosing');
};
const buySelected = async (): Promise<void> => {
  const { serviceId } = await bench.at('choosing');
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
};
const release = async (): Promise<void> => {
  const { booking } = await bench.at('unknown');
  await bench.call('settleNotBooked', { bookingId: booking.id, reason: 'The account does not list it', pin: '' });
};

const states: readonly Prepared[] = [
  { state: 'new', key: 'ORD-1001', screen: 'choosing', prepare: async () => undefined },
  { state: 'quoted', key: 'ORD-1002', screen: 'choosing', prepare: async () => void (await bench.toTiles('ORD-1002')) },
  {
    state: 'put aside',
    key: 'ORD-1003',
    screen: 'choosing',
    prepare: async () => {
      await bench.toTiles('ORD-1003');
      await bench.call('park', { workflowNo: bench.workflowNo() });
    },
  },
  {
    state: 'rejected',
    key: 'ORD-1004',
    screen: 'choosing',
    prepare: async () => {
      bench.service.faults.next('ship', 'refuse-errors');
      await bench.buy('ORD-1004', 'stopped');
    },
  },
  { state: 'unknown', key: 'ORD-1005', screen: 'unknown', prepare: () => lose('ORD-1005') },
  {
    state: 'released',
    key: 'ORD-1006',
    screen: 'choosing',
    prepare: async () => {
      await lose('ORD-1006');
      await release();
    },
  },
  { state: 'booked and printed', key: 'ORD-1008', screen: 'already-shipped', prepare: () => printed('ORD-1008') },
  {
    state: 'booked, its label missing',
    key: 'ORD-1009',
    screen: 'already-shipped',
    prepare: async () => {
      bench.service.faults.next('ship', 'garbled-label');
      bench.service.faults.next('labels', 'html-504', 4);
      await printed('ORD-1009');
    },
  },
  {
    state: 'booked, its label of another order',
    key: 'ORD-1010',
    screen: 'wrong-label',
    prepare: async () => {
      bench.service.faults.next('ship', 'wrong-order-label');
      await bench.buy('ORD-1010', 'wrong-label');
    },
  },
  {
    state: 'booked, its label doubtful',
    key: 'ORD-1011',
    screen: 'confirm-label',
    prepare: async () => {
      labelIsUnreadable = true;
      await bench.buy('ORD-1011', 'confirm-label');
      labelIsUnreadable = false;
    },
  },
  {
    state: 'printed, its second shipment unknown',
    key: 'ORD-1012',
    screen: 'unknown',
    prepare: async () => {
      await printed('ORD-1012');
      await shipAgain('ORD-1012');
      bench.service.faults.next('ship', 'execute-then-reset');
      await buySelected();
      await bench.at('unknown');
    },
  },
  {
    state: 'printed, its second shipment released',
    key: 'ORD-1014',
    screen: 'already-shipped',
    prepare: async () => {
      await printed('ORD-1014');
      await shipAgain('ORD-1014');
      bench.service.faults.next('ship', 'execute-then-reset');
      await buySelected();
      await release();
    },
  },
];

const orderOf = async (key: string): Promise<Order> => {
  const found = (await bench.call('orders', { search: key, offset: 0, limit: 5 })).rows.find(({ order }) => order.key === key);
  if (!found) throw new Error(`there is no ${key}`);
  return found.order;
};

const bookedOf = async (key: string) =>
  (await bench.call('underWay', { search: key, offset: 0, limit: 5 })).rows.find(({ orderKey }) => orderKey === key);

const routes: Record<string, (key: string) => Promise<void>> = {
  'a scan of its key, which is also what the Ship key of Orders sends': async (key) => void (await bench.call('scan', { code: key })),
  'a scan of its key in small letters with a carriage return': async (key) =>
    void (await bench.call('scan', { code: `${key.toLowerCase()}\r` })),
  'its form, saved again': async (key) => {
    await bench.call('saveOrder', { order: await orderOf(key) });
    await bench.call('scan', { code: key });
  },
  'taking it up in Resolve': async (key) => {
    const found = (await bench.call('orders', { search: key, offset: 0, limit: 5 })).rows.find(({ order }) => order.key === key);
    if (found?.booking) await bench.call('takeUp', { bookingId: found.booking.id });
    else await bench.call('scan', { code: key });
  },
  'a scan of the newest number it has': async (key) => {
    const booked = await bookedOf(key);
    // A number of the first shipment leads to that shipment; the second is found by the order.
    await bench.call('scan', { code: key === 'ORD-1012' ? key : (booked?.consignmentNo ?? key) });
  },
};

const withDoubtfulLabels = (journal: Journal): Journal => ({
  ...journal,
  writeBooked: (id, booked) => journal.writeBooked(id, labelIsUnreadable ? { ...booked, label: unreadable } : booked),
});

const ships = (): number => sent(bench, 'ship');

let closeBench: () => Promise<void>;
beforeAll(async () => {
  bench = await startPlainStation({
    settings: { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } },
    journal: withDoubtfulLabels,
    msPerLabel: 5,
  });
  closeBench = keepOpen();
  for (const { prepare } of states) {
    await prepare();
    await bench.call('resumeBooking', {});
  }
}, 60_000);
afterAll(async () => await closeBench());

const table = states.flatMap((prepared) => Object.entries(routes).map(([route, go]) => ({ ...prepared, route, go })));

test.each(table)('$state: $route leads to its screen and sends nothing', async ({ key, screen, go }) => {
  if (bench.workflow().step !== 'ready') await bench.call('next', { workflowNo: bench.workflowNo() });
  const before = ships();
  await go(key);
  await bench.at(screen);
  expect(ships()).toBe(before);
});

test('an order is not shipped again from its first label while the outcome of the second is unknown', async () => {
  const first = await bookedOf('ORD-1012');
  await bench.scan(first?.consignmentNo ?? '', 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'It was lost', pin: '' });
  await bench.at('unknown');
});
