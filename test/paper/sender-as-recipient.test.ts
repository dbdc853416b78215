import { expect, test } from 'vitest';
import { address, type Column, linesOf, outcomeOf, sheetOf } from './label-columns.ts';

const shop = address({ company: 'Moden GmbH', street: 'Goethestrasse', houseNumber: '37', postalCode: '50667', city: 'Koeln' });
const zoe = address({ name: 'Zoe Meyer', street: 'Lindenweg', houseNumber: '5', postalCode: '50667', city: 'Koeln' });
const third = address({ company: 'Polar Design', street: 'Hauptstrasse', houseNumber: '9', postalCode: '24103', city: 'Kiel' });

const layouts: Readonly<Record<string, readonly Column[]>> = {
  'sender above, larger recipient': [
    [20, 20, 20, linesOf(shop)],
    [60, 300, 36, linesOf(zoe)],
  ],
  'both in equal letters': [
    [20, 20, 20, linesOf(shop)],
    [20, 300, 20, linesOf(zoe)],
  ],
  'both in one column without a gap, with captions': [[20, 20, 20, ['TO', ...linesOf(zoe), 'FROM', ...linesOf(shop)]]],
  'captions without a gap, sender first': [[20, 20, 20, ['FROM', ...linesOf(shop), 'TO', ...linesOf(zoe)]]],
};

test.each(Object.entries(layouts))('no label matches an order addressed to its sender: %s', (_layout, columns) => {
  const label = sheetOf(columns);
  for (const sender of [shop, zoe, third]) expect(outcomeOf([label], shop, sender)).not.toBe('match');
});

test('two companies that differ only in their legal form are not the same', () => {
  const [gmbh, ag] = ['Moden GmbH', 'Moden AG'].map((company) => ({ ...shop, company })) as [typeof shop, typeof shop];
  const label = sheetOf([[20, 20, 20, ['TO', ...linesOf({ ...zoe, company: ag.company }), 'FROM', ...linesOf(gmbh)]]]);
  expect(outcomeOf([label], { ...zoe, company: ag.company }, gmbh)).toBe('match');
  for (const sender of [gmbh, zoe, third]) expect(outcomeOf([label], gmbh, sender)).not.toBe('match');
});

test('the same name and street in another town is asked about', () => {
  const label = sheetOf([
    [20, 20, 20, linesOf(shop)],
    [60, 300, 36, linesOf({ ...zoe, postalCode: '80331', city: 'Muenchen' })],
  ]);
  expect(outcomeOf([label], zoe, shop)).toBe('name-in-other-town');
});

test('a name in one address and the street in another are not a recipient', () => {
  const label = sheetOf([
    [20, 20, 20, ['Ada Bakker', 'Steinweg 25', '50667 Koeln']],
    [20, 160, 20, ['Zoe Meyer', 'Lindenweg 5', '50667 Koeln']],
  ]);
  expect(outcomeOf([label], { ...zoe, name: 'Ada Bakker' }, third)).toBe('name-at-other-door');
});

test("a name next to another recipient's address is asked about", () => {
  const label = sheetOf([
    [300, 20, 30, ['Polar Design']],
    [20, 90, 20, ['Talleres Mendi', 'Lindenweg 5', '50667 Koeln']],
  ]);
  expect(outcomeOf([label], { ...zoe, name: 'Polar Design' }, shop)).toBe('name-of-other-contact');
});
