import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStreet } from '../../electron/orders/layout.ts';
import { splitStreet } from '../../shared/address.ts';
import { readBox } from '../../shared/delivery-place.ts';
import { words } from '../words.ts';

const split: readonly (readonly [country: string, line: string, street: string, houseNumber: string])[] = [
  ['NL', 'Veemarktkade 8', 'Veemarktkade', '8'],
  ['NL', 'Kerkstraat 12-2', 'Kerkstraat', '12-2'],
  ['NL', 'Kerkstraat 12 bis', 'Kerkstraat', '12 bis'],
  ['NL', 'Kerkstraat 12-hs', 'Kerkstraat', '12-hs'],
  ['NL', 'Prinsengracht 263 A', 'Prinsengracht', '263 A'],
  ['NL', '2e Helmersstraat 15', '2e Helmersstraat', '15'],
  ['NL', '1e van der Helststraat 20-3', '1e van der Helststraat', '20-3'],
  ['NL', 'Plein 1944 12', 'Plein 1944', '12'],
  ['NL', 'Burgemeester de Monchyplein 101', 'Burgemeester de Monchyplein', '101'],
  ['BE', 'Kerkstraat 12 bus 3', 'Kerkstraat', '12 bus 3'],
  ['BE', 'Avenue Louise 54 bte 5', 'Avenue Louise', '54 bte 5'],
  ['BE', 'Meir 50/2', 'Meir', '50/2'],
  ['BE', '16 Rue de la Loi', 'Rue de la Loi', '16'],
  ['DE', 'Hauptstr. 5', 'Hauptstr.', '5'],
  ['DE', 'Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
  ['DE', 'Musterweg 3a', 'Musterweg', '3a'],
  ['DE', 'Musterweg 3 a', 'Musterweg', '3 a'],
  ['DE', 'Musterweg 12-14', 'Musterweg', '12-14'],
  ['DE', 'Musterweg 12 - 14', 'Musterweg', '12-14'],
  ['DE', 'Q7, 24', 'Q7', '24'],
  ['DE', 'Am Markt 1/2', 'Am Markt', '1/2'],
  ['AT', 'Mariahilfer Straße 103/2/14', 'Mariahilfer Straße', '103/2/14'],
  ['AT', 'Wiedner Hauptstraße 8-10/3/15', 'Wiedner Hauptstraße', '8-10/3/15'],
  ['AT', 'Ringstraße 8 Top 4', 'Ringstraße', '8 Top 4'],
  ['CH', 'Bahnhofstrasse 21', 'Bahnhofstrasse', '21'],
  ['CH', 'Chemin des Fleurs 3 bis', 'Chemin des Fleurs', '3 bis'],
  ['FR', '12 rue de la Gare', 'rue de la Gare', '12'],
  ['FR', '12 bis rue Victor Hugo', 'rue Victor Hugo', '12 bis'],
  ['FR', '5, avenue Foch', 'avenue Foch', '5'],
  ['FR', '8 rue du 8 Mai 1945', 'rue du 8 Mai 1945', '8'],
  ['FR', '14B boulevard Saint-Michel', 'boulevard Saint-Michel', '14B'],
  ['FR', 'Rue du Moulin 7', 'Rue du Moulin', '7'],
  ['LU', '12, rue de la Poste', 'rue de la Poste', '12'],
  ['US', '1600 Pennsylvania Ave NW', 'Pennsylvania Ave NW', '1600'],
  ['US', '123 1/2 Main St', 'Main St', '123 1/2'],
  ['US', '350 5th Ave', '5th Ave', '350'],
  ['US', '742 Evergreen Terrace Apt 4', 'Evergreen Terrace Apt 4', '742'],
  ['US', '12-34 Bell Blvd', 'Bell Blvd', '12-34'],
  ['CA', '290 Bremner Blvd', 'Bremner Blvd', '290'],
  ['AU', '3/45 George Street', 'George Street', '3/45'],
  ['GB', '221B Baker Street', 'Baker Street', '221B'],
  ['GB', '10, Downing Street', 'Downing Street', '10'],
  ['IE', '7 Eccles Street', 'Eccles Street', '7'],
  ['ES', 'Calle Mayor 12', 'Calle Mayor', '12'],
  ['ES', 'Calle de Alcalá, 45, 3º B', 'Calle de Alcalá', '45, 3º B'],
  ['ES', 'C/ Gran Vía 28 4º izq.', 'C/ Gran Vía', '28 4º izq.'],
  ['ES', 'Camino Viejo s/n', 'Camino Viejo', 's/n'],
  ['IT', 'Via Roma 12', 'Via Roma', '12'],
  ['IT', 'Via Garibaldi, 5/A', 'Via Garibaldi', '5/A'],
  ['IT', 'Via XX Settembre 20', 'Via XX Settembre', '20'],
  ['IT', 'Via 4 Novembre 12', 'Via 4 Novembre', '12'],
  ['IT', 'Via Roma 12 int. 3', 'Via Roma', '12 int. 3'],
  ['IT', 'Località Fontana snc', 'Località Fontana', 'snc'],
  ['PT', 'Rua Augusta 274, 2º Esq', 'Rua Augusta', '274, 2º Esq'],
  ['PT', 'Av. da Liberdade, 110', 'Av. da Liberdade', '110'],
  ['PL', 'ul. Marszałkowska 10/12 m. 5', 'ul. Marszałkowska', '10/12 m. 5'],
  ['PL', 'al. Jerozolimskie 65/79', 'al. Jerozolimskie', '65/79'],
  ['CZ', 'Vodičkova 681/14', 'Vodičkova', '681/14'],
  ['SK', 'Obchodná 7A', 'Obchodná', '7A'],
  ['HU', 'Andrássy út 60.', 'Andrássy út', '60.'],
  ['SE', 'Sveavägen 44', 'Sveavägen', '44'],
  ['SE', 'Storgatan 5 B', 'Storgatan', '5 B'],
  ['SE', 'Storgatan 12 lgh 1101', 'Storgatan', '12 lgh 1101'],
  ['FI', 'Mannerheimintie 12 B 34', 'Mannerheimintie', '12 B 34'],
  ['DK', 'Nørrebrogade 45, 2. tv', 'Nørrebrogade', '45, 2. tv'],
  ['DK', 'Vesterbrogade 3B, 1. th', 'Vesterbrogade', '3B, 1. th'],
  ['NO', 'Karl Johans gate 22', 'Karl Johans gate', '22'],
  ['NO', 'Storgata 5B', 'Storgata', '5B'],
  ['GR', 'Ερμού 15', 'Ερμού', '15'],
  ['UA', 'вул. Хрещатик, 22', 'вул. Хрещатик', '22'],
  ['UA', 'вулиця Хрещатик, буд. 22, кв. 5', 'вулиця Хрещатик', 'буд. 22, кв. 5'],
  ['TR', 'Atatürk Caddesi No:12 D:3', 'Atatürk Caddesi', 'No:12 D:3'],
  ['RO', 'Strada Lipscani nr. 25', 'Strada Lipscani', 'nr. 25'],
  ['HR', 'Ilica 10', 'Ilica', '10'],
  ['EE', 'Pikk 26', 'Pikk', '26'],
  ['LT', 'Gedimino pr. 9', 'Gedimino pr.', '9'],
  ['JP', '1-2-3 Ginza', 'Ginza', '1-2-3'],
];

test.each(split)('splits a street of %s: %s', (country, line, street, houseNumber) => {
  expect(splitStreet(line, country)).toEqual({ street, houseNumber });
});

const asked: readonly (readonly [country: string, line: string])[] = [
  ['NL', 'Kerkstraat'],
  ['NL', '2e Helmersstraat'],
  ['NL', 'Plein 1940-1945'],
  ['NL', 'Dorpsstraat 12 2'],
  ['FR', 'Place du 11 Novembre 1918'],
  ['IT', 'Via 25 Aprile'],
  ['US', 'Route 66'],
  ['US', 'Highway 101'],
  ['GB', 'Rose Cottage'],
  ['GB', 'Flat 3, 12 High Street, Rear Building'],
  ['DE', '1. Mai Straße'],
  ['DE', ''],
  ['DE', '12'],
];

test.each(asked)('asks about a street of %s if it cannot be split safely: %s', (country, line) => {
  expect(splitStreet(line, country)).toBeUndefined();
});

test('keeps every word of every line it splits', () => {
  const word = fc.oneof(
    fc.constantFrom(...words('Kerkstraat rue de la Gare Straße des 17. Juni bis bus nr. s/n º 3º A Apt')),
    fc.integer({ min: 0, max: 99_999 }).map(String),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const letters = (text: string): string => Array.from(text.replace(/[\s,]/g, '')).sort().join('');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), fc.constantFrom('NL', 'FR', 'US', 'ES', 'GB'), (words, country) => {
      const line = words.join(' ');
      const parts = splitStreet(line, country);
      if (parts) expect(letters(parts.street + parts.houseNumber)).toBe(letters(line));
    }),
    { numRuns: 5000 },
  );
});

