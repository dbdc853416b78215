import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RawAnswer } from '../../electron/bench/ports/courier.ts';
import { readableErrors, readEnvelope } from '../../electron/courier/envelope.ts';
import { readJson } from '../../electron/courier/json.ts';
import { readLabels } from '../../electron/courier/labels.ts';
import { readPickup } from '../../electron/courier/pickup.ts';
import { readOffers } from '../../electron/courier/quote.ts';
import { readServicePoints, servicePointWire } from '../../electron/courier/service-points.ts';
import { readShip } from '../../electron/courier/ship.ts';
import { readTracked } from '../../electron/courier/track.ts';
import { readUpload } from '../../electron/courier/upload-documents.ts';
import { words as wordsOf } from '../words.ts';

const answer = (body: unknown, status = 200): RawAnswer => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const resultOf = (text: string) => readEnvelope(Buffer.from(text))?.result ?? null;
const zpl = '^XA^FO50,50^FDAnna^FS^XZ';
const pdf = '%PDF-1.7\n%%EOF';
const encoded = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['a text', '"CSP-26-000017"', 'CSP-26-000017'],
  ['a number', '42', '42'],
  ['a number of 20 digits', '12345678901234567890', '12345678901234567890'],
  ['a list of one', '["42"]', '42'],
])('an order number that is %s is a booking, to the last digit', (_what, written, orderNo) => {
  for (const status of [200, 302, 401, 500]) {
    expect(readShip(answer(`{"result":{"order_no":${written},"label":"${encoded(zpl)}"},"errors":["Late"]}`, status))).toMatchObject({
      is: 'booked',
      orderNo,
      warnings: ['Late'],
      label: { format: 'ZPL' },
    });
  }
  expect(readShip(answer(`{"result":[{"order_no":${written}}]}`))).toMatchObject({ is: 'booked', orderNo, label: null });
});

test.each([
  [200, { result: {}, errors: ['No such service'] }],
  [400, { result: null, errors: { service_id: ['No such service'] } }],
  [500, { result: [], errors: [{ code: 7, message: 'No such service' }] }],
  [401, { result: { order_no: '' }, errors: 'No such service' }],
])('errors in a complete envelope without an order number are a refusal at any status %i', (status, body) => {
  const meaning = readShip(answer(body, status));
  expect(meaning.is).toBe('rejected');
  expect(meaning.is === 'rejected' && meaning.messages.join()).toContain('No such service');
});

test.each([
  ['nothing', ''],
  ['a page', '<html>504</html>'],
  ['half an envelope', '{"result":{"order_no":"77"},"err'],
  ['NaN', '{"result":{"order_no":NaN},"errors":[]}'],
  ['a list', '[{"order_no":"1"}]'],
  ['no order number and no error', '{"result":{},"errors":[]}'],
  ['the order number zero', '{"result":{"order_no":0},"errors":[]}'],
  ['a record for an order number', '{"result":{"order_no":{"a":1}},"errors":[]}'],
  ["a gateway's JSON", '{"errors":["upstream timed out"]}'],
  ["another gateway's JSON", '{"error":"upstream timed out"}'],
  ['two order numbers', '{"result":[{"order_no":1},{"order_no":2}],"errors":["x"]}'],
  ['an order number behind a prototype', '{"result":{"__proto__":{"order_no":"1"}},"errors":[]}'],
])('an answer to ship that is %s is unknown', (_what, body) => {
  for (const status of [200, 401, 403, 500]) expect(readShip(answer(body, status)).is).toBe('unknown');
});

