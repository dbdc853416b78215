import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { openTab } from '../shots/open-tab.ts';
import { closeBenches, handsFree, openBench, ship, type WindowBench, word } from './day-bench.ts';
import { call, expect, launchStation, scan } from './launch.ts';

/** The bench that tests share if they need none of their own; the test that closes it is the last. */
let day: WindowBench;

beforeAll(async () => {
  day = await openBench();
});
beforeEach(() => handsFree(day.page));
afterAll(closeBenches);

test('F3 and F12 order the driver, keep the manifest, and asking twice is refused', async () => {
  const { page, service, documents } = day;
  await ship(page, 'ORD-1001');
  await page.keyboard.press('F3');
  await page.getByRole('button', { name: /Request pickup/ }).waitFor();
  await page.keyboard.press('F12');
  await page.getByText(/is coming: collection/).waitFor();
  expect(service.pickups()).toHaveLength(1);
  // A file has another name while it is being written.
  const manifests = () => (existsSync(documents) ? readdirSync(documents).filter((name) => name.endsWith('.pdf')) : []);
  await expect.poll(manifests).toHaveLength(1);
  expect(
    readFileSync(join(documents, manifests()[0] ?? ''))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.keyboard.press('F12');
  expect(service.pickups()).toHaveLength(1);
  await page.getByRole('button', { name: /Reprint the manifest/ }).click();
  await expect.poll(manifests).toHaveLength(2);
});

test('a scan on Track finds the parcel, and opens the courier page only after a check', async () => {
  const { page, service, station } = day;
  await ship(page, 'ORD-1002');
  await page.keyboard.press('F4');
  await scan(page, service.orders().at(-1)?.trackingNos[0] ?? '');
  await page.getByText('Shipment data received').waitFor();
  await page.getByRole('button', { name: /^Open at/ }).click();
  await page.getByText('tracking.example', { exact: true }).waitFor();
  const opened = () => station.app.evaluate(({ shell }) => (shell as unknown as { opened?: string[] }).opened ?? null);
  const before = await opened();
  if (before) expect(before.filter((address) => address.includes('tracking.example'))).toEqual([]);
  await page.keyboard.press('F10');
  if (before) await expect.poll(async () => (await opened())?.at(-1)).toMatch(/^https:\/\/tracking\.example\//);
});

test('a service point is chosen with keys and printed on the label', async () => {
  const { page, printer, service } = day;
  const before = service.orders().length;
  await scan(page, 'ORD-1009');
  await page.getByRole('button', { name: /^Buy / }).waitFor();
  await page.keyboard.press('v', { delay: 80 });
  await page.getByText('Service points near the recipient').waitFor();
  await page.keyboard.press('1', { delay: 80 });
  await page.getByText('Service points near the recipient').waitFor({ state: 'detached' });
  await page.keyboard.press('F12');
  await word(page, 'DONE').waitFor();
  const [booking] = await call(page, 'lastShipments', { limit: 1 });
  const point = booking?.extras.servicePoint;
  expect(point).not.toBeNull();
  expect(printer.sheets().at(-1)?.zpl.toString('latin1')).toContain(point?.postalCode ?? '?');
  expect(service.orders()).toHaveLength(before + 1);
});

test('a customs document is attached on Track and accepted by the service', async () => {
  const { page, service } = day;
  await ship(page, 'ORD-1020');
  await page.keyboard.press('F4');
  await scan(page, 'ORD-1020');
  await page.getByRole('button', { name: /Attach a document/ }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: /Choose the file/ }).click()]);
  await chooser.setFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 invoice') });
  await page.getByText('Accepted').first().waitFor();
  expect(service.documents()).toHaveLength(1);
});

test('an order file dropped on Orders is listed with its problems by line and reason', async () => {
  const { page } = day;
  await page.keyboard.press('F2');
  await page.getByText('ORD-1025').waitFor();
  await page.getByText('House number missing').first().waitFor();
  const file =
    'order,name,street,house_number,postal_code,city,country,phone,weight_kg\nP-1,A B,Street,1,1011 AB,Amsterdam,NL,+31201234567,"1,2,5"\nP-2,C D,Street,2,1011 AB,Amsterdam,NL,+31201234567,1.5\n';
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'plain.csv', { type: 'text/csv' }));
    return data;
  }, file);
  const target = page.getByText('Drop a file here').first();
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: transfer });
  await page
    .getByText(/Line 2/)
    .first()
    .waitFor();
  await page.getByText('P-2', { exact: true }).waitFor();
});

test('wrong credentials show one sentence, save nothing and keep the current work', async () => {
  const { page, service } = day;
  await page.keyboard.press('F6');
  await openTab(page, 'Account');
  await page.getByLabel('Address of the service').fill(service.url);
  await page.getByLabel('Key', { exact: true }).fill('somebody');
  await page.getByLabel('Secret', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: /^Connect/ }).click();
  await page
    .getByText(/rejected the key/)
    .first()
    .waitFor();
  expect((await call(page, 'setup', {})).settings.connections.sandbox).toBeNull();
  await ship(page, 'ORD-1022');
});

test('the same order ships in training and in sandbox, and both labels show SAMPLE', async () => {
  const bench = await openBench();
  const { page, service, printer } = bench;
  await ship(page, 'ORD-1001');
  const { url, key, secret } = service;
  await bench.station.close();
  bench.station = await launchStation({
    dataDir: join(bench.dir, 'data'),
    world: 'sandbox',
    api: { url, key, secret },
    orders: [join(bench.dir, 'orders.csv')],
  });
  await expect(bench.page.getByText(/^SANDBOX/)).toBeVisible();
  await ship(bench.page, 'ORD-1001');
  expect(service.orders()).toHaveLength(2);
  expect(printer.sheets()).toHaveLength(2);
  expect(printer.sheets().every((sheet) => sheet.zpl.includes('SAMPLE'))).toBe(true);
});

test('the live environment prints no SAMPLE and shows that it is not proven', async () => {
  const { page, service, printer } = await openBench({ world: 'live' });
  await expect(page.getByText('LIVE, FIRST LABEL', { exact: true })).toBeVisible();
  await ship(page, 'ORD-1001');
  expect(service.orders('production')).toHaveLength(1);
  expect(printer.sheets()).toHaveLength(1);
  expect(printer.sheets()[0]?.zpl.includes('SAMPLE')).toBe(false);
});

test('the key, the secret and the recipients are not readable on the disk', async () => {
  await ship(day.page, 'ORD-1004');
  await day.station.close();
  const data = join(day.dir, 'data');
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(3);
  const canaries = ['e2e-key', 'e2e-secret', 'Größmann', 'GROESSMANN', 'Groessmann', 'Schloßstraße', 'Bad Homburg'];
  // Among thousands of hexadecimal digits any five digits occur somewhere: the postal code counts only if it stands alone.
  const postalCode = /(?<![0-9a-f])61348(?![0-9a-f])/i;
  const leaks = files.flatMap((entry) => {
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    return canaries
      .filter((canary) => bytes.includes(canary) || bytes.includes(Buffer.from(canary).toString('base64').slice(0, -3)))
      .concat(postalCode.test(bytes.toString('latin1')) ? ['61348'] : [])
      .map((canary) => `${entry.name}: ${canary}`);
  });
  expect(leaks).toEqual([]);
});
