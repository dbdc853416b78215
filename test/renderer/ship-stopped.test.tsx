import { expect, test } from 'vitest';
import { failed } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { page, reads } from './mount.tsx';
import { ship } from './mount-ship.tsx';

test('a code that is no order is shown once', () => {
  ship('ship-stopped');
  expect(page().split('ORD-99999')).toHaveLength(2);
});

test('shows what happened, what it means for the parcel and what to do', () => {
  ship('ship-stopped');
  expect(page()).toContain('LOOK No order has this number. Nothing was bought for it. Scan again, or bring the order in on Orders.');
});

test('the message of the service stands beside its meaning', () => {
  ship('ship-stopped-explained');
  expect(page()).toContain('Correct the postal code of the order.');
  expect(page()).toContain('d_postal 10623 is not served by this courier');
});

test('E opens the order that has to be corrected', async () => {
  const { press, state } = ship('ship-stopped-problems');
  expect(page()).toContain('The HS code of product 2 is missing');
  await press('E');
  expect(state.shown.getState()).toMatchObject({ screen: 'orders', orderToEdit: 'ORD-48233' });
});

test('F6 opens Setup at the sender if the sender has to be corrected', async () => {
  const { press, state } = ship('ship-stopped-sender');
  await press('F6');
  expect(state.shown.getState()).toMatchObject({ screen: 'setup', setupTab: 'sender' });
});

test('a program fault is shown with its reference, and the next scan works', async () => {
  const { scan, asked } = ship('ship-stuck');
  expect(page()).toContain('STOP Something went wrong inside Packbench.');
  expect(page()).toContain('K7Q2');
  await scan('ORD-48213');
  expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
});

test('an action that the bench refuses is shown on the screen', async () => {
  const { press } = ship('ship-done', { reprint: failed(failure('not-now')) });
  await press('F8');
  await reads('Reference K7Q2');
});

test('two differing look-ups are named, a new scan does not help, and F6 opens their settings', async () => {
  const { press, state, asked } = ship('ship-look-ups-differ');
  expect(page()).toContain('Scanning again changes nothing.');
  expect(page()).toContain('Shop and Outlet both know order ORD-48290 and give different');
  await press('F6');
  expect(state.shown.getState()).toMatchObject({ screen: 'setup', setupTab: 'sources' });
  expect(asked('scan')).toEqual([]);
});
