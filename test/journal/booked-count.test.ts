import { expect, test } from 'vitest';
import { openJournal } from '../../electron/journal/journal.ts';
import { anOrder, bringTo } from './samples.ts';
import { encryption, newFile } from './temporary-journal.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const november = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')] as const;
const december = [november[1], new Date('2027-01-01T00:00:00Z')] as const;

function startMonth() {
  let time = Date.parse('2026-11-10T09:00:00Z');
  let orders = 0;
  const journal = openJournal({
    file: newFile(),
    world: 'training',
    encryption,
    now: () => new Date(time),
    id: () => crypto.randomUUID(),
    who: () => '',
  });
  return {
    journal,
    pass: (ms: number) => {
      time += ms;
    },
    book: () => {
      orders += 1;
      bringTo(journal, 'booked', journal.draft(anOrder(`ORD-${orders}`), 'Ann'));
    },
    inNovember: () => journal.bookedBetween(...november),
  };
}

test('each parcel of a month is counted once, however often the count is read', () => {
  const { journal, pass, book, inNovember } = startMonth();
  for (let booked = 1; booked <= 250; booked += 1) {
    book();
    expect(inNovember()).toBe(booked);
    // Some have the same millisecond.
    if (booked % 3 > 0) pass(minuteMs);
  }
  expect(journal.bookedBetween(...december)).toBe(0);
  journal.close();
});

test('counts a parcel booked by a clock that was set back', () => {
  const { journal, pass, book, inNovember } = startMonth();
  for (let each = 0; each < 150; each += 1) book();
  pass(minuteMs);
  expect(inNovember()).toBe(150);
  pass(-2 * dayMs);
  book();
  expect(inNovember()).toBe(151);
  pass(-9 * dayMs);
  book();
  expect(inNovember()).toBe(151);
  journal.close();
});

test('does not count a parcel whose commit was rolled back', () => {
  const { journal, pass, book, inNovember } = startMonth();
  for (let each = 0; each < 120; each += 1) book();
  pass(minuteMs);
  const halfDone = (): void => {
    book();
    pass(minuteMs);
    expect(inNovember()).toBe(121);
    throw new Error('the disk is full');
  };
  expect(() => journal.soon(halfDone)).toThrow('full');
  expect(inNovember()).toBe(120);
  journal.close();
});
