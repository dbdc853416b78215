import type { Page } from 'playwright-core';
import { failed, ok } from '../../../shared/result.ts';
import {
  batchAddressShared,
  batchEnded,
  batchPaused,
  batchPausedNoSender,
  batchReady,
  batchRunning,
  batchStoppedAndPaused,
  batchWaiting,
  batchWithoutPrinter,
} from '../batches.ts';
import { fileToMap, tried } from '../file-to-map.ts';
import { unreadable } from '../open-items.ts';
import { encryptedRows, otherwiseRows, pastRows, plannedRows } from '../orders-of-the-day.ts';
import { customsProblems, guessProblems, respellings, respelt, toSwitzerland } from '../refused-orders.ts';
import { failure, imported, type Scene, sandbox, scene, training } from '../scene.ts';

/** Two benches imported it, each with another address. */
const withTwoAddresses = {
  ...toSwitzerland,
  hold: 'two-addresses',
  otherAddress: 'Ines Keller, Bahnhofstrasse 12, 8001, Zürich, CH',
} as const;

const unmapped = {
  chooseOrderFile: failed(failure('order-file-unreadable', [{ code: 'columns-not-known', found: fileToMap.columns, columns: [] }])),
  fileToMap: ok(fileToMap),
};

const lettersUnclear = {
  code: 'file-letters-unclear',
  beginning: 'order;name;street;city;country',
  choices: [
    { encoding: 'windows-1250', rows: ['Antonín Dvořák', 'Jiří Nováček · Příkopy 7', 'Tomáš Růžička'] },
    { encoding: 'windows-1252', rows: ['Antonín Dvoøák', 'Jiøí Nováèek · Pøíkopy 7', 'Tomáš Rùžièka'] },
    { encoding: 'windows-1257', rows: ['Antonķn Dvoųįk', 'Jiųķ Novįček · Pųķkopy 7', 'Tomįš Rłžička'] },
  ],
} as const;

async function openMapping(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await page.keyboard.press('M');
  await page.getByRole('textbox', { name: 'Name of this mapping' }).waitFor();
}

