import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookEveryMs } from '../../electron/station/station.ts';
import { plainOrder } from './plain-order.ts';
import { shortLooks } from './plain-platform.ts';
import { startPlainStation } from './plain-station.ts';

/** Copies of the journal; the data key lies beside them. */
const copiesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('.sqlite'));

test('a station makes a backup soon after its start, and Setup shows its folder and time', async () => {
  const bench = await startPlainStation({ platform: { sleep: shortLooks } });
  const backups = async () => (await bench.call('setup', {})).backup;
  await expect.poll(async () => (await backups()).lastAt).toMatch(/Z$/);
  expect(await backups()).toMatchObject({ folder: join(bench.dir, 'backups'), problem: null });
  expect(copiesIn(join(bench.dir, 'backups'))).toHaveLength(1);
});

test('Setup accepts another backup folder, and refuses one that cannot be used', async () => {
  const bench = await startPlainStation({ platform: { sleep: shortLooks } });
  const folder = join(bench.dir, 'other disk');
  const saved = await bench.call('saveSettings', { settings: { backupFolder: folder } });
  expect(saved.backup.folder).toBe(folder);
  await expect.poll(() => copiesIn(folder)).toHaveLength(1);
  await expect(bench.call('saveSettings', { settings: { backupFolder: 'relative/folder' } })).rejects.toThrow('setting-invalid');
  expect((await bench.call('setup', {})).settings.backupFolder).toBe(folder);
});

test('the top bar shows that a backup failed', async () => {
  const bench = await startPlainStation({
    platform: { sleep: shortLooks },
    journal: () => ({ copyTo: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) }),
  });
  await expect.poll(() => bench.station.snapshot().frame.backupFails).toBe(true);
  expect((await bench.call('setup', {})).backup).toMatchObject({ lastAt: null, problem: 'disk-full' });
});

test('a backup waits until a running import ends', async () => {
  let lookAround = (): void => undefined;
  const sleep = (ms: number): Promise<void> =>
    ms === lookEveryMs
      ? new Promise((resolve) => {
          lookAround = resolve;
        })
      : new Promise((resolve) => setTimeout(resolve, ms));
  const bench = await startPlainStation({ platform: { sleep } });
  const folder = join(bench.dir, 'backups');
  const orders = Array.from({ length: 4000 }, (_, number) => plainOrder(`MANY-${number}`));
  const taken = bench.call('importOrders', { name: 'many.json', bytes: new TextEncoder().encode(JSON.stringify(orders)) });
  await expect.poll(() => bench.station.snapshot().frame.importing).not.toBeNull();
  lookAround();
  expect((await taken).taken).toBe(4000);
  expect(existsSync(folder) ? copiesIn(folder) : []).toEqual([]);
  lookAround();
  await expect.poll(() => (existsSync(folder) ? copiesIn(folder) : [])).toHaveLength(1);
});
