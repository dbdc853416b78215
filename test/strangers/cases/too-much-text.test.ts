import { expect, test } from 'vitest';
import { readOrderFile } from '../../../electron/orders/open-order-file.ts';
import { trainingSender } from '../../../electron/training/sample-orders.ts';
import { rowReasonText } from '../../../renderer/text/reasons.ts';
import { emptyOrder, emptyParcel, type Order, type OrderKey } from '../../../shared/order.ts';
import { senderAt } from '../../../shared/sender.ts';
import { startPlainStation } from '../../path/plain-station.ts';

const header = 'order,name,street,house_number,postal_code,city,country,contents';
const file = (rows: readonly string[]) => ({ name: 'orders.csv', bytes: new TextEncoder().encode([header, ...rows].join('\n')) });
const orderOf = (change: Partial<Order>): Order => ({
  ...emptyOrder,
  key: 'LONG-1' as OrderKey,
  source: 'typed',
  recipient: trainingSender,
  ...change,
});

const row = (key: string, name: string): string => `${key},${name},Weg,1,1011AB,Amsterdam,NL,Cups`;

test('a name of 5 MB in a file is a row that waits in Resolve, and the rows next to it are taken', async () => {
  const bench = await startPlainStation();
  const report = await bench.call('importOrders', file([row('A-1', 'Ann'), row('A-2', 'Émile Zola '.repeat(500_000)), row('A-3', 'Bo')]));
  expect(report).toMatchObject({ taken: 2, problems: [{ line: 3, reason: { code: 'too-many-characters', name: 'name' } }] });
  expect(report.problems.map(rowReasonText)).toEqual([expect.stringMatching(/^name has 5,\d{3},\d{3} characters/)]);
});

test('an order with more rows than any parcel has items is not taken, and each of its rows is reported', () => {
  const read = readOrderFile(file(Array.from({ length: 1500 }, (_, at) => `B-1,Ann,Weg,1,1011AB,Amsterdam,NL,Cup ${at}`)));
  expect(read.ok && [read.value.orders.length, read.value.problems.length]).toEqual([0, 1500]);
});

test('unclosed quotation marks do not make a file slow: it is refused, or each row is reported', () => {
  const rows = Array.from({ length: 250_001 }, (_, at) => `"C-${at},Ann`);
  expect(readOrderFile(file(rows))).toMatchObject({ failure: { reasons: [{ code: 'file-rows-unreadable' }] } });
  const few = readOrderFile(file(rows.slice(0, 10_001)));
  expect(few.ok && few.value.problems.length).toBeGreaterThan(0);
});

const tooLong = 'ü'.repeat(2_000_000);

test.each<[string, Order]>([
  ['name of 2 MB', orderOf({ recipient: { ...trainingSender, name: tooLong } })],
  ['note of 2 MB', orderOf({ noteForPacker: tooLong })],
  ['million of texts', orderOf({ parcels: Array.from({ length: 900 }, () => ({ ...emptyParcel, contents: 'ü'.repeat(1000) })) })],
  ['list of 1,001 parcels', orderOf({ parcels: Array.from({ length: 1001 }, () => emptyParcel) })],
])('an order with a %s is neither checked nor kept, and the message names the excess', async (_what, order) => {
  const bench = await startPlainStation();
  for (const name of ['checkOrder', 'saveOrder'] as const)
    expect(await bench.station.handlers[name]({ order })).toMatchObject({
      ok: false,
      failure: { code: 'text-too-long', reasons: [{ code: expect.stringMatching(/^too-many-/) }] },
    });
  expect(await bench.station.handlers.order({ key: order.key })).toMatchObject({ failure: { code: 'order-not-found' } });
});

test('a sender, a box or a bench name with too much text changes no setting', async () => {
  const bench = await startPlainStation();
  const before = (await bench.call('setup', {})).settings;
  const sender = { ...trainingSender, company: tooLong };
  expect(await bench.station.handlers.checkSender({ sender })).toMatchObject({ ok: false, failure: { code: 'text-too-long' } });
  for (const settings of [
    { senders: [senderAt(sender)] },
    { boxes: [{ ...before.boxes[0]!, name: tooLong }] },
    { pickup: { ...before.pickup, instructions: tooLong } },
  ])
    expect(await bench.station.handlers.saveSettings({ settings })).toMatchObject({ ok: false, failure: { code: 'setting-invalid' } });
  expect((await bench.call('setup', {})).settings).toEqual(before);
});
