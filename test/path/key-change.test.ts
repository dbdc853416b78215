import fs, { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { createEncryption } from '../../electron/credentials/encryption.ts';
import { openRecoveryKey } from '../../electron/credentials/recovery-key.ts';
import { permanent } from '../../electron/journal/day-keys.ts';
import { placeIn } from '../../electron/journal/encryption.ts';
import type { Platform } from '../../electron/station/platform.ts';
import type { Station } from '../../electron/station/station.ts';
import { closeStationLater, newFolder, removeLater } from '../later.ts';
import { openStation, shortLooks, witnessOf } from './plain-platform.ts';
import { type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

/** Called before each step of a change that reaches the disk: the renaming of a finished file, and the changing of a backup. */
const disk = { step: (_name: string): void => undefined };

/** Watches the steps at the functions of Node, which every part of the program calls. */
beforeEach(() => {
  const { renameSync: rename } = fs;
  const { exec } = DatabaseSync.prototype;
  fs.renameSync = (from, to) => {
    disk.step(basename(String(to)));
    rename(from, to);
  };
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    if (sql.startsWith('BEGIN') && this.location()?.endsWith('.backup')) disk.step('backup');
    exec.call(this, sql);
  };
  syncBuiltinESMExports();
  return () => {
    disk.step = () => undefined;
    fs.renameSync = rename;
    DatabaseSync.prototype.exec = exec;
    syncBuiltinESMExports();
  };
});

const elapsed = { ms: 0 };
/** Looks at everything ten times a second; a minute passes with each. */
const quick: Partial<Platform> = { sleep: shortLooks, elapsed: () => (elapsed.ms += 10_000) };

const keysIn = (dir: string): Buffer => readFileSync(join(dir, 'data-key')).map((byte) => byte ^ 0x5a) as Buffer;

interface Value {
  readonly of: string;
  readonly bytes: Uint8Array;
  readonly place: string;
}

/** Everything that the data key itself encrypts in this folder: in journals, backups and files. */
function valuesIn(dir: string): Value[] {
  const journals = [dir, join(dir, 'backups')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^journal-.*\.sqlite(\..*\.backup)?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const files = (folder: string, place: (name: string) => string): Value[] =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.encrypted'))
      .map((name) => ({ of: name, bytes: readFileSync(join(folder, name)), place: place(name.replace('.encrypted', '')) }));
  const { encrypted } = JSON.parse(readFileSync(join(dir, 'settings.json'), 'utf8')) as { encrypted: string };
  return [
    ...journals.flatMap(valuesOf),
    ...files(join(dir, 'credentials'), (name) => `credentials ${name}`),
    ...files(join(dir, 'training', 'service'), () => 'training'),
    ...files(join(dir, 'training', 'printer'), () => 'training'),
    { of: 'settings', bytes: Buffer.from(encrypted, 'base64'), place: 'settings' },
  ];
}

/** Reads a copy: the journal may be open. */
function valuesOf(journal: string): Value[] {
  const copy = join(newFolder('values'), basename(journal));
  for (const end of ['', '-wal']) if (existsSync(journal + end)) copyFileSync(journal + end, copy + end);
  const world = /journal-(\w+)/.exec(basename(journal))?.[1] ?? '';
  const database = new DatabaseSync(copy);
  const found = [...permanent].flatMap(([column, row]) => {
    const [table, name] = column.split('.');
    return database
      .prepare(`SELECT ${row} AS of, ${name} AS bytes FROM ${table}`)
      .all()
      .map(({ of, bytes }) => ({
        of: `${column} of ${basename(journal)}`,
        bytes: bytes as Uint8Array,
        place: placeIn(world, [column, String(of)]),
      }));
  });
  database.close();
  return found;
}

/** The values that this key opens. */
const openedBy = (key: Uint8Array, values: readonly Value[]): string[] =>
  values
    .filter(({ bytes, place }) => {
      try {
        return createEncryption(key).decrypt(bytes, place).length > 0;
      } catch {
        return false;
      }
    })
    .map(({ of }) => of);

/** The files in which one of these values still stands, as it is or in Base64. */
const holding = (dir: string, values: readonly Value[]): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return values.some(({ bytes }) => content.includes(Buffer.from(bytes)) || content.includes(Buffer.from(bytes).toString('base64')));
    });

const leftOver = (dir: string): Uint8Array => readFileSync(join(dir, 'training', 'service', 'other.json.encrypted.new'));

