import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whyNotFetched, whyNotUnpacked } from '../../build/electron/failure.ts';
import { fetchElectron } from '../../build/electron/fetch.ts';
import { type Answer, beginning, fakePackages, type Mirror, startMirror, whole, wholeZip, zipName } from '../fakes/electron-mirror.ts';
import { freePort } from '../fakes/free-port.ts';
import { newFolder } from '../later.ts';

let dir: string;
let folder: string;
let mirror: Mirror | undefined;
beforeEach(() => {
  dir = newFolder('fetch');
  folder = fakePackages(join(dir, 'node_modules'));
  vi.stubEnv('electron_config_cache', join(dir, 'cache'));
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'npm_config_proxy', 'npm_config_https_proxy', 'no_proxy'])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mirror?.stop();
  mirror = undefined;
});

/** Fetches from a mirror that gives this answer. `lines`: the lines that a log shows. */
async function fetchFrom(answer: Answer, { firstByteMs = 20_000, nextByteMs = 20_000, isTTY = false } = {}) {
  mirror ??= await startMirror(answer);
  vi.stubEnv('ELECTRON_MIRROR', mirror.url);
  let shown = '';
  const screen = { isTTY, write: (text: string) => (shown += text) };
  const missing = await fetchElectron({ screen, firstByteMs, nextByteMs, folder });
  return { why: missing?.why, waysOut: missing?.waysOut, shown, source: `127.0.0.1:${mirror.port}` };
}
const isThere = (): boolean => existsSync(join(folder, 'dist/electron'));
const leftOvers = (): string[] => readdirSync(join(dir, 'node_modules/.cache/packbench-electron/downloads'));

test('a whole zip becomes Electron, and is fetched once', async () => {
  const { why } = await fetchFrom(whole);
  expect([why, isThere(), leftOvers()]).toEqual([undefined, true, []]);
  await fetchFrom(whole);
  expect(mirror?.requests).toEqual([`/v45.4.1/${zipName}`]);
});

test('a cached zip is unpacked again without a download', async () => {
  await fetchFrom(whole);
  rmSync(join(folder, 'path.txt'));
  const { why } = await fetchFrom(whole);
  expect([why, mirror?.requests.length, isThere()]).toEqual([undefined, 1, true]);
});

test('a log gets one line for each tenth', async () => {
  const pieces: Answer = async (_, response) => {
    response.writeHead(200, { 'content-length': wholeZip.length });
    for (let at = 0; at < wholeZip.length; at += 100_000) {
      response.write(wholeZip.subarray(at, at + 100_000));
      await wait(1);
    }
    response.end();
  };
  const { shown } = await fetchFrom(pieces);
  const lines = shown.trimEnd().split('\n');
  expect(shown).not.toContain('\r');
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.at(0)).toMatch(/^Electron 45\.4\.1: connecting to 127\.0\.0\.1:\d+$/);
  expect(lines.at(-2)).toBe('Electron 45.4.1: 3 of 3 MB');
  expect(lines.at(-1)).toBe('Electron 45.4.1: unpacking');
});

test('a terminal gets one line that is redrawn', async () => {
  const { shown } = await fetchFrom((_, response) => response.end(Buffer.alloc(3_000_000)), { isTTY: true });
  expect(shown).toContain('\rElectron 45.4.1: 3 of 3 MB\u001b[K');
  expect(shown.match(/\n/g)).toEqual(['\n']);
});

test('a slow download takes longer than any of its limits', async () => {
  const limitMs = 1500;
  const started = Date.now();
  const slow: Answer = async (_, response) => {
    await beginning(response, 1_000_000);
    let at = 1_000_000;
    for (; Date.now() - started < 2 * limitMs; at += 10) {
      await wait(100);
      response.write(wholeZip.subarray(at, at + 10));
    }
    response.end(wholeZip.subarray(at));
  };
  const { why } = await fetchFrom(slow, { firstByteMs: limitMs, nextByteMs: limitMs });
  expect([why, isThere()]).toEqual([undefined, true]);
});

test('gives up a source that never answers', async () => {
  const { why, source } = await fetchFrom(() => undefined, { firstByteMs: 300 });
  expect(why).toBe(`Electron 45.4.1 could not be fetched: ${source} sent nothing within 0.3 s.`);
});

