import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breach, circles, importsOf, importsUnder, sourceFiles } from './imports.ts';

const root = new URL('../..', import.meta.url).pathname;
const product = ['shared', 'electron', 'renderer'];

test('every import of the product follows the layer rules', () => {
  const imports = importsUnder(root, product);
  expect(imports.length).toBeGreaterThan(200);
  const breaches = imports.flatMap((each) => {
    const why = breach(each);
    return why ? [`${each.from} imports ${each.to}: ${why}`] : [];
  });
  expect(breaches).toEqual([]);
});

test.each([
  ['shared/order.ts', "import { log } from '../electron/log.ts';"],
  ['shared/order.ts', "import { existsSync, readFileSync } from 'node:fs';"],
  ['renderer/app.tsx', "import { createShip } from '../electron/bench/ship.ts';"],
  ['renderer/app.tsx', "const journal = await import('../electron/journal/journal.ts');"],
  ['electron/bench/ship/conversation.ts', "import { createCourier } from '../courier/courier.ts';"],
  ['electron/bench/ship/conversation.ts', "import { request } from 'node:http';"],
  ['electron/bench/resolve/resolve.ts', "import { createConversation } from '../ship/conversation.ts';"],
  ['electron/bench/exchange/exchange.ts', "import { settleSent } from '../ship/settle.ts';"],
  ['electron/files/durable-file.ts', "import { ok } from '../../shared/result.ts';"],
  ['electron/workers/worker-line.ts', "import { ok } from '../../shared/result.ts';"],
  ['electron/courier/client.ts', "import { createWorkerLine } from '../workers/worker-line.ts';"],
  ['electron/bench/ship/conversation.ts', "import type { WorkerProcess } from '../../workers/worker-process.ts';"],
  ['electron/listener/http-listener.ts', "import { pushPath } from '../orders/push-listener.ts';"],
  ['electron/window.ts', "import { ok } from '../shared/result.ts';"],
  ['electron/paper/paper.ts', "import { createPrinters } from '../printers/printers.ts';"],
  ['electron/paper/paper.ts', "import { something } from '../bench/ports/paper.ts';"],
  ['electron/courier/client.ts', "import { net } from 'electron';"],
  ['electron/calls/orders.ts', "import { readOrderFile } from '../orders/open-order-file.ts';"],
  ['electron/calls/setup.ts', "import type { Platform } from '../station/platform.ts';"],
  ['electron/station/station.ts', "import { openWindow } from '../shell/window.ts';"],
  ['electron/orders/open-order-file.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ['electron/station/station.ts', "import { Client } from 'pg';"],
  ['electron/ledger/shared-ledger.ts', "import { createJournal } from '../journal/journal.ts';"],
  ['electron/shell/main.ts', "import { startDesk } from '../test/training/desk.ts';"],
])('a bad import planted in %s is reported: %s', (file, line) => {
  expect(importsOf(file, line).map(breach)).toEqual([expect.any(String)]);
});

test.each([
  ['electron/paper/paper.ts', "import type { Paper } from '../bench/ports/paper.ts';"],
  ['electron/paper/paper.ts', "import { createWorkerLine } from '../workers/worker-line.ts';"],
  ['electron/orders/push-listener.ts', "import { createPortKeeper } from '../listener/port-keeper.ts';"],
])('a good import planted in %s is not reported: %s', (file, line) => {
  expect(importsOf(file, line).map(breach)).toEqual([undefined]);
});

test('no two files depend on each other, directly or through other files', () => {
  expect(circles(importsUnder(root, product))).toEqual([]);
});

test('a circle around three corners is found', () => {
  const imports = [
    ['a.ts', 'b.ts'],
    ['b.ts', 'c.ts'],
    ['c.ts', 'a.ts'],
    ['d.ts', 'a.ts'],
  ].map(([from = '', to = '']) => ({ from, to, isTypeOnly: false }));
  expect(circles(imports)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

test('only the exchange sends requests that must go out at most once', () => {
  const senders = sourceFiles(root, ['electron/bench']).filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes('sendOnce('));
  // The port declares it, and the circuit breaker wraps it.
  expect(senders.toSorted()).toEqual([
    'electron/bench/exchange/breaker.ts',
    'electron/bench/exchange/exchange.ts',
    'electron/bench/ports/courier.ts',
  ]);
});

test('no drawer without a label exists', () => {
  const drawers = sourceFiles(root, product).filter((file) => /(^|\/)(utils?|helpers?|services|common|types|index)(\.tsx?$|\/)/.test(file));
  expect(drawers).toEqual([]);
});

test('files are named in kebab-case', () => {
  expect(sourceFiles(root, product).filter((file) => !/^[a-z0-9/.-]+$/.test(file))).toEqual([]);
});

test('screen texts are only in renderer/text', () => {
  const sentences = sourceFiles(root, ['renderer'])
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/>\s*([A-Z][a-z]+ [a-z][^<>{}]*)</g)].map((found) => `${file}: ${found[1]}`),
    );
  expect(sentences).toEqual([]);
});
