import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyAddress } from '../../shared/address.ts';
import { isAddressBlock, readAddressBlock } from '../../shared/address-block.ts';
import { words } from '../words.ts';

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

test.each([
  [['12 Main Street', 'Dublin 2', 'D02 AF30', 'Ireland'], 'D02 AF30', 'Dublin 2', ['city']],
  [['12 Main Street', 'Dublin 2 D02AF30'], 'D02AF30', 'Dublin 2', ['city']],
  [['12 Main Street', 'Swords', 'Co. Dublin', 'K67 X2Y3', 'Ireland'], 'K67 X2Y3', 'Swords', ['city']],
  [['Rua das Flores, 123', 'São Paulo - SP', '01310-100', 'Brasil'], '01310-100', 'São Paulo', ['city']],
  [['Rua das Flores, 123', 'São Paulo - SP, 01310-100', 'Brasil'], '01310-100', 'São Paulo', []],
  [['1-9-1 Marunouchi, Chiyoda-ku', 'Tokyo', '〒100-0005', 'JAPAN'], '100-0005', 'Tokyo', ['city']],
  [['Budapest', 'Üllői út 19.', '1091', 'Magyarország'], '1091', 'Budapest', ['city']],
  [['H-1091 Budapest', 'Üllői út 19.'], '1091', 'Budapest', []],
  [['5/12 George St', 'Sydney NSW 2000', 'Australia'], '2000', 'Sydney', []],
  [['12 George St', 'SYDNEY NSW 2000'], '2000', 'SYDNEY', []],
  [['12 Orchard Rd', 'Singapore 238841', 'Singapore'], '238841', 'Singapore', []],
])('finds the postal code of %j', (lines, postalCode, city, unsure) => {
  const block = read('Ann Lee', ...lines);
  expect(block).toMatchObject({ address: { name: 'Ann Lee', postalCode, city, phone: '' }, unsure, left: [] });
  expect(block.address.street).not.toBe('');
  expect(block.address.houseNumber).not.toBe('');
});

test.each([
  [['12345678', 'Packstation 145', '53113 Bonn', 'Deutschland']],
  [['Packstation 145', '12345678', '53113 Bonn', 'Deutschland']],
  [['Postnummer 12345678', 'Packstation 145', '53113 Bonn', 'Deutschland']],
])('a post number is not a telephone number: %j', (lines) => {
  const { address, unsure } = read('Max Muster', ...lines);
  expect(address).toMatchObject({ street: 'Packstation 145', phone: '', street2: expect.stringContaining('12345678') });
  expect(unsure).toEqual([]);
});

test('if no town was found, every field that may contain it is marked', () => {
  expect(read('Ann Lee', 'Kesar Bagh', 'Near the Station', 'Chennai 600 028', 'India').unsure).toEqual(
    expect.arrayContaining(['street', 'company']),
  );
});

test('a doubtful part is marked, and a part without a field is left over', () => {
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
  // No country is guessed.
  expect(read('Jane Doe', 'Am Markt 3', '10115 Berlin').address.country).toBe('');
});

test('no word is dropped and none is invented, whatever is pasted', () => {
  const word = fc.constantFrom(...words('Groß GmbH Markt 12 10115 Berlin NL DE 5222 AE +49301234567 a@b.de Postfach TX c/o'));
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

test('three lines are an address, but two lines or one long line are not', () => {
  expect(['a\nb\nc', 'a\r\n\r\nb\r\nc', 'a\nb', 'a', ''].map(isAddressBlock)).toEqual([true, true, false, false, false]);
});

test('the street of a pasted address is not its gate, on whichever line that is', () => {
  for (const lines of [
    ['Werkstr. 100', 'Werk II, Tor 3'],
    ['Werk II, Tor 3', 'Werkstr. 100'],
  ])
    expect(read('Leo Winter', 'Muster GmbH', ...lines, '95028 Hof').address).toMatchObject({ street: 'Werkstr.', houseNumber: '100' });
});
