import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import { readRulesFile } from '../../shared/rules-file.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const startBench = (platform: PlainOptions['platform'] = {}) =>
  startPlainStation({ platform, settings: { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } } });

async function intentOf(bench: PlainStation, bookingId: string) {
  const { lines } = await bench.call('timeline', { bookingId });
  return lines.find(({ what }) => what === 'intent')?.detail;
}

test('a rule decides alone before the scan shows anything, and the history keeps its sentence', async () => {
  const bench = await startBench();
  const { quote } = await bench.toTiles('ORD-1001');
  const [dear] = quote.services.toSorted((one, other) => other.total.minor - one.total.minor);
  if (!dear) throw new Error('nothing was offered');
  const name = `${dear.courierName} ${dear.serviceName}`;
  await bench.call('saveRules', { list: [rule({ conditions: [toGermany], take: { is: 'service', name, buys: true } })], last: 'ask' });
  const { booking } = await bench.scan('ORD-1001', 'done');
  expect(booking.service?.serviceKey).toBe(dear.serviceKey);
  const detail = await intentOf(bench, booking.id);
  expect(detail).toMatchObject({ code: 'chosen-by-rule', by: { no: 1, version: 2 }, doubt: null });
  if (typeof detail !== 'object' || detail.code !== 'chosen-by-rule') throw new Error('no rule in the history');
  expect(reasonText(detail)).toContain(`Rule 1 of version 2: If country is Germany: ${name}, buy at once.`);
});

test('a service that a rule excludes is neither selected nor bought, whichever way it is requested', async () => {
  const bench = await startBench();
  const { advised } = await bench.toTiles('ORD-1001');
  const before = bench.workflow();
  const cheapest = before.step === 'choosing' ? before.quote.services.find(({ serviceId }) => serviceId === advised.serviceId) : undefined;
  if (!cheapest) throw new Error('nothing was advised');
  const name = `${cheapest.courierName} ${cheapest.serviceName}`;
  await bench.call('saveRules', { list: [rule({ never: [name] })], last: 'cheapest' });
  await bench.call('saveRules', { list: [rule({ never: [name] })], last: 'ask' });
  const again = await bench.toTiles('ORD-1001');
  const never = again.advised.nevers[0]?.serviceId ?? '';
  expect(again.quote.services.find(({ serviceId }) => serviceId === never)?.serviceKey).toBe(cheapest.serviceKey);
  expect(again.serviceId).not.toBe(never);
  const refused = { ok: false, failure: { code: 'rule-refuses' } };
  expect(await bench.station.handlers.selectService({ workflowNo: bench.workflowNo(), serviceId: never })).toMatchObject(refused);
  expect(await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId: never })).toMatchObject({ ok: false });
  const { booking } = await bench.take(again.serviceId, 'done');
  expect(booking.service?.serviceKey).not.toBe(cheapest.serviceKey);
  expect(sent(bench, 'ship')).toBe(1);
});

test('above its price limit a rule selects nothing, and the packer may buy', async () => {
  const bench = await startBench();
  await bench.call('saveRules', {
    list: [rule({ atMost: { minor: 1, currency: 'EUR' }, take: { is: 'cheapest', buys: true } })],
    last: 'cheapest',
  });
  const { serviceId, advised, quote } = await bench.toTiles('ORD-1001');
  expect([serviceId, advised.why, advised.by?.no]).toEqual(['', 'none', 1]);
  expect(await bench.station.handlers.scan({ code: '+BUY' })).toMatchObject({ ok: false });
  expect(sent(bench, 'ship')).toBe(0);
  const [first] = quote.services;
  if (!first) throw new Error('nothing was offered');
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId: first.serviceId });
  const { booking } = await bench.take(first.serviceId, 'done');
  expect(await intentOf(bench, booking.id)).toMatch(/chosen by the packer/);
});

test('an unknown fact makes the rule ask, with the extras of the rule switched on', async () => {
  const bench = await startBench();
  const list = [
    rule({ isCo2: true }),
    rule({ conditions: [{ of: 'value', isOver: true, money: { minor: 1, currency: 'CHF' } }], take: { is: 'cheapest', buys: true } }),
  ];
  await bench.call('saveRules', { list, last: 'cheapest' });
  const { advised, wish } = await bench.toTiles('ORD-1001');
  expect(advised).toMatchObject({ by: { no: 2 }, doubt: { by: { no: 2 }, fact: 'value-currency' } });
  expect(wish).toMatchObject({ co2: true, insurance: false });
  expect(sent(bench, 'ship')).toBe(0);
});

test('a trial of rules uses the orders and prices of the last completed day', async () => {
  let ms = Date.UTC(2026, 10, 19, 9, 0, 0);
  const bench = await startBench({ now: () => new Date(ms) });
  const { advised, quote } = await bench.toTiles('ORD-1001');
  const last = 'ask' as const;
  expect(await bench.call('tryRules', { list: [], last })).toMatchObject({ day: null, orders: 0 });
  ms += 86_400_000;
  expect(await bench.call('tryRules', { list: [], last })).toMatchObject({ day: '2026-11-19', orders: 1, changed: [] });
  const cheapest = quote.services.find(({ serviceId }) => serviceId === advised.serviceId);
  const name = `${cheapest?.courierName} ${cheapest?.serviceName}`;
  const tried = await bench.call('tryRules', { list: [rule({ never: [name], take: { is: 'cheapest', buys: true } })], last });
  expect(tried).toMatchObject({
    orders: 1,
    decided: [{ no: 1, orders: 1 }],
    changed: [{ orderKey: 'ORD-1001', was: { service: name, price: cheapest?.total, isBought: false }, wouldBe: { isBought: true } }],
  });
  expect(tried.changed[0]?.wouldBe.service).not.toBe(name);
  expect(tried.sums[0]).toMatchObject({ of: 'shipping', was: cheapest?.total });
  expect(sent(bench, 'ship')).toBe(0);
});

test('exported rules are read back unchanged, and no other file is accepted as rules', async () => {
  let written = '';
  const saveFile = async (name: string, bytes: Uint8Array) => {
    written = new TextDecoder().decode(bytes);
    return name;
  };
  const bench = await startBench({ saveFile });
  const rules = {
    list: [rule({ conditions: [toGermany], never: ['UPS'], take: { is: 'within-days', days: 3, buys: true } })],
    last: 'ask' as const,
  };
  expect(await bench.call('exportRules', rules)).toEqual({ file: 'packbench-rules.json' });
  expect(readRulesFile(written)).toMatchObject(rules);
  for (const wrong of [
    '',
    '<html>',
    '{}',
    'null',
    '[]',
    written.replace('within-days', 'by-magic'),
    written.replace('"form": 1', '"form": 2'),
    written.replace('"isCo2"', '"isCO2"'),
  ])
    expect(readRulesFile(wrong)).toBeUndefined();
});

test('saved rules become a new version and the previous one is kept, also if Plan saves the last rule', async () => {
  const bench = await startBench();
  await bench.call('saveRules', { list: [rule({ isCo2: true })], last: 'ask' });
  const setup = await bench.call('saveSettings', { settings: { rule: 'cheapest' } });
  expect(setup.settings).toMatchObject({
    rule: 'cheapest',
    shippingRules: {
      version: 3,
      list: [{ isCo2: true }],
      older: [
        { version: 2, last: 'ask', list: [{ isCo2: true }] },
        { version: 1, list: [] },
      ],
    },
  });
});
