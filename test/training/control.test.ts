import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newFolder } from '../later.ts';
import { openStation } from '../path/plain-platform.ts';
import { sourceFiles } from '../shape/imports.ts';
import { book, type Desk, quoteServices, startDesk } from './desk.ts';

async function ask(desk: Desk, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<[number, any]> {
  const answer = await fetch(new URL(path, desk.service.controlUrl), {
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()];
}

test('There is no control port unless one is requested', async () => {
  const desk = await startDesk();
  expect(desk.service.controlUrl).toBeUndefined();
  await desk.service.stop();
});

test('The app never requests one', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = sourceFiles(root, ['electron', 'renderer', 'shared']).filter((file) =>
    readFileSync(`${root}/${file}`, 'utf8').includes('controlPort'),
  );
  expect(files.sort()).toEqual(['electron/training/service.ts']);
});

test('The training environment opens two ports, for service and printer, and no third', async () => {
  const listening = (): number => process.getActiveResourcesInfo().filter((each) => each === 'TCPServerWrap').length;
  const dataDir = newFolder('training');
  const station = await openStation(dataDir);
  const before = listening();
  expect(await station.handlers.enterWorld({ world: 'training' })).toMatchObject({ ok: true });
  expect(listening() - before).toBe(2);
  await station.close();
});

test('The control port plans, triggers and clears faults, and returns the state', async () => {
  const desk = await startDesk({ controlPort: 0 });
  expect(await ask(desk, 'POST', '/', { action: 'quote', fault: 'html', times: 2 })).toEqual([
    200,
    { action: 'quote', fault: 'html', times: 2 },
  ]);
  expect((await desk.call({ action: 'quote' })).body).toMatch(/^<!DOCTYPE/);
  expect(await ask(desk, 'DELETE', '/')).toEqual([200, {}]);
  const { result } = await book(desk);
  const [, state] = await ask(desk, 'GET', '/');
  expect(state).toMatchObject({
    orders: [{ orderNo: result.order_no }],
    pickups: [],
    requestsPerIntent: [{ action: 'ship', requests: 1, executed: 1 }],
    mode: { serviceIds: 'per-quote' },
  });
  await desk.service.stop();
});

test('The control port refuses unknown requests and web pages', async () => {
  const desk = await startDesk({ controlPort: 0 });
  expect(await ask(desk, 'POST', '/', { action: 'ship', fault: 'earthquake' })).toEqual([400, { error: 'There is no fault "earthquake"' }]);
  expect(await ask(desk, 'POST', '/', { action: 'quote', fault: 'label-pdf' })).toEqual([
    400,
    { error: '"quote" cannot meet the fault "label-pdf"' },
  ]);
  expect((await ask(desk, 'POST', '/', { action: 'ship', fault: 'html', times: 0 }))[0]).toBe(400);
  expect((await ask(desk, 'POST', '/', 'html'))[0]).toBe(400);
  expect((await ask(desk, 'POST', '/mode', { serviceIds: 'maybe' }))[0]).toBe(400);
  expect((await ask(desk, 'GET', '/moon'))[0]).toBe(404);
  expect((await ask(desk, 'GET', '/', undefined, { origin: 'https://page.example' }))[0]).toBe(403);
  await desk.service.stop();
});

test('The mode is changed through the control port', async () => {
  const desk = await startDesk({ controlPort: 0 });
  expect(await ask(desk, 'POST', '/mode', { serviceIds: 'fixed' })).toMatchObject([200, { serviceIds: 'fixed', labelDpi: 203 }]);
  const [first] = await quoteServices(desk);
  const [second] = await quoteServices(desk);
  expect(first.service_id).toBe(second.service_id);
  await desk.service.stop();
});