test.each([
  ['one record further down', '{"result":{"booking":{"order_no":"X1"}},"errors":["Label is late"]}'],
  ['under a numbered name', '{"result":{"0":{"order_no":"X1"}},"errors":["w"]}'],
  ['in a list of lists', '{"result":[[{"order_no":"X1"}]],"errors":["w"]}'],
  ['beside the result', '{"order_no":"X1","result":null,"errors":["w"]}'],
  ['in a record of its own', '{"result":{"order_no":{"value":"X1"}},"errors":["w"]}'],
  ['in other letters', '{"result":{"Order_No":"X1"},"errors":["w"]}'],
  ['in one word', '{"result":{"orderNo":"X1"},"errors":["w"]}'],
  ['written out', '{"result":{"order_number":"X1"},"errors":["w"]}'],
  ['with an escaped name', '{"result":{"a":{"order\\u005fno":"X1"}},"errors":["w"]}'],
  ['as a list', '{"result":{"order_numbers":["X1"]},"errors":["w"]}'],
  ['in an error', '{"result":null,"errors":[{"message":"w","order_no":"X1"}]}'],
  ['forty records down', `{"result":${'{"a":'.repeat(40)}{"order_no":"X1"}${'}'.repeat(40)},"errors":["w"]}`],
  ['in an envelope in other letters', '{"Result":{"order_no":"X1"},"Errors":["w"]}'],
  ['in half an answer', '{"result":{"order_no":"X1","label":"AAAA'],
])('an order number %s means unknown, not refused, and the number is reported', (_what, body) => {
  const meaning = readShip(answer(body));
  expect(meaning).toMatchObject({ is: 'unknown', why: { of: 'order', numbers: ['X1'] } });
  const collected = readPickup(answer(body.replace(/order/gi, 'collection')));
  expect(collected).toMatchObject({ is: 'unknown', why: { of: 'collection', numbers: ['X1'] } });
});

test.each([
  ['a field without a number', '{"result":{"order_no":"","a":{"order_no":null,"orderNo":0}},"errors":["No such service"]}'],
  ['a field that the errors name', '{"result":{},"errors":{"order_no":["No such service 5"]}}'],
  ['a code for a field that the errors name', '{"result":{},"errors":{"order_no":["E102"]}}'],
  ['a record for a field that the errors name', '{"result":{},"errors":{"order_no":{"code":"E102","message":"No such service"}}}'],
  ['a name that only sounds like it', '{"result":{"order_note":"7","border_no":"8","collection_no":"9"},"errors":["No such service"]}'],
  ['a text that speaks of one', '{"result":{"note":"order_no: X1"},"errors":["No such service"]}'],
])('%s is not an order number, and the refusal stands', (_what, body) => {
  expect(readShip(answer(body)).is).toBe('rejected');
});

const words = [
  '-1',
  '"N/A"',
  '"-"',
  '"pending"',
  '"ERROR"',
  '"ERROR 17"',
  '"TBD"',
  '"undefined"',
  '"failed"',
  '"{}"',
  '"0000-00-00"',
  '"No driver on day 5"',
];
test.each(words)('%s in place of a number is not a number, and not a refusal if errors come with it', (word) => {
  for (const errors of ['[]', '["No such service"]']) {
    const ship = `{"result":{"order_no":${word}},"errors":${errors}}`;
    expect(readShip(answer(ship))).toMatchObject({ is: 'unknown', why: { numbers: [], brought: [expect.stringContaining('order_no')] } });
    expect(readPickup(answer(ship.replace('order', 'collection'))).is).toBe('unknown');
    expect(readShip(answer(ship.replace('"order_no"', '"booking":{"order_no":"X1"},"order_no"'))).is).toBe('unknown');
  }
  const booked = `{"result":{"order_no":"X1","consignment_no":${word},"items":[{"tracking_no":${word}}]},"errors":[]}`;
  expect(readShip(answer(booked))).toMatchObject({ is: 'booked', orderNo: 'X1', consignmentNo: '', trackingNos: [] });
});

test.each(['"CSP-26-000017"', '1e21', '"PRG 12345"', '"0017"', '"A0"', '"errol17"'])('%s is an order number', (number) => {
  expect(readShip(answer(`{"result":{"order_no":${number}},"errors":["Late"]}`))).toMatchObject({ is: 'booked', warnings: ['Late'] });
});

