import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PlainStation, sent, startPlainStation } from './plain-station.ts';

const startSandbox = (): Promise<PlainStation> =>
  startPlainStation({ world: 'sandbox', platform: { sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 10))) } });

test('a check learns in the sandbox, books nothing, and the client uses the result at once', async () => {
  const bench = await startSandbox();
  bench.service.setMode({ spelling: 'of-the-tables' });
  expect(await bench.call('contractReport', {})).toEqual({ step: null, learned: null, drift: [] });
  const { learned } = await bench.call('checkContract', { book: false });
  expect(learned).toMatchObject({ baseUrl: bench.service.url, environment: 'environment', instructions: 'instructions' });
  expect({ ship: sent(bench, 'ship'), orders: bench.service.orders().length, pickups: bench.service.pickups().length }).toEqual({
    ship: 0,
    orders: 0,
    pickups: 0,
  });
  expect(JSON.parse(readFileSync(join(bench.dir, 'capabilities.json'), 'utf8'))).toMatchObject({ ...learned, drift: [] });
  await bench.ship('ORD-1001');
  expect(bench.service.seenFields('ship')).toContain('environment');
  expect(bench.service.seenFields('ship')).not.toContain('environmet');
  await bench.reopen();
  expect((await bench.call('contractReport', {})).learned).toEqual(learned);
});

test('a check reports its current step', async () => {
  const bench = await startSandbox();
  const steps = new Set<string | null>();
  const looks: Promise<unknown>[] = [];
  bench.station.onSnapshot(() => looks.push(bench.call('contractReport', {}).then(({ step }) => steps.add(step))));
  await bench.call('checkContract', { book: false });
  await Promise.all(looks);
  expect([...steps]).toEqual(expect.arrayContaining(['environment', 'quote', 'enums', 'service-id', 'instructions', null]));
});

test('a check books in the sandbox only on request, and never in production', async () => {
  const bench = await startSandbox();
  bench.service.setMode({ usedServiceId: 'is-refused' });
  const { learned } = await bench.call('checkContract', { book: true });
  expect(learned).toMatchObject({ secondShipRefused: true });
  expect(bench.service.orders('development')).toHaveLength(1);
  expect(bench.service.orders('production')).toEqual([]);
  expect(bench.service.pickups()).toEqual([]);
});

test.each(['training', 'live'] as const)('a check is refused in the environment %s before any request is sent', async (world) => {
  const bench = await startPlainStation({ world });
  const before = bench.service.requests().length;
  await expect(bench.call('checkContract', { book: true })).rejects.toThrow('only-in-sandbox');
  expect(bench.service.requests().length).toBe(before);
});

test('a check during a parcel in hand never makes the bench buy the shipment of the check', async () => {
  const bench = await startSandbox();
  bench.service.setMode({ serviceIds: 'fixed' });
  const { serviceId } = await bench.toTiles('ORD-1001');
  await bench.call('checkContract', { book: false });
  await bench.take(serviceId, 'done');
  expect(bench.service.orders()).toMatchObject([{ reference: 'ORD-1001' }]);
});

test('equal ids in every quote do not count as offers that the service keeps', async () => {
  const bench = await startSandbox();
  bench.service.setMode({ serviceIds: 'fixed' });
  expect((await bench.call('checkContract', { book: false })).learned?.serviceIdSurvivesQuote).toBe(false);
});

test('a second check is refused while one runs', async () => {
  const bench = await startSandbox();
  const first = bench.call('checkContract', { book: false });
  await expect(bench.call('checkContract', { book: false })).rejects.toThrow('not-now');
  await first;
});

test('a check that cannot finish reports why, and the earlier results stay valid', async () => {
  const bench = await startSandbox();
  const { learned } = await bench.call('checkContract', { book: false });
  bench.service.faults.next('quote', 'html-504');
  await expect(bench.call('checkContract', { book: false })).rejects.toThrow('service-answer-unreadable');
  bench.service.faults.next('quote', 'reset-before');
  await expect(bench.call('checkContract', { book: false })).rejects.toThrow('service-unreachable');
  bench.service.faults.next('track', 'unauthorised');
  await expect(bench.call('checkContract', { book: true })).rejects.toThrow('credentials-rejected');
  expect(await bench.call('contractReport', {})).toEqual({ step: null, learned, drift: [] });
  expect(sent(bench, 'ship')).toBe(0);
});

test('answers that differ from the last check are listed once, until the next check', async () => {
  const bench = await startSandbox();
  await bench.ship('ORD-1001');
  const orderNo = bench.service.orders()[0]?.orderNo ?? '';
  await bench.call('checkContract', { book: true });
  bench.service.setMode({ trackAnswer: 'map' });
  await bench.call('track', { number: orderNo });
  await bench.call('track', { number: orderNo });
  const drift = [{ at: expect.stringMatching(/Z$/), action: 'track', what: 'result: list became map' }];
  expect((await bench.call('contractReport', {})).drift).toEqual(drift);
  await bench.reopen();
  expect((await bench.call('contractReport', {})).drift).toEqual(drift);
  await bench.call('checkContract', { book: false });
  expect((await bench.call('contractReport', {})).drift).toEqual([]);
});
