import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { OrderKey } from '../../../shared/order.ts';
import { slotOf } from '../../../shared/scan.ts';
import { sent, startPlainStation } from '../../path/plain-station.ts';

const header = 'order,name,street,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const row = (order: string, name = 'Anna Lehmann') =>
  `${order},${name},Kastanienallee 84,10435,Berlin,DE,+49 30 55572101,1,20,20,20,Vase,64,EUR`;
const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['#1001', '1001', true],
  [' 10 01', '1001', true],
  ['ord-7', 'ORD-7', true],
  ['ORD-7', 'ORD7', false],
  ['#', '', false],
])('%j and %j are one number: %s', (one, other, isOne) => {
  expect(slotOf(one) === slotOf(other)).toBe(isOne);
});

test('1001 leads to the order #1001, also when it was shipped', async () => {
  const station = await startPlainStation({ orders: `${header}\n${row('#1001')}` });
  await station.ship('1001');
  for (const code of ['1001', '#1001']) {
    expect((await station.scan(code, 'already-shipped')).booking.orderKey).toBe('#1001');
  }
  expect(sent(station, 'ship')).toBe(1);
});

test('a file that spells the number differently adds no second order', async () => {
  const station = await startPlainStation({ orders: `${header}\n${row('#1001')}` });
  await station.ship('#1001');
  expect(await station.call('importOrders', { name: 'again.csv', bytes: bytes(`${header}\n${row('1001')}`) })).toMatchObject({
    taken: 0,
    unchanged: 1,
    problems: [],
  });
  await station.scan('1001', 'already-shipped');
});

test('one number for two people is reported, and not overwritten', async () => {
  const station = await startPlainStation({ orders: `${header}\n${row('#1001')}` });
  const { problems } = await station.call('importOrders', { name: 'other.csv', bytes: bytes(`${header}\n${row('1001', 'Bo Berg')}`) });
  expect(problems).toMatchObject([{ file: 'other.csv', line: 2, orderKey: '1001' }]);
  expect((await station.call('order', { key: '#1001' as OrderKey })).recipient.name).toBe('Anna Lehmann');
  expect(
    await station.station.handlers.saveOrder({
      order: { ...(await station.call('order', { key: '#1001' as OrderKey })), key: '1001' as OrderKey },
    }),
  ).toMatchObject({ failure: { code: 'order-key-taken', detail: '#1001' } });
});

test('if both orders are in the journal already, the packer chooses one', async () => {
  const station = await startPlainStation({ orders: `${header}\n${row('#1001')}\n${row('1002', 'Bo Berg')}` });
  await station.scan('1002', 'choosing');
  await station.call('next', { workflowNo: station.workflowNo() });
  await station.reopen(() => {
    const [file] = journalsIn(station.dir);
    const journal = new DatabaseSync(file!);
    // As a journal of an older program may contain them.
    for (const table of ['orders', 'listed_orders']) journal.exec(`UPDATE ${table} SET slot = '1001'`);
    journal.close();
  });
  const { orders } = await station.scan('1001', 'which-order');
  expect(orders.map(({ order }) => order.key)).toEqual(['#1001', '1002']);
  expect(sent(station, 'quote')).toBe(1);
  await station.call('chooseOrder', { workflowNo: station.workflowNo(), key: '1002' as OrderKey });
  expect((await station.at('choosing')).order.recipient.name).toBe('Bo Berg');
});

const journalsIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => /^journal-training.*\.sqlite$/.test(name))
    .map((name) => join(dir, name));
