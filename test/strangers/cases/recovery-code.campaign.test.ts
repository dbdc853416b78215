import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Station } from '../../../electron/station/station.ts';
import { closeStationLater, removeLater } from '../../later.ts';
import { openStation, witnessOf } from '../../path/plain-platform.ts';
import { type PlainStation, startPlainStation } from '../../path/plain-station.ts';

/** The same waits, 30 times shorter. */
const shortly = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms / 30));

/** Returns a bench that shipped ORD-1001, was copied, and has a recovery code. */
async function aBench(): Promise<{ bench: PlainStation; code: string }> {
  const bench = await startPlainStation({ platform: { sleep: shortly } });
  await bench.ship('ORD-1001');
  const { code } = await bench.call('makeRecoveryCode', { pin: '' });
  const isCopied = async () => (await bench.call('setup', {})).backup.lastAt !== null;
  // The copy is removed only once the start has finished it.
  await expect.poll(isCopied).toBe(true);
  rmSync(join(bench.dir, 'backups'), { recursive: true, force: true });
  await expect.poll(isCopied).toBe(true);
  await expect.poll(() => existsSync(join(bench.dir, 'backups', 'recovery-key'))).toBe(true);
  return { bench, code };
}

/** Opens a station on another computer, whose user's keychain has wrapped nothing here before. */
async function aNewComputer(bench: PlainStation, fill: (dir: string) => void = () => undefined): Promise<Station> {
  const dir = `${bench.dir}.new`;
  for (const each of [dir, witnessOf(dir)]) removeLater(each);
  mkdirSync(dir);
  fill(dir);
  const mark = 0xa5;
  const station = await openStation(dir, {
    sleep: shortly,
    wrapKey: async (key) => Uint8Array.of(mark, ...key),
    unwrapKey: async (bytes) => {
      if (bytes[0] !== mark) throw new Error('wrapped by another user');
      return bytes.slice(1);
    },
  });
  closeStationLater(station.close);
  return station;
}

const allIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('log'))
      .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'latin1')]),
  );

test('the code opens the newest copy of a dead computer on a new one, and every order is asked about', async () => {
  const { bench, code } = await aBench();
  const station = await aNewComputer(bench);
  const recovered = await station.handlers.recover({ folder: join(bench.dir, 'backups'), code: code.toLowerCase().replaceAll('-', ' ') });
  expect(recovered).toMatchObject({ ok: true });
  const { url, key, secret } = bench.service;
  expect(await station.handlers.connect({ world: 'training', baseUrl: url, key, secret, account: '' })).toMatchObject({ ok: true });
  const last = await station.handlers.lastShipments({ limit: 5 });
  expect(last).toMatchObject({ ok: true, value: [{ orderKey: 'ORD-1001', order: { recipient: { name: 'Anna Lehmann' } } }] });
  expect(station.snapshot().frame.restored).toMatchObject({ backupAt: expect.stringMatching(/Z$/) });
});

test('a wrong code is refused clearly, and changes nothing in the copies or on this computer', async () => {
  const { bench } = await aBench();
  const station = await aNewComputer(bench);
  const before = { ...allIn(join(bench.dir, 'backups')), ...allIn(`${bench.dir}.new`) };
  const recover = (folder: string, code: string) => station.handlers.recover({ folder, code });
  expect(await recover(join(bench.dir, 'backups'), 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE')).toMatchObject({
    failure: { code: 'recovery-code-wrong' },
  });
  expect(await recover(join(bench.dir, 'nowhere'), 'AAAAA')).toMatchObject({ failure: { code: 'recovery-key-missing' } });
  expect({ ...allIn(join(bench.dir, 'backups')), ...allIn(`${bench.dir}.new`) }).toEqual(before);
});

test('a whole data folder on a new computer is reported as locked, and the code opens it', async () => {
  const { bench, code } = await aBench();
  await bench.ship('ORD-1002');
  await bench.reopen();
  const station = await aNewComputer(bench, (dir) => cpSync(bench.dir, dir, { recursive: true }));
  expect(station.snapshot().frame).toMatchObject({ world: null, lockedData: { backupFolder: join(`${bench.dir}.new`, 'backups') } });
  expect(await station.handlers.enterWorld({ world: 'training' })).toMatchObject({ failure: { code: 'data-locked' } });
  expect(await station.handlers.recover({ folder: '', code })).toMatchObject({ ok: true });
  const { frame } = station.snapshot();
  expect([frame.world, frame.lockedData, frame.restored !== null]).toEqual(['training', null, true]);
  const last = await station.handlers.lastShipments({ limit: 5 });
  expect(last).toMatchObject({ ok: true, value: [{ orderKey: 'ORD-1002' }, { orderKey: 'ORD-1001' }] });
  expect(readdirSync(`${bench.dir}.new`).filter((name) => name.startsWith('data-key.set-aside-'))).toHaveLength(1);
});

test('a bench with its own journal is not overwritten by copies of another', async () => {
  const { bench, code } = await aBench();
  expect(await bench.station.handlers.recover({ folder: join(bench.dir, 'backups'), code })).toMatchObject({
    failure: { code: 'recovery-not-empty' },
  });
});

test('a new code replaces the previous one, and the code also allows to set a new PIN', async () => {
  const { bench, code } = await aBench();
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  await expect(bench.call('makeRecoveryCode', { pin: '0000' })).rejects.toThrow('pin-wrong');
  const { code: newer } = await bench.call('makeRecoveryCode', { pin: '4711' });
  await expect(bench.call('resetLeadPin', { proof: code, pin: '8150' })).rejects.toThrow('proof-wrong');
  expect(await bench.call('resetLeadPin', { proof: newer, pin: '8150' })).toMatchObject({ hasLeadPin: true });
});
