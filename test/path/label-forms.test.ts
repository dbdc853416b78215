import { expect, test } from 'vitest';
import { type Fields } from '../fakes/marking-service.ts';
import { startFront } from './front.ts';
import { counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';

/** A bench at a service that writes its labels in this form, in every answer that contains one. */
async function benchWith(form: (label: string) => Fields): Promise<PlainStation> {
  const bench = await startPlainStation();
  await startFront(bench, (_action, answer) => {
    const result = answer['result'] as Fields;
    const { label, labels, ...others } = result;
    const written = label ?? labels;
    return typeof written === 'string' && written !== '' ? { ...answer, result: { ...others, ...form(written) } } : answer;
  });
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
  expect((await bench.ship('ORD-1001')).failure).toBeNull();
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

const link = 'https://labels.example/1.pdf';

test('a label that is a link is reported as a link and never opened', async () => {
  const bench = await benchWith(() => ({ label: link, labels: link }));
  const { failure } = await bench.ship('ORD-1001');
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
  const { booking } = await bench.ship('ORD-1001');
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
