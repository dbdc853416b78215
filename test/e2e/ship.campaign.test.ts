import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { buyButton, closeBenches, handsFree, openBench, ship, type WindowBench, word } from './day-bench.ts';
import { call, expect, ready, scan } from './launch.ts';

let bench: WindowBench;

beforeAll(async () => {
  bench = await openBench({ delayMs: 0 });
});
beforeEach(() => handsFree(bench.page));
afterAll(closeBenches);

const ordersOf = (key: string) => bench.service.orders().filter(({ reference }) => reference === key);

test('nothing a scanner types while the tiles are open buys a label', async () => {
  const { page, service } = bench;
  await scan(page, 'ORD-1001');
  await buyButton(page).waitFor();
  for (const code of ['4006381333931', '2', 'ORD-1002']) {
    await scan(page, code);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
  }
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('main')).first().waitFor();
  expect(service.requests().filter((request) => request.action === 'ship')).toEqual([]);
});

test('Enter and Space on the focused Buy button buy nothing; a touch does', async () => {
  const { page } = bench;
  await scan(page, 'ORD-1004');
  await buyButton(page).waitFor();
  await buyButton(page).focus();
  await page.keyboard.press('Enter', { delay: 60 });
  await page.keyboard.press('Space', { delay: 60 });
  await expect(buyButton(page)).toBeVisible();
  expect(ordersOf('ORD-1004')).toEqual([]);
  await buyButton(page).click();
  await word(page, 'DONE').waitFor();
  expect(ordersOf('ORD-1004')).toHaveLength(1);
});

test('a scan into a search field on another screen is handled as a scan, and the field stays empty', async () => {
  const { page } = bench;
  await page.keyboard.press('F2');
  const search = page.getByRole('main').getByRole('textbox').first();
  await search.focus();
  await scan(page, 'ORD-1005');
  await buyButton(page).waitFor();
  await page.keyboard.press('F2');
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('');
});

test('digits move the selection and letters switch extras, without buying', async () => {
  const { page } = bench;
  await scan(page, 'ORD-1009');
  await buyButton(page).waitFor();
  const first = await buyButton(page).textContent();
  await page.keyboard.press('2', { delay: 80 });
  await expect(buyButton(page)).not.toHaveText(first ?? '');
  await page.keyboard.press('g', { delay: 80 });
  await expect(page.getByText(/and CO₂ /)).toBeVisible();
  expect(ordersOf('ORD-1009')).toEqual([]);
  await page.keyboard.press('F12');
  await word(page, 'DONE').waitFor();
  await expect(page.getByText('CO₂ compensation')).toBeVisible();
});

test('a digit and F12 pressed together buy the selected service', async () => {
  const { page } = bench;
  await scan(page, 'ORD-1003');
  await buyButton(page).waitFor();
  const [, second] = await page.getByRole('radio').all();
  const name = (await second?.locator('xpath=ancestor::label').textContent()) ?? '';
  const keys = await page.context().newCDPSession(page);
  await page.keyboard.press('2');
  await keys.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'F12', code: 'F12', windowsVirtualKeyCode: 123 });
  await word(page, 'DONE').waitFor();
  expect(ordersOf('ORD-1003')).toHaveLength(1);
  expect(name).toContain(ordersOf('ORD-1003')[0]?.courierName ?? '?');
});

test('a booking without an answer is never sent again, and is settled in Resolve', async () => {
  const { page, service, printer } = bench;
  const sheets = printer.sheets().length;
  const ships = service.requests().filter((request) => request.action === 'ship').length;
  service.faults.next('ship', 'execute-then-reset');
  await scan(page, 'ORD-1020');
  await buyButton(page).waitFor();
  await page.keyboard.press('F12');
  await page
    .getByText(/Booking unknown/)
    .first()
    .waitFor();
  const { workflowNo } = (await call(page, 'snapshot', {})).bench;
  await scan(page, 'ORD-1020');
  // The second scan brings the Ship screen to the front; only then is Resolve opened.
  await expect
    .poll(async () => (await call(page, 'snapshot', {})).bench)
    .toMatchObject({ workflowNo: workflowNo + 1, workflow: { step: 'unknown' } });
  await expect(page.getByRole('button', { name: /1 to resolve/ })).toBeVisible();
  await page.keyboard.press('F5');
  await page.getByLabel('Order number: scan or type it').waitFor();
  await scan(page, ordersOf('ORD-1020')[0]?.orderNo ?? '');
  await page.keyboard.press('F7');
  await page.getByText('Nothing waits for you').waitFor();
  await expect.poll(() => printer.sheets().length).toBe(sheets + 1);
  expect(service.requests().filter((request) => request.action === 'ship')).toHaveLength(ships + 1);
});

test('after a kill between booking and printing the label prints, and was bought once', async () => {
  const slow = await openBench({ delayMs: 250 });
  const { service, printer } = slow;
  await scan(slow.page, 'ORD-1001');
  await buyButton(slow.page).waitFor();
  const asked = service.nextRequest('ship');
  await slow.page.keyboard.press('F12');
  await asked;
  printer.set({ dropConnection: true });
  await word(slow.page, 'LOOK').waitFor();
  expect(printer.sheets()).toHaveLength(0);
  await slow.station.kill();
  printer.set({ dropConnection: false });
  slow.station = await slow.station.relaunch();
  await ready(slow.page);
  await expect.poll(() => printer.sheets().length).toBe(1);
  expect(service.orders()).toHaveLength(1);
  await scan(slow.page, 'ORD-1001');
  await slow.page
    .getByText(/^Shipped /)
    .first()
    .waitFor();
});

test('a label of another order stops the bench, and the next scan goes on', async () => {
  const { page, service, printer } = bench;
  const before = printer.sheets().length;
  service.faults.next('ship', 'wrong-order-label');
  await scan(page, 'ORD-1022');
  await buyButton(page).waitFor();
  await page.keyboard.press('F12');
  await word(page, 'STOP').waitFor();
  expect(printer.sheets()).toHaveLength(before);
  await ship(page, 'ORD-1002');
  expect(printer.sheets()).toHaveLength(before + 1);
});

test('a window that reloads in the middle of a parcel continues at the same step', async () => {
  const { page } = bench;
  await scan(page, 'ORD-1025');
  await buyButton(page).waitFor();
  await page.reload();
  await buyButton(page).waitFor();
  await page.keyboard.press('F12');
  await word(page, 'DONE').waitFor();
  expect(ordersOf('ORD-1025')).toHaveLength(1);
});
