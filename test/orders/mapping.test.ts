import { expect, test } from 'vitest';
import { columnsOfFile } from '../../electron/orders/file-columns.ts';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';
import { emptySource, type MappedField, type Mapping, mappingWrongs, proposedMapping } from '../../shared/mapping.ts';
import { factsOfItems } from '../../shared/order.ts';
import { parts, words } from '../words.ts';
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
  const { orders, problems, skipped, remarks, rows: count, inOrders } = result.value;
  expect(inOrders + problems.length + skipped.length).toBe(count);
  return {
    orders: orders.map(({ key, recipient: { name, street, houseNumber, country }, parcels: [parcel] }) =>
      [key, name, street, houseNumber, country, parcel?.weightGrams].join(' | '),
    ),
    problems: problems.map((each) => `${each.line} ${rowReasonText(each)}`),
    remarks: remarks.map(rowReasonText),
  };
}

test('proposes fields from the column names, in their language and with their unit', () => {
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
    remarks: ['The column "lager" is not known: it was not used'],
  };
  expect(read(bytes, [mapping])).toEqual(found);
  expect(read(sheetOf(header, ...rows), [mapping])).toEqual(found);
});

test('a constant of the mapping is in every row, and an empty cell is no text', () => {
  const fields = { ...mapping.fields, country: { ...emptySource, constant: 'AT' }, company: { ...emptySource, columns: ['lager'] } };
  expect(read(bytes, [{ ...mapping, fields }])).toMatchObject({
    orders: ['4711 | Jörg Weiß | Hauptstr. | 5 | AT | 2350'],
    remarks: ['The column "land" is not known: it was not used'],
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

test('a mapping for exactly these columns comes before a known layout, one for some of them after it', () => {
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

test('a mapping still works after a column was added, and names the column that was removed', () => {
  const more = Buffer.from([[...header, 'Kanal'], ...rows.map((row) => [...row, 'web'])].map((row) => row.join(';')).join('\n'));
  expect(read(more, [mapping])).toMatchObject({ orders: ['4711 | Jörg Weiß | Hauptstr. | 5 | DE | 2350'] });
  const less = Buffer.from([header.slice(0, 6).concat('Lager'), ['1']].map((row) => row.join(';')).join('\n'));
  expect(read(less, [mapping])).toBe(
    'The mapping "Lager" no longer fits: the file lacks land, gewicht (g). Map its columns again, or export them.',
  );
});

test('the orders of JSON and XML are mapped by the full path of their texts', () => {
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
  const withLines = /It contains: ref, ship.to.who, ship.to.town, lines.sku\.$/;
  expect(read(json, [])).toMatch(withLines);
  expect(columnsOfFile(list, 1)).toEqual({ columns: [...columns, 'lines.sku'], rows: [['P-1', 'Anna', 'Köln', 'A']] });
  expect(columnsOfFile(xml, 1)).toEqual({ columns, rows: [['P-1', 'Anna', 'Köln']] });
  expect(read(list, [])).toMatch(withLines);
  expect(read(xml, [])).toMatch(/It contains: ref, ship.to.who, ship.to.town\.$/);
  const found = ['P-1 | Anna |  |  |  | ', 'P-2 | Bo |  |  |  | '];
  expect(read(json, [nested])).toMatchObject({ orders: found });
  expect(read(list, [nested])).toMatchObject({ orders: found, remarks: ['Not read, because it is not plain text or a number: lines'] });
  expect(read(xml, [nested])).toMatchObject({ orders: found, remarks: [] });
});

test('only the beginning of a large file is read for its columns', () => {
  const large = Buffer.from(`${header.join(';')}\n${`${rows[0]?.join(';')}\n`.repeat(9000)}`);
  expect(large.length).toBeGreaterThan(400_000);
  for (const bytes of [large, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(large.toString(), 'utf16le')])])
    expect(columnsOfFile(bytes, 1)).toEqual({ columns: header.map((name) => name.toLowerCase()), rows: [rows[0]] });
});

test('a mapping without an order number or an address is not valid', () => {
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
  const facts = words('order name street house_number postal_code city country phone weight_kg shipping_method');
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

test('a delivery address comes before another address of the same file', () => {
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

test('never builds one address from two', () => {
  const columns = ['order', 'city', 'zip', 'country', 'delivery street', 'delivery city'];
  expect(proposed(columns)).toEqual({ order: 'order', street: 'delivery street', city: 'delivery city' });
});

test("a plain street next to the recipient's town belongs to the same address", () => {
  expect(proposed(['order id', 'street 1', 'ship city', 'ship state'])).toMatchObject({
    street: 'street 1',
    city: 'ship city',
    province: 'ship state',
  });
});

test("the address of the goods' destination comes before that of the recipient", () => {
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
  'the column %s is not part of an address',
  (column) => {
    const { street, city, house_number, province, company } = proposed(['order', 'ship name', column]);
    expect([street, city, house_number, province, company]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  },
);

test('a reference is the order number if the file has no other number', () => {
  expect(proposed(['nazwa', 'ulica', 'miasto', 'nr referencyjny'])).toMatchObject({ order: 'nr referencyjny', name: 'nazwa' });
  expect(proposed(['order', 'reference'])).toEqual({ order: 'order', reference: 'reference' });
});

test.each([
  ...parts('delivery1;delivery2;delivery3;delivery4'),
  ...parts('delivery_address_1;delivery_address_2;delivery_address_3;delivery_address_4'),
  ...parts('delivery address line 1;delivery address line 2;delivery address line 3;delivery address line 4'),
  ...parts('del_add1;del_add2;del_add3;del_add4 | shipping addr 1;shipping addr 2;shipping addr 3;shipping addr 4'),
  ...parts('address 1;address 2;address 3;address 4'),
])('reads four lines of a street: %s', (lines) => {
  const [street, street_2, third, fourth] = lines.split(';');
  const columns = ['order no', 'name', ...lines.split(';'), 'city', 'postcode'];
  expect(proposed(columns)).toMatchObject({ street, street_2, street_3: `${third}+${fourth}` });
});

test('a number after "ship to" or "recipient" is not a line of a street', () => {
  expect(proposed(['order', 'shipto1', 'recipient1', 'city']).street).toBeUndefined();
});

const weightOf = (header: string, row: string) => {
  const names = header.split(';');
  const proposal = proposedMapping('Weights', names);
  const bytes = Buffer.from(`${header}\n${row}`);
  const file = readOrderFile({ name: 'orders.csv', bytes, currency: 'EUR', mappings: [proposal] });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  const { orders, remarks } = file.value;
  return [orders[0]?.parcels[0]?.weightGrams ?? null, ...remarks.map(rowReasonText)];
};

test.each([
  ['weight;weight unit', '2.5;LB', 1134],
  ['weight;weightunit', '8;oz', 227],
  ['weight;weightunit', '300;G', 300],
  ['weight;weightunit', '3.0;KG', 3000],
  ['weight (g);weight unit', '2;kg', 2000],
  ['weight (g);weight unit', '300;', 300],
  ['gewicht;gewichtseinheit', '300;Gramm', 300],
  ['poids;unité poids', '300;grammes', 300],
  ['gewicht in gramm;x', '300;', 300],
  ['weightgrams;x', '300;', 300],
  ['weight_oz;x', '8;', 227],
  ['poids en grammes;x', '300;', 300],
  ['peso (gramos);x', '300;', 300],
  ['peso in grammi;x', '300;', 300],
  ['waga w gramach;x', '300;', 300],
  ['gewicht (gram);x', '300;', 300],
  ['weight;x', '300 g;', 300],
  ['weight;x', '2,5 kg;', 2500],
  ['weight;x', '1 lb;', 454],
])('a weight under "%s" with "%s" is %i grams', (columns, cells, grams) => {
  expect(weightOf(`order;name;city;${columns}`, `A-1;Anna;Berlin;${cells}`)[0]).toBe(grams);
});

test.each([
  ['300', 'weight;x', '300;', '300 kg'],
  ['300 kg', 'weight;weight unit', '300;kg', '300 kg'],
  ['2 g', 'weight (g);x', '2;', '0.002 kg'],
  ['5 stone', 'weight;weight unit', '5;stone', '5 stone'],
])('a weight of %s is asked at the bench', (_what, columns, cells, read) => {
  const [column = ''] = columns.split(';');
  const [written = ''] = cells.split(';');
  expect(weightOf(`order;name;city;${columns}`, `A-1;Anna;Berlin;${cells}`).slice(0, 2)).toEqual([
    null,
    `The column "${column}" contains "${written}". No parcel has ${read}, so nothing was read and the bench asks. Is it another unit?`,
  ]);
});

test('a weight of 0 counts as no weight', () => {
  expect(weightOf('order;name;city;weight', 'A-1;Anna;Berlin;0.00')).toEqual([null]);
});

test('a size of 400 cm is asked at the bench, and one of 400 mm is taken', () => {
  const lengthOf = (column: string) => {
    const columns = ['order', 'name', 'city', column];
    const file = readOrderFile({
      name: 'orders.csv',
      bytes: Buffer.from(`${columns.join()}\nA-1,Anna,Berlin,400`),
      mappings: [proposedMapping('Sizes', columns)],
    });
    return file.ok ? file.value.orders[0]?.parcels[0]?.lengthCm : undefined;
  };
  expect([lengthOf('length'), lengthOf('length mm')]).toEqual([null, 40]);
});

const addressesOf = (header: string, ...rows: string[]) => {
  const file = readOrderFile({
    name: 'orders.csv',
    bytes: Buffer.from([header, ...rows].join('\n')),
    mappings: [proposedMapping('Addresses', header.split(';'))],
  });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  return file.value.orders.map(({ recipient: to }) =>
    [to.name, to.company, to.street, to.houseNumber, to.postalCode, to.city, to.country].join(' | '),
  );
};

test.each([
  ['the main address', 'name;firma;straße;plz;ort;land', 'liefer name;liefer firma;liefer straße;liefer plz;liefer ort;liefer land'],
  [
    'the billing address',
    'rechnung_name;rechnung_firma;rechnung_straße;rechnung_plz;rechnung_ort;rechnung_land',
    'liefer_name;liefer_firma;liefer_straße;liefer_plz;liefer_ort;liefer_land',
  ],
  [
    'an English billing address',
    'bill name;bill company;bill address1;bill zip;bill city;bill country',
    'ship name;ship company;ship address1;ship zip;ship city;ship country',
  ],
  [
    'a nested billing address',
    'billing.name;billing.company;billing.street;billing.zip;billing.city;billing.country',
    'shipping.name;shipping.company;shipping.street;shipping.zip;shipping.city;shipping.country',
  ],
  [
    'the recipient, if no place of the goods is named',
    'destinatario;ragione sociale destinatario;indirizzo destinatario;cap destinatario;citta destinatario;nazione destinatario',
    'nome destinazione merce;ragione sociale destinazione merce;indirizzo destinazione merce;cap destinazione merce;citta destinazione merce;nazione destinazione merce',
  ],
])('a row without a delivery address goes to %s as a whole', (_what, main, delivery) => {
  const [ours, theirs, none] = ['Ina;Weiß KG;Ringweg 7;50667;Köln;DE', 'Eva;;Hafenweg 9;20457;Hamburg;', ';;;;;'];
  expect(addressesOf(`order;${main};${delivery}`, `1;${ours};${theirs}`, `2;${ours};${none}`, `3;${ours};;;;;;AT`)).toEqual([
    'Eva |  | Hafenweg | 9 | 20457 | Hamburg | ',
    'Ina | Weiß KG | Ringweg | 7 | 50667 | Köln | DE',
    'Ina | Weiß KG | Ringweg | 7 | 50667 | Köln | DE',
  ]);
});

test('a further row of an order without its delivery address belongs to the same order', () => {
  const header = 'order;name;street;city;delivery name;delivery street;delivery city';
  expect(addressesOf(header, '1;Ina;Ringweg 7;Köln;Eva;Hafenweg 9;Hamburg', '1;Ina;Ringweg 7;Köln;;;')).toEqual([
    'Eva |  | Hafenweg | 9 |  | Hamburg | ',
  ]);
});

test('a constant of the mapping stays if the other address is used', () => {
  const header = 'order;name;street;city;delivery name;delivery street;delivery city';
  const proposal = proposedMapping('Addresses', header.split(';'));
  const fields = { ...proposal.fields, country: { ...emptySource, constant: 'AT' } };
  const bytes = Buffer.from(`${header}\n1;Ina;Ringweg 7;Wien;;;`);
  expect(read(bytes, [{ ...proposal, fields }])).toMatchObject({ orders: ['1 | Ina | Ringweg | 7 | AT | '] });
});

test('a file with one address has no other address', () => {
  expect(proposedMapping('One', ['order', 'name', 'street', 'city', 'bill name']).otherwise).toBeUndefined();
  expect(proposedMapping('One', ['order', 'ship name', 'ship street', 'ship city', 'name']).otherwise).toBeUndefined();
});

test.each([
  ...parts('record(s) downloaded,, | 83 record(s) downloaded,, | 20,record(s) downloaded, | Seller ID : some-shop,,'),
  ...parts('Total,,"1,234.50" | Total: 12,, | Summe,3,99.90 € | Razem,,12 | Totaal orders: 3,, | 12 orders exported,,'),
  ...parts('Anzahl Bestellungen: 3,, | *** End of report ***,, | Exportiert am 02.10.2026,, | Order No,Ship Name,Ship City'),
])('the row "%s" is not an order', (row) => {
  const text = `order no,ship name,ship city\nA-1,Anna,Berlin\n${row}\nA-2,Bo,Bonn`;
  const file = readOrderFile({
    name: 'orders.csv',
    bytes: Buffer.from(text),
    mappings: [proposedMapping('Report', ['order no', 'ship name', 'ship city'])],
  });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  const { orders, skipped, problems } = file.value;
  expect([orders.map(({ key }) => key), skipped.length, problems]).toEqual([['A-1', 'A-2'], 1, []]);
});

test.each(['Total 7,Anna,Berlin', 'TOTAL-1,Summe GmbH,Berlin', '12,Orders,Exported'])('the row "%s" is an order', (row) => {
  const text = `order no,ship name,ship city\n${row}`;
  const file = readOrderFile({
    name: 'orders.csv',
    bytes: Buffer.from(text),
    mappings: [proposedMapping('Report', ['order no', 'ship name', 'ship city'])],
  });
  expect(file.ok && file.value.orders).toHaveLength(1);
});

test.each([
  ['="00123"', '00123'],
  ['"=""00123"""', '00123'],
  ['="a;b"', 'a;b'],
])('the cell %s is the text %s', (cell, written) => {
  const header = 'order no;name;city;reference';
  const file = readOrderFile({
    name: 'orders.csv',
    bytes: Buffer.from(`${header}\nA-1;Anna;Berlin;${cell}`),
    mappings: [proposedMapping('Formulas', header.split(';'))],
  });
  expect(file.ok && file.value.orders[0]?.reference).toBe(written);
});

test('a German file names the recipient by "Empfang", and the country by "LKZ"', () => {
  const columns = words('bestellnummer empfangvorname empfangnachname empfangstrasse empfangplz empfangort empfanglkz rechnungort');
  expect(proposed(columns)).toMatchObject({ name: 'empfangvorname+empfangnachname', city: 'empfangort', country: 'empfanglkz' });
});

test('the name of an item is not the name of the recipient', () => {
  expect(proposed(['order id', 'name', 'sku', 'shipping first name', 'shipping last name', 'shipping city']).name).toBe(
    'shipping first name+shipping last name',
  );
});

test('the city comes before its quarter', () => {
  expect(proposed(['número de orden', 'nombre', 'localidad', 'ciudad'])).toMatchObject({ city: 'ciudad' });
  expect(proposed(['número de orden', 'nombre', 'localidad'])).toMatchObject({ city: 'localidad' });
});

test('a Shopify export is recognised without its name column', () => {
  const text =
    'Name,Financial Status,Currency,Shipping Street,Shipping City,Shipping Zip,Shipping Country,Lineitem name,Lineitem quantity,Lineitem price\n' +
    '#1,paid,USD,123 Main St,Anytown,90210,US,Mug,2,5.00\n#2,pending,USD,4 Oak Ave,Anytown,90210,US,Mug,1,5.00';
  const file = readOrderFile({ name: 'orders.csv', bytes: Buffer.from(text) });
  expect(file.ok && file.value.orders.map(({ key, hold, recipient }) => [key, hold, recipient.street])).toEqual([
    ['#1', null, 'Main St'],
    ['#2', 'unpaid', 'Oak Ave'],
  ]);
});

test('in the sold items of Etsy a bare price is that of one piece, and gives the value of the goods', () => {
  const head =
    'Sale Date,Item Name,Buyer,Quantity,Price,Discount Amount,Item Total,Currency,Transaction ID,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country,Order ID,SKU';
  const item = (name: string, quantity: number, price: string, total: string, sku: string) =>
    `11/19/26,${name},anna,${quantity},${price},0.00,${total},EUR,9${sku},Anna Groß,Hauptstr. 5,Berlin,10115,Germany,3101,${sku}`;
  const file = Buffer.from([head, item('Mug', 2, '12.50', '25.00', 'M'), item('Bowl', 1, '18.00', '18.00', 'B')].join('\n'));
  const proposal = proposedMapping('Etsy', columnsOfFile(file, 2)?.columns ?? []);
  expect(proposal.fields.item_price?.columns).toEqual(['price']);
  const result = readOrderFile({ name: 'EtsySoldOrderItems.csv', bytes: file, currency: 'EUR', mappings: [proposal] });
  const [order] = result.ok ? result.value.orders : [];
  expect(order?.lines.map(({ name, quantity, price }) => [name, quantity, price?.minor])).toEqual([
    ['Mug', 2, 1250],
    ['Bowl', 1, 1800],
  ]);
  expect(order && factsOfItems(order, 0).value).toEqual({ minor: 4300, currency: 'EUR' });
});

test('a bare price without the total of the line is proposed for nothing', () => {
  expect(proposedMapping('Shop', ['order', 'name', 'sku', 'quantity', 'price']).fields.item_price).toBeUndefined();
});