test.each([
  ['a consignment number', 'consignment_no', '{"consignment_no":"1Z9","order_no":""}', '{"manifest":"JVBERi0="}'],
  ['its paper', 'label', '[{"label":["XlhB"]}]', '[{"manifest":["JVBERi0="]}]'],
])('%s without its number is not a refusal, whatever errors come with it', (_what, brings, ship, pickup) => {
  const withErrors = (result: string): string => `{"result":${result},"errors":["Try again"]}`;
  expect(readShip(answer(withErrors(ship)))).toMatchObject({
    is: 'unknown',
    why: { code: 'answer-no-booking', of: 'order', brought: [brings] },
  });
  expect(readPickup(answer(withErrors(pickup)))).toMatchObject({ is: 'unknown', why: { of: 'collection', messages: ['Try again'] } });
  const emptied = (result: string): string => withErrors(result.replace(/"(1Z9|XlhB|JVBERi0=)"/, 'null'));
  expect(readShip(answer(emptied(ship))).is).toBe('rejected');
  expect(readPickup(answer(emptied(pickup))).is).toBe('rejected');
});

test.each([
  '0',
  '""',
  '{}',
  '[]',
  'false',
  '{"code":0,"message":""}',
  '["",null,0]',
  '"none"',
  '[{"code":"0","message":"OK"}]',
  '"No errors."',
])('errors that come as %s carry no message and are not a refusal', (errors) => {
  expect(readShip(answer(`{"result":null,"errors":${errors}}`)).is).toBe('unknown');
  expect(readPickup(answer(`{"result":null,"errors":${errors}}`)).is).toBe('unknown');
});

test.each([
  ['in one record', '{"result":{"order_no":"A1","order_no":"B2"},"errors":[]}'],
  ['in a record of a list', '{"result":[{"order_no":"A1","label":"","order_no":["B2"]}],"errors":[]}'],
  ['in two results', '{"result":{"order_no":"A1"},"errors":[],"result":{"order_no":"B2"}}'],
])('two order numbers under one name %s are both reported', (_what, body) => {
  const meaning = readShip(answer(body));
  expect(meaning).toEqual({ is: 'unknown', why: { code: 'answer-several-orders', numbers: ['A1', 'B2'] } });
  expect(readPickup(answer(body.replaceAll('order_no', 'collection_no')))).toMatchObject({
    is: 'booked',
    collectionNo: expect.stringMatching(/A1.*B2/),
  });
});

test('a repeated order number, or another order further down, does not change the booking', () => {
  expect(readShip(answer('{"result":{"order_no":"A1","order_no":"A1"},"errors":[]}'))).toMatchObject({ is: 'booked', orderNo: 'A1' });
  const related = '{"result":{"order_no":"A1","items":[{"order_no":"A1"}],"replaces":{"order_no":"Z9"}},"errors":[]}';
  expect(readShip(answer(related))).toMatchObject({ is: 'booked', orderNo: 'A1' });
});

test('reads an envelope with a byte order mark and one in UTF-16', () => {
  const text = '{"result":{"order_no":"5"},"errors":[]}';
  const bodies = [Buffer.from(`\uFEFF${text}`), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])];
  for (const body of bodies) expect(readShip({ status: 200, contentType: '', body })).toMatchObject({ is: 'booked', orderNo: '5' });
});

test('a pickup is judged like a booking', () => {
  expect(readPickup(answer({ result: { collection_no: 991, manifest: encoded(pdf) }, errors: [] }))).toMatchObject({
    is: 'booked',
    collectionNo: '991',
    manifest: { format: 'PDF' },
  });
  expect(readPickup(answer({ result: {}, errors: ['Too late'] }))).toEqual({ is: 'rejected', messages: ['Too late'] });
  expect(readPickup(answer({ result: {}, errors: [] })).is).toBe('unknown');
});

test.each([
  [{ result: { success: '1' }, errors: [] }, 'accepted'],
  [{ result: { success: 1 }, errors: [] }, 'accepted'],
  [{ result: { success: true }, errors: [] }, 'accepted'],
  [{ result: '1', errors: [] }, 'accepted'],
  [{ result: { success: '0' }, errors: [] }, 'rejected'],
  [{ result: { success: false }, errors: [] }, 'rejected'],
  [{ result: {}, errors: ['Not Base64'] }, 'rejected'],
  [{ result: {}, errors: [] }, 'unknown'],
  ['<html>', 'unknown'],
])('an upload answered %j is %s', (body, is) => {
  expect(readUpload(answer(body)).is).toBe(is);
});

