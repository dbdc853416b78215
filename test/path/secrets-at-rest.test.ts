import { expect, test } from 'vitest';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { noPush } from '../../shared/order-push.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { createScan } from '../canary/scan.ts';
import { freePort } from '../fakes/free-port.ts';
import { startPlainStation } from './plain-station.ts';

/** The texts that occur in a file of the folder or of one below it, in any encoding. */
async function readableIn(folder: string, texts: readonly string[]): Promise<string[]> {
  const scan = createScan(texts);
  await scan.folder('bench', folder);
  return scan.finds().map(({ canary, where }) => `${canary} in ${where}`);
}

test('no file of the bench holds a secret, a name or an address in clear, and the window gets no secret', async () => {
  const lookUp = {
    ...newLookUp,
    name: 'shop',
    isOn: false,
    url: 'https://shop.example/{number}?token=secret-of-look-up',
    token: 'secret-of-header',
  };
  const bench = await startPlainStation();
  const pushed = await bench.call('savePush', { ...noPush, isOn: true, port: await freePort(), newToken: false });
  const reach = { fromNetwork: false, acceptsPlain: false, reachedAt: '', newAddress: false };
  await bench.call('saveWebhooks', { ...reach, isOn: true, port: await freePort() });
  await bench.call('copyWebhookAddress', {});
  await bench.call('saveLookUps', { lookUps: [lookUp] });
  const secrets = [pushed.token ?? '', bench.copied().split('training-')[1] ?? '', bench.service.secret, lookUp.token];
  expect(secrets.map(({ length }) => length)).toEqual([36, 36, 11, 16]);
  const people = ['Kranjčar', trainingSender.company, trainingSender.street, trainingSender.city, trainingSender.phone];
  expect(await readableIn(bench.dir, [...secrets, ...people, 'secret-of-look-up'])).toEqual([]);
  expect(await readableIn(bench.dir, ['Bench 1'])).toEqual(['Bench 1 in bench/settings.json']);
  const setup = JSON.stringify([await bench.call('setup', {}), pushed.setup, bench.station.snapshot()]);
  expect(secrets.filter((secret) => setup.includes(secret))).toEqual([]);
});

test('a token is returned once, when it is made', async () => {
  const bench = await startPlainStation();
  const place = { ...noPush, isOn: true, port: await freePort() };
  const first = await bench.call('savePush', { ...place, newToken: false });
  const again = await bench.call('savePush', { ...place, newToken: false });
  const next = await bench.call('savePush', { ...place, newToken: true });
  expect([first.setup.push.hasToken, again.token]).toEqual([true, null]);
  expect(next.token).toMatch(/^[0-9a-f]{36}$/);
  expect(next.token).not.toBe(first.token);
});

test('while the data is locked, every call is refused but those that help to read it', async () => {
  const bench = await startPlainStation({
    platform: { unwrapKey: async (bytes) => (isLost ? Promise.reject(new Error('another user')) : bytes.map((byte) => byte ^ 0x5a)) },
  });
  isLost = true;
  await bench.reopen();
  const { handlers } = bench.station;
  const codeOf = async (answer: Promise<{ ok: boolean; failure?: { code: string } }>) => (await answer).failure?.code;
  expect(await codeOf(handlers.saveSettings({ settings: { benchName: 'Bench 9' } }))).toBe('data-locked');
  expect(await codeOf(handlers.orders({ search: '', offset: 0, limit: 9 }))).toBe('data-locked');
  expect(await codeOf(handlers.scan({ code: 'ORD-1001' }))).toBe('data-locked');
  const setup = await bench.call('setup', {});
  expect([setup.settings.benchName, setup.settings.packer, setup.settings.senders]).toEqual(['Bench 1', '', []]);
  isLost = false;
  await bench.reopen();
  expect((await bench.call('setup', {})).settings.packer).toBe('Zoë Kranjčar');
});

let isLost = false;