/** `NL | street line | street line …`: lines as shops send them, most in a form the country uses, and some that only a person can split. */
const streetLines = readFileSync(new URL('../fixtures/street-lines.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .flatMap((row) => {
    const [country = '', ...lines] = row.split(' | ').map((cell) => cell.trim());
    return lines.map((line) => ({ country, line }));
  });

test('loses no word of hundreds of streets from many countries, and splits most of them', () => {
  expect(streetLines.length).toBeGreaterThanOrEqual(300);
  expect(new Set(streetLines.map(({ country }) => country)).size).toBeGreaterThanOrEqual(30);
  const words = (text: string): string[] =>
    text
      .replace(/ ([-–/]) (?=\d)/g, '$1')
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .sort();
  const unsplit = streetLines.filter(({ country, line }) => {
    const parts = splitStreet(line, country);
    if (!parts) return true;
    expect(words(`${parts.street} ${parts.houseNumber}`)).toEqual(words(line));
    expect(parts.houseNumber).toMatch(/\d|s\/n|snc|bb/i);
    expect(parts.street).toMatch(/\p{L}/u);
    return false;
  });
  expect(unsplit.length / streetLines.length).toBeLessThan(0.2);
});

test('a line of megabytes is not a street and is asked about', () => {
  for (const line of [`Weg 1${'-1'.repeat(4_000_000)}`, `1${'-1'.repeat(4_000_000)} Road`, `Weg 8${','.repeat(1_000_000)}`])
    for (const country of ['DE', 'US']) expect(splitStreet(line, country)).toBeUndefined();
});