/** A bench with a PIN that shipped an order, and has a backup. */
async function aBench(options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation({ ...options, platform: { ...quick, ...options.platform } });
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  await bench.ship('ORD-1001');
  await expect.poll(async () => (await bench.call('setup', {})).backup.lastAt).not.toBeNull();
  await expect.poll(() => existsSync(join(bench.dir, 'backups', 'data-key'))).toBe(true);
  return bench;
}

const changeOf = async ({ handlers }: Station) => {
  const setup = await handlers.setup({});
  return setup.ok ? setup.value.keyChange : undefined;
};
const finished = (station: Station): Promise<void> => expect.poll(() => changeOf(station)).toBeNull();

/** Checks a folder after a change: the new key opens everything, the old one nothing, and nothing of before is left in any byte. */
function expectChanged(dir: string, old: Uint8Array, before: readonly Value[]): void {
  const keys = keysIn(dir);
  expect(keys).toHaveLength(32);
  expect(keys.equals(old)).toBe(false);
  expect(readFileSync(join(dir, 'backups', 'data-key'))).toEqual(readFileSync(join(dir, 'data-key')));
  const values = valuesIn(dir);
  expect(openedBy(old, values)).toEqual([]);
  expect(openedBy(keys, values)).toHaveLength(values.length);
  expect(holding(dir, before)).toEqual([]);
  // The nightly deletion recognises a key by its bytes in each copy.
  const textsOf = (isBackup: boolean): string[] =>
    values
      .filter(({ of }) => of.startsWith('day_keys') && of.endsWith('.backup') === isBackup)
      .map(({ bytes }) => Buffer.from(bytes).toString('hex'));
  expect(textsOf(false)).toEqual(expect.arrayContaining(textsOf(true)));
}

test('after a change of the key, no byte opens with the old one, and everything with the new one', async () => {
  const bench = await aBench();
  const earlier = await bench.call('makeRecoveryCode', { pin: '4711' });
  await bench.ship('ORD-1002');
  const old = Buffer.from(keysIn(bench.dir));
  // Left by a day in the simulator, and by a write that was interrupted.
  for (const name of ['printer/sheet-0001.zpl.encrypted', 'service/service.json.encrypted', 'service/other.json.encrypted.new']) {
    mkdirSync(join(bench.dir, 'training', dirname(name)), { recursive: true });
    writeFileSync(join(bench.dir, 'training', name), createEncryption(old).encrypt(Buffer.from('{}'), 'training'));
  }
  const before = [...valuesIn(bench.dir), { of: 'left over', bytes: leftOver(bench.dir), place: 'training' }];
  expect(new Set(openedBy(old, before).map((of) => of.replace(/[.](20[^ ]*)backup/, ' backup')))).toEqual(
    new Set(before.map(({ of }) => of.replace(/[.](20[^ ]*)backup/, ' backup'))),
  );
  const { code } = await bench.call('changeDataKey', { pin: '4711' });
  await finished(bench.station);
  await bench.reopen();
  expectChanged(bench.dir, old, before);
  for (const folder of [bench.dir, join(bench.dir, 'backups')]) {
    expect(openRecoveryKey(join(folder, 'recovery-key'), earlier.code)).toBe('wrong-code');
    expect(Buffer.from(openRecoveryKey(join(folder, 'recovery-key'), code) as Uint8Array).subarray(0, 32)).toEqual(keysIn(bench.dir));
  }
  const last = await bench.call('lastShipments', { limit: 5 });
  expect(last.map(({ order }) => order?.recipient.name)).toEqual(['Pieter van den Berg', 'Anna Lehmann']);
  await bench.ship('ORD-1003');
});

