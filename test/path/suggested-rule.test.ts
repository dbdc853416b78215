import { expect, test } from 'vitest';
import { alwaysCheapest } from '../../shared/suggested-rule.ts';
import { rule } from '../shared/some-rules.ts';
import { plainOrder } from './plain-order.ts';
import { type PlainStation, sent, startPlainStation } from './plain-station.ts';

const keys = Array.from({ length: 13 }, (_, index) => `CH-${index + 1}`);
const orders = JSON.stringify(keys.map((key, index) => ({ ...plainOrder(key), house_number: String(100 + index) })));
const startBench = () => startPlainStation({ orders });
const suggested = ({ station }: PlainStation) => station.snapshot().frame.cheapestTaken;

/** Buys the dearest service of an order. */
async function takeDearest(bench: PlainStation, key: string): Promise<void> {
  const { quote } = await bench.toTiles(key);
  const [dearest] = quote.services.toSorted((one, other) => other.total.minor - one.total.minor);
  const serviceId = dearest?.serviceId ?? '';
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId });
  await bench.take(serviceId, 'done');
}

async function shipAll(bench: PlainStation, which: readonly string[]): Promise<void> {
  for (const key of which) await bench.ship(key);
}

test('asks about a rule after ten choices of which nine were the cheapest, and a restart changes nothing', async () => {
  const bench = await startBench();
  await takeDearest(bench, 'CH-1');
  await shipAll(bench, keys.slice(1, 9));
  expect(suggested(bench)).toBeNull();
  await shipAll(bench, ['CH-10']);
  expect(suggested(bench)).toBe(9);
  await bench.reopen();
  expect(suggested(bench)).toBe(9);
  await shipAll(bench, ['CH-11']);
  expect(suggested(bench)).toBe(10);
});

test('asks nothing if the packer took another service twice', async () => {
  const bench = await startBench();
  await takeDearest(bench, 'CH-1');
  await takeDearest(bench, 'CH-2');
  await shipAll(bench, keys.slice(2, 10));
  expect(suggested(bench)).toBeNull();
  await shipAll(bench, ['CH-11']);
  expect(suggested(bench)).toBe(9);
});

test('the accepted rule selects and does not buy; it is asked about once, also after an undo', async () => {
  const bench = await startBench();
  await shipAll(bench, keys.slice(0, 10));
  expect(suggested(bench)).toBe(10);
  const added = await bench.call('saveRules', { list: [alwaysCheapest], last: 'ask', over: 1 });
  expect(suggested(bench)).toBeNull();
  const booked = sent(bench, 'ship');
  const { advised, serviceId } = await bench.toTiles('CH-11');
  expect([advised.why, advised.by?.no, advised.serviceId]).toEqual(['cheapest', 1, serviceId]);
  expect(sent(bench, 'ship')).toBe(booked);
  const undone = await bench.call('saveRules', { list: [], last: 'ask', over: added.settings.shippingRules.version });
  expect([undone.settings.shippingRules.list, suggested(bench)]).toEqual([[], null]);
});

test('an undo keeps rules that were saved after the rule was added', async () => {
  const bench = await startBench();
  const added = await bench.call('saveRules', { list: [alwaysCheapest], last: 'ask', over: 1 });
  const later = [alwaysCheapest, rule({ isCo2: true })];
  await bench.call('saveRules', { list: later, last: 'ask' });
  const undo = { list: [], last: 'ask' as const, over: added.settings.shippingRules.version };
  expect(await bench.station.handlers.saveRules(undo)).toMatchObject({ ok: false, failure: { code: 'changed-since' } });
  expect((await bench.call('setup', {})).settings.shippingRules.list).toEqual(later);
});

test('asks nothing after No, nor if rules buy or choose by themselves', async () => {
  const bench = await startBench();
  await bench.call('saveRules', { list: [rule({ take: { is: 'cheapest', buys: true } })], last: 'ask' });
  for (const key of keys.slice(0, 2)) await bench.scan(key, 'done');
  await bench.call('saveRules', { list: [rule({ isOn: false, take: { is: 'cheapest', buys: true } })], last: 'ask' });
  await shipAll(bench, keys.slice(2, 12));
  // Such a rule was there, and somebody switched it off.
  expect(suggested(bench)).toBeNull();

  const other = await startBench();
  await shipAll(other, keys.slice(0, 10));
  await other.call('saveSettings', { settings: { suggestsCheapest: false } });
  expect(suggested(other)).toBeNull();
});
