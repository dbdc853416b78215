import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrdersScreen } from '../../renderer/orders/orders-screen.tsx';
import { reasonText } from '../../renderer/text/reasons.ts';
import { text } from '../../renderer/text/text.ts';
import { revisionsAt } from '../../shared/lists.ts';
import { factsOfItems, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { failed, ok } from '../../shared/result.ts';
import { batchEnded } from '../shots/batches.ts';
import { unreadable } from '../shots/open-items.ts';
import { threeItems } from '../shots/orders-of-the-day.ts';
import { customsProblems, toSwitzerland } from '../shots/refused-orders.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, type Mounted, mount, page, reads } from './mount.tsx';

async function openOrders(answers: object = {}): Promise<Mounted> {
  const of = sceneOf('orders-new');
  const mounted = mount(<OrdersScreen />, { ...of, answers: { ...of.answers, ...answers } });
  await reads('ORD-48231');
  return mounted;
}

const openBatch = (scene: string): Mounted => mount(<OrdersScreen />, sceneOf(scene));

const openForm = (): Mounted => {
  const of = sceneOf('orders-edit-customs');
  const mounted = mount(<OrdersScreen />, of);
  mounted.state.editOrder(toSwitzerland.key);
  return mounted;
};

test('without orders it shows how to import them', async () => {
  mount(<OrdersScreen />, sceneOf('orders-empty'));
  await reads('No orders yet');
  expect(band()).toBe('READY Import your orders');
});

test('every order is listed with what is missing and whether it must not be shipped', async () => {
  await openOrders();
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.includes('ORD-48234'))).toContain('Weight missing');
  expect(rows.find((row) => row.includes('ORD-48219'))).toContain('Booking unknown');
  expect(rows.find((row) => row.includes('ORD-48230'))).toContain('Shipped 13:55');
});

test('a list that ends before all orders are shown reports this and how to see the others', async () => {
  const of = sceneOf('orders-selected');
  const reply = of.answers?.orders;
  if (!reply?.ok) throw new Error('The scene has no orders.');
  const { click } = await openOrders({ orders: ok({ ...reply.value, total: 1200 }) });
  for (let page = 1; screen.queryByText(/are shown/) === null && page < 10; page += 1) await click(/^Show \d+ more$/);
  expect(screen.getByText('The first 500 of 1200 are shown. Search or filter for the others.')).toBeDefined();
});

test('the list is requested again if it changed, and not if another list did', async () => {
  const { push, asked } = await openOrders();
  const before = asked('orders').length;
  push({ frame: { revisions: { ...revisionsAt(1), setup: 2, printers: 2 } } });
  push({ frame: { labelPrinter: { kind: 'printing' } } });
  expect(asked('orders')).toHaveLength(before);
  push({ frame: { revisions: { ...revisionsAt(1), orders: 2 } } });
  expect(asked('orders')).toHaveLength(before + 1);
});

test('selecting an order and pressing F7 ships it, like a scan of its key', async () => {
  const { open, press, asked } = await openOrders();
  await open(/ORD-48231/);
  await press('F7');
  expect(asked('scan')).toEqual([{ code: 'ORD-48231' }]);
});

test('a pasted address fills the fields, unsure parts are marked, and the rest is in the note', async () => {
  openForm();
  // The recipient's fields stand before those of a third party.
  const field = (label: string) => {
    const [first] = screen.getAllByLabelText<HTMLInputElement>(label);
    if (!first) throw new Error(`no field ${label}`);
    return first;
  };
  await screen.findAllByLabelText('City');
  const pasted = ['Jane Doe', 'Atelier Nord', 'Am Markt 3', '10115 Berlin', 'Bitte klingeln', 'Germany'].join('\n');
  fireEvent.paste(field('City'), { clipboardData: { getData: () => pasted } });
  await reads('No field was found for: Bitte klingeln');
  expect(['Name', 'Company', 'Street', 'House number', 'Postal code', 'City'].map((label) => field(label).value)).toEqual([
    'Jane Doe',
    'Atelier Nord',
    'Am Markt',
    '3',
    '10115',
    'Berlin',
  ]);
  await reads('It is not certain that this belongs here');
  expect(field('Note for the packer').value).toContain('Bitte klingeln');
  fireEvent.paste(field('Name'), { clipboardData: { getData: () => 'one line' } });
  expect(field('City').value).toBe('Berlin');
});

