import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { startTrainingService } from '../../electron/training/service.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { noPush } from '../../shared/order-push.ts';
import { csvOf, customer, rowOf, wordsOf } from '../canary/people.ts';
import { createScan } from '../canary/scan.ts';
import { freePort } from '../fakes/free-port.ts';
import { newFolder, stopLater } from '../later.ts';
import { buyButton, closeBenches, openBench, ship } from './day-bench.ts';
import { call, expect, importFile, ready, scan } from './launch.ts';

afterEach(closeBenches);

const secrets = { apiKey: 'Apikeyq-7d1f0b2c9a44', apiSecret: 'Apisecretq-51c07e99ab20', pin: '730194826517' };
const passphrase = 'four unusual qwords of a passphrase';

/** The texts that the heap of the page holds, of those that are searched for. Garbage is collected first. */
async function inHeap(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  const devTools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devTools.detach();
  const scanOfHeap = createScan(texts);
  await scanOfHeap.bytes('heap', Buffer.from(chunks.join('')));
  expect(scanOfHeap.totals().bytes).toBeGreaterThan(1_000_000);
  return [...new Set(scanOfHeap.finds().map(({ canary }) => canary))].toSorted();
}

test('the page forgets the passphrase that was typed into it, is never given a secret, and after a reload knows no erased person', async () => {
  const service = stopLater(await startTrainingService({ key: secrets.apiKey, secret: secrets.apiSecret, clock: () => new Date() }));
  const [shipped, letter] = [customer(1), customer(2)];
  const temporary = newFolder('canary-page');
  const bench = await openBench({
    service,
    csv: csvOf([rowOf('H-1', shipped), rowOf('H-2', letter)]),
    env: { HOST_NO_KEY_RING: '1', TMPDIR: temporary },
  });
  await call(bench.page, 'setPassphrase', { passphrase, pin: '' });
  await call(bench.page, 'connect', { world: 'live', baseUrl: service.url, key: secrets.apiKey, secret: secrets.apiSecret, account: '' });
  await importFile(bench.page, join(bench.dir, 'orders.csv'));
  const { token } = await call(bench.page, 'savePush', { ...noPush, isOn: true, port: await freePort(), newToken: false });
  const reach = { fromNetwork: false, acceptsPlain: false, reachedAt: '', newAddress: false };
  await call(bench.page, 'saveWebhooks', { ...reach, isOn: true, port: await freePort() });
  await call(bench.page, 'setLeadPin', { oldPin: '', pin: secrets.pin });
  const all = [...Object.values(secrets), token ?? 'no token', passphrase];

  await bench.station.kill();
  bench.station = await bench.station.relaunch();
  const { page } = bench;
  await page.getByText('Type the passphrase of this bench').waitFor();
  expect(await inHeap(page, all)).toEqual([]);
  await page.getByLabel('Passphrase').focus();
  await page.keyboard.type(passphrase, { delay: 90 });
  // Without this find, the searches below would find nothing because they read nothing.
  expect(await inHeap(page, all)).toEqual([passphrase]);
  await page.keyboard.press('Enter');
  await ready(page);
  await expect.poll(() => inHeap(page, all)).toEqual([]);

  await ship(page, 'H-1');
  await scan(page, 'H-2');
  await buyButton(page).waitFor();
  expect((await inHeap(page, wordsOf(letter))).length).toBeGreaterThan(3);
  for (const key of ['F2', 'F3', 'F4', 'F5', 'F6']) {
    await page.keyboard.press(key);
    await page.getByRole('main').waitFor();
  }
  expect(await inHeap(page, all)).toEqual([]);

  // Another order is in hand.
  await scan(page, 'H-1');
  await page
    .getByText(/^Shipped /)
    .first()
    .waitFor();
  await call(page, 'shipOtherwise', { key: orderKeySchema.parse('H-2'), way: 'letter', note: '' });
  const erased = await call(page, 'erasePerson', { query: letter.name, keys: [orderKeySchema.parse('H-2')] });
  expect(erased).toMatchObject({ orders: 1, stay: 0 });
  await page.reload();
  await page.getByRole('navigation').waitFor();
  expect(await inHeap(page, [...wordsOf(letter), ...all])).toEqual([]);

  await bench.station.close();
  const disk = createScan([passphrase]);
  for (const folder of [bench.dir, temporary]) await disk.folder('disk', folder);
  expect(disk.finds()).toEqual([]);
  expect(disk.totals().files).toBeGreaterThan(10);
});
