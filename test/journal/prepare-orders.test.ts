import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { encryptUnder } from '../../electron/journal/day-keys.ts';
import { aheadOfTime, prepareOrders } from '../../electron/journal/prepare-orders.ts';
import { beginningsOf, wordRun, wordsOf } from '../../electron/journal/word-run.ts';
import type { OrderKey } from '../../shared/order.ts';
import { anOrder } from './samples.ts';
import { journalAt, newFile, root } from './temporary-journal.ts';

const keysFound = (journal: Journal, search: string): string[] =>
  journal.orders({ search, offset: 0, limit: 50 }).rows.map(({ order }) => order.key);

test('a run holds exactly the word beginnings of its orders', () => {
  const name = fc.array(fc.constantFrom('a', 'b', 'de', 'Łódź', 'lindmann', '-', ' '), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 12 }), (names) => {
      const orders = names.map(([each, city], index) => anOrder(`A-${index}`, { name: each, city }));
      const run = wordRun(orders);
      const letters = new TextDecoder('latin1');
      const found = run.owners
        .split('\n')
        .flatMap((owners, at) =>
          owners
            .split(',')
            .map((owner) => `${letters.decode(run.beginnings.subarray(16 * at, 16 * at + 16)).replaceAll('\0', '')} ${owner}`),
        );
      expect([...new Set(found)].sort()).toEqual(
        [
          ...new Set(
            orders.flatMap((order, at) =>
              wordsOf(order)
                .flatMap(beginningsOf)
                .map((each) => `${each} ${at}`),
            ),
          ),
        ].sort(),
      );
      expect(new Set(found.map((each) => each.split(' ')[0])).size).toBe(run.owners.split('\n').length);
    }),
  );
});

test('only changed orders of a file are found by new words, each under its own', () => {
  const journal = journalAt(newFile());
  const numbered = Array.from({ length: 40 }, (_each, at) => anOrder(`N-${at}`, { name: `Person Nr${at}x`, city: 'Old' }));
  journal.takeOrders(
    [numbered[3], numbered[30]].flatMap((order) => order ?? []),
    [],
  );
  journal.saveOrder(anOrder('#N-7', { name: 'Person Nr7x' }));
  journal.draft(anOrder('N-30'), 'Ana');
  const orders = numbered.map((order, at) => ({ ...order, recipient: { ...order.recipient, city: at === 3 ? 'Old' : `Newtown${at}x` } }));
  const keys = orders.map(({ key }, at) => (at === 5 ? null : at === 7 ? ('#N-7' as OrderKey) : key));
  expect(journal.takePrepared(prepareOrders(orders), keys, [], { since: Number.POSITIVE_INFINITY, isLast: true })).toEqual({
    taken: 38,
    unchanged: 1,
  });
  for (const at of [0, 4, 6, 8, 29, 30, 39]) expect(keysFound(journal, `newtown${at}x`), String(at)).toEqual([`N-${at}`]);
  expect(keysFound(journal, 'newtown7x')).toEqual(['#N-7']);
  for (const at of [3, 5]) expect(keysFound(journal, `newtown${at}x`)).toEqual([]);
  expect(keysFound(journal, 'nr3x')).toEqual(['N-3']);
  expect(journal.order('#N-7' as OrderKey)).toMatchObject({ key: '#N-7', recipient: { city: 'Newtown7x' } });
  expect(journal.order('N-5' as OrderKey)).toBeUndefined();
  expect(journal.takePrepared(prepareOrders(orders), keys, [], { since: Number.POSITIVE_INFINITY, isLast: true }).taken).toBe(0);
});

test.each([
  ['nothing', []],
  ['the words', [1]],
  ['the words and some encrypts', [1, 7, 5]],
  ['all', [1, 100]],
])('orders with %s prepared beside the journal are read and found, and keep corrections', (_what, counts) => {
  const journal = journalAt(newFile());
  const [before, now] = ['Oldtown', 'Newtown'].map((city) =>
    Array.from({ length: 20 }, (_each, at) => anOrder(`N-${at}`, { name: `Person Nr${at}`, city })),
  );
  journal.takeOrders(before?.slice(0, 2) ?? [], []);
  journal.saveOrder({ ...anOrder('N-1', { name: 'Person Nr1', city: 'Oldtown' }), noteForPacker: 'corrected' });
  const prepared = prepareOrders(now ?? []);
  const { number, key } = journal.keyOfOrders();
  const ahead = aheadOfTime(prepared, encryptUnder({ number }, root.under(key)));
  for (const count of counts) ahead.more(count);
  const keys = prepared.orders.map(({ key }) => key);
  const part = { since: Number.POSITIVE_INFINITY, isLast: true };
  expect(journal.takePrepared({ ...prepared, ...ahead.done() }, keys, [], part).taken).toBe(20);
  expect(keys.map((key) => journal.order(key)?.recipient.city)).toEqual(keys.map(() => 'Newtown'));
  expect(keys.map((key) => journal.order(key)?.noteForPacker)).toEqual(keys.map((_key, at) => (at === 1 ? 'corrected' : '')));
  expect(keysFound(journal, 'nr7')).toEqual(['N-7']);
  expect(keysFound(journal, 'newto')).toHaveLength(20);
});

test('prepares the words first, then encrypts in steps, and reports when all is done', () => {
  const ahead = aheadOfTime(prepareOrders(Array.from({ length: 20 }, (_each, at) => anOrder(`N-${at}`))), root);
  const stands = (): unknown => [ahead.done().words !== undefined, ahead.done().encrypted.ends.length];
  expect(stands()).toEqual([false, 0]);
  expect([ahead.more(7), stands()]).toEqual([true, [true, 0]]);
  expect([ahead.more(7), stands()]).toEqual([true, [true, 7]]);
  expect([ahead.more(100), stands()]).toEqual([false, [true, 20]]);
});