test.each([
  ['Rua das Flores, 123 - Apto 45', 'BR', 'Rua das Flores', '123 - Apto 45'],
  ['Hauptstraße 4/Stg. 2/Top 15', 'AT', 'Hauptstraße', '4/Stg. 2/Top 15'],
  ['C/ Mayor s/n, 3º B', 'ES', 'C/ Mayor', 's/n, 3º B'],
  ['Nadir Sk. No:2/2 KAT:3 DAİRE 84', 'TR', 'Nadir Sk.', 'No:2/2 KAT:3 DAİRE 84'],
])('the number of a flat is not a house number: %s', (line, country, street, houseNumber) => {
  expect(splitStreet(line, country)).toEqual({ street, houseNumber });
});

test.each([
  ['Villa 12, Street 4B', 'AE'],
  ['Av. Paulista 1000 Bloco B Apto 45', 'BR'],
  ['Halle 7', 'DE'],
  ['Nadir Sk. No:2/2 B Blok 84', 'TR'],
  ['Nadir Sk. No 2 B Blok 84', 'TR'],
  ['Mah. 1203 Sk. B Blok DAİRE 84', 'TR'],
  ['6368 Ground Floor', 'IN'],
  ['101, 2nd Floor', 'IN'],
  ['12 First Floor Flat B', 'GB'],
  ['7 Lower Ground Floor', 'GB'],
  ['123 Apt 4', 'US'],
])('asks about %s because its number may be that of a flat or a hall', (line, country) => {
  expect(splitStreet(line, country)).toBeUndefined();
});

test.each([
  ['12 First Avenue', 'GB', 'First Avenue', '12'],
  ['6 Ground Floor Road', 'IN', 'Ground Floor Road', '6'],
  ['3 2nd Street', 'US', '2nd Street', '3'],
])('the street of %s only looks like a floor at its start', (line, country, street, houseNumber) => {
  expect(splitStreet(line, country)).toEqual({ street, houseNumber });
});

