import { expect, test } from 'vitest';
import { type DayBooks, judgeDay } from './books.ts';

const parcel = (order: string) => ({ reference: order, orderNo: `NO-${order}`, trackingNos: [`T-${order}`] });
const reports = (order: string) => ({ order, trackingNo: `T-${order}` });

/** Three orders, one of them cancelled. */
const good: DayBooks = {
  ordered: ['A', 'B', 'C'],
  cancelledInTime: ['C'],
  booked: [parcel('A'), parcel('B')],
  sheets: ['label T-A', 'label T-B'],
  collected: [['NO-A'], ['NO-B']],
  reports: [
    [reports('A'), reports('B')],
    [reports('B'), reports('A')],
  ],
};

test('a day with consistent books is good, and its line counts what they hold', () => {
  expect(judgeDay(good)).toEqual({
    line: 'orders=3 booked=2 printed=2 stopped=1 written_back=2 joined=0 doubled=0 lost=0',
    wrongs: [],
    isGood: true,
  });
});

test('two orders in one parcel are booked once, and the shop is told of both', () => {
  const both = { reference: 'A + B', orderNo: 'NO-A', trackingNos: ['T-A'] };
  const told = [reports('A'), { order: 'B', trackingNo: 'T-A' }];
  const day = { ...good, booked: [both], sheets: ['label T-A'], collected: [['NO-A']], reports: [told, told] };
  expect(judgeDay(day).line).toBe('orders=3 booked=1 printed=2 stopped=1 written_back=2 joined=1 doubled=0 lost=0');
  expect(judgeDay({ ...day, booked: [both, parcel('B')] }).wrongs).toContain('B: booked 2 times');
});

test.each<[string, Partial<DayBooks>, string, number, number]>([
  ['bought twice', { booked: [...good.booked, parcel('A')] }, 'A: booked 2 times', 1, 0],
  ['never bought', { booked: [parcel('A')] }, 'B: never booked', 0, 1],
  ['without a label', { sheets: ['label T-A'] }, 'B: no label came out', 0, 1],
  ['with two labels', { sheets: [...good.sheets, 'label T-A'] }, 'A: its label came out twice', 1, 0],
  ['without a driver', { collected: [['NO-A']] }, 'B: no driver was ordered', 0, 1],
  ['with two drivers', { collected: [['NO-A'], ['NO-B', 'NO-A']] }, 'A: two drivers were ordered', 1, 0],
  ['not reported to the shop by one way', { reports: [[reports('A')], good.reports[1] ?? []] }, 'B: the shop was not informed', 0, 1],
  ['reported twice', { reports: [[reports('A'), reports('B'), reports('A')]] }, 'A: the shop was informed twice', 1, 0],
  [
    'reported with a number of another',
    { reports: [[reports('A'), { order: 'B', trackingNo: 'T-A' }]] },
    'B: the shop was sent another number',
    0,
    1,
  ],
  ['bought though called off', { cancelledInTime: ['B', 'C'] }, 'B: booked, and it was called off', 0, 0],
  ['bought and never ordered', { booked: [...good.booked, parcel('Z')] }, 'Z: booked, and nobody ordered it', 0, 0],
  [
    'reported and never bought',
    { reports: [[...(good.reports[0] ?? []), reports('C')]] },
    'C: the shop was informed of a parcel that does not exist',
    0,
    0,
  ],
])('a day with an order %s is not good, and the report names the order', (_name, change, wrong, doubled, lost) => {
  const judged = judgeDay({ ...good, ...change });
  expect(judged.wrongs).toContain(wrong);
  expect(judged.isGood).toBe(false);
  expect(judged.line).toMatch(new RegExp(`doubled=${doubled} lost=${lost}$`));
});
