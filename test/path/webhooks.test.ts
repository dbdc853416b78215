import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import type { Platform } from '../../electron/station/platform.ts';
import { failed, ok } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import type { StrayDelivery } from '../../shared/webhook.ts';
import { freePort } from '../fakes/free-port.ts';
import { type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

interface Receiving {
  readonly bench: PlainStation;
  readonly address: string;
  /** The journal that is open now. */
  readonly journal: () => Journal;
  readonly tracks: () => number;
  readonly strays: () => Promise<StrayDelivery[]>;
  readonly post: (body: string | Uint8Array, to?: string) => Promise<number>;
}

const turnOn = { isOn: true, fromNetwork: false, acceptsPlain: false, reachedAt: '127.0.0.1', newAddress: false };

const shortSleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)));

/** The address as a person copies it for the service. */
async function addressOf(bench: PlainStation): Promise<string> {
  await bench.call('copyWebhookAddress', {});
  return bench.copied();
}

/** A bench with webhooks on, after ORD-1001 was shipped. Pauses between tries are short. */
async function startReceiving({
  sleep = shortSleep,
  ...options
}: PlainOptions & Partial<Pick<Platform, 'sleep'>> = {}): Promise<Receiving> {
  let open: Journal | undefined;
  const bench = await startPlainStation({
    ...options,
    platform: { sleep },
    journal: (journal) => {
      open = { ...journal, ...options.journal?.(journal) };
      return open;
    },
  });
  const journal = (): Journal => {
    if (!open) throw new Error('no journal is open');
    return open;
  };
  await bench.ship('ORD-1001');
  const { webhooks } = await bench.call('saveWebhooks', { ...turnOn, port: await freePort() });
  expect(webhooks).toMatchObject({ listener: { is: 'open' }, lastAt: null });
  const address = await addressOf(bench);
  bench.service.setWebhookUrl(address);
  return {
    bench,
    address,
    journal,
    tracks: () => sent(bench, 'track'),
    strays: async () =>
      (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'webhook-not-understood' ? [item.delivery] : [])),
    post: async (body, to = address) => (await request(to, { method: 'POST', body })).statusCode,
  };
}

const delivery = (orderNo: string) => JSON.stringify({ event: 'tracking.updated', order: { order_no: orderNo, status: 'Collected' } });
const orderNoOf = ({ bench }: Receiving): string => bench.service.orders()[0]?.orderNo ?? '';
/** Waits until the bench has looked the booking up: tests that count or disturb the look-ups of webhooks begin after that. */
const ownLookUp = (receiving: Receiving): Promise<void> =>
  expect.poll(() => receiving.journal().findBooking(orderNoOf(receiving))?.trackingNos).toHaveLength(1);
const waiting = ({ journal }: Receiving): number => journal().deliveries('waiting').length;

test('is off until it is turned on, and its address is created then', async () => {
  const bench = await startPlainStation();
  const off = await bench.call('setup', {});
  expect(off.webhooks).toEqual({ listener: { is: 'shut' }, address: '', lastAt: null });
  const port = await freePort();
  const on = await bench.call('saveWebhooks', { ...turnOn, port });
  expect(on.webhooks.listener).toEqual({ is: 'open', port });
  expect(on.webhooks.address).toBe(`http://127.0.0.1:${port}/webhook/training-••••••••`);
  const address = await addressOf(bench);
  expect(address).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/webhook/training-[0-9a-f]{36}$`));
  const kept = await bench.call('saveWebhooks', { ...turnOn, port, reachedAt: 'https://hooks.example.com/pack/' });
  expect(kept.webhooks.address).toBe('https://hooks.example.com/pack/webhook/training-••••••••');
  expect(await addressOf(bench)).toBe(`https://hooks.example.com/pack/webhook/${address.split('/').at(-1)}`);
});

test('looks up a tracking update of the service and leaves nothing open', async () => {
  let now = new Date();
  const receiving = await startReceiving({ serviceClock: () => now });
  await ownLookUp(receiving);
  const before = receiving.tracks();
  now = new Date(now.getTime() + 3 * 86_400_000);
  expect(await receiving.bench.service.moveTracking()).toMatchObject([{ orderNo: orderNoOf(receiving), httpStatus: 200 }]);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(receiving.tracks()).toBe(before + 1);
  expect(await receiving.strays()).toEqual([]);
  expect((await receiving.bench.call('setup', {})).webhooks.lastAt).toMatch(/Z$/);
});

