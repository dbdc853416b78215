import { expect, test } from 'vitest';
import { address, type Column, linesOf, outcomeOf, sheetOf } from './label-columns.ts';

const shop = address({ company: 'Moden GmbH', street: 'Goethestrasse', houseNumber: '37', postalCode: '50667', city: 'Koeln' });
const paul = address({
  name: 'Paul Martel',
  company: 'Quincaillerie Berthelin',
  street: 'Rue du Lac',
  houseNumber: '27',
  street2: 'Batiment C',
  postalCode: '69100',
  city: 'Villeurbanne',
  country: 'FR',
});
const companyAlone = [paul.company, '27 RUE DU LAC', 'BATIMENT C', 'FR 69100 VILLEURBANNE'];
const label = (lines: readonly string[], ...more: readonly Column[]) =>
  sheetOf([[20, 20, 16, linesOf(shop)], [20, 200, 30, lines], ...more]);

test('a label with only the company name matches if its whole address is there', () => {
  expect(outcomeOf([label(companyAlone)], paul, shop)).toBe('match');
  expect(outcomeOf([label(companyAlone)], { ...paul, houseNumber: '29' }, shop)).not.toBe('match');
  expect(outcomeOf([label(companyAlone)], { ...paul, postalCode: '42000', city: 'Saint-Etienne' }, shop)).not.toBe('match');
  expect(outcomeOf([label(companyAlone)], { ...paul, company: 'Quincaillerie Morel' }, shop)).not.toBe('match');
  expect(outcomeOf([label(companyAlone.toSpliced(1, 1))], paul, shop)).not.toBe('match');
});

test.each([
  ['below the company', [paul.company, 'Jeanne Petit', ...companyAlone.slice(1)]],
  ['above the company', ['Jeanne Petit', ...companyAlone]],
])('a label of a colleague in the same company is another label: %s', (_where, lines) => {
  expect(outcomeOf([label(lines)], paul, shop)).toBe('other');
  expect(outcomeOf([label(lines)], { ...paul, name: 'Jeanne Petit' }, shop)).toBe('match');
});

test('another contact below the address of the company is asked about', () => {
  const lines = [...companyAlone, 'Contact: Jeanne Petit'];
  expect(outcomeOf([label(lines)], paul, shop)).toBe('name-of-other-contact');
  expect(outcomeOf([label(lines)], { ...paul, name: 'Jeanne Petit' }, shop)).toBe('match');
});

test('a contact below the address of its company is the recipient', () => {
  expect(outcomeOf([label([...companyAlone, 'FRANCE', 'Contact: Paul Martel'])], paul, shop)).toBe('match');
});

test('an address with a caption for each part is one address', () => {
  const jorge = address({ name: 'Jorge', street: 'Calle Larga', houseNumber: '1', postalCode: '28035', city: 'Madrid', country: 'ES' });
  const fields = sheetOf([
    [40, 120, 17, ['Apellidos y Nombre']],
    [40, 140, 20, ['Jorge']],
    [40, 195, 17, ['Domicilio']],
    [40, 215, 20, ['Calle Larga 1', '28035 Madrid']],
  ]);
  expect(outcomeOf([fields], jorge, shop)).toBe('match');
  expect(outcomeOf([fields], { ...jorge, houseNumber: '2' }, shop)).not.toBe('match');
});

test('a house number may follow its abbreviation', () => {
  const anna = address({ name: 'Anna Weber', street: 'Steingasse', houseNumber: '25', postalCode: '50667', city: 'Koeln' });
  expect(outcomeOf([label(['Anna Weber', 'Steingasse Nr. 25', '50667 Koeln'])], anna, shop)).toBe('match');
  expect(outcomeOf([label(['Anna Weber', 'Steingasse Nr. 27', '50667 Koeln'])], anna, shop)).toBe('name-at-other-door');
});

test('a label to a pickup shop names both, each below its caption', () => {
  const ida = address({
    name: 'Ida Berg',
    company: 'Maxi Kiosk',
    street: 'Storgatan',
    houseNumber: '4',
    postalCode: '177 44',
    city: 'Jarfalla',
    country: 'SE',
  });
  const locker = sheetOf([
    [30, 20, 20, ['Från', ...linesOf(shop)]],
    [30, 200, 26, ['Till', 'Maxi Kiosk', 'Storgatan 4', '17744 Jarfalla']],
    [30, 400, 26, ['Mottagare']],
    [30, 440, 50, ['Ida Berg']],
    [410, 520, 26, ['Mottagare:', 'Ida Berg', 'Hemvagen 2', '17000 Jarfalla']],
  ]);
  expect(outcomeOf([locker], ida, shop)).toBe('match');
  expect(outcomeOf([locker], { ...ida, name: 'Olle Berg' }, shop)).not.toBe('match');
});

test("a post office in the recipient's town is on the way there", () => {
  const ann = address({
    name: 'Ann Poe',
    street: 'Williams Drive',
    houseNumber: '5023',
    postalCode: '30092',
    city: 'Norcross',
    country: 'US',
  });
  const last = sheetOf([
    [25, 20, 22, linesOf(shop)],
    [100, 140, 30, ['SHIP TO:', 'USPS 30092', '5600 Spalding Dr', 'Norcross GA 30092']],
    [140, 500, 22, ['USPS DELIVER TO:', 'Ann Poe', '5023 Williams Drive', 'Norcross, GA 30092']],
  ]);
  expect(outcomeOf([last], ann, shop)).toBe('match');
  expect(outcomeOf([last], { ...ann, houseNumber: '5600', street: 'Spalding Dr' }, shop)).not.toBe('match');
});

test('an air waybill copy is a copy of its label', () => {
  const sheet = (title: readonly string[]) =>
    sheetOf([
      [20, 20, 16, linesOf(shop)],
      [20, 150, 30, ['TO', ...linesOf(paul)]],
      [20, 600, 20, title],
    ]);
  expect(outcomeOf([sheet([]), sheet(['FEDEX AWB COPY - PLEASE PLACE IN POUCH'])], paul, shop)).toBe('match');
});