test.each([
  ['texts', ['a', 'a', ' b ', ''], ['a', 'b']],
  ['one text', 'a', ['a']],
  ['nothing', null, []],
  ['an empty record', {}, []],
  ['false', false, []],
  ['records', [{ code: 'E7', message: 'Bad' }, { error: 'Worse' }], ['Bad (E7)', 'Worse']],
  [
    'a map by field',
    { d_postal: ['is missing', 'is short'], items: { '0': { weight: 'is 0' } } },
    ['d_postal: is missing', 'd_postal: is short', 'items.weight: is 0'],
  ],
  ['nested lists', [['a'], [['b']]], ['a', 'b']],
  ['a record that names its field', [{ field: 'd_city', message: 'is missing' }], ['d_city: is missing']],
])('errors that come as %s become readable lines', (_what, errors, lines) => {
  expect(readableErrors(readJson(Buffer.from(JSON.stringify(errors))))).toEqual(lines);
});

test('reads services with numbers as numbers or as texts, prices from their own digits', () => {
  const { services, unsold } = readOffers(
    resultOf(`{"errors":[],"result":{"services":[
      {"service_id":98765432109876543210,"courier_name":"Hare","service_name":"Day","etc":"2026-11-24 before 17:00","eta":"x",
       "destination_service_points":1,"co2":"1","co2_price":"0.35","insurance":0,"insurance_price":9,
       "sub_total":8.4500,"vat_total":1.7745,"total_price":10.2245,"currency":"EUR"},
      {"service_id":"7","total_price":"1200","currency":"JPY"},
      {"service_id":"8","total_price":"cheap","currency":"EUR"},
      {"total_price":1,"currency":"EUR"}]}}`),
  );
  expect(services).toHaveLength(2);
  expect(unsold).toMatchObject([{ because: 'price' }]);
  expect(services[0]).toMatchObject({
    serviceId: '98765432109876543210',
    destinationServicePoints: true,
    originServicePoints: false,
    co2: { minor: 35, currency: 'EUR' },
    insurance: null,
    subTotal: { minor: 845 },
    vat: { minor: 177 },
    total: { minor: 1022, currency: 'EUR' },
  });
  expect(services[1]?.total).toEqual({ minor: 1200, currency: 'JPY' });
});

const offered = (change: object) => ({
  service_id: '7',
  courier_name: 'Hare',
  service_name: 'Day',
  total_price: '6.52',
  currency: 'EUR',
  ...change,
});
test.each([
  ['a decimal comma', { total_price: '6,52' }],
  ['its currency in the price', { total_price: '6.52 EUR' }],
  ['an exponent', { total_price: '6.52e+0' }],
  ['a sign for its currency', { currency: '€' }],
  ['no currency', { currency: undefined }],
  ['a price below zero', { total_price: '-6.52' }],
])('an offer with %s is reported and not sold', (_what, change) => {
  const result = { services: [offered({ ...change, service_id: '6', service_name: 'Night' }), offered({})] };
  expect(readOffers(result as never)).toMatchObject({ services: [{ serviceId: '7' }], unsold: [{ name: 'Hare Night', because: 'price' }] });
});

test('two different offers with one service id are reported and not sold; the same offer twice is one', () => {
  const pallet = offered({ service_name: 'Pallet', total_price: '96.24' });
  const named = (...names: string[]) => names.map((name) => ({ name, because: 'id' }));
  expect(readOffers({ services: [offered({}), pallet, offered({ service_id: '8' })] })).toMatchObject({
    services: [{ serviceId: '8' }],
    unsold: named('Hare Day', 'Hare Pallet'),
  });
  expect(readOffers({ services: [offered({}), offered({})] })).toMatchObject({ services: [{ serviceId: '7' }] });
  expect(readOffers({ services: [offered({}), offered({ total_price: '?' })] })).toMatchObject({ services: [] });
});

const trackedRecord = {
  order_no: 17,
  status: 'In Transit',
  courier_name: 'Hare',
  items: [{ item_no: '17-1', tracking_no: 'T1', trackings: [{ status: 'Collected', date: '2026-11-24 10:00:00' }] }],
};
test.each([
  ['a list', [trackedRecord]],
  ['one record', trackedRecord],
  ['a map by order number', { '17': trackedRecord }],
  ['a map whose records do not repeat the number', { '17': { ...trackedRecord, order_no: undefined } }],
  ['a list in a list', [[trackedRecord]]],
  ['a record whose items are a map', { ...trackedRecord, items: { a: trackedRecord.items[0] } }],
])('reads tracking that comes as %s', (_what, result) => {
  expect(readTracked(resultOf(JSON.stringify({ result, errors: [] })))).toMatchObject([
    { orderNo: '17', status: 'In Transit', items: [{ trackingNo: 'T1', events: [{ status: 'Collected', at: '2026-11-24 10:00:00' }] }] },
  ]);
});

