import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sampleOrdersCsv, trainingSender } from '../../electron/training/sample-orders.ts';
import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { senderAt } from '../../shared/sender.ts';
import { type Headless, launchHeadless } from '../host/launch-headless.ts';
import { plainOrder } from '../path/plain-order.ts';
import { labelPrinterAt } from '../path/plain-station.ts';
import { call, closeAll, linesOf, loads, logOf, newDir, ready, running, start, stops, temp } from './program.ts';

afterEach(closeAll);

test('the window is there, maximised, before the station is', async () => {
  const program = await start();
  const seen = await program.evaluate(async ({ window, page }) => {
    const programs: unknown[] = [];
    (await page()).world()['station'].on('program', (state: unknown) => programs.push(state));
    const open = await window();
    return { isVisible: open.isVisible(), isMaximized: open.isMaximized(), programs };
  });
  expect(seen).toEqual({ isVisible: true, isMaximized: true, programs: [] });
  expect((await ready(program)).frame.world).toBeNull();
});

test('the window reopens at its last place, and not in the full screen of the command line', async () => {
  const dir = newDir();
  const first = await start(dir);
  await first.evaluate(async ({ window }) => {
    const open = await window();
    open.unmaximize();
    open.setBounds({ x: 40, y: 50, width: 1000, height: 700 });
    open.close();
  });
  expect(await first.ended).toBe(0);
  const again = await start(dir, { args: ['--full-screen'] });
  expect(await again.evaluate(async ({ window }) => (await window()).isFullScreen())).toBe(true);
  await again.evaluate(async ({ window }) => (await window()).close());
  expect(await again.ended).toBe(0);
  const last = await start(dir);
  const kept = await last.evaluate(async ({ window }) => {
    const open = await window();
    await new Promise((turn) => setTimeout(turn, 50));
    return { ...open.getBounds(), isMaximized: open.isMaximized(), isFullScreen: open.isFullScreen() };
  });
  expect(kept).toEqual({ x: 40, y: 50, width: 1000, height: 700, isMaximized: false, isFullScreen: false });
});

test('Ctrl with plus, minus and zero zooms the page, and the next start keeps it', async () => {
  const dir = newDir();
  const press = (program: Headless, keys: readonly Readonly<Record<string, unknown>>[]) =>
    program.evaluate(async ({ window, page }, pressed) => {
      await page();
      const open = await window();
      open.unmaximize();
      open.setBounds({ x: 0, y: 0, width: 1366, height: 768 });
      const taken = pressed.map((input) => {
        let isTaken = false;
        open.webContents.emit('before-input-event', { preventDefault: () => (isTaken = true) }, { type: 'keyDown', code: '', ...input });
        return isTaken;
      });
      return { taken, level: open.webContents.getZoomLevel() };
    }, keys);
  const [plus, minus] = [
    { key: '+', control: true },
    { key: '-', control: true },
  ];
  const first = await start(dir);
  expect(await press(first, [plus, minus, minus])).toEqual({ taken: [true, true, true], level: -1 });
  expect(await press(first, [{ key: '+' }, { key: '0', code: 'Digit0' }, { key: '+', control: true, alt: true }])).toEqual({
    taken: [false, false, false],
    level: -1,
  });
  first.kill();
  await first.ended;
  const again = await start(dir);
  expect(await press(again, [])).toEqual({ taken: [], level: -1 });
  // 1366×768 has room for 144 %, and not for 173 %.
  expect(await press(again, [plus, plus, plus, plus, plus])).toMatchObject({ level: 2 });
  expect(await press(again, [{ key: 'à', code: 'Digit0', control: true }])).toMatchObject({ level: 0 });
});

test('a crashed page is reloaded twice in a minute, and then the packer is asked', async () => {
  const program = await start();
  await ready(program);
  const die = (): Promise<void> => program.evaluate(async ({ window }) => (await window()).webContents.forcefullyCrashRenderer());
  await die();
  await expect.poll(() => loads(program)).toBe(2);
  await die();
  await expect.poll(() => loads(program)).toBe(3);
  expect(linesOf(program, 'BOX')).toEqual([]);
  await die();
  await expect.poll(() => linesOf(program, 'BOX')).toEqual([expect.stringContaining('The window of Packbench keeps failing')]);
  // Loaded once more, as the dialog's answer asks.
  await expect.poll(() => loads(program)).toBe(4);
  expect((await ready(program)).frame.world).toBeNull();
});