test('gives up a source that sends headers and no byte', async () => {
  const { why, source } = await fetchFrom((_, response) => response.writeHead(200).flushHeaders(), { firstByteMs: 300 });
  expect(why).toBe(`Electron 45.4.1 could not be fetched: ${source} sent nothing within 0.3 s.`);
});

test('gives up a source that never completes a connection', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => silent.once('listening', listening));
  const { port } = silent.address() as { port: number };
  vi.stubEnv('ELECTRON_MIRROR', `https://localhost:${port}/`);
  const missing = await fetchElectron({ screen: { write: () => undefined }, firstByteMs: 300, folder });
  expect(missing?.why).toBe(`Electron 45.4.1 could not be fetched: localhost:${port} sent nothing within 0.3 s.`);
  silent.close();
});

test('gives up a download that stops half-way', async () => {
  const { why } = await fetchFrom((_, response) => beginning(response, 1_000_000), { nextByteMs: 300 });
  expect(why).toBe('Electron 45.4.1 could not be fetched: no byte came for 0.3 s, at 1 of 3 MB.');
  expect([leftOvers(), isThere()]).toEqual([[], false]);
});

test('an interrupted download reports how far it was', async () => {
  const { why } = await fetchFrom(async (_, response) => {
    await beginning(response, 2_000_000);
    setTimeout(() => response.destroy(), 100);
  });
  expect(why).toMatch(/^Electron 45\.4\.1 could not be fetched: the connection broke at [12] of 3 MB\.$/);
});

test('a status is named with its address', async () => {
  const { why, source } = await fetchFrom((_, response) => response.writeHead(404).end());
  expect(why).toBe(`Electron 45.4.1 could not be fetched: ${source} answered 404 (Not Found) for http://${source}/v45.4.1/${zipName}.`);
});

test('another file is not accepted as Electron', async () => {
  const { why } = await fetchFrom((_, response) => response.end('<html>Please sign in to this network</html>'));
  expect(why).toBe(`Electron 45.4.1 could not be fetched: ${zipName} is not the file that was published (wrong checksum).`);
  expect(isThere()).toBe(false);
});

test('a redirect is followed', async () => {
  const { why } = await fetchFrom(({ url }, response) =>
    url === '/moved' ? response.writeHead(200).end(wholeZip) : response.writeHead(302, { location: '/moved' }).end(),
  );
  expect([why, isThere()]).toEqual([undefined, true]);
});

test('a mirror without a slash at its end is the same mirror', async () => {
  mirror = await startMirror((_, response) => response.writeHead(404).end());
  vi.stubEnv('npm_config_electron_mirror', mirror.url.slice(0, -1));
  await fetchElectron({ screen: { write: () => undefined }, folder });
  expect(mirror.requests).toEqual([`/v45.4.1/${zipName}`]);
});

test('names a mirror that is not an address', async () => {
  vi.stubEnv('ELECTRON_MIRROR', 'our mirror');
  const missing = await fetchElectron({ screen: { write: () => undefined }, folder });
  expect(missing?.why).toBe('Electron 45.4.1 could not be fetched: ELECTRON_MIRROR is not an address: our mirror.');
});

test('names a source at which nothing listens', async () => {
  const port = await freePort();
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  const missing = await fetchElectron({ screen: { write: () => undefined }, folder });
  expect(missing?.why).toBe(`Electron 45.4.1 could not be fetched: 127.0.0.1:${port} refused the connection.`);
});

test('names a certificate that this computer does not trust', async () => {
  mirror = await startMirror(whole, true);
  const { why } = await fetchFrom(whole);
  expect(why).toBe(
    `Electron 45.4.1 could not be fetched: the certificate of localhost:${mirror.port} is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT).`,
  );
});

test.each(['HTTP_PROXY', 'npm_config_proxy'])('uses the proxy in %s for a mirror that only the proxy can reach', async (name) => {
  mirror = await startMirror((_, response) => response.writeHead(503).end());
  vi.stubEnv(name, `127.0.0.1:${mirror.port}`);
  vi.stubEnv('ELECTRON_MIRROR', 'http://mirror.invalid/');
  await fetchElectron({ screen: { write: () => undefined }, folder });
  expect(mirror.requests).toEqual([`http://mirror.invalid/v45.4.1/${zipName}`]);
});

