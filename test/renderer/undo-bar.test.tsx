import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrdersScreen } from '../../renderer/orders/orders-screen.tsx';
import { undoMs } from '../../renderer/ui/undo-bar.tsx';
import { failed, ok } from '../../shared/result.ts';
import { failure, imported } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { type Mounted, mount, page, reads } from './mount.tsx';

/** Orders with ORD-48231 put on hold a moment ago. */
async function held(answers: object = {}): Promise<Mounted> {
  const of = sceneOf('orders-plan');
  const mounted = mount(<OrdersScreen />, { ...of, answers: { ...of.answers, ...answers } });
  await reads('ORD-48231');
  await mounted.open(/ORD-48231/);
  await mounted.press('F9');
  mounted.fill('Why is it held?', 'By mistake');
  await mounted.press('F9');
  await reads('ORD-48231 is on hold.');
  return mounted;
}

const isOffered = (): boolean => screen.queryByRole('button', { name: /^Undo/ }) !== null;

test('U undoes a hold once, and no second press does it again', async () => {
  const { press, asked } = await held();
  await press('u');
  expect(asked('releaseOrder')).toEqual([{ key: 'ORD-48231', why: 'By mistake' }]);
  expect(isOffered()).toBe(false);
  await press('u');
  expect(asked('releaseOrder')).toHaveLength(1);
});

test('the bar goes after ten seconds, and U then does nothing', async () => {
  const { press, asked, letUndoPass } = await held();
  letUndoPass(undoMs - 1);
  expect(isOffered()).toBe(true);
  letUndoPass(1);
  expect(isOffered()).toBe(false);
  await press('u');
  expect(asked('releaseOrder')).toEqual([]);
});

test('an undo that comes too late is refused in words', async () => {
  const { press } = await held({ releaseOrder: failed(failure('not-now')) });
  await press('u');
  await reads('Nothing was changed');
  expect(isOffered()).toBe(false);
});

test('a deleted order comes back with U', async () => {
  const of = sceneOf('orders-plan');
  const { open, press, asked } = mount(<OrdersScreen />, of);
  await reads('ORD-48231');
  await open(/ORD-48231/);
  await press('x');
  await press('Delete');
  await reads('ORD-48231 is deleted.');
  await press('u');
  expect([asked('deleteOrder'), asked('restoreOrder')]).toEqual([[{ key: 'ORD-48231' }], [{ key: 'ORD-48231' }]]);
});

test('U removes what a file brought, and reports what stays; a file that brought nothing offers no undo', async () => {
  const of = sceneOf('orders');
  const { click, press, answer, asked } = mount(<OrdersScreen />, of);
  answer('chooseOrderFile', ok({ ...imported, taken: 0 }));
  await click(/^Choose a file/);
  await waitFor(() => expect(asked('chooseOrderFile')).toHaveLength(1));
  expect(isOffered()).toBe(false);
  answer('chooseOrderFile', ok(imported));
  await click(/^Choose a file/);
  await reads('orders-2026-11-19.csv is read: 125 orders.');
  await press('u');
  await reads('124 orders are removed. 1 order stays: it was known before or changed since.');
  expect(isOffered()).toBe(false);
  expect(asked('undoImport')).toEqual([{}]);
});

test('a refused hold offers no undo', async () => {
  const of = sceneOf('orders-plan');
  const { open, press, fill } = mount(<OrdersScreen />, {
    ...of,
    answers: { ...of.answers, holdOrder: failed(failure('order-standing')) },
  });
  await reads('ORD-48231');
  await open(/ORD-48231/);
  await press('F9');
  fill('Why is it held?', 'By mistake');
  await press('F9');
  await reads('Reference K7Q2');
  expect(isOffered()).toBe(false);
});

test('a changed priority goes back to the one before, and is refused once the order is bought', async () => {
  const { asked, press, answer } = await held({ planOrder: ok({}) });
  screen.getByRole('radio', { name: 'Low' }).click();
  await reads('The plan of ORD-48231 is changed.');
  expect(page()).not.toContain('ORD-48231 is on hold.');
  answer('planOrder', failed(failure('order-standing')));
  await press('u');
  const [first, second] = asked('planOrder');
  expect([first?.priority, second]).toEqual(['low', { key: 'ORD-48231', priority: 'high', over: { priority: 'low' } }]);
  await reads('Reference K7Q2');
});

test('U takes a parcel of the batch apart again', async () => {
  const of = sceneOf('batch-address-shared');
  const { press, asked } = mount(<OrdersScreen />, { ...of, answers: { ...of.answers, undoBatchJoin: ok({}) } });
  await reads('One parcel');
  await press('F10');
  await reads('Undo');
  const [{ key } = { key: '' }] = asked('joinBatchLines');
  await press('u');
  expect(asked('undoBatchJoin')).toEqual([{ key }]);
  expect(asked('keepBatchLinesApart')).toEqual([]);
});