test.each([
  ['Base64', encoded(zpl), 'ZPL'],
  ['Base64 in lines', encoded(zpl.repeat(9)).replace(/(.{76})/g, '$1\r\n'), 'ZPL'],
  ['Base64 for addresses, unpadded', Buffer.from(`${zpl}~?>`).toString('base64url'), 'ZPL'],
  ['raw ZPL', zpl, 'ZPL'],
  ['ZPL that begins with a picture', `~DGR:A.GRF,1,1,00${zpl}`, 'ZPL'],
  ['a data URL', `data:application/pdf;base64,${encoded(pdf)}`, 'PDF'],
  ['a raw PDF', pdf, 'PDF'],
  ['Base64 of gzip', gzipSync(zpl).toString('base64'), 'ZPL'],
  ['Base64 of Base64', encoded(encoded(pdf)), 'PDF'],
  ['a list of one', [encoded(pdf)], 'PDF'],
  ['a list of ZPL', [encoded(zpl), encoded(zpl)], 'ZPL'],
  ['a list of PDFs', [encoded(pdf), encoded(pdf)], 'PDF'],
  ['a record', { name: 'label.pdf', mimeType: 'application/pdf', content: encoded(pdf) }, 'PDF'],
  ['a list of records', [{ content: encoded(zpl) }, { content: encoded(zpl) }], 'ZPL'],
  ['a record with both formats', { pdf: encoded(pdf), zpl: encoded(zpl) }, 'ZPL'],
  ['a map by parcel', { '1': encoded(pdf), '2': encoded(pdf) }, 'PDF'],
  ['its bytes as numbers', [...Buffer.from(pdf)], 'PDF'],
  ['a buffer written as JSON', Buffer.from(pdf).toJSON(), 'PDF'],
  ['JSON in a text', JSON.stringify({ content: encoded(pdf) }), 'PDF'],
  ['Base64 of JSON', encoded(JSON.stringify([encoded(zpl)])), 'ZPL'],
  ['hex', Buffer.from(pdf).toString('hex'), 'PDF'],
  ['hex with its mark', `0x${Buffer.from(zpl).toString('hex').toUpperCase()}`, 'ZPL'],
  ['percent-encoded Base64', encodeURIComponent(encoded(`${pdf}\n`)), 'PDF'],
  ['percent-encoded ZPL', encodeURIComponent(zpl), 'ZPL'],
  ['form-encoded ZPL', new URLSearchParams({ a: `${zpl} ^XA^XZ` }).toString().slice(2), 'ZPL'],
  ['a data URL without Base64', `data:application/zpl,${encodeURIComponent(zpl)}`, 'ZPL'],
  ['Base64 of zlib', deflateSync(pdf).toString('base64'), 'PDF'],
  ['Base64 of bare deflate', deflateRawSync(pdf).toString('base64'), 'PDF'],
  ['a link', 'https://labels.example/1.pdf', null],
  ['Base64 of a link', encoded('https://labels.example/1.pdf'), null],
  ['a short list of numbers', [1, 2, 3], null],
  ['nothing', '', null],
  ['a sentence', '%%% label service unavailable %%%', null],
  ['Base64 of a picture', encoded('\u0089PNG'), null],
  ['Base64 with something after its padding', `${encoded('^XA^XZ!!')}AAAA`, null],
  ['Base64 with too much padding', `${encoded('^XA^XZ!!')}=`, null],
  ['Base64 that lacks a letter', encoded('^XA^FS^XZ').slice(0, -3), null],
  ['24 MB of Base64', encoded(zpl + ' '.repeat(18 * 1024 * 1024)), 'ZPL'],
  ['24 MB that are nearly Base64', `${'A'.repeat(24 * 1024 * 1024)}!`, null],
  ['12 million letters with a blank after each', 'A '.repeat(12 * 1024 * 1024), null],
  ['more papers than any shipment has', Array.from({ length: 600 }, () => encoded(zpl)), null],
  ['gzip of 2.5 MB', gzipSync(zpl.padEnd(2.5 * 1024 * 1024)).toString('base64'), 'ZPL'],
  ['gzip of more than 2.5 MB', gzipSync(zpl.padEnd(2.5 * 1024 * 1024 + 1)).toString('base64'), null],
  ['deflate of more than 2.5 MB', deflateSync(zpl.padEnd(2.5 * 1024 * 1024 + 1)).toString('base64'), null],
  ['three packed papers of more than 2.5 MB together', Array(3).fill(gzipSync(zpl.padEnd(900_000)).toString('base64')), null],
  ['a paper beside a gzip bomb', [encoded(zpl), gzipSync(Buffer.alloc(40 * 1024 * 1024)).toString('base64')], null],
  ['a gzip bomb', gzipSync(Buffer.alloc(40 * 1024 * 1024)).toString('base64'), null],
  ['null', null, null],
])('a label that comes as %s is judged by its content', (_what, labels, format) => {
  expect(readLabels(resultOf(JSON.stringify({ result: { labels }, errors: [] })), '17').paper?.format ?? null).toBe(format);
});