test("lists the service's test button in Resolve, where it can be closed", async () => {
  const { bench, strays } = await startReceiving();
  expect((await bench.service.sendTestWebhook()).httpStatus).toBe(200);
  await expect.poll(async () => (await strays()).length).toBe(1);
  const [stray] = await strays();
  expect(stray).toMatchObject({ contentType: 'application/json', isWhole: true, payload: expect.stringContaining('webhook.test') });
  expect(bench.station.snapshot().frame.toResolve).toBe(1);
  await bench.call('dismissDelivery', { id: stray?.id ?? '', all: false });
  expect(await strays()).toEqual([]);
  await expect(bench.call('dismissDelivery', { id: stray?.id ?? '', all: false })).rejects.toThrow('not-now');
});

test('retries until the service answers', async () => {
  const receiving = await startReceiving();
  const { bench, post, tracks, strays } = receiving;
  await ownLookUp(receiving);
  const before = tracks();
  bench.service.faults.next('track', 'status-500', 3);
  expect(await post(delivery(orderNoOf(receiving)))).toBe(200);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(tracks() - before).toBe(4);
  expect(await strays()).toEqual([]);
});

test('resumes a failed look-up when the program starts again', async () => {
  const receiving = await startReceiving();
  const { bench, post } = receiving;
  await ownLookUp(receiving);
  bench.service.faults.next('track', 'refuse');
  expect(await post(delivery(orderNoOf(receiving)))).toBe(200);
  expect(waiting(receiving)).toBe(1);
  await bench.station.close();
  await bench.service.faults.clear();
  await bench.reopen();
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(await post(delivery(orderNoOf(receiving)))).toBe(200);
});

test('a duplicate delivery does no harm, whether it is understood or not', async () => {
  const receiving = await startReceiving();
  const { post, strays } = receiving;
  const known = delivery(orderNoOf(receiving));
  expect(await Promise.all([post(known), post(known), post(known)])).toEqual([200, 200, 200]);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(await strays()).toEqual([]);
  expect(await Promise.all([post('{"a":1}'), post('{"a":1}')])).toEqual([200, 200]);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(await strays()).toHaveLength(1);
});

test.each([
  ['words', 'not JSON at all'],
  ['nothing', ''],
  ['bytes', Buffer.from([0, 159, 255, 10])],
  ['an order of somebody else', '{"order_no":"CSP-00-999999"}'],
])('junk (%s) is kept and waits in Resolve', async (_what, body) => {
  const receiving = await startReceiving();
  expect(await receiving.post(body)).toBe(200);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(await receiving.strays()).toHaveLength(1);
});

test('ignores a delivery about an order of another user of the key', async () => {
  const receiving = await startReceiving({ settings: { onlyUserOfKey: false } });
  expect(await receiving.post('{"order_no":"CSP-00-999999"}')).toBe(200);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(await receiving.strays()).toEqual([]);
});

test('refuses 2 MB, a guessed address and another environment, and stores nothing of them', async () => {
  const receiving = await startReceiving();
  const { address, post, journal } = receiving;
  expect(await post('x'.repeat(2 * 1024 * 1024))).toBe(413);
  expect(await post('{}', address.replace(/.$/, '_'))).toBe(404);
  expect(await post('{}', address.replace('training-', 'live-'))).toBe(404);
  expect(journal().lastDeliveryAt()).toBeUndefined();
});

test('does not acknowledge a delivery to the service without a journal', async () => {
  const receiving = await startReceiving({
    journal: () => ({
      keepDelivery: () => {
        throw new Error('disk full');
      },
    }),
  });
  expect(await receiving.post(delivery(orderNoOf(receiving)))).toBe(503);
});

test('a delivery that arrives before the answer to its booking waits for that answer', async () => {
  let holds = false;
  const receiving = await startReceiving({
    journal: (journal) => ({
      bookings: (query) => (holds && query.states.includes('sending') ? { total: 1, rows: [] } : journal.bookings(query)),
    }),
  });
  holds = true;
  expect(await receiving.post('{"order_no":"CSP-00-777777"}')).toBe(200);
  expect(waiting(receiving)).toBe(1);
  expect(await receiving.strays()).toEqual([]);
  holds = false;
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(await receiving.strays()).toHaveLength(1);
});

