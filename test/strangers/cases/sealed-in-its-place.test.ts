import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { bindSealed } from '../../../electron/journal/bind-sealed.ts';
import { migrate, migrations } from '../../../electron/journal/migrations.ts';
import { remarkText } from '../../../renderer/text/said.ts';
import { anOrder, bytes } from '../../journal/samples.ts';
import { newFile } from '../../journal/temporary-file.ts';
import { journalAt, placed, sealUnbound } from '../../journal/temporary-journal.ts';
import { closeAll, startPlainStation } from '../../path/plain-station.ts';

afterEach(closeAll);

const [first, second] = [anOrder('ORD-1').key, anOrder('ORD-2').key];
const keys = [first, second];

function meddled(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Two orders, each drafted, in a journal that is closed. */
function twoOrders(): string {
  const file = newFile();
  const journal = journalAt(file);
  for (const key of keys) {
    const order = anOrder(key, { name: `Name of ${key}` });
    journal.saveOrder(order);
    journal.draft(order, 'Ana');
  }
  journal.close();
  return file;
}
const namesIn = (file: string): readonly (string | undefined)[] => {
  const journal = journalAt(file);
  const names = keys.map((key) => journal.order(key)?.recipient.name);
  journal.close();
  return names;
};

test('sealed bytes that were moved to another row are not read there, which is written down', () => {
  const file = twoOrders();
  expect(namesIn(file)).toEqual(['Name of ORD-1', 'Name of ORD-2']);
  meddled(file, "UPDATE orders SET sealed = (SELECT sealed FROM orders WHERE key = 'ORD-1') WHERE key = 'ORD-2'");
  expect(namesIn(file)).toEqual(['Name of ORD-1', undefined]);
  const database = new DatabaseSync(file);
  expect(database.prepare("SELECT count(*) AS n FROM history WHERE what = 'unreadable'").get()?.['n']).toBe(1);
  database.close();
});

test('sealed bytes that were moved to another column or table are not read there', () => {
  const file = twoOrders();
  meddled(file, 'UPDATE bookings SET sealed_said = sealed_packer, sealed_verdict = (SELECT sealed FROM orders WHERE key = order_key)');
  const journal = journalAt(file);
  expect(journal.latestOf(first)).toMatchObject({ packer: 'Ana', said: [], verdict: null });
  journal.close();
});

test('the journal of one world says nothing about people in the place of that of another', () => {
  const file = twoOrders();
  const elsewhere = journalAt(file, undefined, undefined, 'live');
  expect(elsewhere.order(first)).toBeUndefined();
  expect(elsewhere.latestOf(first)).toMatchObject({ orderKey: 'ORD-1', packer: '' });
  elsewhere.close();
});

test('a journal from before places were bound is sealed anew once, and what was broken in its history stays broken', () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  migrate(old, migrations.slice(0, migrations.indexOf(bindSealed)), { ...placed, seal: sealUnbound });
  const sealed = (value: unknown): Uint8Array => sealUnbound(bytes(JSON.stringify(value)));
  old.exec('PRAGMA application_id = 0x50424a31; UPDATE sequence SET last = 9');
  const add = old.prepare('INSERT INTO orders (key, sequence, revision, sealed) VALUES (?, ?, ?, ?)');
  for (const [index, key] of ['ORD-1', 'ORD-2'].entries())
    add.run(key, index + 1, index + 1, sealed({ order: anOrder(key), imported: '' }));
  const line = old.prepare(
    "INSERT INTO history (sequence, at, what, sealed_detail, detail_hash, link) VALUES (?, '', 'draft', ?, 'a', 'b')",
  );
  line.run(4, sealed({ detail: 'changed by somebody', by: '' }));
  const kept = old.prepare("SELECT sealed FROM orders WHERE key = 'ORD-1'").get()?.['sealed'] as Uint8Array;
  old.close();
  const journal = journalAt(file);
  expect(keys.map((key) => journal.order(key)?.key)).toEqual(['ORD-1', 'ORD-2']);
  expect(journal.firstHistoryBreak()).toMatchObject({ sequence: 4, is: 'line-changed' });
  journal.close();
  // What was kept from then opens no more, in no row.
  const database = new DatabaseSync(file);
  database.prepare("UPDATE orders SET sealed = ? WHERE key = 'ORD-1'").run(kept);
  database.close();
  const again = journalAt(file);
  expect(again.order(first)).toBeUndefined();
  expect(again.order(second)?.key).toBe('ORD-2');
  again.close();
});

test('a history from before places were bound is whole afterwards, and reads as it did', () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  // Linked by the step that links old lines, then sealed anew by the last one.
  migrate(old, migrations.slice(0, 5), placed);
  old.exec('PRAGMA application_id = 0x50424a31; UPDATE sequence SET last = 5');
  const line = old.prepare("INSERT INTO history (sequence, at, about_id, what, sealed_detail) VALUES (?, 'then', 'b1', 'scan', ?)");
  for (const sequence of [3, 4, 5]) line.run(sequence, sealUnbound(bytes(JSON.stringify({ detail: `line ${sequence}`, by: 'Ana' }))));
  migrate(old, migrations.slice(0, migrations.indexOf(bindSealed)), { ...placed, seal: sealUnbound });
  old.close();
  const journal = journalAt(file);
  expect(journal.firstHistoryBreak()).toBeUndefined();
  expect(journal.history('b1').map(({ detail, by }) => `${remarkText(detail)} ${by}`)).toEqual(['line 3 Ana', 'line 4 Ana', 'line 5 Ana']);
  journal.close();
});

test('the key of the sandbox put in the place of the live one is not used', async () => {
  const bench = await startPlainStation({ world: 'sandbox' });
  const { url, key, secret } = bench.service;
  await bench.call('connect', { world: 'live', baseUrl: url, key, secret, account: '' });
  const fileOf = (world: string): string => join(bench.dir, 'credentials', `credentials-${world}.sealed`);
  await bench.reopen(() => writeFileSync(fileOf('live'), readFileSync(fileOf('sandbox'))));
  await expect(bench.call('enterWorld', { world: 'live' })).rejects.toThrow('credentials-unreadable');
});