test('a window that keeps failing restarts the program if the packer chooses that', async () => {
  const program = await start(undefined, { env: { BOX_ANSWER: '1' } });
  await ready(program);
  for (const count of [2, 3]) {
    await program.evaluate(async ({ window }) => (await window()).webContents.forcefullyCrashRenderer());
    await expect.poll(() => loads(program)).toBe(count);
  }
  await program.evaluate(async ({ window }) => (await window()).webContents.forcefullyCrashRenderer());
  expect(await program.ended).toBe(0);
  expect(linesOf(program, 'RELAUNCH')).toHaveLength(1);
});

test.each(['a page that hangs', 'a GPU process that is gone'])('%s is reloaded once', async (what) => {
  const dir = newDir();
  const program = await start(dir);
  await ready(program);
  await program.evaluate(async ({ electron, window }, isHang) => {
    if (isHang) (await window()).webContents.emit('unresponsive');
    else electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 133 });
  }, what === 'a page that hangs');
  await expect.poll(() => loads(program)).toBe(2);
  await program.evaluate(async () => new Promise((turn) => setTimeout(turn, 100)));
  expect(await loads(program)).toBe(2);
  await expect.poll(() => logOf(dir).some(({ event }) => event === 'window-gone' || event === 'process-gone')).toBe(true);
});

test('a helper process that ends and draws nothing leaves the page unchanged', async () => {
  const program = await start();
  await ready(program);
  await program.evaluate(({ electron }) =>
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed', exitCode: 1, name: 'Audio Service' }),
  );
  await program.evaluate(async () => new Promise((turn) => setTimeout(turn, 100)));
  expect(await loads(program)).toBe(1);
});

test.each<[string, boolean]>([
  ['an error that nothing caught', false],
  ['a promise that nothing waited for', true],
])('%s is logged with its reference, shown in one box, and the program starts again', async (_what, isPromise) => {
  const dir = newDir();
  const program = await start(dir, { args: ['--orders=missing.csv'] });
  await ready(program);
  await program
    .evaluate((_inside, rejects) => {
      if (rejects) void Promise.reject(new Error('planted'));
      else setTimeout(() => JSON.parse('planted'));
    }, isPromise)
    .catch(() => undefined);
  expect(await program.ended).toBe(1);
  const [bug] = logOf(dir).filter(({ event }) => event === 'bug');
  expect(bug).toMatchObject({ step: 'program', ref: expect.stringMatching(/^\w{4}$/), stack: expect.stringContaining('at ') });
  const boxes = linesOf(program, 'BOX').filter((line) => !line.includes('was not imported'));
  expect(boxes).toEqual([expect.stringMatching(new RegExp(`^BOX Packbench has to start again .*Reference ${String(bug?.['ref'])}$`))]);
  const [relaunch = ''] = linesOf(program, 'RELAUNCH');
  const { args } = JSON.parse(relaunch.slice('RELAUNCH '.length)) as { readonly args: string[] };
  expect(args).toContain(`--data-dir=${dir}`);
  expect(args).toContain('--restarts=1');
  expect(args.filter((each) => each.startsWith('--orders'))).toEqual([]);
});

test('a program that stops at each start does not restart forever', async () => {
  const program = await start(undefined, { args: ['--restarts=3'] });
  await ready(program);
  await program.evaluate(() => void Promise.reject(new Error('planted'))).catch(() => undefined);
  expect(await program.ended).toBe(1);
  expect(linesOf(program, 'BOX')).toEqual([expect.stringContaining('Packbench stopped several times')]);
  expect(linesOf(program, 'RELAUNCH')).toEqual([]);
});