test('deliveries while the service is unreachable do not postpone its next look-up: only time does', async () => {
  const pauses: number[] = [];
  const ends: (() => void)[] = [];
  const receiving = await startReceiving({
    sleep: (ms) => {
      pauses.push(ms);
      return new Promise((resolve) => ends.push(resolve));
    },
    courier: () => ({ track: async () => failed({ code: 'service-unreachable', ref: 'R1', detail: '' }) }),
  });
  const { post } = receiving;
  const askedBefore = () => pauses.filter((ms) => ms >= 5000);
  for (const tries of [1, 2, 3]) {
    expect(await post(delivery(orderNoOf(receiving)))).toBe(200);
    await expect.poll(askedBefore).toHaveLength(tries);
  }
  expect(askedBefore()).toEqual([5000, 5000, 5000]);
  for (const end of ends.splice(0)) end();
  await expect.poll(askedBefore).toEqual([5000, 5000, 5000, 10_000]);
});

test.each([{ reference: 'ORD-1001' }, {}])(
  'a delivery that names two shipments with one order number (%j) is looked up for both',
  async (beside) => {
    let orderNo = '';
    const receiving = await startReceiving({
      courier: (courier) => ({
        readShip: (answer) => {
          const meaning = courier.readShip(answer);
          if (meaning.is !== 'booked') return meaning;
          orderNo ||= meaning.orderNo;
          return { ...meaning, orderNo };
        },
      }),
    });
    await receiving.bench.buy('ORD-1002');
    await receiving.bench.at('wrong-label');
    const shipments = await receiving.bench.call('lastShipments', { limit: 2 });
    const lookedUp = async () =>
      Promise.all(
        shipments.map(async ({ id }) => {
          const { lines } = await receiving.bench.call('timeline', { bookingId: id });
          return lines.filter(({ what }) => what === 'tracked').length;
        }),
      );
    const before = await lookedUp();
    expect(await receiving.post(JSON.stringify({ order_no: orderNo, ...beside }))).toBe(200);
    await expect.poll(() => waiting(receiving)).toBe(0);
    expect(await receiving.strays()).toEqual([]);
    expect(await lookedUp()).toEqual(before.map((times) => times + 1));
  },
);

test('reports a port in use, and opens on another one', async () => {
  const { bench } = await startReceiving();
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '0.0.0.0', resolve));
  const listenerOf = ({ webhooks }: Setup) => webhooks.listener;
  expect(listenerOf(await bench.call('saveWebhooks', { ...turnOn, port }))).toEqual({ is: 'blocked', why: 'port-in-use', port });
  await new Promise((resolve) => other.close(resolve));
  expect(listenerOf(await bench.call('saveWebhooks', { ...turnOn, port }))).toEqual({ is: 'open', port });
  expect(listenerOf(await bench.call('saveWebhooks', { ...turnOn, isOn: false, port }))).toEqual({ is: 'shut' });
  await expect(request(`http://127.0.0.1:${port}/`, { method: 'POST' })).rejects.toThrow('ECONNREFUSED');
});

test('a new address invalidates the old one', async () => {
  const { bench, address, post } = await startReceiving();
  const port = Number(new URL(address).port);
  await bench.call('saveWebhooks', { ...turnOn, port, newAddress: true });
  const newAddress = await addressOf(bench);
  expect(newAddress).not.toBe(address);
  expect(await post('{}', address)).toBe(404);
  expect(await post('{}', newAddress)).toBe(200);
});

test('many deliveries that are not understood can be closed at once', async () => {
  const receiving = await startReceiving();
  const { bench, post, strays } = receiving;
  for (const number of [1, 2, 3]) expect(await post(`{"order_no":"CSP-00-${number}"}`)).toBe(200);
  await expect.poll(async () => (await strays()).length).toBe(3);
  const [first, second] = await strays();
  expect(first).toMatchObject({ others: 2 });
  await bench.call('dismissDelivery', { id: second?.id ?? '', all: false });
  expect(await strays()).toHaveLength(2);
  await bench.call('dismissDelivery', { id: first?.id ?? '', all: true });
  expect(await strays()).toEqual([]);
  expect(bench.station.snapshot().frame.toResolve).toBe(0);
});

