import { expect, test } from 'vitest';
import { noHouseNumber } from '../../shared/question.ts';
import { plainOrder } from './plain-order.ts';
import { type PlainStation, startPlainStation } from './plain-station.ts';

const inCanada = { country: 'CA', province: 'QC', postal_code: 'H2X 3J4', city: 'Montreal', house_number: '' };
const at = (order: string, street: string, change: object = {}) => ({
  ...plainOrder(order),
  ...inCanada,
  name: 'Marie Roy',
  street,
  ...change,
});

async function benchWith(...orders: readonly object[]): Promise<PlainStation> {
  return startPlainStation({ orders: JSON.stringify(orders) });
}
async function asked(bench: PlainStation, code: string) {
  return (await bench.scan(code, 'asking')).questions[0];
}
const give = (bench: PlainStation, answer: string) =>
  bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question: { kind: 'house-number', parcel: null }, answer });
async function addressOf(bench: PlainStation, key: string) {
  const { street, houseNumber } = (await bench.call('order', { key: key as never })).recipient;
  return { street, houseNumber };
}
const notAsked = async (bench: PlainStation, code: string): Promise<boolean> => {
  await bench.call('scan', { code });
  await expect.poll(() => bench.workflow().step).not.toMatch(/looking-up|quoting/);
  const workflow = bench.workflow();
  return workflow.step !== 'asking' || workflow.questions.every(({ kind }) => kind !== 'house-number');
};

test('"rue Saint-Denis 1234" offers 1234, and the same person is not asked again', async () => {
  const bench = await benchWith(
    at('A-1', 'rue Saint-Denis 1234'),
    at('A-2', 'Rue  Saint-Denis 1234'),
    at('A-3', 'rue Saint-Denis 1234', { name: 'Luc Roy' }),
  );
  expect(await asked(bench, 'A-1')).toMatchObject({ kind: 'house-number', offer: { number: '1234', from: 'street' } });
  await give(bench, '1234');
  expect(await addressOf(bench, 'A-1')).toEqual({ street: 'rue Saint-Denis', houseNumber: '1234' });
  expect(await notAsked(bench, 'A-2')).toBe(true);
  expect(await addressOf(bench, 'A-2')).toMatchObject({ houseNumber: '1234' });
  expect(await notAsked(bench, 'A-3'), 'somebody else').toBe(false);
});

test('a street without a number is asked about once per person', async () => {
  const bench = await benchWith(at('A-1', 'Long Lane'), at('A-2', 'Long Lane'));
  expect(await asked(bench, 'A-1')).not.toHaveProperty('offer');
  await give(bench, noHouseNumber);
  expect(await notAsked(bench, 'A-2')).toBe(true);
  expect(await addressOf(bench, 'A-2')).toEqual({ street: 'Long Lane', houseNumber: 'no number' });
});

test('a number that is not part of the street is offered next time, but not used by itself', async () => {
  const bench = await benchWith(at('A-1', 'Long Lane'), at('A-2', 'Long Lane'));
  await asked(bench, 'A-1');
  await give(bench, '12');
  expect(await asked(bench, 'A-2')).toMatchObject({ kind: 'house-number', offer: { number: '12', from: 'last-time' } });
  expect(await addressOf(bench, 'A-2')).toEqual({ street: 'Long Lane', houseNumber: '' });
});

test('an offered number is accepted even if it is the key of an order', async () => {
  const bench = await benchWith(at('A-1', 'rue Saint-Denis 1234'), at('1234', 'Long Lane'));
  await asked(bench, 'A-1');
  await give(bench, '1234');
  expect(await addressOf(bench, 'A-1')).toMatchObject({ houseNumber: '1234' });
});
