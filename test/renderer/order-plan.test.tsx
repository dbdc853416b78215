import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrdersScreen } from '../../renderer/orders/orders-screen.tsx';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { allOrders } from '../../shared/order-list.ts';
import { failed, ok } from '../../shared/result.ts';
import { otherwiseRows } from '../shots/orders-of-the-day.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { setup } from '../shots/setups.ts';
import { band, type Mounted, mount, page, reads } from './mount.tsx';

async function openOrders(answers: object = {}): Promise<Mounted> {
  const of = sceneOf('orders-plan');
  const mounted = mount(<OrdersScreen />, { ...of, answers: { ...of.answers, ...answers } });
  await reads('ORD-48231');
  return mounted;
}

/** Moves the focus with Tab only. */
async function tabTo({ press }: Mounted, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    const { activeElement } = document;
    if (activeElement instanceof HTMLButtonElement && activeElement.textContent?.includes(name)) return;
    await press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
}

test('keys alone hold an order, and only with a reason', async () => {
  const mounted = await openOrders();
  await mounted.press('ArrowDown');
  await mounted.press('Enter');
  await mounted.press('F9');
  await mounted.press('F9');
  expect(mounted.asked('holdOrder')).toEqual([]);
  mounted.fill('Why is it held?', 'The customer calls back');
  await mounted.press('F9');
  expect(mounted.asked('holdOrder')).toEqual([{ key: 'ORD-48231', why: 'The customer calls back' }]);
});

test('a held order shows its holder and reason in the list and beside it; F10 releases it', async () => {
  const { open, press, asked } = await openOrders();
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.includes('ORD-48232'))).toContain('On hold, Zoë Kranjčar');
  await open(/ORD-48232/);
  await reads('The customer moves on Friday');
  expect(screen.queryByRole('button', { name: /^Ship ORD/ })).toBeNull();
  await press('F10');
  expect(asked('releaseOrder')).toEqual([{ key: 'ORD-48232' }]);
});

test('keys alone close an order that left without a label, and Enter does not', async () => {
  const { open, press, fill, asked } = await openOrders();
  await open(/ORD-48231/);
  await press('Y');
  await press('F10');
  screen.getByRole('radio', { name: 'Another way' }).click();
  await reads('How? The shop receives this');
  await press('F10');
  expect(asked('shipOtherwise')).toEqual([]);
  fill('How? The shop receives this', 'By tram');
  screen.getByRole('button', { name: 'Close ORD-48231' }).focus();
  await press('Enter');
  expect(asked('shipOtherwise')).toEqual([]);
  await press('F10');
  expect(asked('shipOtherwise')).toEqual([{ key: 'ORD-48231', way: 'other', note: 'By tram' }]);
});

test('the list shows how an order left without a label, and it opens again for a reason', async () => {
  const reply = ok({ total: otherwiseRows.length, timeZone: 'Europe/Amsterdam', rows: otherwiseRows });
  const { open, press, asked } = await openOrders({ orders: reply });
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.includes('ORD-48232'))).toContain('Otherwise: Letter, ');
  await open(/ORD-48232/);
  await reads('Stamped, in the box at the door');
  expect(page()).toContain('The shop was informed.');
  expect(screen.queryByRole('button', { name: /^Ship ORD|Delete/ })).toBeNull();
  await press('U');
  await press('F10');
  expect(asked('reopenOrder')).toEqual([]);
  screen.getByRole('radio', { name: 'It came back' }).click();
  await reads('Does it need a label?');
  await press('Delete');
  expect(asked('reopenOrder')).toEqual([{ key: 'ORD-48232', reason: 'It came back', pin: '' }]);
});

test('the scan of an order that left without a label ships it anyway only for a reason', async () => {
  const { press, asked } = mount(<ShipScreen />, sceneOf('order-shipped-otherwise'));
  expect(band()).toContain('LOOK This order was shipped without a label.');
  expect(page()).toContain('Letter, recorded by Zoë Kranjčar');
  for (const key of ['Enter', 'F12', 'F10', 'F7', 'Delete']) await press(key);
  expect(asked('reopenOrder')).toEqual([]);
  screen.getByRole('radio', { name: 'It was closed by mistake' }).click();
  await reads('Ship it anyway');
  await press('Delete');
  expect(asked('reopenOrder')).toEqual([{ key: 'ORD-48232', reason: 'It was closed by mistake', pin: '' }]);
  expect(asked('scan')).toEqual([{ code: 'ORD-48232' }]);
});

test('with a list of people, an order that another bench of the site closed still asks for the PIN', async () => {
  const answers = { setup: ok({ ...setup, hasLeadPin: false, asksSitePin: true, hasLedger: true }) };
  const { press, fill, asked } = mount(<ShipScreen />, { ...sceneOf('order-shipped-otherwise'), answers });
  screen.getByRole('radio', { name: 'It was closed by mistake' }).click();
  await reads('Ship it anyway');
  fill('PIN of the shift lead', '4711');
  await press('Delete');
  expect(asked('reopenOrder')).toEqual([{ key: 'ORD-48232', reason: 'It was closed by mistake', pin: '4711' }]);
});

