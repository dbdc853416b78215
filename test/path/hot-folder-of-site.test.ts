import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../later.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { shortLooks } from './plain-platform.ts';
import { type PlainStation } from './plain-station.ts';
import { useSite, whole } from './site-of-benches.ts';

const file = (key: string) => `order,name,street,city,country\n${key},Anna,Allee 8,Berlin,DE\n`;

describe.skipIf(whyNoPostgres())('a folder of order files that several benches watch', () => {
  const site = useSite();

  function folderOf() {
    const folder = newFolder('hot');
    for (const name of ['in', 'work', 'done', 'error']) mkdirSync(join(folder, name));
    const watching = { world: 'live', settings: { ...whole, hotFolder: folder }, platform: { sleep: shortLooks } } as const;
    const list = (name: string): string[] => readdirSync(join(folder, name)).filter((each) => !each.endsWith('.json'));
    return { folder, watching, list, lay: (name: string, key: string) => writeFileSync(join(folder, name), file(key)) };
  }
  const stateOf = ({ station }: PlainStation) => station.snapshot().frame.hotFolder;
  const ordersAt = async (on: PlainStation, search: string) => (await on.call('orders', { search, offset: 0, limit: 5 })).rows;
  const isKnown = (on: PlainStation, key: string) => expect.poll(async () => (await ordersAt(on, key)).length).toBe(1);

  test('is read by one of them, and by the next one when that bench closes', async () => {
    const { watching, list, lay } = folderOf();
    const { first } = await site.first(watching);
    await expect.poll(() => stateOf(first)).toEqual({ is: 'watching', waiting: 0 });
    const second = await site.joinedTo(first, watching);
    await expect.poll(() => stateOf(second)).toEqual({ is: 'elsewhere', waiting: 0, bench: 1 });
    lay('in/one.csv', 'H-1');
    await expect.poll(() => list('done')).toEqual(['one.csv']);
    await isKnown(second, 'H-1');
    expect((await ordersAt(second, 'H-1'))[0]?.receivedFrom).toBe(1);
    await first.station.close();
    await expect.poll(() => stateOf(second)).toEqual({ is: 'watching', waiting: 0 });
    lay('in/two.csv', 'H-2');
    await expect.poll(() => list('done')).toEqual(['one.csv', 'two.csv']);
    expect((await ordersAt(second, 'H-2'))[0]?.receivedFrom).toBeNull();
  });

  test('waits until the lease of a silent bench ends, and then reads the files it had claimed', async () => {
    const { folder, watching, list, lay } = folderOf();
    const { database, first } = await site.first({ ...watching, settings: whole });
    const mark = 'f'.repeat(16);
    writeFileSync(join(folder, '.packbench-folder'), mark);
    lay('work/0123456789abcdef~left.csv', 'H-1');
    lay('in/next.csv', 'H-2');
    await database.owner.query("INSERT INTO packbench.bench (token_hash) VALUES (sha256('x'))");
    await database.owner.query(
      `INSERT INTO packbench.lease (world, key, lease, bench, run, server, until)
       VALUES ('live', $1, gen_random_uuid(), 2, gen_random_uuid(), packbench.server(), clock_timestamp() + interval '3 s')`,
      [`hot folder ${mark}`],
    );
    await first.call('saveSettings', { settings: { hotFolder: folder } });
    await expect.poll(() => stateOf(first)).toEqual({ is: 'elsewhere', waiting: 1, bench: 2 });
    expect([list('work'), list('in')]).toEqual([['0123456789abcdef~left.csv'], ['next.csv']]);
    await expect.poll(() => list('done')).toEqual(['left.csv', 'next.csv']);
    expect(list('work')).toEqual([]);
    expect(readFileSync(join(folder, '.packbench-folder'), 'utf8')).toBe(mark);
    for (const key of ['H-1', 'H-2']) await isKnown(first, key);
  });

  test('is not read while the ledger is unreachable', async () => {
    const { folder, watching, list, lay } = folderOf();
    const { database, first } = await site.first({ ...watching, settings: whole });
    await database.owner.query("UPDATE packbench.durations SET lease = '2 s'");
    await first.call('saveSettings', { settings: { hotFolder: folder } });
    await expect.poll(() => stateOf(first)).toEqual({ is: 'watching', waiting: 0 });
    await site.server().crash();
    await first.reopen();
    lay('in/one.csv', 'H-1');
    await expect.poll(() => stateOf(first)).toEqual({ is: 'asking', waiting: 1 });
    expect(list('done')).toEqual([]);
    await site.server().start();
    await expect.poll(() => list('done')).toEqual(['one.csv']);
  });
});
