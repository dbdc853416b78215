import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrdersScreen } from '../../renderer/orders/orders-screen.tsx';
import type { CallArgs, CallReply } from '../../shared/ipc.ts';
import type { OrderKey } from '../../shared/order.ts';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, keyDown, type Mounted, mount, page, reads } from './mount.tsx';

const scene = sceneOf('orders-plan');
const listed = scene.answers?.orders;
if (!listed?.ok) throw new Error('The scene has no orders.');
const { rows, timeZone } = listed.value;
const keys = rows.map(({ order }) => order.key);
const [first = '', second = ''] = keys;

async function openOrders(answers: object = {}): Promise<Mounted> {
  const mounted = mount(<OrdersScreen />, { ...scene, answers: { ...scene.answers, ...answers } });
  await reads(first);
  return mounted;
}

/** The key of the row that has the focus. */
const here = (): string | undefined =>
  document.activeElement instanceof HTMLTableRowElement ? document.activeElement.dataset['key'] : undefined;

const isTicked = (key: string): boolean => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${key}` }).checked;

test('the arrow keys lead from the search through the list and back, without a request', async () => {
  const { press, asked } = await openOrders();
  const before = asked('orders').length;
  const way: (string | undefined)[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'PageUp', 'PageDown', 'Home', 'ArrowUp']) {
    await press(key);
    way.push(here());
  }
  expect(way).toEqual([keys[0], keys[1], keys.at(-1), keys.at(-11) ?? keys[0], keys.at(-1), keys[0], undefined]);
  expect(document.activeElement).toBe(screen.getByLabelText('Search the orders'));
  expect(asked('orders')).toHaveLength(before);
});

test('Tab reaches only one row of the list, the last one focused', async () => {
  const { press } = await openOrders();
  for (const key of ['ArrowDown', 'ArrowDown']) await press(key);
  const stops = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
  expect(stops.map((row) => row.dataset['key'])).toEqual([second]);
  expect(screen.getAllByRole('checkbox').every((box) => box.tabIndex === -1)).toBe(true);
  screen.getByLabelText('Search the orders').focus();
  await press('Enter');
  expect(here()).toBe(second);
});

test('Space selects the row and stays there, Enter opens it, and Escape returns to it', async () => {
  const { press } = await openOrders();
  for (const key of ['ArrowDown', 'ArrowDown']) await press(key);
  await press(' ');
  await reads('1 order selected');
  expect([isTicked(second), isTicked(first), here()]).toEqual([true, false, second]);
  await press(' ');
  expect(isTicked(second)).toBe(false);
  await press('Enter');
  await reads(`${second} , 1 parcel`);
  await press('Escape');
  expect(here()).toBe(second);
  await reads('Enter opens it');
});

test('below the last row the next ones are listed', async () => {
  const many = Array.from({ length: 120 }, (_, index) => {
    const [row] = rows;
    if (!row) throw new Error('no row');
    return { ...row, order: { ...row.order, key: `N-${index}` as OrderKey } };
  });
  const reply: CallReply<'orders'> = { total: 120, timeZone: 'Europe/Amsterdam', rows: many.slice(0, 50) };
  const { press, asked, answer } = mount(<OrdersScreen />, { ...scene, answers: { ...scene.answers, orders: ok(reply) } });
  await reads('N-49');
  await press('ArrowDown');
  await press('End');
  answer('orders', ok({ ...reply, rows: many.slice(0, 100) }));
  await press('ArrowDown');
  expect(asked('orders').at(-1)).toMatchObject({ limit: 100 });
  await reads('N-99');
  await press('ArrowDown');
  expect(here()).toBe('N-50');
});

/** Starts a search. The returned function delivers its answer with these orders. */
function search({ fill, state }: Mounted): (found: typeof rows) => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  Object.assign(state.station, { orders: () => promise });
  screen.getByLabelText('Search the orders').focus();
  fill('Search the orders', 'x');
  return (found) => act(async () => resolve(ok({ total: found.length, timeZone, rows: found })));
}

test('a held key below the last row requests one more page', async () => {
  const many = Array.from({ length: 50 }, (_, index) => {
    const [row] = rows;
    if (!row) throw new Error('no row');
    return { ...row, order: { ...row.order, key: `N-${index}` as OrderKey } };
  });
  const { press, state } = mount(<OrdersScreen />, { ...scene, answers: { orders: ok({ total: 600, timeZone, rows: many }) } });
  await reads('N-49');
  for (const key of ['ArrowDown', 'End']) await press(key);
  const limits: number[] = [];
  const orders = ({ limit }: CallArgs<'orders'>) => new Promise(() => limits.push(limit));
  Object.assign(state.station, { orders });
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key);
  expect(limits).toEqual([100]);
});

test('Enter after typing a search moves to the result as soon as there is one', async () => {
  const mounted = await openOrders();
  const find = search(mounted);
  await mounted.press('Enter');
  expect(here()).toBeUndefined();
  await find(rows.slice(2, 4));
  expect(here()).toBe(keys[2]);
});

test('a packer who types on after Enter stays in the search', async () => {
  const mounted = await openOrders();
  const find = search(mounted);
  await mounted.press('Enter');
  mounted.fill('Search the orders', 'xy');
  await find(rows.slice(2, 4));
  expect(document.activeElement).toBe(screen.getByLabelText('Search the orders'));
});

test('a batch does not start for an order that a running search does not find', async () => {
  const mounted = await openOrders({ openBatch: ok({ taken: 1, leftOut: 0 }) });
  const find = search(mounted);
  for (const key of ['Enter', ' ']) await mounted.press(key);
  await find(rows.slice(2, 3));
  await mounted.press('F7');
  expect(mounted.asked('openBatch')).toEqual([]);
});

test('the results of a running search are selected only once they have arrived', async () => {
  const mounted = await openOrders({ openBatch: ok({ taken: 1, leftOut: 0 }) });
  const find = search(mounted);
  await mounted.click(/^Select all/);
  act(() => screen.getByRole('checkbox', { name: `Select ${first}` }).click());
  await find(rows.slice(0, 1));
  expect(page()).not.toContain('selected');
  await mounted.press('F7');
  expect(mounted.asked('openBatch')).toEqual([]);
  await mounted.click('Select all 1');
  await reads('1 order selected');
});

/** Makes main list these orders from now on, and report that they changed. */
async function listChanges({ answer, push, state }: Mounted, to: typeof rows): Promise<void> {
  answer('orders', ok({ total: to.length, timeZone, rows: to }));
  const { revisions = scene.snapshot.frame.revisions } = state.shown.getState().snapshot?.frame ?? {};
  push({ frame: { revisions: { ...revisions, orders: revisions.orders + 1 } } });
  await act(async () => undefined);
}

test('if the focused row leaves the list, the row in its place gets the focus', async () => {
  const mounted = await openOrders();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await mounted.press(key);
  await listChanges(
    mounted,
    rows.filter((row) => row !== rows[2]),
  );
  expect(here()).toBe(keys[3]);
  await mounted.press('ArrowDown');
  expect(here()).toBe(keys[4]);
  await mounted.press('End');
  await listChanges(mounted, rows.slice(0, 2));
  expect(here()).toBe(second);
});

test('a row that leaves the list does not take the focus from another control', async () => {
  const mounted = await openOrders();
  for (const key of ['ArrowDown', 'ArrowDown']) await mounted.press(key);
  act(() => screen.getByRole('button', { name: 'New order' }).focus());
  await listChanges(
    mounted,
    rows.filter((row) => row !== rows[1]),
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New order' }));
  act(() => (document.activeElement as HTMLElement).blur());
  await listChanges(mounted, rows);
  expect(document.activeElement).toBe(document.body);
  await mounted.press('ArrowDown');
  act(() => (document.activeElement as HTMLElement).blur());
  await listChanges(mounted, rows.slice(3));
  expect(document.activeElement).toBe(document.body);
});

test('holding Space selects the row once', async () => {
  const { press } = await openOrders();
  await press('ArrowDown');
  keyDown(' ', performance.now());
  await waitFor(() => expect(isTicked(first)).toBe(true));
  for (let repeat = 0; repeat < 3; repeat += 1) fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ', repeat: true });
  await press('Pause');
  expect(isTicked(first)).toBe(true);
});

test('reports selected orders that cannot be shipped, and F12 asks for prices first', async () => {
  const { press, asked } = await openOrders({ openBatch: ok({ taken: 0, leftOut: 1 }) });
  await press('ArrowDown');
  await press(' ');
  await press('F12');
  expect(band()).toBe('LOOK F7 asks the prices first. Nothing is bought before you have seen them.');
  await press('F7');
  await reads('This order cannot be shipped now: shipped or being booked already, in doubt, in hand at Ship, held back, or deleted.');
  expect(asked('openBatch')).toEqual([{ keys: [first], search: '' }]);
  await press(' ');
  expect(band()).toContain('READY');
});

test('the function keys report that no order is open, or that the open order is held', async () => {
  const { press, asked, open } = await openOrders();
  await press('F7');
  expect(band()).toBe('LOOK Open an order first, or select some.');
  await open(/ORD-48232/);
  await press('F7');
  expect(band()).toBe('LOOK This order is on hold. Release it first.');
  await press('F12');
  expect(band()).toBe('LOOK This order is on hold. Release it first.');
  await press('F9');
  await open(/ORD-48231/);
  await press('F12');
  expect(band()).toBe('LOOK Nothing is bought here. F7 opens this order at Ship.');
  expect([asked('scan'), asked('openBatch')]).toEqual([[], []]);
});

test('F7 and F12 show what to do with an order that cannot be released here', async () => {
  const changed = rows.map((row) => (row.plan.held ? { ...row, plan: { ...row.plan, held: { ...row.plan.held, changedBy: 5 } } } : row));
  const { open, press } = await openOrders({ orders: ok({ total: changed.length, timeZone, rows: changed }) });
  await open(/ORD-48232/);
  for (const key of ['F7', 'F12']) {
    await press(key);
    expect(band()).toMatch(/^LOOK Changed at bench 5 \(.+\)\. .* Ship it there, or wait: the key arrives by itself\.$/);
    await open(/ORD-48231/);
    await open(/ORD-48232/);
    expect(band()).toContain('READY');
  }
});

test('the hold message disappears once an order is released', async () => {
  const mounted = await openOrders();
  await mounted.open(/ORD-48232/);
  await mounted.press('F7');
  await listChanges(
    mounted,
    rows.map((row) => ({ ...row, plan: { ...row.plan, held: null } })),
  );
  expect(band()).toContain('READY');
});

test("a key's message disappears with the next order and once the action is done", async () => {
  const { press } = await openOrders({ openBatch: ok({ taken: 0, leftOut: 1 }) });
  await press('F7');
  for (const key of ['ArrowDown', 'Enter', 'Escape']) await press(key);
  expect(band()).toContain('READY');
  for (const key of [' ', 'F7']) await press(key);
  await reads('This order cannot be shipped now');
  for (const key of [' ', 'ArrowDown', ' ']) await press(key);
  expect(here()).toBe(second);
  expect(band()).toContain('READY');
});

test('beside a batch, in which orders cannot be selected, no text explains selection', async () => {
  const of = sceneOf('batch-running');
  const { click, press } = mount(<OrdersScreen />, { ...of, answers: { ...scene.answers, ...of.answers } });
  await click('Show the orders');
  await reads('Enter opens it.');
  for (const key of ['F7', 'F12']) {
    await press(key);
    expect(band()).toBe('LOOK Open an order first.');
  }
  expect(page()).not.toContain('Space');
});

test('orders that a batch left out are counted beside it', async () => {
  const { press, answer, push } = await openOrders({ openBatch: ok({ taken: 45, leftOut: 3 }) });
  const batch = sceneOf('batch-ready').answers?.batch;
  if (!batch) throw new Error('The scene has no batch.');
  await press('ArrowDown');
  await press(' ');
  answer('batch', batch);
  await press('F7');
  push({ frame: { revisions: { ...scene.snapshot.frame.revisions, batch: 2 } } });
  await reads('Ship 45');
  expect(page()).toContain('3 orders left out');
});

test('a refused batch is shown with its reason', async () => {
  const { press } = await openOrders({ openBatch: failed(failure('journal-unwritable')) });
  await press('ArrowDown');
  await press(' ');
  await press('F7');
  await reads(band().replace('LOOK ', ''));
  expect(band()).toContain('LOOK');
});
