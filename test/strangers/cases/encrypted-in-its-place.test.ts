import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { anOrder } from '../../journal/samples.ts';
import { journalAt, newFile } from '../../journal/temporary-journal.ts';
import { startPlainStation } from '../../path/plain-station.ts';

const [first, second] = [anOrder('ORD-1').key, anOrder('ORD-2').key];
const keys = [first, second];

function meddled(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Returns the closed journal of two orders, each with a draft. */
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

test('encrypted bytes that were moved to another row are not read there, and that is recorded', () => {
  const file = twoOrders();
  expect(namesIn(file)).toEqual(['Name of ORD-1', 'Name of ORD-2']);
  meddled(file, "UPDATE orders SET encrypted = (SELECT encrypted FROM orders WHERE key = 'ORD-1') WHERE key = 'ORD-2'");
  expect(namesIn(file)).toEqual(['Name of ORD-1', undefined]);
  const database = new DatabaseSync(file);
  expect(database.prepare("SELECT count(*) AS n FROM history WHERE what = 'unreadable'").get()?.['n']).toBe(1);
  database.close();
});

test('encrypted bytes that were moved to another column or table are not read there', () => {
  const file = twoOrders();
  meddled(
    file,
    'UPDATE bookings SET encrypted_messages = encrypted_packer, encrypted_verdict = (SELECT encrypted FROM orders WHERE key = order_key)',
  );
  const journal = journalAt(file);
  expect(journal.latestOf(first)).toMatchObject({ packer: 'Ana', messages: [], verdict: null });
  journal.close();
});

test("the journal of one environment reveals no personal data in place of another's", () => {
  const file = twoOrders();
  const elsewhere = journalAt(file, undefined, undefined, 'live');
  expect(elsewhere.order(first)).toBeUndefined();
  expect(elsewhere.latestOf(first)).toMatchObject({ orderKey: 'ORD-1', packer: '' });
  elsewhere.close();
});

test('the sandbox key in place of the live key is not used', async () => {
  const bench = await startPlainStation({ world: 'sandbox' });
  const { url, key, secret } = bench.service;
  await bench.call('connect', { world: 'live', baseUrl: url, key, secret, account: '' });
  const fileOf = (world: string): string => join(bench.dir, 'credentials', `credentials-${world}.encrypted`);
  await bench.reopen(() => writeFileSync(fileOf('live'), readFileSync(fileOf('sandbox'))));
  await expect(bench.call('enterWorld', { world: 'live' })).rejects.toThrow('credentials-unreadable');
});
