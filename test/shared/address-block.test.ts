import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyAddress } from '../../shared/address.ts';
import { isAddressBlock, readAddressBlock } from '../../shared/address-block.ts';

const read = (...lines: string[]) => readAddressBlock(lines.join('\n'));

test.each([
  [
    ['Jürgen Groß', 'Kastanienallee 84', '10435 Berlin', 'Deutschland'],
    { name: 'Jürgen Groß', street: 'Kastanienallee', houseNumber: '84', postalCode: '10435', city: 'Berlin', country: 'DE' },
  ],
  [
    ['Groß Keramik GmbH', 'Jürgen Groß', 'Kastanienallee 84', 'D-10435 Berlin', 'Tel. +49 30 5557210', 'jg@gross.example'],
    {
      name: 'Jürgen Groß',
      company: 'Groß Keramik GmbH',
      street: 'Kastanienallee',
      houseNumber: '84',
      postalCode: '10435',
      city: 'Berlin',
      country: 'DE',
      phone: '+49 30 5557210',
      email: 'jg@gross.example',
    },
  ],
  [
    ['Sanne de Wit', 'Bakker B.V.', 'Veemarktkade 8', '5222 AE  ’s-Hertogenbosch', 'NL'],
    {
      name: 'Sanne de Wit',
      company: 'Bakker B.V.',
      street: 'Veemarktkade',
      houseNumber: '8',
      postalCode: '5222 AE',
      city: '’s-Hertogenbosch',
      country: 'NL',
    },
  ],
  [
    ['Hélène Roux', '12 bis rue de la Gare', 'Bâtiment C', '75010 Paris', 'France'],
    {
      name: 'Hélène Roux',
      street: 'rue de la Gare',
      houseNumber: '12 bis',
      street2: 'Bâtiment C',
      postalCode: '75010',
      city: 'Paris',
      country: 'FR',
    },
  ],
  [
    ['Ann Smith', '221B Baker Street', 'London', 'NW1 6XE', 'United Kingdom'],
    { name: 'Ann Smith', street: 'Baker Street', houseNumber: '221B', postalCode: 'NW1 6XE', city: 'London', country: 'GB' },
  ],
  [
    ['Bo Diaz', '500 Main St', 'Austin, TX 78701', 'USA'],
    { name: 'Bo Diaz', street: 'Main St', houseNumber: '500', city: 'Austin', province: 'TX', postalCode: '78701', country: 'US' },
  ],
  [
    ['Eva Graf', 'Postfach 1234', '8001 Zürich', 'Schweiz'],
    { name: 'Eva Graf', street: 'Postfach 1234', postalCode: '8001', city: 'Zürich', country: 'CH' },
  ],
])('%j', (lines, address) => {
  expect(read(...lines)).toEqual({ address: { ...emptyAddress, ...address }, unsure: [], left: [] });
});

test('what might stand elsewhere is marked, and what has no field is left over', () => {
  expect(read('Jane Doe', 'Kunstwerkplaats', 'Dorpsstraat 5', '1234 AB Ergens', 'NL')).toMatchObject({
    address: { company: 'Kunstwerkplaats' },
    unsure: ['company'],
  });
  expect(read('Jane Doe', 'Am Markt', '10115 Berlin', 'DE')).toMatchObject({
    address: { street: 'Am Markt', houseNumber: '' },
    unsure: ['street'],
  });
  expect(read('Jane Doe', 'Am Markt 3', '10115 Berlin', 'Bitte klingeln', 'DE')).toMatchObject({
    address: { city: 'Berlin', country: 'DE' },
    left: ['Bitte klingeln'],
  });
  expect(read('Jane Doe', 'Am Markt 3', '10115 Berlin', '030 5557210')).toMatchObject({
    address: { phone: '030 5557210' },
    unsure: ['phone'],
  });
  // No country is made up.
  expect(read('Jane Doe', 'Am Markt 3', '10115 Berlin').address.country).toBe('');
});

test('no word is dropped and none is made up, whatever is pasted', () => {
  const word = fc.constantFrom(
    'Groß',
    'GmbH',
    'Markt',
    '12',
    '10115',
    'Berlin',
    'NL',
    'DE',
    '5222',
    'AE',
    '+49301234567',
    'a@b.de',
    'Postfach',
    'TX',
    'c/o',
  );
  const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const wordsOf = (text: string) =>
    new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    );
  fc.assert(
    fc.property(fc.array(line, { minLength: 3, maxLength: 24 }), (lines) => {
      const { address, left } = readAddressBlock(lines.join('\n'));
      const shown = wordsOf([...Object.values(address), ...left].join(' '));
      for (const each of wordsOf(lines.join(' '))) expect(shown).toContain(each);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('three lines are an address, and two or a long line are not', () => {
  expect(['a\nb\nc', 'a\r\n\r\nb\r\nc', 'a\nb', 'a', ''].map(isAddressBlock)).toEqual([true, true, false, false, false]);
});
