import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { CallArgs } from '../../../shared/ipc.ts';
import { httpAnswer, type RawServer, startRawServer } from '../../fakes/raw-server.ts';
import { stopLater } from '../../later.ts';
import { type PlainStation, startPlainStation } from '../../path/plain-station.ts';

let elsewhere: RawServer;
beforeEach(async () => {
  elsewhere = stopLater(await startRawServer((socket) => socket.end(httpAnswer(200, '{"result":[],"errors":[]}'))));
});

const connectTo = (bench: PlainStation, baseUrl: string, change: Partial<CallArgs<'connect'>> = {}) =>
  bench.station.handlers.connect({ world: 'training', baseUrl, account: '', key: '', secret: '', ...change });

test('the kept key is not sent to another address, and the message names its address', async () => {
  const bench = await startPlainStation();
  const refused = await connectTo(bench, `http://127.0.0.1:${elsewhere.port}`);
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'key-of-another-address', reasons: [{ code: 'key-kept-for', origin: bench.service.url }] },
  });
  expect(elsewhere.connections()).toBe(0);
  expect((await bench.call('setup', {})).settings.connections.training?.baseUrl).toBe(bench.service.url);
});

test('the kept key is still sent to its own address, whatever the path', async () => {
  const bench = await startPlainStation();
  expect(await connectTo(bench, bench.service.url)).toMatchObject({ ok: true });
});

test('a key that is typed is sent to the entered address, and is kept for that address from then on', async () => {
  const bench = await startPlainStation();
  expect(await connectTo(bench, `http://127.0.0.1:${elsewhere.port}`, { key: 'another', secret: 'one' })).toMatchObject({ ok: true });
  expect(elsewhere.connections()).toBeGreaterThan(0);
  expect(await connectTo(bench, bench.service.url)).toMatchObject({ ok: false, failure: { code: 'key-of-another-address' } });
});

test('the kept key does not follow an address that was changed in the settings file', async () => {
  const bench = await startPlainStation();
  const { settings } = await bench.call('setup', {});
  // As an earlier version kept it; a file of this version is encrypted.
  const changed = JSON.stringify({ form: 1, ...settings }).replace(bench.service.url, `http://127.0.0.1:${elsewhere.port}`);
  await bench.reopen(() => writeFileSync(join(bench.dir, 'settings.json'), changed));
  expect(await bench.station.handlers.enterWorld({ world: 'training' })).toMatchObject({
    ok: false,
    failure: { code: 'key-of-another-address' },
  });
  expect(elsewhere.connections()).toBe(0);
});
