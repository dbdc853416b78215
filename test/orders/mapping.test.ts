import { expect, test } from 'vitest';
import { columnsOfFile } from '../../electron/orders/file-columns.ts';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, sayOfRow } from '../../renderer/text/reasons.ts';
import { emptySource, type MappedField, type Mapping, mappingWrongs, proposedMapping } from '../../shared/mapping.ts';
import { sheetOf } from './workbook.ts';

const header = ['Auftragsnr.', 'Vorname', 'Nachname', 'Straße', 'PLZ', 'Ort', 'Land', 'Gewicht (g)', 'Lager'];
const rows = [
  ['4711', 'Jörg', 'Weiß', 'Hauptstr. 5', '10115', 'Berlin', 'Deutschland', '2350', 'A'],
  ['4712', 'Anna', '', 'Ringweg 7', '50667', 'Köln', 'DE', 'schwer', 'B'],
  ['', 'Emil', 'Hof', 'Weg 1', '50667', 'Köln', 'DE', '100', 'B'],
];
const bytes = Buffer.from([header, ...rows].map((row) => row.join(';')).join('\n'));
const columns = columnsOfFile(bytes, 2)?.columns ?? [];
const mapping = proposedMapping('Lager', columns);

function read(file: Uint8Array, mappings: readonly Mapping[]) {
  const result = readOrderFile({ name: 'orders.csv', bytes: file, currency: 'EUR', mappings });
  if (!result.ok) return detailOf(result.failure);
  const { orders, problems, skipped, told, rows: count, inOrders } = result.value;
  expect(inOrders + problems.length + skipped.length).toBe(count);
  return {
    orders: orders.map(({ key, recipient: { name, street, houseNumber, country }, parcels: [parcel] }) =>
      [key, name, street, houseNumber, country, parcel?.weightGrams].join(' | '),
    ),
    problems: problems.map((each) => `${each.line} ${sayOfRow(each)}`),
    told: told.map(sayOfRow),
  };
}

test('proposes what the names of the columns say, in their language and with their unit', () => {
  expect(columnsOfFile(bytes, 2)).toEqual({ columns: header.map((name) => name.toLowerCase()), rows: rows.slice(0, 2) });
  expect(
    Object.fromEntries(Object.entries(mapping.fields).map(([field, source]) => [field, [...(source?.columns ?? []), source?.unit]])),
  ).toEqual({
    order: ['auftragsnr.', null],
    name: ['vorname', 'nachname', null],
    street: ['straße', null],
    postal_code: ['plz', null],
    city: ['ort', null],
    country: ['land', null],
    weight_kg: ['gewicht (g)', 'g'],
  });
  expect(mappingWrongs(mapping)).toEqual([]);
});

test('reads a file by its mapping: joined columns, their unit, and every row accounted for', () => {
  expect(read(bytes, [])).toMatch(/^The first row must name the columns/);
  const found = {
    orders: ['4711 | Jörg Weiß | Hauptstr. | 5 | DE | 2350'],
    problems: ['3 The weight "schwer" is not a number of kilograms', '4 The row has no order number'],
    told: ['The column "lager" is not known: nothing of it was used'],
  };
  expect(read(bytes, [mapping])).toEqual(found);
  expect(read(sheetOf(header, ...rows), [mapping])).toEqual(found);
});

test('a text of the mapping stands in every row, and an empty cell is no text', () => {
  const fields = { ...mapping.fields, country: { ...emptySource, constant: 'AT' }, company: { ...emptySource, columns: ['lager'] } };
  expect(read(bytes, [{ ...mapping, fields }])).toMatchObject({
    orders: ['4711 | Jörg Weiß | Hauptstr. | 5 | AT | 2350'],
    told: ['The column "land" is not known: nothing of it was used'],
  });
});