export const ordersScenes: readonly Scene[] = [
  scene('orders-edit-respelt', 'ship', {
    answers: { order: ok(respelt), checkOrder: ok({ problems: guessProblems, respellings, stops: null }) },
    workflow: { step: 'stopped', code: respelt.key, order: respelt, failure: failure('order-incomplete'), problems: guessProblems },
    act: (page) => page.keyboard.press('E'),
  }),
  scene('orders', 'orders', {
    frame: sandbox,
    large: true,
    answers: { toResolve: ok(unreadable), lastImport: ok({ report: imported, failure: null }) },
    act: async (page) => {
      await page.getByRole('row', { name: 'ORD-48231' }).click();
    },
  }),
  scene('orders-selected', 'orders', {
    act: async (page) => {
      for (const key of ['ORD-48231', 'ORD-48232']) await page.getByRole('checkbox', { name: `Select ${key}` }).dispatchEvent('click');
    },
  }),
  scene('orders-filter', 'orders', {
    answers: { orders: ok({ total: 37, timeZone: 'Europe/Amsterdam', rows: plannedRows }) },
    act: (page) => page.getByRole('button', { name: 'Filter and sort' }).click(),
  }),
  scene('orders-plan', 'orders', {
    answers: { orders: ok({ total: plannedRows.length, timeZone: 'Europe/Amsterdam', rows: plannedRows }) },
    act: async (page) => {
      await page.getByRole('row', { name: 'ORD-48231' }).click();
      await page.keyboard.press('F9');
    },
  }),
  scene('orders-undo', 'orders', {
    answers: { orders: ok({ total: plannedRows.length, timeZone: 'Europe/Amsterdam', rows: plannedRows }) },
    act: async (page) => {
      await page.getByRole('row', { name: 'ORD-48231' }).click();
      await page.keyboard.press('F9');
      await page.getByLabel('Why is it held?').fill('By mistake');
      await page.keyboard.press('F9');
      await page.getByText('ORD-48231 is on hold.').waitFor();
    },
  }),
  scene('orders-held', 'orders', {
    answers: { orders: ok({ total: plannedRows.length, timeZone: 'Europe/Amsterdam', rows: plannedRows }) },
    act: (page) => page.getByRole('row', { name: 'ORD-48232' }).click(),
  }),
  scene('orders-delete', 'orders', {
    answers: { orders: ok({ total: plannedRows.length, timeZone: 'Europe/Amsterdam', rows: plannedRows }) },
    act: async (page) => {
      await page.getByRole('row', { name: 'ORD-48233' }).click();
      await page.keyboard.press('X');
      await page.getByRole('button', { name: 'Keep it' }).waitFor();
      await page.keyboard.down('Delete');
      await page.getByText('keep holding').waitFor();
    },
  }),
  scene('orders-ship-otherwise', 'orders', {
    answers: { orders: ok({ total: plannedRows.length, timeZone: 'Europe/Amsterdam', rows: plannedRows }) },
    act: async (page) => {
      await page.getByRole('row', { name: 'ORD-48233' }).click();
      await page.keyboard.press('Y');
      await page.getByRole('radio', { name: 'Letter' }).dispatchEvent('click');
    },
  }),
  scene('orders-shipped-otherwise', 'orders', {
    answers: { orders: ok({ total: otherwiseRows.length, timeZone: 'Europe/Amsterdam', rows: otherwiseRows }) },
    act: (page) => page.getByRole('row', { name: 'ORD-48232' }).click(),
  }),
  scene('orders-open-again', 'orders', {
    answers: { orders: ok({ total: otherwiseRows.length, timeZone: 'Europe/Amsterdam', rows: otherwiseRows }) },
    act: async (page) => {
      await page.getByRole('row', { name: 'ORD-48232' }).click();
      await page.keyboard.press('U');
    },
  }),
  scene('order-shipped-otherwise', 'ship', {
    large: true,
    workflow: {
      step: 'stopped',
      code: 'ORD-48232',
      order: plannedRows[1]?.order ?? toSwitzerland,
      failure: failure('order-shipped-otherwise', [
        {
          code: 'shipped-otherwise',
          by: 'Zoë Kranjčar',
          at: '2026-11-19T12:41:00.000Z',
          way: 'letter',
          note: 'Stamped, in the box at the door',
        },
      ]),
      problems: [],
    },
  }),
  scene('order-held', 'ship', {
    workflow: {
      step: 'stopped',
      code: 'ORD-48232',
      order: plannedRows[1]?.order ?? toSwitzerland,
      failure: failure('order-held', [
        { code: 'held-here', by: 'Zoë Kranjčar', at: '2026-11-19T12:41:00.000Z', why: 'The customer moves on Friday' },
      ]),
      problems: [],
    },
  }),
  scene('orders-encrypted', 'orders', {
    answers: { orders: ok({ total: encryptedRows.length, timeZone: 'Europe/Amsterdam', rows: encryptedRows }) },
    act: (page) => page.getByRole('row', { name: 'ORD-48232' }).click(),
  }),
  scene('order-encrypted', 'ship', {
    workflow: {
      step: 'stopped',
      code: 'ORD-48232',
      order: encryptedRows[1]?.order ?? toSwitzerland,
      failure: failure('order-encrypted', [{ code: 'change-unread', bench: 5, at: '2026-11-19T12:41:00.000Z' }]),
      problems: [],
    },
  }),
  scene('orders-encrypted-past', 'orders', {
    answers: { orders: ok({ total: pastRows.length, timeZone: 'Europe/Amsterdam', rows: pastRows }) },
    act: (page) => page.getByRole('row', { name: 'ORD-48232' }).click(),
  }),
  scene('order-encrypted-past', 'ship', {
    workflow: {
      step: 'stopped',
      code: 'ORD-48232',
      order: pastRows[1]?.order ?? toSwitzerland,
      failure: failure('order-held', [{ code: 'was-unread', bench: 5, at: '2026-11-19T12:41:00.000Z' }]),
      problems: [],
    },
  }),
  scene('batch-ready', 'orders', { answers: { batch: ok(batchReady) } }),
  scene('batch-address-shared', 'orders', {
    answers: { batch: ok(batchAddressShared), shipBatchApart: ok({ orders: 5 }), joinBatchLines: ok({}), keepBatchLinesApart: ok({}) },
  }),
  scene('batch-running', 'orders', { large: true, answers: { batch: ok(batchRunning), pauseBatch: ok({}) } }),
  scene('batch-waiting', 'orders', { answers: { batch: ok(batchWaiting) } }),
  scene('batch-paused', 'orders', { answers: { batch: ok(batchPaused), runBatch: ok({}) } }),
  scene('batch-paused-no-sender', 'orders', { answers: { batch: ok(batchPausedNoSender) } }),
  scene('batch-stopped-and-paused', 'orders', { answers: { batch: ok(batchStoppedAndPaused), runBatch: ok({}) } }),
  scene('batch-without-printer', 'orders', { answers: { batch: ok(batchWithoutPrinter), printBatchAtUsual: ok({ labels: 7 }) } }),
  scene('batch-ended', 'orders', { answers: { batch: ok(batchEnded), stopBatch: ok({}) } }),
  scene('orders-empty', 'orders', {
    frame: { ...training, toResolve: 0 },
    answers: { orders: ok({ total: 0, timeZone: 'Europe/Amsterdam', rows: [] }), toResolve: ok([]) },
  }),
  scene('orders-file-unreadable', 'orders', {
    answers: { chooseOrderFile: failed(failure('order-file-unreadable', [{ code: 'file-of-other-kind', kind: 'xls' }])) },
    act: (page) => page.getByRole('button', { name: 'Choose a file' }).click(),
  }),
  scene('orders-letters-unclear', 'orders', {
    answers: { chooseOrderFile: failed(failure('order-file-unreadable', [lettersUnclear])) },
    act: (page) => page.getByRole('button', { name: 'Choose a file' }).click(),
  }),
  scene('orders-new-columns', 'orders', {
    answers: { ...unmapped, tryMapping: ok({ ...tried, problems: [], problemCount: 0 }) },
    act: (page) => page.getByRole('button', { name: 'Choose a file' }).click(),
  }),
  scene('orders-mapping', 'orders', { answers: { ...unmapped, tryMapping: ok(tried) }, act: openMapping }),
  scene('orders-mapping-incomplete', 'orders', {
    answers: { ...unmapped, fileToMap: ok({ ...fileToMap, proposal: { ...fileToMap.proposal, fields: {} } }) },
    act: openMapping,
  }),
  scene('orders-edit-customs', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [], stops: null }) },
    workflow: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
    act: (page) => page.keyboard.press('E'),
  }),
  scene('orders-address-pasted', 'orders', {
    act: async (page) => {
      await page.getByRole('button', { name: 'New order' }).click();
      const pasted = ['Jane Doe', 'Atelier Nord', 'Am Markt 3', '10115 Berlin', 'Bitte klingeln', 'Germany', '+49 30 5557210'].join('\\n');
      await page.getByLabel('City').waitFor();
      await page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', '${pasted}');
        document.querySelector('.order-form input').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }`);
      await page.getByText('No field was found for').waitFor();
    },
  }),
  scene('orders-edit-customs-below', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [], stops: null }) },
    workflow: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
    act: async (page) => {
      await page.keyboard.press('E');
      await page.getByRole('button', { name: 'Remove product 2' }).focus();
    },
  }),
  scene('orders-two-addresses', 'ship', {
    answers: { order: ok(withTwoAddresses), checkOrder: ok({ problems: [], respellings: [], stops: null }) },
    workflow: {
      step: 'stopped',
      code: withTwoAddresses.key,
      order: withTwoAddresses,
      failure: failure('order-two-addresses'),
      problems: [],
    },
    act: (page) => page.keyboard.press('E'),
  }),
  scene('orders-new', 'orders', { act: (page) => page.getByRole('button', { name: 'New order' }).click() }),
];
