import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const gross = { name: 'Jürgen Groß', street: 'Straße des 17. Juni', house_number: '135', postal_code: '10623', city: 'Berlin' };
const orders = JSON.stringify([
  { ...plainOrder('A-17'), ...gross, name: 'J. Gross', street: 'Str. d. 17. Juni 135', house_number: '' },
  { ...plainOrder('A-23'), ...gross },
  { ...plainOrder('A-24'), ...gross, house_number: '135a' },
  { ...plainOrder('A-25'), ...gross, name: 'Mia Winter' },
]);
const others = async (bench: PlainStation, code: string) => (await bench.scan(code, 'same-address')).others.map(({ order }) => order.key);
const answer = (bench: PlainStation, join: boolean) => bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join });

test('a second open order for an address is asked about before any price, even if a rule buys alone', async () => {
  const bench = await startPlainStation({ orders });
  const list = [rule({ conditions: [toGermany], take: { is: 'cheapest', buys: true } })];
  await bench.call('saveRules', { list, last: 'ask' });
  const asked = await bench.scan('A-23', 'same-address');
  expect(asked.others).toMatchObject([
    { order: { key: 'A-17' }, match: { by: 'name', differs: expect.arrayContaining(['name', 'street']) } },
  ]);
  expect(await others(bench, 'A-17')).toEqual(['A-23']);
  expect([sent(bench, 'quote'), counted(bench)]).toEqual([0, { booked: 0, sheets: 0 }]);
  await answer(bench, false);
  expect((await bench.at('done')).booking.orderKey).toBe('A-17');
  await bench.scan('A-23', 'done');
  expect(counted(bench), 'the first one is no longer open').toEqual({ booked: 2, sheets: 2 });
});

test('two orders that a packer wants in two parcels are not asked about again, nor other addresses', async () => {
  const bench = await startPlainStation({ orders });
  expect(await others(bench, 'A-23')).toEqual(['A-17']);
  expect(await bench.station.handlers.scan({ code: '4006381333931' }), 'a code that leads nowhere').toMatchObject({ ok: false });
  expect(bench.workflow().step).toBe('same-address');
  await bench.call('holdOrder', { key: 'A-17' as never, why: 'gift' });
  await bench.call('scan', { code: 'A-23' });
  await bench.at('choosing');
  await bench.call('releaseOrder', { key: 'A-17' as never });
  expect(await others(bench, 'A-17')).toEqual(['A-23']);
  await bench.call('scan', { code: commandCode('APART') });
  await bench.at('choosing');
  expect(await bench.station.handlers.scan({ code: commandCode('APART') }), 'nothing is asked').toMatchObject({ ok: false });
  await bench.call('scan', { code: 'A-23' });
  await bench.at('choosing');
  await bench.reopen();
  for (const key of ['A-17', 'A-24', 'A-25']) {
    await bench.call('scan', { code: key });
    await bench.at('choosing');
  }
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});
