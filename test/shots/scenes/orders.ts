import { failed, ok } from '../../../shared/result.ts';
import { unreadable } from '../open-items.ts';
import { customsProblems, guessProblems, respellings, respelt, toSwitzerland } from '../refused-orders.ts';
import { failure, type Scene, sandbox, scene, training } from '../scene.ts';

export const ordersScenes: readonly Scene[] = [
  scene('orders-edit-respelt', 'ship', {
    answers: { order: ok(respelt), checkOrder: ok({ problems: guessProblems, respellings }) },
    workflow: { step: 'stopped', code: respelt.key, order: respelt, failure: failure('order-incomplete'), problems: guessProblems },
    act: (page) => page.keyboard.press('F7'),
  }),
  scene('orders', 'orders', {
    frame: sandbox,
    large: true,
    answers: { toResolve: ok(unreadable) },
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await page.getByRole('button', { name: 'ORD-48231' }).click();
    },
  }),
  scene('orders-empty', 'orders', {
    frame: { ...training, toResolve: 0 },
    answers: { orders: ok({ total: 0, rows: [] }), toResolve: ok([]) },
  }),
  scene('orders-file-unreadable', 'orders', {
    answers: { chooseOrderFile: failed(failure('order-file-unreadable', [{ code: 'file-of-other-kind', kind: 'xlsx' }])) },
    act: (page) => page.getByRole('button', { name: 'Choose a file' }).click(),
  }),
  scene('orders-edit-customs', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [] }) },
    workflow: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
    act: (page) => page.keyboard.press('F7'),
  }),
  scene('orders-edit-customs-below', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [] }) },
    workflow: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
    act: async (page) => {
      await page.keyboard.press('F7');
      await page.getByRole('button', { name: 'Remove product 2' }).focus();
    },
  }),
  scene('orders-new', 'orders', { act: (page) => page.getByRole('button', { name: 'New order' }).click() }),
];