test('a NUL after an answer is not part of it', () => {
  const body = '{"result":{"order_no":"B-1"},"errors":[]}';
  expect(readShip(answer(`${body}\0`))).toMatchObject({ is: 'booked', orderNo: 'B-1' });
  expect(readShip(answer(`${body}\0{"result":{"order_no":"B-2"}}`)).is).toBe('unknown');
});

test('a label is not printed alone if another label of its answer unpacks to too much', () => {
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024)).toString('base64');
  const booked = readShip(answer(JSON.stringify({ result: { order_no: '17', label: [encoded(zpl), bomb] }, errors: [] })));
  expect(booked).toMatchObject({ is: 'booked', orderNo: '17', label: null });
  const records = [encoded(zpl), bomb].map((label) => ({ order_no: '17', label }));
  expect(readLabels(resultOf(JSON.stringify({ result: records, errors: [] })), '17').paper).toBeNull();
});

test.each([
  ['only in its items', { items: [{ tracking_no: 'T1', label: encoded(zpl) }] }],
  ['in two items', { label: '', items: [{ label: encoded(zpl) }, { label: encoded(zpl) }] }],
  ['in a map of items', { items: { '17-1': { files: [{ data: encoded(zpl) }] } } }],
  ['under another name', { shipping_label: { content: encoded(zpl) } }],
  ['among its documents', { documents: [{ type: 'label', content: encoded(zpl) }] }],
])('a label that an answer holds %s is found', (_what, fields) => {
  const result = { order_no: '17', remarks: encoded(pdf), ...fields };
  const count = (bytes: Uint8Array | undefined): number =>
    Buffer.from(bytes ?? [])
      .toString()
      .split('^XA').length - 1;
  const shipped = readShip(answer({ result, errors: [] }));
  const wanted = JSON.stringify(fields).split(encoded(zpl)).length - 1;
  expect(shipped.is === 'booked' && shipped.label?.format).toBe('ZPL');
  expect(shipped.is === 'booked' && count(shipped.label?.bytes)).toBe(wanted);
  expect(count(readLabels(resultOf(JSON.stringify({ result, errors: [] })), '17').paper?.bytes)).toBe(wanted);
});

test('a return label under its own name follows the label', () => {
  const result = { label: encoded('^XA^FDout^XZ'), return_label: encoded('^XA^FDback^XZ') };
  expect(Buffer.from(readLabels(resultOf(JSON.stringify({ result, errors: [] })), '17').paper?.bytes ?? []).toString()).toBe(
    '^XA^FDout^XZ^XA^FDback^XZ',
  );
});

test('takes only the labels of the requested order from labels of several orders', () => {
  const result = [
    { order_no: '16', label: encoded('^XA^FDother^XZ') },
    { order_no: '17', label: encoded('^XA^FDours^XZ') },
  ];
  const read = readLabels(resultOf(JSON.stringify({ result, errors: [] })), '17');
  expect(Buffer.from(read.paper?.bytes ?? []).toString()).toBe('^XA^FDours^XZ');
  expect(read.orderNos).toEqual(['17']);
});

