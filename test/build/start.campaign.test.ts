import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { startConnectProxy } from '../fakes/connect-proxy.ts';
import { beginning, fakeCheckout, type Mirror, startMirror, whole } from '../fakes/electron-mirror.ts';
import { newFolder, stopLater } from '../later.ts';

let checkout: string;
beforeEach(() => {
  checkout = newFolder('start');
  fakeCheckout(checkout);
});
async function mirrorWith(...given: Parameters<typeof startMirror>): Promise<Mirror> {
  const mirror = stopLater(await startMirror(...given));
  return mirror;
}

/** Runs `npm start -- --no-sandbox` in the checkout, as root may have to. `node`: options for Node itself. */
function start(env: Readonly<Record<string, string>>, { args = ['--no-sandbox'], node = [] as readonly string[] } = {}) {
  const child: ChildProcess = spawn(process.execPath, [...node, join(checkout, 'build/programs/start.ts'), ...args], {
    env: { PATH: process.env['PATH'], DISPLAY: ':77', electron_config_cache: join(checkout, 'cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]).then(([output, errors, [code]]) => ({
    code: code as number | null,
    output: output.trim(),
    errors,
  }));
  return { child, ended };
}
const asPlatform = (name: string): string[] => [
  '--import',
  `data:text/javascript,Object.defineProperty(process, 'platform', { value: '${name}' })`,
];
const noElectron = (url: string): string => `could not be fetched: ${new URL(url).host} answered 404 (Not Found) for ${url}v45.4.1/`;

test('two starts at once fetch Electron once, and both run it', async () => {
  const waits = Promise.withResolvers<void>();
  const { url, requests } = await mirrorWith((request, response) => waits.promise.then(() => whole(request, response)));
  const both = [start({ ELECTRON_MIRROR: url }), start({ ELECTRON_MIRROR: url })];
  for (const { child } of both)
    child.stderr?.on('data', (bytes: Buffer) => {
      if (bytes.includes('another start of Packbench is fetching it, this one waits')) waits.resolve();
    });
  for (const { code, output } of await Promise.all(both.map(({ ended }) => ended)))
    expect([code, output]).toEqual([7, `fake Electron: ${checkout} --no-sandbox`]);
  expect(requests).toHaveLength(1);
});

test('a start that was killed half-way leaves lock and disk free for the next one', async () => {
  const half = Promise.withResolvers<void>();
  let isFirst = true;
  const { url } = await mirrorWith((request, response) => {
    if (!isFirst) return whole(request, response);
    isFirst = false;
    return beginning(response, 2_000_000).then(() => setTimeout(half.resolve, 200));
  });
  const first = start({ ELECTRON_MIRROR: url });
  await half.promise;
  first.child.kill('SIGKILL');
  await first.ended;
  const downloads = join(checkout, 'node_modules/.cache/packbench-electron/downloads');
  expect(readdirSync(downloads)).toHaveLength(1);
  expect((await start({ ELECTRON_MIRROR: url }).ended).code).toBe(7);
  expect(readdirSync(downloads)).toEqual([]);
});

test('fetches Electron through a company proxy and with a system certificate authority', async () => {
  const { port } = await mirrorWith(whole, true);
  const proxy = await startConnectProxy(port);
  const { code, errors } = await start({
    ELECTRON_MIRROR: 'https://localhost:8443/',
    HTTPS_PROXY: `http://${proxy.address}`,
    SSL_CERT_FILE: resolve('test/fixtures/tls/localhost-cert.pem'),
  }).ended;
  await proxy.stop();
  expect([code, errors.split('\n').at(0)]).toEqual([7, 'Electron 45.4.1: connecting to localhost:8443']);
  expect(proxy.asked.map((head) => head.split('\r\n')[0])).toEqual(['CONNECT localhost:8443 HTTP/1.1']);
});

test('without Electron Linux continues with the stand-in and reports why', async () => {
  const { url } = await mirrorWith((_, response) => response.writeHead(404).end());
  const { code, output, errors } = await start({ ELECTRON_MIRROR: url }).ended;
  expect([code, output]).toEqual([0, `stand-in: ${checkout} --no-sandbox`]);
  expect(errors).toContain(noElectron(url));
  expect(errors).toContain('Packbench runs on its stand-in: the same built program in Node, its window in Chromium.');
});

test('without Electron macOS ends with the reason and exit code 1', async () => {
  const { url } = await mirrorWith((_, response) => response.writeHead(404).end());
  const { code, output, errors } = await start({ ELECTRON_MIRROR: url }, { node: asPlatform('darwin') }).ended;
  expect([code, output]).toEqual([1, '']);
  expect(errors).toContain(noElectron(url));
  expect(errors).toContain('electron-v45.4.1-darwin-');
});

test('HOST_STAND_IN=1 fetches nothing', async () => {
  const { url, requests } = await mirrorWith(whole);
  const { code, output, errors } = await start({ ELECTRON_MIRROR: url, HOST_STAND_IN: '1' }).ended;
  expect([code, output, errors, requests]).toEqual([0, `stand-in: ${checkout} --no-sandbox`, '', []]);
});

test('an Electron without permission to run ends with a sentence', async () => {
  writeFileSync(join(checkout, 'electron'), '', { mode: 0o600 });
  const { code, errors } = await start({ ELECTRON_OVERRIDE_DIST_PATH: checkout }).ended;
  expect([code, errors]).toEqual([1, `${checkout}/electron could not be started: spawn ${checkout}/electron EACCES\n`]);
});

test('reports an Electron that was ended from outside', async () => {
  writeFileSync(join(checkout, 'electron'), '#!/bin/sh\nulimit -c 0; kill -SEGV $$\n', { mode: 0o755 });
  const { code, errors } = await start({ ELECTRON_OVERRIDE_DIST_PATH: checkout }).ended;
  expect([code, errors]).toEqual([1, `${checkout}/electron was ended by SIGSEGV.\n`]);
});

test('does not start an Electron that this Linux would end at once', async () => {
  writeFileSync(join(checkout, 'electron'), '#!/bin/sh\necho started\n', { mode: 0o755 });
  const { code, output, errors } = await start({ ELECTRON_OVERRIDE_DIST_PATH: checkout, DISPLAY: '' }).ended;
  expect([code, output, errors]).toEqual([1, '', 'Electron needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set.\n']);
});