test('a second start brings the minimised window back and hands its order file over', async () => {
  const dir = newDir();
  const folder = mkdtempSync(join(temp, 'orders-'));
  writeFileSync(join(folder, 'orders.csv'), sampleOrdersCsv.replaceAll('ORD-', 'SECOND-'));
  const program = await start(dir);
  await call(program, 'enterWorld', { world: 'training' });
  await program.evaluate(async ({ window }) => (await window()).minimize());
  const second = launchHeadless({ userData: dir, cwd: folder, args: [`--data-dir=${dir}`, '--orders=orders.csv'] });
  expect(await second.ended).toBe(0);
  await expect.poll(() => program.evaluate(async ({ window }) => (await window()).isMinimized())).toBe(false);
  await expect.poll(async () => (await call(program, 'orders', { search: 'SECOND-', offset: 0, limit: 1 })).total).toBeGreaterThan(0);
});

test('a missing order file still opens the bench, and is reported in a box', async () => {
  const program = await start(undefined, { args: ['--orders=nowhere/orders.csv'] });
  expect((await ready(program)).frame.world).toBeNull();
  await expect.poll(() => linesOf(program, 'BOX')).toEqual([expect.stringContaining('orders.csv was not imported')]);
});

interface Sending {
  readonly program: Headless;
  /** Lets the service answer. */
  readonly answer: () => void;
}

/** A bench that has just sent a purchase, which its service has not answered yet. */
async function startSending(dir: string): Promise<Sending> {
  const service = await startTrainingService({ key: 'shell', secret: 'shell-secret', clock: () => new Date() });
  const between = await startHolding(service.url);
  stops.push(between.stop, service.stop);
  const printer = await startVirtualZebra({ msPerLabel: 20 });
  stops.push(printer.stop);
  const program = await start(dir);
  await call(program, 'saveSettings', {
    settings: { packer: 'Zoë', senders: [senderAt(trainingSender)], printers: [labelPrinterAt(printer.url)] },
  });
  await call(program, 'connect', { world: 'sandbox', baseUrl: between.url, key: 'shell', secret: 'shell-secret', account: '' });
  const bytes = new TextEncoder().encode(JSON.stringify([plainOrder('CUT-1')]));
  await call(program, 'importOrders', { name: 'orders.json', bytes });
  await call(program, 'scan', { code: 'CUT-1' });
  const choosing = await program.evaluate(async ({ page }) => {
    for (;;) {
      const { value } = await (await page()).world()['station'].snapshot({});
      if (value.bench.workflow.step === 'choosing') return value.bench;
      await new Promise((turn) => setTimeout(turn, 20));
    }
  });
  // Not awaited: it is answered once the label is on its way.
  void call(program, 'buy', { workflowNo: choosing.workflowNo, serviceId: choosing.workflow.serviceId }).catch(() => undefined);
  await expect.poll(() => service.requests().filter(({ action }) => action === 'ship').length).toBe(1);
  return { program, answer: between.answer };
}

