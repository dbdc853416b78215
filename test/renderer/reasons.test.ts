import { expect, test } from 'vitest';
import { detailOf, reasonText, rowReasonText } from '../../renderer/text/reasons.ts';
import { type Reason, reasonSchema } from '../../shared/reason.ts';
import { emptyRule } from '../../shared/shipping-rule.ts';

const eur = (minor: number) => ({ minor, currency: 'EUR' });

const cases: readonly (readonly [Reason, string])[] = [
  [{ code: 'address-fact-missing', fact: 'phone', of: 'Notifying Party' }, 'The phone number of the notifying party is missing'],
  [{ code: 'postal-code-missing', of: 'recipient', example: '26133' }, 'The postal code of the recipient is missing, like 26133'],
  [{ code: 'postal-code-perhaps-missing', of: 'sender', example: '' }, 'The sender may need a postal code'],
  [
    { code: 'postal-code-unusual', of: 'recipient', written: '1043', country: 'DE', example: '26133' },
    'The postal code "1043" of the recipient does not look like one of DE, like 26133',
  ],
  [{ code: 'province-missing', country: 'US' }, 'US needs the official code of a state or province'],
  [{ code: 'province-unknown', country: 'US', written: 'XX' }, 'US needs the official code of a state or province. "XX" is not one'],
  [{ code: 'country-unknown', of: 'Broker', written: 'QQ' }, 'The country "QQ" of the broker is not known'],
  [{ code: 'phone-has-few-digits', of: 'sender', written: '12' }, 'The phone number "12" of the sender has too few digits'],
  [{ code: 'email-malformed', of: 'sender', written: 'verzending' }, 'The email address "verzending" of the sender is not valid'],
  [{ code: 'sender-eori-missing' }, "The sender's EORI number is missing: customs may ask for it"],
  [
    { code: 'box-has-no-door', written: 'PO Box' },
    '"PO Box" is not a street address: the bench asks at the scan whether the parcel goes there',
  ],
  [{ code: 'fact-asked', kind: 'house-number' }, 'The house number is missing.'],
  [{ code: 'no-parcel' }, 'The shipment has no parcel'],
  [{ code: 'preferred-date-malformed', written: '2026-02-30' }, 'The preferred date "2026-02-30" is not a day like 2026-11-24'],
  [{ code: 'preferred-date-past', date: '2026-01-02' }, 'The preferred date 2026-01-02 is in the past'],
  [{ code: 'parcel-fact-missing', fact: 'contents', parcel: null }, 'What is inside is missing'],
  [{ code: 'parcel-measure-not-positive', fact: 'weightGrams', parcel: 2 }, 'The weight of parcel 2 must be more than 0'],
  [{ code: 'parcel-worth-nothing', parcel: null }, 'The value is 0: enter what the goods are worth'],
  [{ code: 'hs-code-malformed', written: '12', parcel: 2 }, 'The HS code "12" of parcel 2 does not have 6 to 10 digits'],
  [
    { code: 'products-heavier', grams: 50_000, parcelGrams: 1200, parcel: null },
    'The products weigh 50 kg together, the whole parcel 1.2 kg',
  ],
  [
    { code: 'products-worth-more', worth: eur(300_00), value: eur(64_00), parcel: 1 },
    'The products of parcel 1 are worth 300.00 EUR together, the whole parcel 64.00 EUR',
  ],
  [
    { code: 'products-in-other-currency', parcel: null },
    'The products and the parcel are in different currencies, so they cannot be compared',
  ],
  [{ code: 'product-fact-missing', fact: 'hsCode', product: 2 }, 'The HS code of product 2 is missing'],
  [{ code: 'product-origin-unknown', written: '', product: 1 }, 'The country of origin "" of product 1 is not known'],
  [{ code: 'product-worth-nothing', product: 1 }, 'The value of product 1 is 0: enter what one piece is worth'],
  [{ code: 'product-hs-code-malformed', written: '12', product: 1 }, 'The HS code "12" of product 1 does not have 6 to 10 digits'],
  [{ code: 'product-quantity-not-positive', product: 1 }, 'The quantity of product 1 is not a whole number above 0'],
  [{ code: 'cost-negative', cost: 'transport' }, 'The transport costs are below 0'],
  [
    { code: 'cost-in-other-currency', cost: 'other', currency: 'USD', goodsCurrency: 'EUR' },
    'The other costs are in USD, the goods in EUR: both must be the same',
  ],
  [{ code: 'insured-too-high' }, 'No more than 100,000 EUR can be insured'],
  [{ code: 'insured-perhaps-too-high' }, 'No more than the worth of 100,000 EUR can be insured'],
  [
    { code: 'no-letter-left', which: { fact: 'name', of: 'recipient' }, written: '🎉' },
    'The name of the recipient "🎉" has no Latin letters: write it in Latin letters',
  ],
  [
    { code: 'mailbox-letters', which: { fact: 'email', of: 'sender' }, written: 'jörg@x' },
    'The email address of the sender "jörg@x" has characters that the service does not accept: correct it or leave it out',
  ],
  [
    { code: 'not-in-latin-letters', which: 'productDescription', written: '茶', spelt: 'Cha' },
    'The product description "茶" is not in Latin letters. Write it in Latin letters, perhaps "Cha"',
  ],
  [
    { code: 'not-in-latin-letters', which: { fact: 'name', of: 'recipient' }, written: '山田太郎', spelt: '' },
    'The name of the recipient "山田太郎" is not in Latin letters. Ask for its spelling in Latin letters and write that',
  ],
  [{ code: 'quantity-unreadable' }, 'A whole number above 0.'],
  [{ code: 'weight-unreadable' }, 'Kilograms, like 2.35.'],
  [{ code: 'size-unreadable' }, 'Length x width x height, in cm.'],
  [{ code: 'amount-unreadable', currency: 'JPY' }, 'An amount in JPY, like 6490.'],
  [{ code: 'nothing-to-collect' }, 'There is nothing to collect'],
  [{ code: 'collection-day-malformed', written: 'today' }, 'The day of collection "today" is not a day like 2026-11-24'],
  [{ code: 'collection-day-past', day: '2026-11-18' }, 'The day of collection 2026-11-18 is in the past'],
  [{ code: 'ready-time-malformed', written: '4' }, 'The ready time "4" is not a time like 16:00'],
  [{ code: 'closing-time-malformed', written: '5' }, 'The closing time "5" is not a time like 17:30'],
  [{ code: 'closing-before-ready', closingTime: '16:00', readyTime: '17:30' }, 'The closing time 16:00 must be after the ready time 17:30'],
  [{ code: 'closing-time-passed', closingTime: '17:00' }, 'The closing time 17:00 has passed today'],
  [{ code: 'collection-far-ahead', day: '2027-11-23', days: 366 }, '2027-11-23 is 366 days away'],
  [{ code: 'collection-named-later', day: '2026-11-23' }, 'The services named Monday 2026-11-23 for the collection'],
  [{ code: 'no-collection-at-weekend', day: '2026-11-22' }, '2026-11-22 is a Sunday: the services named no collection then'],
  [{ code: 'collection-over-today', before: '18:30' }, "Today's collection was before 18:30"],
  [
    { code: 'ready-after-collection', before: '18:30', readyTime: '19:00' },
    'The services named a collection before 18:30: ready at 19:00 is later',
  ],
  [
    { code: 'closing-after-collection', before: '18:30', closingTime: '19:00' },
    'The services named a collection before 18:30: closing at 19:00 is later',
  ],
  [{ code: 'labels-not-out', orders: ['ORD-7', 'ORD-8'] }, 'No label came out for ORD-7, ORD-8'],
  [
    { code: 'too-many-characters', name: 'name', characters: 5_500_000, most: 5000 },
    'name has 5,500,000 characters, at most 5,000 are allowed',
  ],
  [{ code: 'too-many-characters-together', most: 100_000 }, 'Its texts have more than 100,000 characters together'],
  [{ code: 'too-many-entries', name: '', entries: 1001, most: 1000 }, 'It has 1,001 entries, at most 1,000 are allowed'],
  [
    { code: 'more-rows-than-an-order', rows: 50_000, most: 10_000 },
    '50,000 rows have this order number, and no order has more than 10,000: check that this column contains order numbers',
  ],
  [{ code: 'file-too-large', megabytes: 50 }, 'The file is larger than 50 MB.'],
  [{ code: 'file-empty' }, 'The file is empty.'],
  [{ code: 'file-no-text', line: 2 }, 'There is a NUL byte in line 2: the file is damaged, or it is not a text file.'],
  [{ code: 'file-of-other-kind', kind: 'ods' }, 'This is an OpenDocument spreadsheet. Open it and save it as XLSX or CSV.'],
  [
    { code: 'file-web-page', title: 'Log in', asksToSignIn: true },
    'This is a web page ("Log in"), not an order file. The shop asks to sign in: sign in there and export again.',
  ],
  [{ code: 'file-web-page', title: '', asksToSignIn: false }, 'This is a web page, not an order file. Export the orders as CSV.'],
  [
    { code: 'json-broken', message: 'Unexpected end', columns: ['order', 'name'] },
    'The JSON is broken: Unexpected end. It must contain a list of objects with these names: order, name.',
  ],
  [
    { code: 'json-too-deep', columns: ['order'] },
    'The JSON is nested too deeply. It must contain a list of objects with these names: order.',
  ],
  [
    { code: 'json-without-orders', columns: ['order'] },
    'The JSON contains no list of orders. It must contain a list of objects with these names: order.',
  ],
  [
    { code: 'json-answer-of-service', message: '"Invalid key"', columns: ['order'] },
    'This is an answer of a web service without orders. Its message: "Invalid key". It must contain a list of objects with these names: order.',
  ],
  [
    { code: 'export-of-products' },
    "This is Shopify's export of products. Export the orders instead. Setup, Order sources, takes product data.",
  ],
  [{ code: 'export-of-customers' }, "This is Shopify's export of customers. Export the orders instead."],
  [
    { code: 'columns-not-known', found: [], columns: ['order', 'name'] },
    'The first row must name the columns: those of an order export of Shopify, WooCommerce, Magento, Amazon or eBay, or these: order, name. It contains: nothing.',
  ],
  [{ code: 'row-below-orders' }, 'This row ends the report and is not an order'],
  [{ code: 'item-paid-back', item: 'Mug' }, '"Mug" was refunded'],
  [{ code: 'quotes-unmatched' }, 'The quotation marks in this row do not match'],
  [{ code: 'more-cells-than-columns' }, 'The row has more cells than the first row has columns'],
  [{ code: 'row-ends-early', columns: ['country', 'phone'] }, 'The row ends early: nothing was read for country, phone'],
  [{ code: 'column-twice', column: 'name' }, 'The column "name" appears twice: only the first is read'],
  [{ code: 'column-not-used', column: 'gewicht' }, 'The column "gewicht" is not known: it was not used'],
  [{ code: 'no-rows' }, 'There is no row under the names of the columns'],
  [{ code: 'entry-no-object' }, 'This entry is not an object'],
  [{ code: 'too-large-to-share' }, 'The order is too large to send to the other benches: they do not know it'],
  [
    { code: 'in-other-list', list: 'archive' },
    'This entry is in another list, "archive": of lists with orders only those named like the first are read',
  ],
  [{ code: 'values-not-plain', names: ['lines'] }, 'Not read, because it is not plain text or a number: lines'],
  [{ code: 'order-number-missing' }, 'The row has no order number'],
  [{ code: 'order-number-reserved', prefix: 'PB!' }, 'An order number must not begin with PB!'],
  [{ code: 'order-number-unscannable' }, 'The order number contains a character that no bar code can hold'],
  [{ code: 'order-number-too-long', most: 80 }, 'The order number is longer than 80 characters'],
  [{ code: 'other-recipient', order: 'A-1' }, 'Order A-1 is already in this file with another recipient'],
  [{ code: 'first-row-unreadable' }, 'This row continues an order whose first row could not be read'],
  [{ code: 'first-row-missing' }, 'This row has no address: it continues an order whose first row is missing or could not be read'],
  [{ code: 'hot-folder-not-whole', folder: 'orders' }, '"orders" is not the full path of a folder.'],
  [{ code: 'mapping-incomplete' }, 'A mapping needs a name, one column for the order number, and two for the address.'],
  [{ code: 'mappings-too-many', most: 50 }, 'At most 50 mappings are kept: remove some first.'],
  [
    { code: 'shop-address-wrong', flaw: 'no-number' },
    'The address must contain {number} for the scanned number, after the name of the server. With a body, it may be there instead.',
  ],
  [
    { code: 'template-wrong', flaw: 'in-query', mark: 'number' },
    '{number} must not be in the query itself, because its value could change what is asked. Use a variable, and write {number} in "variables". If it is a field of the query, put spaces inside its braces.',
  ],
  [
    { code: 'report-states-no-event' },
    'This shipment was cancelled, and the request in Setup has no {event}: it would report the shipment as sent. Cancel it in the shop by hand.',
  ],
  [{ code: 'template-wrong', flaw: 'unknown', mark: 'nummer' }, '{nummer} is not a placeholder that Packbench knows here.'],
  [{ code: 'shop-header-wrong' }, 'The token must be one line of plain Latin characters.'],
  [{ code: 'shop-answered', status: 500, message: 'database is down' }, 'The shop answered HTTP 500: database is down'],
  [{ code: 'shop-answered', status: 503, message: '' }, 'The shop answered HTTP 503.'],
  [{ code: 'shop-refuses-token', status: 401 }, 'The shop refuses this bench (HTTP 401): the token in Setup is wrong or has expired.'],
  [
    { code: 'shop-moved', status: 302 },
    'The shop redirects to another address (HTTP 302), usually a sign-in page. Packbench does not follow it.',
  ],
  [
    { code: 'shop-unreachable', trouble: 'refused', system: 'ECONNREFUSED' },
    "The shop's server cannot be reached: it refused the connection (ECONNREFUSED).",
  ],
  [{ code: 'shop-too-slow', seconds: 4 }, 'The shop did not answer within 4 seconds.'],
  [{ code: 'shop-other-order', asked: 'W-1', orders: ['W-2', 'W-3'] }, 'The shop was asked for W-1 and answered with W-2, W-3.'],
  [
    { code: 'write-back-folder-unusable', folder: '/srv/x' },
    'Nothing can be written to "/srv/x". Enter the full path of an existing folder.',
  ],
  [
    { code: 'explanation-not-kept' },
    'The explanation was not saved: it is empty, or error-dictionary.json in the data folder is full or not a list.',
  ],
  [{ code: 'mapping-file-unreadable' }, 'This is not a mappings file of this version of Packbench.'],
  [
    { code: 'mapping-lacks-columns', mapping: 'Warehouse', missing: ['zip', 'kg'] },
    'The mapping "Warehouse" no longer fits: the file lacks zip, kg. Map its columns again, or export them.',
  ],
  [{ code: 'address-missing' }, 'The order has no shipping address'],
  [{ code: 'order-twice', line: 4 }, 'The order is also in line 4 with other data: decide which of the two is right'],
  [{ code: 'order-repeated', order: '#1001' }, 'The file contains this order once more as #1001: that one was taken'],
  [
    { code: 'address-not-parted', written: 'Studio 54\n12 Main Street' },
    'The parts of the address could not be separated: all of it is in the street. It reads: Studio 54, 12 Main Street',
  ],
  [
    { code: 'row-in-other-letters' },
    'This row uses an older encoding (Windows-1252), other rows use UTF-8: two programs wrote the file. Check names and streets',
  ],
  [{ code: 'currency-assumed', currency: 'EUR' }, 'The row names no currency: its amounts are read as EUR, the currency of Setup'],
  [{ code: 'amount-without-currency', column: 'transport_costs', written: '5' }, 'The transport costs "5" has no currency'],
  [{ code: 'amount-malformed', column: 'price', written: '1.2.3', currency: 'EUR' }, 'The price "1.2.3 EUR" cannot be read'],
  [{ code: 'weight-malformed', written: '1,2,5' }, 'The weight "1,2,5" is not a number of kilograms'],
  [{ code: 'product-weight-malformed', written: 'light' }, 'The product weight "light" is not a number of kilograms'],
  [{ code: 'size-malformed', column: 'length_cm', written: 'long' }, 'length_cm "long" is not a number of centimetres'],
  [{ code: 'quantity-malformed', written: 'many' }, 'The quantity "many" is not a whole number from 1 to 9,999'],
  [
    { code: 'item-fact-unusable', item: 'Mug', fact: 'origin', written: 'Atlantis' },
    'The country of origin "Atlantis" of "Mug" cannot be used and was left out',
  ],
  [{ code: 'item-without-name' }, 'The row describes an item without a name or SKU: the item was not used'],
  [
    { code: 'barcode-of-command', item: 'Mug', written: 'XPBXBUX', prefix: 'XPBX' },
    'The bar code "XPBXBUX" of "Mug" was left out: codes that begin with XPBX are commands',
  ],
  [
    { code: 'barcode-of-order', item: 'Mug', written: '4711' },
    'The bar code "4711" of "Mug" was left out: it is also the number of this order',
  ],
  [
    { code: 'barcode-of-two-items', item: 'Mug', other: 'Bowl', written: '4006381333931' },
    '"Mug" and "Bowl" have the same bar code 4006381333931: a scan of it does not show which one it is',
  ],
  [{ code: 'product-quantity-malformed', written: '0' }, 'The product quantity "0" is not a whole number above 0'],
  [{ code: 'row-hs-code-malformed', written: '12' }, 'The HS code "12" does not have 6 to 10 digits'],
  [{ code: 'type-not-known', written: 'Crate' }, 'The type "Crate" is not known. Use Parcel, Document, Pallet'],
  [{ code: 'incoterms-not-known', written: 'EXW' }, 'The incoterms "EXW" are not known. Use DAP, DDP'],
  [{ code: 'third-party-not-known', written: 'Uncle' }, 'The third party "Uncle" is not known. Use Broker, Importer, Notifying Party'],
  [{ code: 'date-malformed', written: '24.11.2026' }, 'The preferred date "24.11.2026" does not have the form YYYY-MM-DD'],
  [{ code: 'kit-unreadable', item: 'Set', written: 'A,B' }, 'Set: the parts "A,B" are left out. Write them as "2x ABC-1 + DEF-2"'],
  [{ code: 'kit-of-itself', item: 'Set', written: 'SET' }, 'Set: its parts are left out, because it contains itself'],
  [{ code: 'neither-yes-nor-no', column: 'stackable', written: 'maybe' }, 'stackable "maybe" is neither yes nor no'],
  [{ code: 'item-needs-no-shipping', item: 'Gift card' }, '"Gift card" needs no shipping'],
  [{ code: 'item-sent-already', item: 'Mug' }, '"Mug" was sent already'],
  [{ code: 'row-repeated', line: 3 }, 'Repeats line 3 and is counted once'],
  [
    { code: 'number-of-two-people', order: '1001', other: '#1001' },
    '1001 and #1001 are the same number at the bench, but go to different people: give one of them another number',
  ],
  [
    { code: 'label-not-taken', why: { seen: 'no-answer', error: '', taken: 0, bytes: 432 } },
    'The printer did not take the label: it did not answer the connection (0 of 432 bytes taken).',
  ],
  [
    { code: 'sending-broke', why: { seen: 'error', error: 'ECONNRESET', taken: 16_384, bytes: 90_000 } },
    'The connection was cut while the label was sent: ECONNRESET (16384 of 90000 bytes taken).',
  ],
  [
    { code: 'file-cut-short' },
    'This file was not read to its end, so not all of its orders are here. Read it once more. Orders that are here do not change',
  ],
  [
    { code: 'chosen-by-rule', chosen: 'DPD Classic, 8.45 EUR', by: { no: 3, version: 12, rule: null }, doubt: null },
    'DPD Classic, 8.45 EUR. Rule 3 of version 12: All others.',
  ],
  [
    {
      code: 'chosen-by-rule',
      chosen: 'DPD Classic, 8.45 EUR',
      by: {
        no: 1,
        version: 12,
        rule: { ...emptyRule, conditions: [{ of: 'sku', begins: ['BAT-', 'ACC-'] }], never: ['Air'], atMost: eur(45_00), isCo2: true },
      },
      doubt: 'sku',
    },
    'DPD Classic, 8.45 EUR. Rule 1 of version 12 asked, as the SKU of an item is not known: ' +
      'If an SKU begins with BAT- or ACC-: never Air, at most 45.00 EUR, CO₂ compensation.',
  ],
  [
    {
      code: 'chosen-by-rules',
      chosen: 'DPD Classic, 8.45 EUR',
      by: null,
      doubt: null,
      printer: { name: 'Small', by: { no: 2, version: 12, rule: { ...emptyRule, printer: 'Small' } } },
      point: { no: 1, version: 12, rule: { ...emptyRule, servicePoint: 'choose' } },
    },
    'DPD Classic, 8.45 EUR. Rule 1 of version 12: Always: to a service point that a person chooses. ' +
      'Rule 2 of version 12: Always: label on printer Small.',
  ],
];

test.each(cases)('%o is shown as: %s', (reason, sentence) => {
  expect(reasonText(reason)).toBe(sentence);
  expect(reasonSchema.parse(reason)).toEqual(reason);
});

test("a failure lists the reasons of the program, one a line, or else the service's message", () => {
  expect(detailOf({ detail: '', reasons: [{ code: 'no-parcel' }, { code: 'weight-unreadable' }] })).toBe(
    'The shipment has no parcel\nKilograms, like 2.35.',
  );
  expect(detailOf({ detail: 'Unknown offer' })).toBe('Unknown offer');
});

test('a row shows its reason in the current wording, and an older row in its own', () => {
  const row = { file: 'a.csv', line: 2, orderKey: '', row: '' };
  expect(rowReasonText({ ...row, reason: { code: 'quotes-unmatched' } })).toBe('The quotation marks in this row do not match');
  expect(rowReasonText({ ...row, reason: 'Row not understood' })).toBe('Row not understood');
});