test('if not all can be closed at once, Resolve shows the rest', async () => {
  let left = Number.POSITIVE_INFINITY;
  const receiving = await startReceiving({
    journal: (journal) => ({
      closeDelivery: (id, how) => {
        left -= 1;
        if (left < 0) throw new JournalError('unwritable', 'disk full');
        return journal.closeDelivery(id, how);
      },
    }),
  });
  const { bench, post, strays } = receiving;
  for (const number of [1, 2]) expect(await post(`{"order_no":"CSP-00-${number}"}`)).toBe(200);
  await expect.poll(async () => (await strays()).length).toBe(2);
  const [first, second] = await strays();
  left = 1;
  await expect(bench.call('dismissDelivery', { id: second?.id ?? '', all: true })).rejects.toThrow('journal-unwritable');
  expect((await strays()).map(({ id }) => id)).not.toContain(first?.id);
  left = 1;
  await bench.call('dismissDelivery', { id: second?.id ?? '', all: true });
  expect(await strays()).toEqual([]);
});

test('a look-up that finds no service again and again does not pause booking', async () => {
  const receiving = await startReceiving();
  const { bench, post } = receiving;
  bench.service.faults.next('track', 'reset-before', 20);
  expect(await post(delivery(orderNoOf(receiving)))).toBe(200);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(bench.station.snapshot().frame.paused).toBeNull();
});

test('an order that cannot be looked up does not block others', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => `CSP-90-${100 + index}`);
  const tracked = { status: '', consignmentNo: '', courierKey: '', courierName: '', serviceKey: '', serviceName: '', items: [] };
  const written = new Set<string>();
  let asked = 0;
  let holds = true;
  const receiving = await startReceiving({
    journal: (journal) => ({
      findBooking(code) {
        const booking = journal.findBooking(numbers.includes(code) ? orderNoOf(receiving) : code);
        return booking && numbers.includes(code) ? { ...booking, id: `booking of ${code}`, orderNo: code } : booking;
      },
      writeTracking: (_id, { orderNo }) => void written.add(orderNo),
    }),
    courier: () => ({
      async track(orderNos) {
        asked = Math.max(asked, orderNos.length);
        if (holds || orderNos.includes('CSP-90-100')) return failed({ code: 'service-unreachable', ref: 'R1', detail: '' });
        return ok(orderNos.map((orderNo) => ({ ...tracked, orderNo })));
      },
    }),
  });
  for (const number of numbers) expect(await receiving.post(delivery(number))).toBe(200);
  holds = false;
  await expect.poll(() => waiting(receiving)).toBeLessThanOrEqual(50);
  await expect.poll(() => asked).toBe(50);
  expect(written.has('CSP-90-159')).toBe(true);
  expect(written.has('CSP-90-100')).toBe(false);
});

test('the bench still opens if its port is taken or its secret was damaged by hand', async () => {
  const { bench, address } = await startReceiving();
  const port = Number(new URL(address).port);
  await bench.station.close();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '0.0.0.0', resolve));
  await bench.reopen();
  expect((await bench.call('setup', {})).webhooks.listener).toEqual({ is: 'blocked', why: 'port-in-use', port });
  await new Promise((resolve) => other.close(resolve));
  const { settings } = await bench.call('setup', {});
  // As an earlier version kept it.
  const old = { form: 1, ...settings, webhooks: { ...settings.webhooks, secret: 'x' } };
  await bench.reopen(() => writeFileSync(join(bench.dir, 'settings.json'), JSON.stringify(old)));
  expect((await bench.call('setup', {})).webhooks.listener).toEqual({ is: 'blocked', why: 'other', port });
  const { webhooks } = await bench.call('saveWebhooks', { ...turnOn, port, newAddress: true });
  expect(webhooks.listener).toEqual({ is: 'open', port });
});

test('a look-up that cannot be written is tried again until it can', async () => {
  let failures = 0;
  const receiving = await startReceiving({
    journal: (journal) => ({
      closeDelivery: (id, how) => {
        failures += 1;
        if (failures <= 3) throw new Error('disk full');
        return journal.closeDelivery(id, how);
      },
    }),
  });
  expect(await receiving.post(delivery(orderNoOf(receiving)))).toBe(200);
  await expect.poll(() => waiting(receiving)).toBe(0);
  expect(failures).toBe(4);
});