/** A proxy before a service that holds the answer to a purchase until it is released. */
async function startHolding(url: string): Promise<{ readonly url: string; answer(): void; stop(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(url + request.url, { method: 'POST', headers: { authorization, 'content-type': type }, body });
    const text = await answer.text();
    if (/"action"\s*:\s*"ship"/.test(body.toString('utf8'))) await held.promise;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  };
  const server = createServer((request, response) => void forward(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: held.resolve,
    async stop() {
      held.resolve();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The states of the bookings after the program has ended, read by a new one. */
async function bookedAfterwards(dir: string, program: Headless): Promise<string[]> {
  expect(await program.ended).toBe(0);
  const again = await start(dir);
  return (await call(again, 'lastShipments', { limit: 5 })).map(({ state }) => state);
}

test('closing during a purchase first shows that it is being finished, and then ends', async () => {
  const dir = newDir();
  const { program, answer } = await startSending(dir);
  const state = await program.evaluate(async ({ window, page }) => {
    const { promise, resolve } = Promise.withResolvers<{ is: string }>();
    (await page()).world()['station'].on('program', resolve);
    const open = await window();
    open.close();
    const state = await promise;
    return { ...state, isGone: open.isDestroyed() };
  });
  expect(state).toEqual({ is: 'closing', since: expect.any(String), isGone: false });
  answer();
  expect(await bookedAfterwards(dir, program)).toEqual(['booked']);
});

test('a start while the program is closing starts it again afterwards, with its order file', async () => {
  const dir = newDir();
  const { program, answer } = await startSending(dir);
  await program.evaluate(async ({ window }) => (await window()).close());
  const second = launchHeadless({ userData: dir, cwd: temp, args: [`--data-dir=${dir}`, '--orders=late.csv'] });
  expect(await second.ended).toBe(0);
  answer();
  expect(await program.ended).toBe(0);
  const [relaunch = ''] = linesOf(program, 'RELAUNCH');
  expect(JSON.parse(relaunch.slice('RELAUNCH '.length)).args).toEqual(
    expect.arrayContaining([`--data-dir=${dir}`, `--orders=${join(temp, 'late.csv')}`]),
  );
});

test('a shutdown of Windows waits for a purchase that is being sent, and for nothing else', async () => {
  const dir = newDir();
  const asked = (program: Headless): Promise<boolean> =>
    program.evaluate(async ({ window }) => {
      let isPrevented = false;
      (await window()).emit('query-session-end', { preventDefault: () => (isPrevented = true), reasons: ['shutdown'] });
      return isPrevented;
    });
  const { program, answer } = await startSending(dir);
  expect(await asked(program)).toBe(true);
  answer();
  expect(await bookedAfterwards(dir, program)).toEqual(['booked']);
  expect(await asked(running.at(-1)!)).toBe(false);
});

test('the computer is kept awake while something is being sent, and not longer', async () => {
  const { program, answer } = await startSending(newDir());
  const isAwake = (): Promise<boolean> =>
    program.evaluate(({ electron }) => [0, 1, 2, 3].some((id) => electron.powerSaveBlocker.isStarted(id)));
  await expect.poll(isAwake).toBe(true);
  answer();
  await expect.poll(isAwake).toBe(false);
});

test('file dialogs belong to the window, open one at a time, and begin in the last folder', async () => {
  const program = await start();
  await call(program, 'enterWorld', { world: 'training' });
  const folder = mkdtempSync(join(temp, 'chosen-'));
  writeFileSync(join(folder, 'orders.csv'), sampleOrdersCsv);
  const asked = await program.evaluate(
    async ({ electron, window, page }, file) => {
      const dialogs: { hasParent: boolean; defaultPath: string | undefined }[] = [];
      const open = await window();
      let choose: (() => void) | undefined;
      Object.assign(electron.dialog, {
        showOpenDialog: (parent: unknown, options: { defaultPath?: string }) => {
          dialogs.push({ hasParent: parent === open, defaultPath: options.defaultPath });
          return new Promise((resolve) => (choose = () => resolve({ canceled: false, filePaths: [file] })));
        },
      });
      const { station } = (await page()).world();
      const first = station.chooseOrderFile({});
      const second = await station.chooseOrderFile({});
      choose?.();
      await first;
      const third = station.chooseOrderFile({});
      await new Promise((turn) => setTimeout(turn, 20));
      choose?.();
      await third;
      return { dialogs, second };
    },
    join(folder, 'orders.csv'),
  );
  expect(asked.second).toEqual({ ok: true, value: null });
  expect(asked.dialogs).toEqual([
    { hasParent: true, defaultPath: undefined },
    { hasParent: true, defaultPath: folder },
  ]);
});

test('a locked key ring is waited for in the window, and does not count as lost data', async () => {
  const dir = newDir();
  const first = await start(dir);
  await ready(first);
  await first.evaluate(async ({ window }) => (await window()).close());
  expect(await first.ended).toBe(0);
  const program = await start(dir, { first: '../shell/locked-key-ring.ts' });
  const waits = await program.evaluate(async ({ window, page }) => {
    const programs: unknown[] = [];
    (await page()).world()['station'].on('program', (state: unknown) => programs.push(state));
    const open = await window();
    // The page receives the state again after it is loaded again.
    open.webContents.emit('did-finish-load');
    await new Promise((turn) => setTimeout(turn, 50));
    return { isVisible: open.isVisible(), programs };
  });
  expect(waits).toEqual({ isVisible: true, programs: expect.arrayContaining([{ is: 'waits-for-keychain' }]) });
  expect((await ready(program)).frame.lockedData).toBeNull();
});