test('with a list of people and without other benches, no PIN is asked for', async () => {
  const answers = { setup: ok({ ...setup, hasLeadPin: false, asksSitePin: true, hasLedger: false }) };
  mount(<ShipScreen />, { ...sceneOf('order-shipped-otherwise'), answers });
  screen.getByRole('radio', { name: 'It was closed by mistake' }).click();
  await reads('Ship it anyway');
  expect(screen.queryByLabelText('PIN of the shift lead')).toBeNull();
});

test('the list shows each ship-by day and priority, and marks late orders', async () => {
  await openOrders();
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.includes('ORD-48231'))).toContain('High, Thu 19 Nov');
  expect(rows.find((row) => row.includes('ORD-48233'))).toContain('Late, Wed 18 Nov');
});

test('a ship-by day ends by the time zone of the warehouse, not of this computer', async () => {
  const reply = sceneOf('orders-plan').answers?.orders;
  if (!reply?.ok) throw new Error('The scene has no orders.');
  await openOrders({ orders: ok({ ...reply.value, timeZone: 'Pacific/Auckland' }) });
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.includes('ORD-48231'))).toContain('Late, Thu 19 Nov');
});

test('a priority and a valid day can be set beside the order', async () => {
  const { open, fill, asked, press } = await openOrders();
  await open(/ORD-48234/);
  screen.getByRole('radio', { name: 'High' }).click();
  expect(asked('planOrder')).toEqual([{ key: 'ORD-48234', priority: 'high' }]);
  fill('Ship by', '2026-02-30');
  await reads('Not a day like 2026-11-24');
  screen.getByLabelText('Ship by').focus();
  await press('Enter');
  fill('Ship by', '2026-11-30');
  await press('Enter');
  expect(asked('planOrder')).toEqual([
    { key: 'ORD-48234', priority: 'high' },
    { key: 'ORD-48234', shipBy: '2026-11-30' },
  ]);
});

test('the effect of deleting is shown first, and holding Delete deletes but Enter does not', async () => {
  const { open, press, asked, answer } = await openOrders();
  await open(/ORD-48233/);
  await press('Delete');
  await press('X');
  await reads('the shop is not informed');
  screen.getByRole('button', { name: /^Delete ORD-48233/ }).focus();
  await press('Enter');
  expect(asked('deleteOrder')).toEqual([]);
  answer('deleteOrder', failed(failure('order-standing')));
  await press('Delete');
  await reads('This order is shipped, or is being shipped.');
  answer('deleteOrder', ok({}));
  await press('Delete');
  expect(asked('deleteOrder')).toHaveLength(2);
  await reads('Drop a file here');
});

test('selects and saves exactly what the filter finds', async () => {
  const mounted = await openOrders();
  const { press, asked, click } = mounted;
  // The search has the focus, and takes letters.
  await press('Tab');
  await press('F');
  await reads('Imported');
  await tabTo(mounted, 'Any');
  await press('Enter');
  within(await screen.findByRole('listbox'))
    .getByText('To ship')
    .click();
  const filter = { ...allOrders, stage: 'to-ship' as const };
  await reads('Filter and sort (1)');
  expect(asked('orders').at(-1)).toEqual({ search: '', offset: 0, limit: 50, filter });
  await press('Escape');
  await click('Save as CSV');
  expect(asked('exportOrders')).toEqual([{ search: '', filter }]);
  await click(/^Select all/);
  await press('F7');
  expect(asked('openBatch')).toEqual([{ keys: null, search: '', filter }]);
});

test('a held order stops at the scan, and F10 releases it and continues with it', async () => {
  const { press, asked } = mount(<ShipScreen />, sceneOf('order-held'));
  await reads('This order is held here.');
  expect(band()).toContain('STOP');
  expect(page()).toContain('The customer moves on Friday');
  await press('F10');
  expect(asked('releaseOrder')).toEqual([{ key: 'ORD-48232' }]);
  expect(asked('scan')).toEqual([{ code: 'ORD-48232' }]);
});

test('an order whose change never arrived is released by a person, at the scan or in the list', async () => {
  const atScan = mount(<ShipScreen />, sceneOf('order-encrypted-past'));
  await reads('This order is held here.');
  expect(page()).toContain('the change never arrived here');
  await atScan.press('F10');
  expect(atScan.asked('releaseOrder')).toEqual([{ key: 'ORD-48232' }]);
  const inList = mount(<OrdersScreen />, sceneOf('orders-encrypted-past'));
  await reads('Changed at bench 5');
  await inList.open(/ORD-48232/);
  await reads('ask that bench or the shop what changed');
  await inList.press('F10');
  expect(inList.asked('releaseOrder')).toEqual([{ key: 'ORD-48232' }]);
});

test('an order that waits for the site key stops at scan and in the list, and cannot be released', async () => {
  const atScan = mount(<ShipScreen />, sceneOf('order-encrypted'));
  await reads('this bench does not have the site key');
  expect(band()).toContain('STOP');
  expect(page()).toContain('Bench 5 changed it');
  await atScan.press('F10');
  expect(atScan.asked('releaseOrder')).toEqual([]);
  const inList = mount(<OrdersScreen />, sceneOf('orders-encrypted'));
  await reads('Changed at bench 5');
  await inList.open(/ORD-48232/);
  await reads('Ship it there, or wait: the key arrives by itself.');
  await inList.press('F10');
  expect(inList.asked('releaseOrder')).toEqual([]);
});
