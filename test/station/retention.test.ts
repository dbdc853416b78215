import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRetention } from '../../electron/station/retention.ts';
import { anOrder } from '../journal/samples.ts';
import { newFile, openJournalAt } from '../journal/temporary-journal.ts';

test('erasing a person gives a receipt that names nobody, and counts what stays', async () => {
  const file = newFile();
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const journal = openJournalAt(file);
  const [closed, waits] = [anOrder('ORD-1', { name: 'Quill Feather' }), anOrder('ORD-2', { name: 'Quill Feather' })];
  journal.takeOrders([closed, waits], []);
  journal.shipOtherwise({ orderKey: closed.key, way: 'letter', why: 'small', by: 'Ana', at: '2026-11-21T09:00:00.000Z' });
  await journal.copyTo(join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup'));
  const { erase } = createRetention({
    journal,
    file,
    backups: { makeNow: async () => true },
    backupFolder: () => backupFolder,
    oldFiles: () => [],
    timeZone: () => 'Europe/Amsterdam',
    now: () => new Date(Date.UTC(2026, 10, 21)),
    log: () => undefined,
  });
  const receipt = erase([closed.key, waits.key], 'Quill Feather');
  expect(receipt).toMatchObject({ orders: 1, shipments: 0, labels: 0, lines: 1, backups: 1, copiesLeft: 0, stay: 1 });
  expect(JSON.stringify(receipt)).not.toMatch(/quill|feather/i);
  expect(journal.order(closed.key)).toMatchObject({ hold: 'forgotten' });
  expect(journal.order(waits.key)).toMatchObject({ recipient: { name: 'Quill Feather' } });
});