test.each([
  ['Muster GmbH', 'Industriestr. 12', 'DE', 'Industriestr.', '12'],
  ['Muster & Söhne GmbH & Co. KG', 'Am Hang 3', 'DE', 'Am Hang', '3'],
  ['Voorbeeld B.V.', 'Veemarktkade 8', 'NL', 'Veemarktkade', '8'],
  ['Agentur 24 UG (haftungsbeschränkt)', 'Torstraße 9a', 'DE', 'Torstraße', '9a'],
  ['Exemple SARL', '12 rue de la Gare', 'FR', 'rue de la Gare', '12'],
  ['Example Ltd', '12 High Street', 'GB', 'High Street', '12'],
])('the company %s on the first line is not the street', (company, line, country, street, houseNumber) => {
  expect(readStreet(company, line, country)).toEqual({ street, houseNumber, street2: company });
});

test.each([
  ['Muster GmbH', 'Postfach 1234', 'Postfach 1234', 'Muster GmbH'],
  ['Muster GmbH', 'Tor 3', 'Muster GmbH', 'Tor 3'],
  ['Straße der AG', 'Hofweg 3', 'Straße der AG', 'Hofweg 3'],
  ['Kalle AG', '', 'Kalle AG', ''],
])('%s before "%s" gets no guessed number', (first, second, street, street2) => {
  expect(readStreet(first, second, 'DE')).toEqual({ street, houseNumber: '', street2 });
});

test('if a named floor is on the first line, the second line is the street', () => {
  expect(readStreet('Ground Floor', '12 High Street', 'GB')).toEqual({ street: 'High Street', houseNumber: '12', street2: 'Ground Floor' });
});

test.each([
  ['Werk II, Tor 3', 'Werkstr. 100', 'DE', 'Werkstr.', '100'],
  ['Gebäude 12 / Rampe 4', 'Daimlerstraße 8', 'DE', 'Daimlerstraße', '8'],
  ['Werk Nord', 'Am Hang 9', 'DE', 'Am Hang', '9'],
  ['Haus 4', 'Bahnhofstr. 12', 'DE', 'Bahnhofstr.', '12'],
  ['Lager 2', 'Gewerbepark 7', 'AT', 'Gewerbepark', '7'],
  ['Gate 4', '12 Harbour Road', 'GB', 'Harbour Road', '12'],
  ['Unit 5, Dock 2', '7 Station Street', 'IE', 'Station Street', '7'],
  ['Building B', '350 5th Ave', 'US', '5th Ave', '350'],
  ['Bâtiment C', '12 rue de la Gare', 'FR', 'rue de la Gare', '12'],
  ['Zone Industrielle Nord 4', '160 route de Lyon', 'FR', 'route de Lyon', '160'],
  ['Puerta 2, Muelle 3', 'Avenida de la Constitución 3', 'ES', 'Avenida de la Constitución', '3'],
  ['Capannone 4', 'Via Roma 12', 'IT', 'Via Roma', '12'],
  ['Armazém 3', 'Rua Augusta 274', 'PT', 'Rua Augusta', '274'],
  ['Hal 5, Poort B', 'Steenweg op Brussel 120', 'BE', 'Steenweg op Brussel', '120'],
  ['Loods 3', 'Veemarktkade 8', 'NL', 'Veemarktkade', '8'],
  ['Hala C, Brama 2', 'ul. Gen. Andersa 7a', 'PL', 'ul. Gen. Andersa', '7a'],
  ['Bygning 3', 'Industrivej 20', 'DK', 'Industrivej', '20'],
])('of %s and %s in %s, the second line is the street', (part, line, country, street, houseNumber) => {
  expect(readStreet(part, line, country)).toEqual({ street, houseNumber, street2: part });
  // In the other order nothing changes.
  expect(readStreet(line, part, country)).toEqual({ street, houseNumber, street2: part });
});

test.each([
  ['Autohaus Nord 24', 'Hauptstr. 5', 'Hauptstr. 5', 'Autohaus Nord 24'],
  ['Hallstraße 5', 'Elmweg 12', 'Hallstraße 5', 'Elmweg 12'],
])('asks about %s and %s because both may be the street', (first, second, street, street2) => {
  expect(readStreet(first, second, 'DE')).toEqual({ street, houseNumber: '', street2 });
});

test('a second line without a street leaves hundreds of streets as they are', () => {
  for (const { country, line } of streetLines)
    for (const second of ['', 'Hinterhaus 2. OG', 'c/o Kern', 'Apt 4', '2 OG', 'Tor 3', 'Unit 5, Dock 2']) {
      const alone = splitStreet(line, country);
      if (alone && !readBox(line)) expect(readStreet(line, second, country)).toEqual({ ...alone, street2: second });
    }
});