test.each([
  ['kg', '2.5', 2500],
  ['g', '2350', 2350],
  ['lb', '1', 454],
  ['oz', '3,5', 99],
] as const)('reads %s %s as %i grams', (unit, written, grams) => {
  const file = Buffer.from(`no,ship to,zip,heavy\nA-1,Anna,50667,"${written}"`);
  const proposal = proposedMapping('Warehouse', ['no', 'ship to', 'zip', 'heavy']);
  const fields = { ...proposal.fields, weight_kg: { ...emptySource, columns: ['heavy'], unit } };
  expect(read(file, [{ ...proposal, fields }])).toMatchObject({ orders: [`A-1 | Anna |  |  |  | ${grams}`] });
});

test('a mapping made for exactly these columns comes before a layout that knows them, one for some of them behind it', () => {
  const file = Buffer.from('order,name,city,company\nA-1,Anna,Köln,Acme\n');
  const swapped: Mapping = {
    name: 'Swapped',
    columns: ['order', 'name', 'city', 'company'],
    fields: {
      order: { ...emptySource, columns: ['order'] },
      name: { ...emptySource, columns: ['company'] },
      city: { ...emptySource, columns: ['city'] },
    },
  };
  expect(read(file, [swapped])).toMatchObject({ orders: ['A-1 | Acme |  |  |  | '] });
  expect(read(file, [{ ...swapped, columns: [...swapped.columns, 'more'] }])).toMatchObject({ orders: ['A-1 | Anna |  |  |  | '] });
});

test('a mapping goes on where a column was added, and says which one it lacks where one was taken away', () => {
  const more = Buffer.from([[...header, 'Kanal'], ...rows.map((row) => [...row, 'web'])].map((row) => row.join(';')).join('\n'));
  expect(read(more, [mapping])).toMatchObject({ orders: ['4711 | Jörg Weiß | Hauptstr. | 5 | DE | 2350'] });
  const less = Buffer.from([header.slice(0, 6).concat('Lager'), ['1']].map((row) => row.join(';')).join('\n'));
  expect(read(less, [mapping])).toBe(
    'The mapping "Lager" no longer fits: the file lacks land, gewicht (g). Map its columns again, or export them.',
  );
});

test('the orders of JSON and XML are mapped by the whole path of their texts', () => {
  const orders = [
    { ref: 'P-1', ship: { to: { who: 'Anna', town: 'Köln' } }, lines: [{ sku: 'A' }] },
    { ref: 'P-2', ship: { to: { who: 'Bo', town: 'Bonn' } } },
  ];
  const json = Buffer.from(JSON.stringify({ export: { rows: orders } }));
  const xml = Buffer.from(
    `<export>${orders.map(({ ref, ship: { to } }) => `<row><ref>${ref}</ref><ship><to><who>${to.who}</who><town>${to.town}</town></to></ship></row>`).join('')}</export>`,
  );
  const columns = ['ref', 'ship.to.who', 'ship.to.town'];
  const list = Buffer.from(JSON.stringify(orders));
  const fields = Object.fromEntries(
    (['order', 'name', 'city'] as const).map((field, at) => [field, { ...emptySource, columns: [columns[at] ?? ''] }]),
  );
  const nested: Mapping = { name: 'Nested', columns, fields };
  expect(read(json, [])).toMatch(/It says: ref, ship.to.who, ship.to.town\.$/);
  expect(columnsOfFile(list, 1)).toEqual({ columns, rows: [['P-1', 'Anna', 'Köln']] });
  expect(columnsOfFile(xml, 1)).toEqual({ columns, rows: [['P-1', 'Anna', 'Köln']] });
  expect(read(list, [])).toMatch(/It says: ref, ship.to.who, ship.to.town\.$/);
  expect(read(xml, [])).toMatch(/It names: ref, ship.to.who, ship.to.town\.$/);
  const found = ['P-1 | Anna |  |  |  | ', 'P-2 | Bo |  |  |  | '];
  expect(read(json, [nested])).toMatchObject({ orders: found });
  expect(read(list, [nested])).toMatchObject({ orders: found, told: ['Not read, because it is no plain text or number: lines'] });
  expect(read(xml, [nested])).toMatchObject({ orders: found, told: [] });
});

