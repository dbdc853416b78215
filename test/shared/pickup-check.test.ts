import { expect, test } from 'vitest';
import type { Collects } from '../../shared/pickup.ts';
import { collectsOf, pickupProblems, proposedTimes } from '../../shared/pickup-check.ts';

/** A Sunday. */
const sunday = { day: '2026-11-22', time: '10:00' };
const monday = { day: '2026-11-23', time: '10:00' };
const named: Collects = { days: ['2026-11-23'], cutOff: '17:00' };
const ask = {
  orderNos: ['1'],
  notOut: [] as string[],
  notPlaced: [] as string[],
  date: '2026-11-23',
  readyTime: '16:00',
  closingTime: '17:00',
};

const problemsOf = (change: Partial<typeof ask>, now = sunday, collects: Collects | null = named) =>
  pickupProblems({ ...ask, ...change }, now, collects).map(({ field, stops }) => `${field} ${stops ? 'stops' : 'asks'}`);

test('a pickup needs a future day and times in order', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ orderNos: [] })).toEqual(['orderNos stops']);
  expect(problemsOf({ date: '2026-11-21' })).toEqual(['date stops']);
  expect(problemsOf({ date: '2026-02-30' })).toEqual(['date stops']);
  expect(problemsOf({ readyTime: '24:00' })).toEqual(['readyTime stops']);
  expect(problemsOf({ closingTime: '16:00' })).toEqual(['closingTime stops']);
});

test('hours in the past stop, hours that only begin in the past do not', () => {
  expect(problemsOf({}, { day: '2026-11-23', time: '16:59' })).toEqual([]);
  expect(problemsOf({}, { day: '2026-11-23', time: '17:00' })).toEqual(['closingTime stops']);
});

test('a day before the first one of the services, a weekend and a distant day are asked about', () => {
  expect(problemsOf({ date: '2026-11-22' })).toEqual(['date asks']);
  expect(problemsOf({ date: '2026-11-28' })).toEqual(['date asks']);
  expect(problemsOf({ date: '2026-11-28' }, sunday, { days: ['2026-11-28'], cutOff: '17:00' })).toEqual([]);
  expect(problemsOf({ date: '2027-11-23' })).toEqual(['date asks']);
  expect(problemsOf({ date: '2026-11-24' })).toEqual([]);
});

test('times after the hour of the services are asked about, and a day whose hour has passed too', () => {
  expect(problemsOf({ closingTime: '17:30' })).toEqual(['closingTime asks']);
  expect(problemsOf({ readyTime: '17:10', closingTime: '17:30' })).toEqual(['readyTime asks']);
  expect(problemsOf({ closingTime: '18:00' }, { day: '2026-11-23', time: '17:10' })).toEqual(['date asks', 'closingTime asks']);
});

test('if no driver comes only the clock counts', () => {
  expect(problemsOf({ date: '2026-11-22', closingTime: '18:00' }, sunday, null)).toEqual([]);
  expect(problemsOf({ date: '2027-11-22' }, sunday, null)).toEqual(['date asks']);
});

test('names parcels without a label', () => {
  expect(pickupProblems({ ...ask, notOut: ['ORD-7'] }, sunday, named)).toMatchObject([
    { stops: false, why: { code: 'labels-not-out', orders: ['ORD-7'] } },
  ]);
});

test('the first day and the earliest hour are read from the messages of the services', () => {
  expect(collectsOf(['2026-11-24 before 18:00', '2026-11-23 before 18:30', '', 'soon', '2026-11-24 before 17:00'])).toEqual({
    days: ['2026-11-23', '2026-11-24'],
    cutOff: '17:00',
  });
});

test.each([
  ['the day they named', sunday, named, '2026-11-23'],
  ['today, while the hour has not come', monday, named, '2026-11-23'],
  ['the next working day once it has', { day: '2026-11-23', time: '17:00' }, named, '2026-11-24'],
  ['the next working day where they named only days that are past', monday, { days: ['2026-11-20'], cutOff: '17:00' }, '2026-11-23'],
  ['Monday where nothing was named on a Friday evening', { day: '2026-11-20', time: '20:00' }, { days: [], cutOff: '' }, '2026-11-23'],
  ['a Saturday that they named', { day: '2026-11-27', time: '20:00' }, { days: ['2026-11-28'], cutOff: '12:00' }, '2026-11-28'],
])('proposes %s', (_which, now, collects, date) => {
  const proposed = proposedTimes({ readyTime: '10:00', closingTime: '18:00' }, collects, now);
  expect(proposed).toMatchObject({ date, closingTime: collects.cutOff || '18:00' });
  expect(pickupProblems({ ...ask, ...proposed }, now, collects)).toEqual([]);
});

test('proposes the usual times if the hour of the services is before they begin', () => {
  const usual = { readyTime: '16:00', closingTime: '17:30' };
  expect(proposedTimes(usual, { days: [], cutOff: '12:00' }, monday)).toEqual({ date: '2026-11-23', ...usual });
});