test('a text that is also a known code is saved by a second F10, not by Enter on the button', async () => {
  const { press, asked, answer } = openForm();
  await screen.findAllByLabelText('City');
  const [city] = screen.getAllByLabelText<HTMLInputElement>('City');
  if (city) fireEvent.change(city, { target: { value: '5230' } });
  const knownAs = { is: 'order' as const, orderKey: '#5230' as OrderKey };
  answer('saveOrder', failed({ ...failure('text-is-code'), reasons: [{ code: 'typed-code', text: '5230', knownAs }] }));
  await press('F10');
  await reads('5230 is order #5230');
  const keep = screen.getByRole('button', { name: /^Keep "5230" as it is/ });
  keep.focus();
  await press('Enter');
  await press('F10');
  expect(asked('saveOrder').map(({ confirmed }) => confirmed)).toEqual([undefined, ['5230']]);
});

test('without a picked order F7 ships nothing', async () => {
  const { press, asked } = await openOrders();
  await press('F7');
  expect(asked('scan')).toEqual([]);
});

test('F7 prices the selected orders together, and nothing is scanned', async () => {
  const { press, asked } = await openOrders();
  for (const key of ['ORD-48231', 'ORD-48232']) fireEvent.click(screen.getByRole('checkbox', { name: `Select ${key}` }));
  await reads('2 orders selected');
  await press('F7');
  expect(asked('openBatch')).toEqual([{ keys: ['ORD-48231', 'ORD-48232'], search: '' }]);
  expect(asked('scan')).toEqual([]);
});

test('all orders that the search finds are priced together, whether listed or not', async () => {
  const { click, press, asked } = await openOrders();
  await click(/^Select all/);
  await press('F7');
  expect(asked('openBatch')).toEqual([{ keys: null, search: '' }]);
});

test('F12 buys a batch for the shown number of orders and sums, and Enter never does', async () => {
  const { press, asked } = openBatch('batch-ready');
  await reads('Ship 45 for 412.75 EUR + 6.72 EUR extras');
  await reads('CO₂ compensation 45 6.72 EUR');
  screen.getByRole('button', { name: /^Ship 45/ }).focus();
  await press('Enter');
  expect(asked('runBatch')).toEqual([]);
  await press('F12');
  expect(asked('runBatch')).toEqual([{ orders: 45 }]);
});

test('one answer applies to all orders with the same question', async () => {
  const { fill, click, answer, asked } = openBatch('batch-ready');
  await reads('1 × MUG-SAND, 2 orders');
  answer('answerBatch', ok({ answered: 2 }));
  fill('Weight', '0.8');
  await click('Weight, Answer for 2');
  expect(asked('answerBatch')).toEqual([{ kind: 'weight', fits: '1 × MUG-SAND', answer: '0.8' }]);
});

test('a question about an unknown product names its order, and the cost counts priced orders', async () => {
  openBatch('batch-ready');
  await reads('Contents ORD-48231 Answer for 1');
  expect(page()).toContain('45 orders. Includes only extras that a rule turns on.');
});

test('a new order is checked only once it has a number', async () => {
  const { click, fill, asked } = await openOrders();
  await click('New order');
  fill('Name', 'Nora Lind');
  fill('Order number, as on its bar code', 'N-1');
  await waitFor(() => expect(asked('checkOrder').length).toBeGreaterThan(0));
  expect(asked('checkOrder').map(({ order }) => order.key)).not.toContain('');
});

test('a running batch shows its progress, each stopped order with its reason, and the next step', async () => {
  const { click, press, asked, answer } = openBatch('batch-running');
  await reads('ORD-48260');
  expect(band()).toBe('WORKING Shipping 29 of 48');
  answer('askBatchLine', ok({}));
  await click('Ask again: ORD-48247');
  expect(asked('askBatchLine')).toEqual([{ key: 'ORD-48247' }]);
  await press('P');
  expect(asked('pauseBatch')).toHaveLength(1);
});

test('an order that a batch cannot price is corrected in its form, with the empty field marked', async () => {
  const { click, answer } = openBatch('batch-running');
  await reads('The house number is missing.');
  const { recipient, ...order } = toSwitzerland;
  answer('order', ok({ ...order, recipient: { ...recipient, houseNumber: '' } }));
  const why = { code: 'address-fact-missing', fact: 'houseNumber', of: 'recipient' } as const;
  answer('checkOrder', ok({ problems: [{ part: 'recipient', field: 'houseNumber', stops: true, why }], respellings: [], stops: null }));
  await click('Correct: ORD-48255');
  await reads('The house number of the recipient is missing');
  expect(band()).toBe('LOOK Correct the order. Its price is then asked again.');
});

test('the order form shows why its scan would stop', async () => {
  const { click, answer } = openBatch('batch-running');
  answer('order', ok(toSwitzerland));
  const reasons = [{ code: 'sender-not-listed', name: 'Gone', by: null } as const];
  answer('checkOrder', ok({ problems: [], respellings: [], stops: { code: 'sender-unknown', reasons } }));
  await click('Correct: ORD-48255');
  await reads('names a sender that Setup does not have');
});

