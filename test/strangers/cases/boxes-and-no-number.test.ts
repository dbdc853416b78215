import { expect, test } from 'vitest';
import { readOffers } from '../../../electron/courier/quote.ts';
import { readOrderFile } from '../../../electron/orders/open-order-file.ts';
import { emptyAddress, leavesCustomsTerritory, placeApart, splitStreet } from '../../../shared/address.ts';
import { readBox, withNumber } from '../../../shared/delivery-place.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { noHouseNumber, toTheBox } from '../../../shared/question.ts';
import { isSureToGo, mayGo } from '../../../shared/quote.ts';
import { type PlainStation, sent, startPlainStation } from '../../path/plain-station.ts';
import { parts } from '../../words.ts';

const header =
  'order,name,street,house_number,street_2,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const row = (street: string, number = '', second = '', place = '10435,Berlin,DE') =>
  `A-1,Anna Lehmann,${street},${number},${second},${place},+49 30 55572101,1,20,20,20,Vase,64,EUR`;
const bench = (orders: string, settings = {}) => startPlainStation({ orders: `${header}\n${orders}`, settings });

const asked = async ({ call, at }: PlainStation) => {
  await call('scan', { code: 'A-1' });
  return (await at('asking')).questions;
};
async function bought(station: PlainStation) {
  const { serviceId } = await station.at('choosing');
  await station.take(serviceId, 'done');
  const { street1, streetNo, street2 } = station.service.orders()[0]!.shipment.recipient;
  return { street1, streetNo, street2 };
}

test('a PO box is asked about as a PO box, and is sent once', async () => {
  const station = await bench(row('Postfach 12 34'));
  const [question] = await asked(station);
  expect(question).toEqual({ kind: 'po-box', parcel: null, found: 'Postfach 12 34' });
  await station.answerAll({ 'po-box': toTheBox });
  expect(await bought(station)).toEqual({ street1: 'Postfach', streetNo: '12 34', street2: '' });
});

test('a parcel machine needs the post number of its recipient', async () => {
  const station = await bench(row('Packstation 145'));
  await asked(station);
  await station.answerAll({ 'parcel-machine': toTheBox, 'post-number': '12345678' });
  expect(await bought(station)).toEqual({ street1: 'Packstation', streetNo: '145', street2: '12345678' });
});

test('the packer can enter a street instead of a box', async () => {
  const station = await bench(row('Postfach 12 34'));
  await asked(station);
  await station.answerAll({ 'po-box': 'Kastanienallee 84' });
  expect(await bought(station)).toEqual({ street1: 'Kastanienallee', streetNo: '84', street2: '' });
});

test('no rule buys alone if it is unknown whether a service delivers to the box', async () => {
  const station = await bench(row('Postfach 12 34'), { rule: 'cheapest' });
  await asked(station);
  await station.answerAll({ 'po-box': toTheBox });
  await station.at('choosing');
  expect(sent(station, 'ship')).toBe(0);
});

test('a service that excludes PO boxes is not offered for one', () => {
  const record = { service_id: '1', currency: 'EUR', total_price: '5.00' };
  const withId = (service_id: string, change = {}) => ({ ...record, service_id, ...change });
  const [silent, no, yes] = readOffers({ services: [withId('1'), withId('2', { po_box: '0' }), withId('3', { po_box: '1' })] }).services;
  const toBox = { goesTo: 'po-box' } as const;
  expect([silent, no, yes].map((service) => service && [mayGo(service, toBox), isSureToGo(service, toBox)])).toEqual([
    [true, false],
    [false, false],
    [true, true],
  ]);
  expect(no && mayGo(no, { goesTo: null })).toBe(true);
});

test.each([
  ['a person', '', noHouseNumber],
  ['the file', '-', undefined],
])('accepts no house number from %s, and the label shows no dash', async (_who, inFile, answer) => {
  const station = await bench(row('Teach Beag', inFile, '', 'H91 E2K3,Galway,IE'));
  await station.call('scan', { code: 'A-1' });
  if (answer !== undefined) await station.answerAll({ 'house-number': answer });
  expect(await bought(station)).toEqual({ street1: 'Teach Beag', streetNo: 'no number', street2: '' });
});

test.each([
  ['DE', 'Dorpsstraat 12 2', '12 2', 'Dorpsstraat', '12 2'],
  ['DE', 'Postfach 12 34', '12 34', 'Postfach', '12 34'],
  ['MT', 'Fl. 3, 221 Tower Road', '221', 'Fl. 3, Tower Road', '221'],
  ['IE', 'Teach Beag', 'Teach Beag', 'Teach Beag', 'no number'],
  ['ES', 'Camino Viejo', 'sin número', 'Camino Viejo', 's/n'],
  ['NL', 'Kerkstraat', '12', 'Kerkstraat', '12'],
])('a house number entered in %s for "%s" appears on the label once', (country, street, written, rest, houseNumber) => {
  expect(withNumber({ country, street }, written)).toEqual({ street: rest, houseNumber });
});