test('of a large file only the beginning is looked at', () => {
  const large = Buffer.from(`${header.join(';')}\n${`${rows[0]?.join(';')}\n`.repeat(9000)}`);
  expect(large.length).toBeGreaterThan(400_000);
  for (const bytes of [large, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(large.toString(), 'utf16le')])])
    expect(columnsOfFile(bytes, 1)).toEqual({ columns: header.map((name) => name.toLowerCase()), rows: [rows[0]] });
});

test('a mapping without an order number or an address is none', () => {
  expect(mappingWrongs({ name: ' ', columns: [], fields: {} })).toEqual(['name', 'order', 'address']);
});

test.each([
  ['German', 'Bestell-Nr.;Empfänger;Straße;Hausnr.;PLZ;Ort;Land;Telefon;Gewicht (kg);Versandart'],
  ['French', 'N° de commande;Destinataire;Adresse;Numéro;Code postal;Ville;Pays;Téléphone;Poids;Mode de livraison'],
  ['Dutch', 'Bestelnummer;Ontvanger;Straat;Huisnummer;Postcode;Plaats;Land;Telefoon;Gewicht;Verzendmethode'],
  ['Spanish', 'Nº pedido;Destinatario;Dirección;Número;Código postal;Población;País;Teléfono;Peso;Método de envío'],
  ['Italian', 'N. ordine;Destinatario;Indirizzo;Numero civico;CAP;Città;Paese;Telefono;Peso;Metodo di spedizione'],
  ['Polish', 'Nr zamówienia;Odbiorca;Ulica;Nr domu;Kod pocztowy;Miasto;Kraj;Telefon;Waga;Sposób dostawy'],
])('proposes every column of a %s file', (_language, header) => {
  const columns = header.toLowerCase().split(';');
  const { fields } = proposedMapping('Export', columns);
  const facts = [
    'order',
    'name',
    'street',
    'house_number',
    'postal_code',
    'city',
    'country',
    'phone',
    'weight_kg',
    'shipping_method',
  ] as const;
  expect(facts.map((fact) => fields[fact]?.columns)).toEqual(columns.map((column) => [column]));
});

test.each([
  ['prénom', 'nom'],
  ['voornaam', 'achternaam'],
  ['nombre', 'apellidos'],
  ['nome', 'cognome'],
  ['imię', 'nazwisko'],
])('joins %s and %s to the name', (first, last) => {
  expect(proposedMapping('Export', ['order', first, last, 'city']).fields.name?.columns).toEqual([first, last]);
});

test.each([
  ['without weights is an item', ['article', 'total'], 1],
  ['with weights is a parcel', ['article', 'total', 'heavy'], 2],
])('a second row of an order %s', (_what, columns, parcels) => {
  const names = ['no', 'ship to', 'zip', ...columns];
  const proposal = proposedMapping('Items', names);
  const source = (column: string) => ({ ...emptySource, columns: [column] });
  const fields = {
    ...proposal.fields,
    contents: source('article'),
    value: source('total'),
    currency: { ...emptySource, constant: 'EUR' },
    ...(columns.includes('heavy') && { weight_kg: source('heavy') }),
  };
  const items = [
    ['Candle', '19.00', '1'],
    ['Soap', '6.00', '2'],
  ].map((item) => ['A-1', 'Anna', '50667', ...item.slice(0, columns.length)]);
  const bytes = Buffer.from([names, ...items].map((row) => row.join()).join('\n'));
  const file = readOrderFile({ name: 'items.csv', bytes, mappings: [{ ...proposal, fields }] });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  const [order] = file.value.orders;
  expect(order?.parcels).toHaveLength(parcels);
  if (parcels === 1)
    expect(order).toMatchObject({
      lines: [{ name: 'Candle' }, { name: 'Soap' }],
      parcels: [{ contents: 'Candle, Soap', value: { minor: 2500, currency: 'EUR' } }],
    });
});

const proposed = (columns: readonly string[]): Partial<Record<MappedField, string>> =>
  Object.fromEntries(
    Object.entries(proposedMapping('Export', columns).fields).map(([field, source]) => [field, source?.columns.join('+')]),
  );