test('a batch reports the orders for which the printer counted more labels', async () => {
  const of = sceneOf('batch-ended');
  const counted = (orders: number, first: readonly string[]) =>
    text.batch.countedMore({ orders, first: first.map((each) => orderKeySchema.parse(each)) });
  const countedMore = { orders: 5, first: ['A-1', 'A-2', 'A-3'].map((each) => orderKeySchema.parse(each)) };
  mount(<OrdersScreen />, {
    ...of,
    answers: { ...of.answers, batch: ok({ ...batchEnded, counts: { ...batchEnded.counts, stopped: 0 }, countedMore }) },
  });
  expect(counted(1, ['A-1'])).toContain('for A-1. Look');
  await reads('The printer counted more labels than were sent for A-1, A-2, A-3 and 2 more. Look for second copies');
  expect(band()).toMatch(/^LOOK .*: look for second copies of 5 orders$/);
});

test('a paused batch shows its order, the reason and the next step, and F12 continues', async () => {
  const { press, asked } = openBatch('batch-paused');
  await reads('Nothing more is bought before you go on.');
  expect(band()).toBe('LOOK Paused at ORD-48252. It is not known whether this was booked.');
  expect(page()).toContain('Settle it in Resolve. It is not sent again.');
  await press('F12');
  expect(asked('runBatch')).toEqual([{ orders: 13 }]);
});

test('a stopped batch that is paused buys nothing more, has no Stop button, and F12 continues', async () => {
  const { press, asked } = openBatch('batch-stopped-and-paused');
  await reads('Nothing more is bought. Go on to print what is bought.');
  expect(screen.queryByRole('button', { name: /Stop, print/ })).toBeNull();
  await press('F12');
  expect(asked('runBatch')).toEqual([{ orders: 0 }]);
});

test('a batch that a setting pauses leads to that setting', async () => {
  const { click, state } = openBatch('batch-paused-no-sender');
  await reads('Paused at ORD-48251.');
  await click('Open Setup');
  expect(state.shown.getState()).toMatchObject({ screen: 'setup', setupTab: 'sender' });
});

test('a batch whose label printer is gone opens Setup, or prints on the usual printer with O', async () => {
  const { press, asked } = openBatch('batch-without-printer');
  await reads('Paused at ORD-48261. The label printer that a rule chose for this label is no longer in Setup.');
  expect(page()).toContain('Back room');
  await press('O');
  expect(asked('printBatchAtUsual')).toHaveLength(1);
});

test('the search covers the whole list', async () => {
  const { fill, asked } = await openOrders();
  fill(/Search/, 'Graz');
  await reads('found');
  expect(asked('orders').at(-1)).toMatchObject({ search: 'Graz', offset: 0 });
});

test('a dropped file is read', async () => {
  const { asked } = await openOrders();
  const file = new File(['order;name'], 'orders.csv');
  const { parentElement } = screen.getByRole('grid').parentElement ?? document.body;
  fireEvent.drop(parentElement ?? document.body, { dataTransfer: { files: [file] } });
  await expect.poll(() => asked('importOrders')).toMatchObject([{ name: 'orders.csv' }]);
});

const rowSkipped = { file: 'orders.csv', line: 7, orderKey: 'ORD-7', reason: { code: 'order-number-missing' }, row: ';Vase' } as const;

test('the result of the last import is shown, also for a file from the command line', async () => {
  const report = sceneOf('orders-new').answers?.importOrders;
  if (!report?.ok) throw new Error('The scene has no report.');
  await openOrders({ lastImport: ok({ report: { ...report.value, skipped: [rowSkipped] }, failure: null }) });
  await reads('125 orders');
  await reads('Skipped: Line 7, ORD-7');
});

test('shows why the last file was refused, also for a file from the command line', async () => {
  const why = failure('order-file-unreadable', [{ code: 'file-of-other-kind', kind: 'xls' }]);
  await openOrders({ lastImport: ok({ report: null, failure: why }) });
  await reads('This is an old Excel workbook (XLS). Open it and save it as XLSX or CSV.');
  expect(band()).toContain('LOOK');
});

test('a file that cannot be read is shown with the reason, and the list stays', async () => {
  const { click } = await openOrders({
    chooseOrderFile: failed(failure('order-file-unreadable', [{ code: 'file-of-other-kind', kind: 'xls' }])),
  });
  await click('Choose a file');
  await reads('This is an old Excel workbook (XLS). Open it and save it as XLSX or CSV.');
  expect(band()).toContain('LOOK');
  expect(page()).toContain('ORD-48231');
});

test('an unreadable row is corrected with its own button, in a form with its key', async () => {
  const { click } = await openOrders({ toResolve: ok(unreadable) });
  await click('Correct line 58 of orders-2026-11-19.csv');
  expect(screen.getByLabelText<HTMLInputElement>('Order number, as on its bar code').value).toBe('ORD-48281');
});