test.each([
  ['a link', 'https://labels.example/1.pdf?key=a', { form: 'link', begins: 'https://labels.example/1.pdf?key=a' }],
  ['a list with a link', [{ type: 'pdf', url: 'https://labels.example/1' }], { form: 'link', begins: 'https://labels.example/1' }],
  ['a picture', 'iVBORw0KGgoAAAANSUhEUg==', { form: 'picture', begins: '' }],
  ['words', 'Your label follows by mail', { form: 'words', begins: 'Your label follows by mail' }],
  ['something else', 'QUJDRA==', { form: 'other', begins: '' }],
  ['nothing', '', undefined],
  ['an empty record', {}, undefined],
  ['zero', 0, undefined],
])('a label that is %s is reported as such', (_what, labels, unread) => {
  expect(readLabels(resultOf(JSON.stringify({ result: { labels }, errors: [] })), '17').unread).toEqual(unread);
});

test('raw ZPL in another encoding becomes the UTF-8 that it asks for', () => {
  const label = (zplText: string) => readLabels(resultOf(JSON.stringify({ result: { labels: zplText }, errors: [] })), '17').paper?.bytes;
  const text = '^XA^CI28^FDMüller^FS^XZ';
  expect(label(text)).toEqual(Buffer.from(text));
  expect(label(Buffer.from(text).toString('latin1'))).toEqual(Buffer.from(text));
  expect(label('^XA^FDŁódź^FS^XZ')).toEqual(Buffer.from('^XA^FDŁódź^FS^XZ'));
});

test('reads service points with closed days as empty lists', () => {
  const point = {
    keycode: 'P1',
    name: 'Kiosk',
    street_1: 'Weg 1',
    postal: 1011,
    city: 'Amsterdam',
    country: 'nl',
    business_hours: { Monday: '09.00-18.00', Tuesday: [], Wednesday: ['09.00-12.00', '13.00-18.00'] },
    distance: '0.45',
  };
  const expected = [
    {
      keycode: 'P1',
      postalCode: '1011',
      country: 'NL',
      distanceKm: 0.45,
      hours: { Monday: ['09.00-18.00'], Tuesday: [], Wednesday: ['09.00-12.00', '13.00-18.00'], Sunday: [] },
    },
  ];
  for (const result of [[point], { P1: point }, point, { service_points: [point] }])
    expect(readServicePoints(resultOf(JSON.stringify({ result, errors: [] })))).toMatchObject(expected);
});

test('two different service points with one key are left out, and a repeated one is kept once', () => {
  const point = (street_1: string, more = {}) => ({
    keycode: 'K1',
    name: 'Kiosk',
    street_1,
    postal: '10435',
    city: 'Berlin',
    country: 'DE',
    ...more,
  });
  const keysOf = (...points: object[]) => readServicePoints(points as never).map(({ keycode }) => keycode);
  expect(keysOf(point('Allee 1'), point('Ring 9'), point('Allee 1', { keycode: 'K2' }))).toEqual(['K2']);
  expect(keysOf(point('Allee 1', { distance: '0.4' }), point('Allee 1', { distance: '0.5' }))).toEqual(['K1']);
});

test('a service point with a guessed name is sent by its key, and left out if the key cannot be sent', () => {
  const points = ['JP-1', 'ключ', ''].map((keycode) => ({ keycode, name: '渋谷店', street_1: 'Straße 5', city: '東京', country: 'DE' }));
  const read = readServicePoints(resultOf(JSON.stringify({ result: points, errors: [] })));
  expect(read.map(({ keycode, name }) => [keycode, name])).toEqual([['JP-1', '渋谷店']]);
  const wire = { d_sp_keycode: 'JP-1', d_sp_street_1: 'Strasse 5', d_sp_country: 'DE' };
  expect(read.map((point) => servicePointWire('d_sp_', point))).toEqual([wire]);
});