test.each(['Fl. 12', 'Flat 3B', 'Apt 9', 'Unit 2801', 'Suite 100', 'Level 3', 'lgh 1203'])('%s is a flat and not a street', (line) => {
  for (const country of ['DE', 'GB', 'US', 'SE']) expect(splitStreet(line, country)).toBeUndefined();
});

test('if a flat is on the first line, the second line is the street', () => {
  const bytes = new TextEncoder().encode(`${header}\n${row('Fl. 12', '', 'Kastanienallee 84')}`);
  const read = readOrderFile({ name: 'a.csv', bytes });
  expect(read.ok && read.value.orders[0]?.recipient).toMatchObject({ street: 'Kastanienallee', houseNumber: '84', street2: 'Fl. 12' });
});

test.each([
  ['Postfach 12 34 12', 'Postfach', '12 34 12'],
  ['Postfach', 'Postfach', ''],
  ['Postbus 90801', 'Postbus', '90801'],
  ['Boîte postale 31', 'Boîte postale', '31'],
  ['BP 20114', 'BP', '20114'],
  ['PO Box 4721', 'PO Box', '4721'],
  ['P. O. Box 77', 'P. O. Box', '77'],
  ['PO Box 9001 STN MAIN', 'PO Box', '9001 STN MAIN'],
  ['GPO Box 2890', 'GPO Box', '2890'],
  ['Apartado de Correos 305', 'Apartado de Correos', '305'],
  ['Apartado 1042', 'Apartado', '1042'],
  ['Casella postale 12', 'Casella postale', '12'],
  ['Postboks 6050 Langnes', 'Postboks', '6050 Langnes'],
  ['Box 118', 'Box', '118'],
  ['PL 123', 'PL', '123'],
  ['skr. poczt. 14', 'skr. poczt.', '14'],
])('reads the PO box "%s"', (line, word, number) => {
  expect(readBox(line)).toEqual({ kind: 'po-box', word, number });
});

test.each([
  ['Packstation 145', 'Packstation', '145'],
  ['Paczkomat LOD14M', 'Paczkomat', 'LOD14M'],
])('reads the parcel machine "%s"', (line, word, number) => {
  expect(readBox(line)).toEqual({ kind: 'parcel-machine', word, number });
});

test.each([
  ...parts('Box Hill Road 5 | Postfachweg 3 | Boxgasse 12 | Kerkstraat 12 | Plaza Mayor 3 | Apartado | Rue de la Poste 2'),
  ...parts('Poststraße 9'),
])('takes "%s" as a street', (line) => expect(readBox(line)).toBeUndefined());

const at = (country: string, postalCode: string) => ({ ...emptyAddress, country, postalCode });

test.each([
  ['FR', '97400', 'french-overseas', true],
  ['FR', '98714', 'french-overseas', true],
  ['FR', '98000', undefined, false],
  ['FI', '22100', 'aland', true],
  ['GB', 'BT1 5GS', 'northern-ireland', false],
  ['GB', 'B1 1AA', undefined, true],
  ['ES', '35001', 'canary-islands', true],
  ['IT', '23041', 'livigno', true],
  ['DK', '100', 'faroe-islands', true],
  ['DK', '2200', undefined, false],
])('%s %s is %s for customs', (country, postalCode, place, leaves) => {
  expect(placeApart(at(country, postalCode))).toBe(place);
  expect(leavesCustomsTerritory(at('NL', '1011 AB'), at(country, postalCode))).toBe(leaves);
});

test('Northern Ireland also counts as the United Kingdom, and Liechtenstein as Switzerland', () => {
  expect(leavesCustomsTerritory(at('GB', 'B1 1AA'), at('GB', 'BT1 5GS'))).toBe(false);
  expect(leavesCustomsTerritory(at('CH', '8001'), at('LI', '9490'))).toBe(false);
});

const abroad = row('Bahnhofstrasse 31', '', '', '8001,Zürich,CH');

test('an HS code entered once is offered for the same product again, but never filled in alone', async () => {
  const station = await bench(`${abroad}\n${abroad.replace('A-1', 'A-2').replace('Bahnhofstrasse 31', 'Bahnhofstrasse 33')}`);
  expect(await asked(station)).toEqual([{ kind: 'hs-code', parcel: 0, found: '' }]);
  await station.answerAll({ 'hs-code': '6912.00' });
  await station.at('choosing');
  expect((await station.scan('A-2', 'asking')).questions).toEqual([{ kind: 'hs-code', parcel: 0, found: '691200' }]);
});

test('a document that leaves the customs territory needs no HS code', async () => {
  const station = await bench(abroad);
  const order = await station.call('order', { key: 'A-1' as OrderKey });
  await station.call('saveOrder', { order: { ...order, consignmentType: 'Document' } });
  await station.scan('A-1', 'choosing');
});