test('saves a new order as it was typed', async () => {
  const { click, fill, press, asked } = await openOrders();
  await click('New order');
  fill('Order number, as on its bar code', 'ORD-1');
  fill('Name', 'Ada Lovelace');
  await press('F10');
  await expect.poll(() => asked('saveOrder')).toMatchObject([{ order: { key: 'ORD-1', recipient: { name: 'Ada Lovelace' } } }]);
});

test('the current order opens with a problem at each field, and saving scans it again', async () => {
  const { press, asked } = openForm();
  for (const { why } of customsProblems) await reads(reasonText(why));
  await press('F10');
  await expect.poll(() => asked('saveOrder')).toMatchObject([{ order: { key: 'ORD-48233' } }]);
  await expect.poll(() => asked('scan')).toEqual([{ code: 'ORD-48233' }]);
});

test('the form has the focus in the field that Ship asks about', async () => {
  const { state } = mount(<OrdersScreen />, sceneOf('orders-edit-customs'));
  state.editOrder(toSwitzerland.key, { kind: 'weight', parcel: 0 });
  await reads('Order ORD-48233');
  expect(screen.getByLabelText('Weight with box')).toBe(document.activeElement);
});

test('contents and value of the items are shown in empty fields, and saving keeps them empty', async () => {
  const of = sceneOf('orders-edit-customs');
  const [parcel] = toSwitzerland.parcels;
  if (!parcel) throw new Error('The order has no parcel.');
  const order = { ...toSwitzerland, lines: threeItems.lines, parcels: [{ ...parcel, contents: '', value: null, products: [] }] };
  const { state, press, asked } = mount(<OrdersScreen />, { ...of, answers: { ...of.answers, order: ok(order) } });
  state.editOrder(toSwitzerland.key);
  await reads('Grey values come from the items. Empty fields keep them.');
  expect(screen.getByLabelText('Contents').getAttribute('placeholder')).toBe(factsOfItems(order, 0).contents);
  expect(factsOfItems(order, 0).contents).not.toBe('');
  await press('F10');
  await expect.poll(() => asked('saveOrder')).toMatchObject([{ order: { parcels: [{ contents: '', value: null }] } }]);
});

test('the form shows the second address from another bench, and saving decides between them', async () => {
  const { press, asked, state } = mount(<OrdersScreen />, sceneOf('orders-two-addresses'));
  state.editOrder(toSwitzerland.key);
  await reads('Another address for it: Ines Keller, Bahnhofstrasse 12');
  await press('F10');
  await expect.poll(() => asked('saveOrder')).toMatchObject([{ order: { key: 'ORD-48233', hold: null } }]);
  expect(asked('saveOrder')[0]).not.toHaveProperty('order.otherAddress');
});

test('Escape closes the form of the current order and returns to Ship', async () => {
  const { press, state, asked } = openForm();
  await reads('Order ORD-48233');
  await press('Escape');
  expect(state.shown.getState().screen).toBe('ship');
  expect(asked('saveOrder')).toEqual([]);
});

test('a file with new columns that a proposed mapping reads is no failure', async () => {
  const of = sceneOf('orders-new-columns');
  const { click, press } = mount(<OrdersScreen />, of);
  await click('Choose a file');
  await expect.poll(band).toMatch(/^READY These columns are new to Packbench: \d+ orders\. Import them\?$/);
  expect(page()).not.toContain('could not be read');
  await press('M');
  expect(await screen.findByRole('textbox', { name: 'Name of this mapping' })).toBeDefined();
});

test('a file with new columns that the proposed mapping cannot read is a failure', async () => {
  const of = sceneOf('orders-mapping');
  const { click, asked } = mount(<OrdersScreen />, of);
  await click('Choose a file');
  await expect.poll(() => asked('tryMapping')).toHaveLength(1);
  await reads('Map its columns');
  expect(band()).toBe('LOOK The order file could not be read. No order was changed.');
});

test('if the encoding of a file is unclear, the packer picks one from its rows', async () => {
  const choices = [
    { encoding: 'windows-1252', rows: ['Antonín Dvoøák'] },
    { encoding: 'windows-1250', rows: ['Antonín Dvořák'] },
  ] as const;
  const unclear = failed(failure('order-file-unreadable', [{ code: 'file-letters-unclear', beginning: 'order;name', choices }]));
  const { click, asked } = await openOrders({ chooseOrderFile: unclear });
  await click('Choose a file');
  const card = (await screen.findByText('Which spelling is right?')).closest('.orders-import');
  const words = card?.textContent ?? '';
  expect(words.indexOf('Antonín Dvořák')).toBeLessThan(words.indexOf('The order file could not be read'));
  await click('This is right: Central European (Windows-1250)');
  expect(asked('importInLetters')).toEqual([{ encoding: 'windows-1250' }]);
});