test.each([
  ['nothing', '', null],
  ['null', null, null],
  ['an empty list', [], null],
  ['a PDF', encoded(pdf), 'PDF'],
  ['a sentence', 'The papers are sent by mail', 'TEXT'],
  ['a word that is also Base64', 'None', 'TEXT'],
  ['a web page', '<html><body>Papers</body></html>', 'HTML'],
  ['a record', { pages: 2 }, 'OTHER'],
  ['two PDFs', [encoded(pdf), encoded(pdf)], 'PDF'],
  ['24 MB that are nearly Base64', `${'A'.repeat(24 * 1024 * 1024)}!`, 'TEXT'],
])('documents beside a booking that come as %s keep their format', (_what, remarks, format) => {
  const read = readShip(answer({ result: { order_no: '17', remarks }, errors: [] }));
  if (read.is !== 'booked') throw new Error(read.is);
  expect(read.remarks?.format ?? null).toBe(format);
});

test('no answer of any form makes a reader throw', () => {
  const name = fc.constantFrom(
    ...wordsOf('result errors order_no label labels services service_id items trackings keycode business_hours success __proto__'),
    '0',
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(null, true, 0, 1, '', '1', 'EUR', '^XA', 'JVBERi0='),
      fc.string(),
      fc.double(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(name, tree), (body) => {
      const raw = answer(body);
      const result = readEnvelope(raw.body)?.result ?? null;
      for (const read of [readShip, readPickup, readUpload]) expect(read(raw)).toHaveProperty('is');
      for (const read of [(value: typeof result) => readOffers(value).services, readTracked, readServicePoints])
        expect(Array.isArray(read(result))).toBe(true);
      readLabels(result, '17');
    }),
    { numRuns: 3000 },
  );
});

test('nesting of a million levels is not an answer and does no harm', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  expect(readShip(answer(`{"result":${deep},"errors":[]}`)).is).toBe('unknown');
  const fairlyDeep = '['.repeat(500) + ']'.repeat(500);
  expect(readShip(answer(`{"result":{"order_no":"1","items":${fairlyDeep}},"errors":[]}`))).toMatchObject({ is: 'booked' });
});

test.each([
  ['zeros', '0,'],
  ['records', '{"a":1},'],
  ['lists', '[],'],
  ['texts', '"",'],
])('millions of %s are not an answer and not parsed, but an order number in them is reported', (_what, piece) => {
  const many = piece.repeat(2_000_000);
  expect(readEnvelope(Buffer.from(`{"result":[${many}0],"errors":[]}`))).toBeUndefined();
  expect(readShip(answer(`{"result":[${many}{"order_no":"X1"}],"errors":["No"]}`))).toMatchObject({
    is: 'unknown',
    why: { code: 'answer-no-envelope', numbers: ['X1'] },
  });
  expect(readPickup(answer(`{"result":[${many}0],"errors":["No"]}`)).is).toBe('unknown');
});

test('an answer of eighty thousand values is read', () => {
  const services = Array.from(
    { length: 5300 },
    (_, at) => `{"service_id":${at},"total_price":1,"currency":"EUR","etc":"",${'"a":[0],'.repeat(5)}"b":0}`,
  );
  expect(readOffers(resultOf(`{"result":{"services":[${services.join()}]},"errors":[]}`)).services).toHaveLength(2000);
});

test('endless errors become fifty lines of a length that fits a screen', () => {
  const lines = readableErrors({
    ['n'.repeat(5_000_000)]: Array.from({ length: 100_000 }, (_, at) => `error ${at}`),
    last: 'x'.repeat(5_000_000),
  });
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(500);
});

test('a repeated name never turns a possible booking into a refusal', () => {
  const twice = '{"result":{"order_no":"7"},"errors":[],"result":{},"errors":["Temporary error"]}';
  expect(readShip(answer(twice))).toMatchObject({ is: 'unknown' });
  expect(readShip(answer('{"result":{},"errors":["No"],"result":{"order_no":"7"},"errors":[]}'))).toMatchObject({
    is: 'booked',
    orderNo: '7',
  });
  // Inside a text, or deeper down, the same name is not a duplicate.
  expect(readShip(answer('{"result":{"note":"\\"result\\":","errors":[]},"errors":["Not served: \\"errors\\":"]}'))).toMatchObject({
    is: 'rejected',
  });
});