test('killed before any step, a change goes on at the next start and loses nothing', async () => {
  const kills: { readonly name: string; readonly dir: string }[] = [];
  const take = (name: string): void => {
    const dir = `${newFolder('kill')}/bench`;
    removeLater(witnessOf(dir));
    cpSync(bench.dir, dir, { recursive: true });
    kills.push({ name, dir });
  };
  const bench: PlainStation = await aBench({
    journal: (journal) => ({
      encryptAgain: (again) => {
        disk.step('journal');
        const changed = journal.encryptAgain(again);
        disk.step('log of the journal');
        return changed;
      },
    }),
  });
  const { code: earlier } = await bench.call('makeRecoveryCode', { pin: '4711' });
  const old = Buffer.from(keysIn(bench.dir));
  const before = valuesIn(bench.dir);
  disk.step = take;
  await bench.call('changeDataKey', { pin: '4711' });
  await finished(bench.station);
  disk.step = () => undefined;
  const names = kills.map(({ name }) => name);
  for (const step of ['data-key', 'recovery-key', 'settings.json', 'lead-pin.encrypted', 'journal', 'log of the journal', 'backup'])
    expect(names).toContain(step);
  const ends: string[] = [];
  for (const { name, dir } of kills) {
    const keys = keysIn(dir);
    const isBegun = keys.length > 32 || !keys.equals(old);
    const station = await openStation(dir, quick);
    closeStationLater(station.close);
    await finished(station);
    const last = await station.handlers.lastShipments({ limit: 1 });
    expect(last, name).toMatchObject({ ok: true, value: [{ order: { recipient: { name: 'Anna Lehmann' } } }] });
    expect(await station.handlers.setLeadPin({ oldPin: '4711', pin: '4712' }), name).toMatchObject({ ok: true });
    await station.close();
    if (isBegun) expectChanged(dir, old, before);
    expect(openRecoveryKey(join(dir, 'recovery-key'), earlier) instanceof Uint8Array, name).toBe(!isBegun);
    ends.push(isBegun ? 'changed' : 'not begun');
  }
  expect(new Set(ends)).toEqual(new Set(['not begun', 'changed']));
});

test('a folder of backups that is away holds the change up, and it goes on when the folder is back', async () => {
  const bench = await aBench();
  const [folder, away] = [join(bench.dir, 'backups'), join(bench.dir, 'elsewhere')];
  const old = Buffer.from(keysIn(bench.dir));
  const before = valuesIn(bench.dir);
  disk.step = (name) => {
    if (name !== 'settings.json') return;
    disk.step = () => undefined;
    renameSync(folder, away);
    mkdirSync(folder);
  };
  await bench.call('changeDataKey', { pin: '4711' });
  await expect.poll(() => changeOf(bench.station)).toEqual({ left: 'backup-folder' });
  expect(keysIn(bench.dir)).toHaveLength(64);
  expect(await bench.station.handlers.changeDataKey({ pin: '4711' })).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  await bench.reopen(() => cpSync(away, folder, { recursive: true }));
  await finished(bench.station);
  await bench.reopen();
  expect(holding(folder, before)).toEqual([]);
  expect(openedBy(old, valuesIn(bench.dir))).toEqual([]);
});

test('a damaged copy that is still asked about holds the change up; afterwards it is deleted', async () => {
  const bench = await aBench();
  const file = join(bench.dir, `journal-${(await bench.call('setup', {})).settings.world}.sqlite`);
  await bench.reopen(() => {
    copyFileSync(file, `${file}.kept`);
    writeFileSync(file, '');
  });
  const damaged = () => readdirSync(bench.dir).filter((name) => name.includes('.damaged-'));
  expect(damaged()).not.toEqual([]);
  await bench.call('changeDataKey', { pin: '4711' });
  await expect.poll(() => changeOf(bench.station)).toEqual({ left: 'damaged-copy' });
  expect(damaged()).not.toEqual([]);
  await bench.call('settleRestored', { reason: 'everything was compared', pin: '4711' });
  await finished(bench.station);
  expect(damaged()).toEqual([]);
});

test('a bench with a passphrase keeps it, and asks for it during and after a change', async () => {
  const passphrase = 'four words of a passphrase';
  const bench = await aBench({ platform: { hasKeyStore: () => false } });
  await bench.call('setPassphrase', { passphrase, pin: '4711' });
  await bench.call('changeDataKey', { pin: '4711' });
  for (let at = 0; at < 2; at += 1) {
    await bench.reopen();
    expect(bench.station.snapshot().frame.lockedData).toMatchObject({ asks: 'passphrase' });
    expect(await bench.station.handlers.openData({ passphrase })).toMatchObject({ ok: true });
    await finished(bench.station);
  }
  await bench.ship('ORD-1002');
});

test('without the PIN of the shift lead no key is changed, and without a folder for backups none either', async () => {
  const bench = await aBench();
  const before = keysIn(bench.dir);
  expect(await bench.station.handlers.changeDataKey({ pin: '0000' })).toMatchObject({ ok: false, failure: { code: 'pin-wrong' } });
  await bench.reopen(() => {
    renameSync(join(bench.dir, 'backups'), join(bench.dir, 'elsewhere'));
    writeFileSync(join(bench.dir, 'backups'), '');
  });
  expect(await bench.station.handlers.changeDataKey({ pin: '4711' })).toMatchObject({ ok: false, failure: { code: 'setting-invalid' } });
  expect(keysIn(bench.dir)).toEqual(before);
});
