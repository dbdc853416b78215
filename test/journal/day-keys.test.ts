import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createDayKeys } from '../../electron/journal/day-keys.ts';
import { anOrder } from './samples.ts';
import { journalAt, newFile, openJournalAt, otherEncryption, root } from './temporary-journal.ts';

const inFile = <T>(file: string, work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const keysIn = (file: string) =>
  inFile(file, (database) => database.prepare('SELECT number, day, class, forgotten FROM day_keys ORDER BY number').all());
const forgetAll = (file: string) =>
  inFile(file, (database) => database.exec('UPDATE day_keys SET encrypted = zeroblob(length(encrypted)), forgotten = 1'));

function written(daysLater = 0, file = newFile()) {
  const journal = journalAt(file, undefined, undefined, undefined, daysLater);
  const order = anOrder('ORD-1');
  journal.saveOrder(order);
  const booking = journal.draft(order, 'Ana');
  journal.close();
  return { file, order, booking };
}

test('each day has one key for each kind of data', () => {
  const { file } = written();
  written(0, file);
  written(1, file);
  const people = { class: 'people', forgotten: 0 };
  const history = { class: 'history', forgotten: 0 };
  expect(keysIn(file)).toEqual([
    expect.objectContaining({ day: '2026-11-21', ...people }),
    expect.objectContaining({ day: '2026-11-21', ...history }),
    expect.objectContaining({ day: '2026-11-22', ...people }),
    expect.objectContaining({ day: '2026-11-22', ...history }),
  ]);
});

test('data whose key is gone is shown as deleted, is reported by nothing, and holds the order', () => {
  const { file, order, booking } = written();
  forgetAll(file);
  const journal = openJournalAt(file, undefined, undefined, undefined, 1);
  const empty = { key: 'ORD-1', hold: 'forgotten', recipient: { name: '', street: '' } };
  expect(journal.order(order.key)).toMatchObject(empty);
  expect(journal.ordersAt('ORD-1')).toMatchObject([empty]);
  expect(journal.orders({ search: '', offset: 0, limit: 9 }).rows).toMatchObject([{ order: empty }]);
  expect(journal.booking(booking.id)).toMatchObject({ state: 'draft', orderKey: 'ORD-1', order: empty, packer: '' });
  expect(journal.history(booking.id)).toMatchObject([{ what: 'draft' }]);
  journal.saveOrder(order);
  expect(journal.order(order.key)).toMatchObject({ hold: null, recipient: order.recipient });
  journal.close();
  const lines = inFile(file, (database) => database.prepare("SELECT what FROM history WHERE what = 'unreadable'").all());
  expect(lines).toEqual([]);
});

test('bytes under a key that never was here are damage, not deleted data', () => {
  const { file, order } = written();
  inFile(file, (database) => database.exec("DELETE FROM day_keys WHERE class = 'people'"));
  const journal = openJournalAt(file);
  expect(journal.order(order.key)).toBeUndefined();
  expect(journal.ordersAt('ORD-1')).toMatchObject([{ hold: null }]);
});

test('encrypted bytes of one row or one kind of data open at no other', () => {
  const { file, booking } = written();
  inFile(file, (database) =>
    database.exec(`
      UPDATE bookings SET encrypted_order = (SELECT encrypted FROM orders);
      UPDATE orders SET encrypted = (SELECT encrypted_detail FROM history LIMIT 1);
    `),
  );
  const journal = openJournalAt(file);
  expect(journal.ordersAt('ORD-1')).toMatchObject([{ recipient: { name: '' }, hold: null }]);
  expect(journal.booking(booking.id)?.order).toMatchObject({ recipient: { name: '' }, hold: null });
});

test('a key whose commit was rolled back is written with the next one', () => {
  const file = newFile();
  const journal = journalAt(file);
  const order = anOrder('ORD-1');
  expect(() =>
    journal.soon(() => {
      journal.saveOrder(order);
      throw new Error('half-way');
    }),
  ).toThrow('half-way');
  const { number } = journal.keyOfOrders();
  journal.saveOrder(order);
  journal.close();
  expect(keysIn(file).filter((row) => row['class'] === 'people')).toMatchObject([{ number }]);
  expect(openJournalAt(file).order(order.key)).toMatchObject({ recipient: order.recipient });
});

test('a key that was written in a commit that failed is written again, until one succeeds', () => {
  const inserted: number[] = [];
  const keys = createDayKeys(root, { all: () => [], insert: ({ number }) => void inserted.push(number), today: () => '2026-11-21' });
  const place = ['orders.encrypted', 'ORD-1'] as const;
  const encrypted = keys.encrypt(new Uint8Array([7]), place);
  keys.write();
  keys.rolledBack();
  expect(keys.decrypt(encrypted, place)).toEqual(new Uint8Array([7]));
  keys.write();
  keys.committed();
  keys.write();
  expect(inserted).toEqual([1, 1]);
});

test('a data key that does not open the key of today makes another one, and loses none', () => {
  const { file, order } = written();
  const other = journalAt(file, otherEncryption);
  const second = anOrder('ORD-2');
  other.saveOrder(second);
  expect(other.order(second.key)).toMatchObject({ recipient: second.recipient });
  other.close();
  const journal = openJournalAt(file);
  expect(journal.order(order.key)).toMatchObject({ recipient: order.recipient });
  expect(journal.order(second.key)).toBeUndefined();
});