test('names a proxy that asks for a password', async () => {
  mirror = await startMirror((_, response) => response.writeHead(407).end());
  vi.stubEnv('HTTP_PROXY', `http://user:open-sesame@127.0.0.1:${mirror.port}`);
  vi.stubEnv('ELECTRON_MIRROR', 'http://mirror.invalid/');
  const missing = await fetchElectron({ screen: { write: () => undefined }, folder });
  expect(missing?.why).toBe('Electron 45.4.1 could not be fetched: the proxy asks for a name and a password (407).');
});

test.each([
  [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), 'the disk is full: /cache'],
  [
    Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/home/.cache/electron' }),
    'this user may not write there: /home/.cache/electron',
  ],
])('a disk that cannot be written is named, and no proxy is suggested: %s', (error, why) => {
  expect(whyNotFetched(error, { source: '', zip: '', folder: '/cache', at: '1 of 3 MB' })).toEqual({ why, isOfDisk: true });
});

test.each([
  ['Error: No space left on device (os error 28)\n  at extract', 'it could not be unpacked, the disk is full: /dist'],
  ['Error: There is not enough space on the disk. (os error 112)', 'it could not be unpacked, the disk is full: /dist'],
  ['\nError: invalid Zip archive', 'it could not be unpacked, Error: invalid Zip archive: /dist'],
  ['', 'it could not be unpacked, it ended without a word: /dist'],
])('explains failed unpacking: %j', (text, why) => {
  expect(whyNotUnpacked(text, '/dist').why).toBe(why);
});

test('names a proxy that is not an address, without its password', async () => {
  vi.stubEnv('HTTPS_PROXY', 'http://user:open sesame@our proxy');
  const { why } = await fetchFrom(whole);
  expect(why).toBe('Electron 45.4.1 could not be fetched: HTTPS_PROXY is not an address.');
});

test('a password in ELECTRON_MIRROR is not shown', async () => {
  vi.stubEnv('ELECTRON_MIRROR', 'https://user:open-sesame@mirror.invalid/');
  const missing = await fetchElectron({ screen: { write: () => undefined }, folder });
  expect(missing?.why).toBe('Electron 45.4.1 could not be fetched: a name and a password in ELECTRON_MIRROR cannot be used.');
});

test('a connection that a firewall forbids is not mistaken for a full disk', () => {
  const cause = Object.assign(new Error('connect EACCES 10.0.0.1:443'), { code: 'EACCES', address: '10.0.0.1', port: 443 });
  const doing = { source: 'github.com', zip: zipName, folder: '/cache', at: undefined };
  const found = whyNotFetched(new TypeError('fetch failed', { cause }), doing);
  expect(found).toEqual({ why: 'fetch failed connect EACCES 10.0.0.1:443 (EACCES)', isOfDisk: false });
});

test('names a host name that does not resolve', () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND mirror.invalid'), { code: 'ENOTFOUND', hostname: 'mirror.invalid' });
  const doing = { source: 'github.com', zip: zipName, folder: '/cache', at: undefined };
  expect(whyNotFetched(new TypeError('fetch failed', { cause }), doing).why).toBe('the name mirror.invalid was not found');
});

test('ELECTRON_OVERRIDE_DIST_PATH names an Electron that is not fetched', async () => {
  writeFileSync(join(dir, 'electron'), '');
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dir);
  const { why } = await fetchFrom(whole);
  expect([why, mirror?.requests]).toEqual([undefined, []]);
});

test('a folder without Electron in ELECTRON_OVERRIDE_DIST_PATH is named', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dir);
  const { why, waysOut } = await fetchFrom(whole);
  expect(why).toBe(`ELECTRON_OVERRIDE_DIST_PATH names ${dir}, which holds no Electron.`);
  expect(waysOut).toBe(`Unpack ${zipName} there.`);
  expect(mirror?.requests).toEqual([]);
});
