import { expect, test } from 'vitest';
import { neverHolds } from '../../shared/never-holds.ts';
import type { Condition } from '../../shared/shipping-rule.ts';
import { buyCheapest, rule } from './some-rules.ts';

test('finds a rule that can never hold, and the rule that decides first', () => {
  const over = (grams: number): Condition => ({ of: 'weight', isOver: true, grams });
  const to = (...countries: string[]): Condition => ({ of: 'country', isIn: true, countries });
  const found = (...list: (readonly Condition[])[]) =>
    neverHolds(list.map((conditions) => rule({ conditions: [...conditions], take: buyCheapest })));
  expect(found([over(20_000)], [over(25_000)], [to('CH')])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(found([over(25_000)], [over(20_000)])).toEqual([]);
  expect(found([over(20_000), { of: 'weight', isOver: false, grams: 20_000 }])).toEqual([{ no: 1, is: 'contradicts' }]);
  expect(found([to('CH', 'NO')], [to('NO'), over(1)], [to('NO', 'DE')])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(found([{ of: 'country', isIn: false, countries: ['NL'] }], [to('CH')])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(found([{ of: 'postal-code', begins: ['07'] }], [{ of: 'postal-code', begins: ['07 1', '0 75'] }])).toMatchObject([
    { no: 2, by: 1 },
  ]);
  expect(found([])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(neverHolds([rule({ never: ['UPS'] }), rule({ isOn: false, take: buyCheapest })])).toEqual([]);
});
