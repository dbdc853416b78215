import { expect, test } from 'vitest';
import { type DayBooks, judgeDay } from './books.ts';

const parcel = (order: string) => ({ reference: order, orderNo: `NO-${order}`, trackingNos: [`T-${order}`], weightKg: 1.2 });
const reports = (order: string) => ({ order, trackingNo: `T-${order}` });

/** Three orders, one of them cancelled. A was scanned off and went out with a learned weight, B was weighed. */
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
  lines: [
    { order: 'A', sku: 'MUG', quantity: 2 },
    { order: 'A', sku: 'BOWL', quantity: 1 },
    { order: 'B', sku: 'MUG', quantity: 1 },
    { order: 'C', sku: 'MUG', quantity: 1 },
  ],
  linesReported: [
    { order: 'B', sku: 'MUG', quantity: 1 },
    { order: 'A', sku: 'MUG', quantity: 1 },
    { order: 'A', sku: 'BOWL', quantity: 1 },
    { order: 'A', sku: 'MUG', quantity: 1 },
  ],
  inParts: [],
  inBoxes: [],
  scannedOff: [{ order: 'A', isBookedBefore: false }],
  weights: [
    { order: 'A', kg: 1.2, isWeighed: false },
    { order: 'B', kg: 1.2, isWeighed: true },
  ],
  learned: ['A'],
};

test('a day with consistent books is good, and its line counts what they hold', () => {
  expect(judgeDay(good)).toEqual({
    line: 'orders=3 lines=3 booked=2 printed=2 stopped=1 written_back=2 checked=1 joined=0 parts=0 boxes=0 learned=1 doubled=0 lost=0 lines_twice=0 lines_lost=0',
    wrongs: [],
    isGood: true,
  });
});

test('two orders in one parcel are booked once, and the shop is told of both', () => {
  const both = { ...parcel('A'), reference: 'A + B' };
  const told = [reports('A'), { order: 'B', trackingNo: 'T-A' }];
  const day = { ...good, booked: [both], sheets: ['label T-A'], collected: [['NO-A']], reports: [told, told] };
  expect(judgeDay(day)).toMatchObject({
    wrongs: [],
    line: expect.stringContaining('booked=1 printed=2 stopped=1 written_back=2 checked=1 joined=1 '),
  });
  expect(judgeDay({ ...day, booked: [both, parcel('B')] }).wrongs).toContain('B: booked 2 times');
});

test('an order in two boxes has two labels, each of which comes out once', () => {
  const boxed = { ...parcel('A'), trackingNos: ['T-A', 'T-2ND'] };
  const told = [...(good.reports[0] ?? []), { order: 'A', trackingNo: 'T-2ND' }];
  const sheets = [...good.sheets, 'label T-2ND'];
  const day = { ...good, inBoxes: ['A'], booked: [boxed, parcel('B')], sheets, reports: [told, told] };
  expect(judgeDay(day)).toMatchObject({ wrongs: [], line: expect.stringMatching(/booked=2 printed=2 .* boxes=2 /) });
  expect(judgeDay({ ...day, sheets: good.sheets }).wrongs).toContain('A: no label came out');
  expect(judgeDay({ ...day, reports: good.reports }).wrongs).toContain('A: the shop was not informed');
  expect(judgeDay({ ...day, booked: good.booked }).wrongs).toContain('A: 1 labels for 2 boxes');
  expect(judgeDay({ ...day, inBoxes: [] }).wrongs).toContain('A: 2 labels for 1 boxes');
});

test('an order in two parts is booked, printed, collected and reported twice', () => {
  const rest = { ...parcel('A'), orderNo: 'NO-A2', trackingNos: ['T-REST'] };
  const told = [...(good.reports[0] ?? []), { order: 'A', trackingNo: 'T-REST' }];
  const day: DayBooks = {
    ...good,
    inParts: ['A'],
    booked: [...good.booked, rest],
    sheets: [...good.sheets, 'another label'],
    collected: [['NO-A', 'NO-B', 'NO-A2']],
    reports: [told, told],
  };
  expect(judgeDay({ ...day, sheets: [...good.sheets, 'rest T-REST'] })).toMatchObject({
    wrongs: [],
    line: expect.stringContaining('booked=3 printed=2 stopped=1 written_back=2 checked=1 joined=0 parts=2 '),
  });
  expect(judgeDay(day).wrongs).toEqual(['A: no label came out']);
  expect(judgeDay({ ...day, reports: good.reports }).wrongs).toContain('A: the shop was not informed');
  expect(judgeDay({ ...day, collected: good.collected }).wrongs).toContain('A: no driver was ordered');
  expect(judgeDay({ ...good, inParts: ['A'] }).wrongs).toEqual(['A: only a part of it was booked']);
  expect(judgeDay({ ...day, booked: [...day.booked, rest] }).wrongs).toContain('A: booked 3 times');
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
  expect(judged.line).toContain(` doubled=${doubled} lost=${lost} `);
});

const some = (...lines: readonly [string, string, number][]) => lines.map(([order, sku, quantity]) => ({ order, sku, quantity }));

test.each<[string, Partial<DayBooks>, string, string]>([
  [
    'a line that was reported twice',
    { linesReported: [...good.linesReported, ...some(['B', 'MUG', 1])] },
    'B, MUG: 1 ordered, 2 reported to the shop',
    'lines=2 .* lines_twice=1 lines_lost=0',
  ],
  [
    'a line that was not reported',
    { linesReported: good.linesReported.slice(1) },
    'B, MUG: 1 ordered, 0 reported to the shop',
    'lines=2 .* lines_twice=0 lines_lost=1',
  ],
  [
    'one piece less than ordered',
    { linesReported: good.linesReported.slice(0, 3) },
    'A, MUG: 2 ordered, 1 reported to the shop',
    'lines=2 .* lines_twice=0 lines_lost=1',
  ],
  [
    'a line of a cancelled order',
    { linesReported: [...good.linesReported, ...some(['C', 'MUG', 1])] },
    'C, MUG: 0 ordered, 1 reported to the shop',
    'lines=3 .* lines_twice=1',
  ],
  [
    'the line of another order',
    { linesReported: [...good.linesReported.slice(1), ...some(['A', 'VASE', 1])] },
    'A, VASE: 0 ordered, 1 reported to the shop',
    'lines=2 .* lines_twice=1 lines_lost=1',
  ],
  [
    'an order that was bought before its last item',
    { scannedOff: [{ order: 'A', isBookedBefore: true }] },
    'A: booked before its last item',
    'checked=0',
  ],
  [
    'another weight than the true one',
    { booked: [{ ...parcel('A'), weightKg: 0.9 }, parcel('B')] },
    'A: weighs 1.2 kg and was booked with 0.9 kg',
    'learned=1',
  ],
  ['a learned weight that is not marked', { learned: [] }, 'A: not weighed, and not reported as learned', 'learned=0'],
  ['a weighed parcel that is marked as learned', { learned: ['A', 'B'] }, 'B: weighed, and reported as learned', 'learned=2'],
  [
    'a learned weight instead of that of the file',
    { weights: [], learned: ['A'] },
    'A: its file has a weight, and it was learned',
    'learned=0',
  ],
])('a day with %s is not good', (_name, change, wrong, counts) => {
  const judged = judgeDay({ ...good, ...change });
  expect(judged.wrongs).toContain(wrong);
  expect(judged.line).toMatch(new RegExp(counts));
  expect(judged.isGood).toBe(false);
});
