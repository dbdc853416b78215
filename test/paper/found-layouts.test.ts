import { afterAll, expect, test } from 'vitest';
import { createPaper } from '../../electron/paper/paper.ts';
import { workers } from '../fakes/workers.ts';
import { drawLayout } from './layouts/trial.ts';

// Layouts that `npm run test:labels` has found, drawn again from their seeds.
const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
afterAll(() => paper.close());

test.each([
  ['words stand below two small labels', 'p1/128'],
  ['words stand below the first of two small labels', 'p1/1322'],
  ['its postal code ends with AA, on a line of its own', 'p1/416'],
  ['two small labels touch', 'p2/1015'],
])("another order's label on our page is asked about if %s", async (_where, seed) => {
  const { rider, to, from, expected } = await drawLayout(seed);
  expect(await paper.compare(rider, to, from, expected)).toMatchObject({ kind: 'cannot-compare' });
});

test.each([
  ['a Dutch postal code ends with AE', 'p1/349'],
  ['a second bar code is the postal code of the sender, on a return label', 'p1/533'],
  ['a second bar code is a Dutch postal code', 'p1/840'],
  ['the bars of one reach to the text of the next', 'p1/704'],
  ['a dashed line stands between two frames', 'p1/1034'],
  ['town and postal code stand in fields of their own', 'p1/1150'],
  ['a customer copy stands on the other half of a sheet of two', 'p1/1276'],
  ['town and postal code stand on lines of their own', 'p2/896'],
  ["the courier's own address ends the advice beside small labels", '24296843c83c17a097e05b02464c2764458f81a3/266'],
  ["the courier's own address ends the advice below the label", '24296843c83c17a097e05b02464c2764458f81a3/268'],
])('our own labels match if %s', async (_where, seed) => {
  const { own, to, from, expected } = await drawLayout(seed);
  expect(await paper.compare(own, to, from, expected)).toEqual({ kind: 'match' });
});

test("a namesake in another street is asked about if the street and the sender's street share one row", async () => {
  const { own, to, from, expected, others } = await drawLayout('97cfeb5e96a4fc926ad8f85f03909d79b8248a03/2991');
  const namesake = new Map(others).get('a namesake in another street');
  if (!namesake) throw new Error('no namesake');
  expect(await paper.compare(own, namesake, from, expected)).toMatchObject({ kind: 'cannot-compare' });
  expect(await paper.compare(own, to, from, expected)).toEqual({ kind: 'match' });
});

test('the way back between two branches of one company does not match, if our town is larger and our address was not found', async () => {
  const { back, to, from, expected } = await drawLayout('797a0dca9fcc9d8e3de59b5de9d9e4905194c148/11');
  expect((await paper.compare(back, to, from, expected)).kind).not.toBe('match');
});
