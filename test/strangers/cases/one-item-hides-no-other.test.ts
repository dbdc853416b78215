import { expect, test } from 'vitest';
import type { Journal } from '../../../electron/bench/ports/journal.ts';
import { readEnvelope } from '../../../electron/courier/envelope.ts';
import type { ResolveItem } from '../../../shared/ipc.ts';
import { startFront } from '../../path/front.ts';
import { kindsToResolve, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

const badge = ({ station }: PlainStation): number => station.snapshot().frame.toResolve;
const unreadable = <T extends object>(item: T, field: keyof T, why: string): T =>
  Object.defineProperty({ ...item }, field, {
    get() {
      throw new TypeError(why);
    },
  });
const letters = (megabytes: number): string => 'QUJD'.repeat(megabytes << 18);

/** Creates one unknown booking for each answer to `ship`. */
async function unknownBookings(answers: readonly Readonly<Record<string, unknown>>[], journal?: (journal: Journal) => Journal) {
  const bench = await startPlainStation(journal && { journal });
  const front = await startFront(bench);
  for (const [index, answer] of answers.entries()) {
    front.next('ship', () => answer);
    await bench.buy(`ORD-100${index + 1}`, 'unknown');
    await bench.call('park', { workflowNo: bench.workflowNo() });
  }
  return bench;
}

test('an answer of seven megabytes hides neither its own booking nor another', async () => {
  const bench = await unknownBookings([
    { result: { label: letters(7) }, errors: [] },
    { result: { note: letters(3).replaceAll('QU', '\\/') } },
    { result: {} },
  ]);
  const items = (await bench.call('toResolve', {})) as Extract<ResolveItem, { kind: 'booking-unknown' }>[];
  expect(items.map(({ kind }) => kind)).toEqual(['booking-unknown', 'booking-unknown', 'booking-unknown']);
  expect(badge(bench)).toBe(3);
  const [first, second] = items;
  for (const shown of [first, second]) {
    expect(shown?.exchange.answer.length).toBeLessThan(5000);
    expect(shown?.exchange.answer).toContain('characters)');
  }
  await bench.call('settleNotBooked', { bookingId: first?.booking.id ?? '', reason: 'Not in the account', pin: '' });
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown', 'booking-unknown']);
});

test('a booking with an unreadable exchange shows its reference, and can still be settled', async () => {
  let isHurt = false;
  const bench = await unknownBookings([{ result: {} }, { result: {} }], (journal) => ({
    ...journal,
    exchange(id) {
      if (isHurt) throw new RangeError('Maximum call stack size exceeded');
      return journal.exchange(id);
    },
  }));
  isHurt = true;
  const items = (await bench.call('toResolve', {})) as Extract<ResolveItem, { kind: 'booking-unknown' }>[];
  expect(items.map(({ exchange }) => exchange.unreadable)).toEqual([expect.stringMatching(/^[A-Z2-9]{4}$/), expect.any(String)]);
  for (const { booking } of items) await bench.call('settleNotBooked', { bookingId: booking.id, reason: 'Not in the account', pin: '' });
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('an unreadable item is listed as such next to all others, until a person closes it', async () => {
  const bench = await startPlainStation({
    journal: (journal) => ({
      rowProblems: () => journal.rowProblems().map((row, index) => (index === 0 ? unreadable(row, 'problem', 'it is damaged') : row)),
    }),
  });
  const rows = ['order,name,street,city,country', ',No Key,Street 1,Berlin,DE', ',Nor Here,Street 2,Berlin,DE'].join('\n');
  await bench.call('importOrders', { name: 'two.csv', bytes: new TextEncoder().encode(rows) });
  expect(await kindsToResolve(bench)).toEqual(['item-unreadable', 'row-unreadable']);
  expect(badge(bench)).toBe(2);
  const [broken] = await bench.call('toResolve', {});
  if (broken?.kind !== 'item-unreadable') throw new Error('nothing is unreadable');
  expect(broken).toMatchObject({ of: 'row-unreadable', ref: expect.stringMatching(/^[A-Z2-9]{4}$/) });
  const given = { of: broken.of, id: broken.id, reason: 'That row is not needed', pin: '' };
  expect(await bench.station.handlers.closeUnreadable({ ...given, reason: ' ' })).toMatchObject({ failure: { code: 'reason-missing' } });
  await bench.call('closeUnreadable', given);
  expect(await kindsToResolve(bench)).toEqual(['row-unreadable']);
  expect(badge(bench)).toBe(1);
});

test('a list that fails completely hides no other list, and the badge still counts it', async () => {
  const bench = await startPlainStation({
    journal: () => ({
      parkedBookings: () => {
        throw new TypeError('a row of this list is damaged');
      },
    }),
  });
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.buy('ORD-1001', 'unknown');
  expect(badge(bench)).toBe(2);
  expect(await bench.call('toResolve', {})).toMatchObject([
    { kind: 'booking-unknown' },
    // The rest of that list is unknown, so it cannot be closed.
    { kind: 'item-unreadable', of: 'put-aside', id: '' },
  ]);
});

test('thousands of invalid order numbers next to errors are read in a moment', () => {
  const almost = `${'1'.repeat(4000)} 1`;
  const errors = Array.from({ length: 1000 }, () => ({ order_no: almost }));
  const body = new TextEncoder().encode(JSON.stringify({ result: null, errors }));
  expect(readEnvelope(body)?.numbers).toEqual([]);
});

test('an unreadable row does not keep any order from being scanned', async () => {
  const bench = await startPlainStation({
    journal: (journal) => ({ rowProblems: () => journal.rowProblems().map((row) => unreadable(row, 'problem', 'it is damaged')) }),
  });
  const rows = 'order,name,street,city,country\n,No Key,Street 1,Berlin,DE';
  await bench.call('importOrders', { name: 'one.csv', bytes: new TextEncoder().encode(rows) });
  await bench.call('scan', { code: 'ORD-1001' });
  expect(bench.workflow().step).not.toBe('stuck');
  await bench.call('scan', { code: 'NO-SUCH-ORDER' }).catch((error: unknown) => expect(String(error)).toMatch('order-not-found'));
  expect(bench.workflow().step).not.toBe('stuck');
});

test('items that are put aside are counted without reading them, however many there are', async () => {
  let reads = 0;
  const aside = new Set<string>();
  const bench = await startPlainStation({
    journal: (journal) => ({
      booking(id) {
        if (aside.has(id)) reads += 1;
        return journal.booking(id);
      },
    }),
  });
  for (const key of ['ORD-1001', 'ORD-1002']) {
    await bench.toTiles(key);
    await bench.call('park', { workflowNo: bench.workflowNo() });
  }
  for (const item of await bench.call('toResolve', {})) if (item.kind === 'put-aside') aside.add(item.booking.id);
  expect(aside.size).toBe(2);
  expect([badge(bench), reads]).toEqual([2, 0]);
  expect(await kindsToResolve(bench)).toEqual(['put-aside', 'put-aside']);
  expect(reads).toBeGreaterThan(0);
});