test.each([
  ['in front', 'order no;ship name;ship address1;ship city;ship zipcode;ship country'],
  ['as a British marketplace has it', 'order number;post to name;post to address 1;post to city;post to postcode;post to country'],
  ['in German', 'belegnr;liefer_name;liefer_strasse;liefer_ort;liefer_plz;liefer_land'],
  ['behind, in Italian', 'numero ordine;destinatario;indirizzo destinatario;localita destinatario;cap destinatario;nazione destinatario'],
  ['behind, in Polish', 'numer zamówienia;nazwa odbiorcy;ulica odbiorcy;miasto odbiorcy;kod pocztowy odbiorcy;kraj odbiorcy'],
  ['in nested names', 'order.id;shipping_address.name;shipping_address.street;delivery.city;delivery.postcode;delivery.country'],
])('proposes columns that name the recipient %s', (_where, header) => {
  const columns = header.split(';');
  const [order, name, street, city, postal_code, country] = columns;
  expect(proposed(columns)).toMatchObject({ ...(!order?.includes('.') && { order }), name, street, city, postal_code, country });
});

test('a delivery address comes before another one of the same file', () => {
  const plainFirst = ['order', 'name', 'street', 'city', 'delivery name', 'delivery street', 'delivery city'];
  expect(proposed(plainFirst)).toMatchObject({ name: 'delivery name', street: 'delivery street', city: 'delivery city' });
  const german = [
    'auftragsnummer',
    'vorname',
    'nachname',
    'straße',
    'stadt',
    ...['vorname', 'nachname', 'straße', 'stadt'].map((each) => `abweichende lieferadresse ${each}`),
  ];
  expect(proposed(german)).toMatchObject({
    name: 'abweichende lieferadresse vorname+abweichende lieferadresse nachname',
    street: 'abweichende lieferadresse straße',
    city: 'abweichende lieferadresse stadt',
  });
});

test('no address is made of two', () => {
  const columns = ['order', 'city', 'zip', 'country', 'delivery street', 'delivery city'];
  expect(proposed(columns)).toEqual({ order: 'order', street: 'delivery street', city: 'delivery city' });
});

test('a plain street beside the town of the recipient is of the same address', () => {
  expect(proposed(['order id', 'street 1', 'ship city', 'ship state'])).toMatchObject({
    street: 'street 1',
    city: 'ship city',
    province: 'ship state',
  });
});

test('the address where the goods go comes before that of the recipient', () => {
  const columns = ['numero_ordine', 'indirizzo_destinatario', 'cap_destinatario', 'indirizzo_destinazione_merce', 'cap_destinazione_merce'];
  expect(proposed(columns)).toMatchObject({ street: 'indirizzo_destinazione_merce', postal_code: 'cap_destinazione_merce' });
});

test('the order number of nested data is proposed, and not that of an item', () => {
  expect(proposed(['orders.order.items.no', 'orders.order.order_id', 'orders.order.delivery.city'])).toMatchObject({
    order: 'orders.order.order_id',
  });
});

test.each(['bill city', 'billing_address.city', 'sender.city', 'rechnung_ort', 'customer.billing.city'])(
  'the column %s is not proposed for the recipient',
  (column) => {
    expect(proposed(['order', 'ship name', column]).city).toBeUndefined();
  },
);

test.each(['ship via', 'ship by', 'versand-nr', 'delivery state', 'delivery company', 'lieferschein-nr'])(
  'the column %s is no part of an address',
  (column) => {
    const { street, city, house_number, province, company } = proposed(['order', 'ship name', column]);
    expect([street, city, house_number, province, company]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  },
);

test('a reference is the order number if the file has no other', () => {
  expect(proposed(['nazwa', 'ulica', 'miasto', 'nr referencyjny'])).toMatchObject({ order: 'nr referencyjny', name: 'nazwa' });
  expect(proposed(['order', 'reference'])).toEqual({ order: 'order', reference: 'reference' });
});
