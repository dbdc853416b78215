import { expect, test } from 'vitest';
import { counted, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

/** Returns a bench, and an order that another program booked with the same key. */
async function beside(): Promise<{ bench: PlainStation; orderNo: string }> {
  const [bench, other] = [await startPlainStation(), await startPlainStation()];
  const { url, key, secret } = bench.service;
  await other.call('connect', { world: 'training', baseUrl: url, key, secret, account: '' });
  await other.buy('ORD-1001');
  return { bench, orderNo: (await other.at('done')).booking.orderNo };
}

test('the label of an order from another bench prints once a person is sure, as it cannot be compared', async () => {
  const { bench, orderNo } = await beside();
  expect((await bench.call('track', { number: orderNo })).booking).toBeNull();
  expect(await bench.station.handlers.printForeignLabel({ orderNo, isSure: false })).toMatchObject({
    failure: { code: 'label-not-compared', reasons: [{ code: 'label-not-booked-here' }] },
  });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('printForeignLabel', { orderNo, isSure: true });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an order of another bench accepts documents, and a doubtful upload waits in Resolve under its number', async () => {
  const { bench, orderNo } = await beside();
  const document = { orderNo, documentType: 'Certificate of Origin', name: 'origin.txt', mediaType: 'text/plain' } as const;
  const bytes = new TextEncoder().encode('Made in Den Bosch');
  expect(await bench.call('attachDocument', { ...document, bytes })).toMatchObject({ state: 'accepted', bookingId: null, orderNo });
  expect(bench.service.documents()).toMatchObject([{ orderNo, mediaType: 'text/plain' }]);
  bench.service.faults.next('upload_documents', 'execute-then-reset');
  const { id } = await bench.call('attachDocument', { ...document, name: 'again.txt', bytes });
  expect(await bench.call('toResolve', {})).toMatchObject([{ kind: 'upload-open', booking: null, upload: { id, orderNo } }]);
  await bench.reopen();
  await bench.call('settleUpload', { uploadId: id, act: 'it-arrived' });
  expect(await bench.call('toResolve', {})).toEqual([]);
  expect((await bench.call('track', { number: orderNo })).uploads).toHaveLength(2);
});
