import { afterEach, expect, test } from 'vitest';
import { type Fields, type MarkingService, startMarkingService } from '../fakes/marking-service.ts';
import { closeAll, counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';

let front: MarkingService | undefined;
afterEach(async () => {
  await closeAll();
  await front?.stop();
  front = undefined;
});

/** A bench at a service that writes its labels in this form, in every answer that contains one. */
async function benchWith(form: (label: string) => Fields): Promise<PlainStation> {
  const bench = await startPlainStation();
  const { key, secret, url } = bench.service;
  front = await startMarkingService(url, (_action, answer) => {
    const result = answer['result'] as Fields;
    const { label, labels, ...others } = result;
    const written = label ?? labels;
    return typeof written === 'string' && written !== '' ? { ...answer, result: { ...others, ...form(written) } } : answer;
  });
  await bench.call('connect', { world: 'training', baseUrl: front.url, key, secret, account: '' });
  return bench;
}

const raw = (label: string): Buffer<ArrayBuffer> => Buffer.from(label, 'base64');

test.each<[string, (label: string) => Fields]>([
  ['only in its items', (label) => ({ items: [{ label }] })],
  ['as a record', (label) => ({ label: { type: 'zpl', content: label } })],
  ['in hex', (label) => ({ label: raw(label).toString('hex') })],
  ['as the bytes of a buffer', (label) => ({ label: raw(label).toJSON() })],
  ['in Base64 of Base64', (label) => ({ label: Buffer.from(label).toString('base64') })],
])('a paid label that comes %s prints once', async (_how, form) => {
  const bench = await benchWith(form);
  await bench.buy('ORD-1001');
  expect((await bench.at('done')).failure).toBeNull();
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

const link = 'https://labels.example/1.pdf';

test('a label that is a link is reported as a link and never opened', async () => {
  const bench = await benchWith(() => ({ label: link, labels: link }));
  await bench.buy('ORD-1001');
  const { failure } = await bench.at('done');
  expect(failure).toMatchObject({ code: 'label-missing', reasons: [{ code: 'answer-label-unread', form: 'link', begins: link }] });
  const open = async () => (await bench.call('toResolve', {}))[0];
  const missing = { kind: 'label-doubtful', missing: { instead: { form: 'link', begins: link } } };
  expect(await open()).toMatchObject(missing);
  await bench.reopen();
  expect(await open()).toMatchObject(missing);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('a label supplied as a file is compared and printed once', async () => {
  let made = '';
  const bench = await benchWith((label) => {
    made = label;
    return { label: link, labels: link };
  });
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('done');
  const right = raw(made);
  const take = (bytes: Uint8Array<ArrayBuffer>) => bench.station.handlers.takeLabelFile({ bookingId: booking.id, bytes });
  const wrong = Buffer.from(right.toString().replaceAll(booking.order.recipient.name, 'Zora Else'));
  expect(await take(Buffer.from('not a label'))).toMatchObject({ failure: { code: 'label-unreadable' } });
  expect(await take(wrong)).toMatchObject({ failure: { code: 'label-of-another-order' } });
  expect(counted(bench).sheets).toBe(0);
  expect(await take(right)).toMatchObject({ ok: true });
  expect(await take(right)).toMatchObject({ failure: { code: 'not-now' } });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
  expect(await bench.call('toResolve', {})).toEqual([]);
  expect(sent(bench, 'ship')).toBe(1);
});
