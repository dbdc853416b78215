import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { bindSealed } from '../../electron/journal/bind-sealed.ts';
import { migrate, migrations, migrationsOfNew } from '../../electron/journal/migrations.ts';
import { isSerialized } from '../../electron/journal/open-database.ts';
import { anOrder, aPoint, bytes } from './samples.ts';
import { newFile } from './temporary-file.ts';
import { journalAt, placed, sealUnbound } from './temporary-journal.ts';

const versionOf = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.['user_version'];
const [first = ''] = migrations;

test('a journal of version 1 keeps its rows through every later step', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, [first], placed);
  database.exec("INSERT INTO facts VALUES ('proven', 'yes')");
  migrate(database, [...migrations, 'ALTER TABLE facts ADD COLUMN since TEXT'], placed);
  expect(versionOf(database)).toBe(migrations.length + 1);
  expect(database.prepare("SELECT * FROM facts WHERE name = 'proven'").get()).toEqual({ name: 'proven', value: 'yes', since: null });
});

test('a step that fails leaves the version before it whole', () => {
  const database = new DatabaseSync(':memory:');
  const fails = 'CREATE TABLE half (a); CREATE TABLE facts (b)';
  migrate(database, [first], placed);
  expect(() => migrate(database, [first, 'CREATE TABLE more (a)', fails], placed)).toThrow();
  expect(versionOf(database)).toBe(2);
  expect(() => database.prepare('SELECT * FROM half')).toThrow(/no such table/);
  expect(database.isTransaction).toBe(false);
});

test('a new journal of which a step fails is left without any', () => {
  const database = new DatabaseSync(':memory:');
  expect(() => migrate(database, [first, 'CREATE TABLE facts (b)'], placed)).toThrow();
  expect(versionOf(database)).toBe(0);
  expect(() => database.prepare('SELECT * FROM facts')).toThrow(/no such table/);
  expect(database.isTransaction).toBe(false);
});

test('a new journal, whose first steps are taken in one, is what they make of an empty one, to the last table, trigger and row', () => {
  const made = (...how: Parameters<typeof migrate> extends [unknown, ...infer Rest] ? Rest : never) => {
    const database = new DatabaseSync(':memory:');
    migrate(database, ...how);
    const things = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
    const tables = things.filter(({ type }) => type === 'table').map(({ name }) => String(name));
    return {
      version: versionOf(database),
      things: things.map(({ sql, ...thing }) => ({
        ...thing,
        sql: String(sql)
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/ ?([,()]) ?/g, '$1'),
      })),
      rows: tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).all()]),
    };
  };
  // One that writes what it is given: sealed twice, the same would look different.
  const clear = {
    ...placed,
    seal: (plain: Uint8Array) => plain,
    open: (sealed: Uint8Array) => sealed,
    openUnbound: (sealed: Uint8Array) => sealed,
  };
  expect(made(migrations, clear, migrationsOfNew)).toEqual(made(migrations, clear));
});

test('what a shop is still to be told is so behind the step that lets late tracking numbers be told', () => {
  const database = new DatabaseSync(':memory:');
  const step = migrations.findIndex((each) => typeof each === 'string' && each.includes('CREATE TABLE new_outbox'));
  migrate(database, migrations.slice(0, step), placed);
  database.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO outbox VALUES ('T', 7, 'B', 'shipped', 'http', 'failed', '2031-01-06', 3, '2031-01-07', '', x'01')`);
  const before = database.prepare('SELECT * FROM outbox').get();
  migrate(database, migrations.slice(0, step + 1), placed);
  expect(database.prepare('SELECT * FROM outbox').get()).toEqual({ ...before, sealed_request: null });
});

test('a journal of a newer program is refused', () => {
  const file = newFile();
  journalAt(file).close();
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  database.close();
  expect(() => journalAt(file)).toThrow(/too-new/);
});

test('tables refuse values of the wrong type and a second standing booking of one shipment', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations, placed);
  const insert = (id: string, state: string, sequence: number | string) =>
    database
      .prepare(
        `INSERT INTO bookings (id, order_key, shipment_no, state, sequence, revision, opened_at, changed_at, sealed_packer, sealed_order)
         VALUES (?, 'ORD-1', 1, ?, ?, 1, '', '', x'', x'')`,
      )
      .run(id, state, sequence);
  insert('a', 'rejected', 1);
  insert('b', 'unknown', 2);
  expect(() => insert('c', 'draft', 3)).toThrow(/UNIQUE/);
  expect(() => insert('d', 'released', 'four')).toThrow(/cannot store TEXT/);
  expect(() => insert('e', 'cancelled', 5)).toThrow(/CHECK/);
});

test('a journal of version 2 takes deliveries, and what it held stays', () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  migrate(old, migrations.slice(0, 2), placed);
  old.exec("PRAGMA application_id = 0x50424a31; INSERT INTO facts VALUES ('live-proven', 'yes')");
  old.close();
  const journal = journalAt(file);
  expect(journal.fact('live-proven')).toBe('yes');
  const id = journal.keepDelivery({ receivedAt: new Date(0), contentType: '', body: new Uint8Array([1]), candidates: ['7'] });
  expect(journal.deliveries('waiting')).toMatchObject([{ id, candidates: ['7'] }]);
  journal.close();
});

test('a print under way in a journal of version 3 is marked as one nobody knows of', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations.slice(0, 3), placed);
  for (const [sequence, state] of ['queued', 'sending', 'printed'].entries())
    database
      .prepare(
        `INSERT INTO print_jobs (id, sequence, role, piece, pieces, copy, state, changed_at, sealed_title)
         VALUES (?, ?, 'label', 1, 1, 0, ?, '', x'')`,
      )
      .run(state, sequence, state);
  migrate(database, migrations, placed);
  expect(database.prepare('SELECT id, marked_address, marked_count FROM print_jobs ORDER BY sequence').all()).toEqual([
    { id: 'queued', marked_address: null, marked_count: null },
    { id: 'sending', marked_address: '', marked_count: null },
    { id: 'printed', marked_address: null, marked_count: null },
  ]);
});

test('a journal of version 6 waits only for the labels that never came to a queue', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations.slice(0, 6), placed);
  for (const [sequence, id] of ['printed', 'waiting'].entries())
    database
      .prepare(
        `INSERT INTO bookings (id, order_key, shipment_no, state, sequence, revision, opened_at, changed_at, booked_at, order_no,
           sealed_packer, sealed_order) VALUES (?, ?, 1, 'booked', ?, 1, '', '', '', '4711', x'', x'')`,
      )
      .run(id, id, sequence);
  database.exec(
    `INSERT INTO print_jobs (id, sequence, booking_id, role, piece, pieces, copy, state, changed_at, sealed_title)
     VALUES ('a', 1, 'printed', 'label', 1, 1, 0, 'printed', '', x''), ('b', 2, 'waiting', 'document', 1, 1, 0, 'printed', '', x'')`,
  );
  migrate(database, migrations, placed);
  expect(database.prepare('SELECT id FROM bookings WHERE label_queued = 0').all()).toEqual([{ id: 'waiting' }]);
});

test.each(migrations.map((_, index) => index + 1))(
  'a file of version %i keeps its booking and its number through every later step, and takes what came later',
  (version) => {
    const file = newFile();
    const old = new DatabaseSync(file);
    migrate(old, migrations.slice(0, version), placed);
    const sealed = (value: unknown, column: string): Uint8Array => {
      const text = bytes(JSON.stringify(value));
      return version <= migrations.indexOf(bindSealed) ? sealUnbound(text) : placed.seal(text, [`bookings.${column}`, 'b1']);
    };
    const order = anOrder('ORD-1');
    old.exec('PRAGMA application_id = 0x50424a31; UPDATE sequence SET last = 1');
    old
      .prepare(
        `INSERT INTO bookings (id, order_key, shipment_no, state, sequence, revision, opened_at, changed_at, booked_at, order_no, sealed_packer, sealed_order)
       VALUES ('b1', 'ORD-1', 1, 'answered', 1, 1, $at, $at, $at, '4711', $packer, $order)`,
      )
      .run({ at: '2026-11-20T09:00:00.000Z', packer: sealed('Ana', 'sealed_packer'), order: sealed(order, 'sealed_order') });
    old.exec("UPDATE bookings SET state = 'booked'");
    old.exec("INSERT INTO numbers (booking_id, kind, found, shown) VALUES ('b1', 'order', '4711', '4711')");
    old.close();

    const journal = journalAt(file);
    expect(journal.findBooking('4711')).toMatchObject({ id: 'b1', state: 'booked', packer: 'Ana', order: { key: 'ORD-1' } });
    expect(journal.draft(order, 'Ana').id).toBe('b1');
    expect(journal.notHandedOver().map(({ id }) => id)).toEqual(['b1']);
    expect(journal.bookings({ search: '', offset: 0, limit: 9, states: ['booked'] }).total).toBe(1);
    const drive = { courierKey: 'dhl', courierName: 'DHL', date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: '' };
    journal.openPickup({ id: 'p1', ...drive, dropOffPoint: aPoint, bookingIds: ['b1'] }, bytes('{}'), '');
    expect(journal.pickup('p1')?.dropOffPoint).toEqual(aPoint);
    journal.writeLabelCodes('b1', ['JJD0001']);
    expect(journal.labelCodeHolders('JJD0001')).toEqual(['b1']);
    const [job] = journal.addPrintJobs({ bookingId: 'b1', pickupId: null }, [
      { role: 'label', printerId: 'label', title: 'Label', piece: 1, pieces: 1, copy: 0, sheet: { format: 'ZPL', bytes: bytes('^XA^XZ') } },
    ]);
    if (!job) throw new Error('no print job was added');
    journal.moveJob(job.id, ['queued'], 'sending', '');
    const mark = { address: 'tcp://1.2.3.4', count: 41, labels: 1 };
    journal.writePrinterMark(job.id, mark);
    expect(journal.printerMark(job.id)).toEqual(mark);
    expect(journal.firstHistoryBreak()).toBeUndefined();
    expect(journal.isWhole()).toBe(true);
    journal.close();
  },
);

test('a journal that knew one printer of each role says of each sheet which of them it was for', () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  const before = migrations.findIndex((step) => typeof step === 'string' && step.includes('printer_id'));
  migrate(old, migrations.slice(0, before), placed);
  old.exec('PRAGMA application_id = 0x50424a31; UPDATE sequence SET last = 9');
  for (const [id, role] of [
    ['j1', 'label'],
    ['j2', 'document'],
  ] as const) {
    const title = placed.seal(bytes('"Sheet"'), ['print_jobs.sealed_title', id]);
    old
      .prepare(
        `INSERT INTO print_jobs (id, sequence, role, piece, pieces, copy, state, changed_at, sealed_title)
         VALUES ($id, $sequence, $role, 1, 1, 0, 'queued', '2026-11-20T09:00:00.000Z', $title)`,
      )
      .run({ id, sequence: id === 'j1' ? 1 : 2, role, title });
    old
      .prepare("INSERT INTO kept (owner_id, kind, form, sealed) VALUES ($id, 'sheet', 'ZPL', $sheet)")
      .run({ id, sheet: placed.seal(bytes('^XA^XZ'), ['kept.sealed', `${id} sheet`]) });
  }
  old.close();
  const journal = journalAt(file);
  expect(journal.queuedJobs('label').map(({ id, printerId }) => [id, printerId])).toEqual([['j1', 'label']]);
  expect(journal.queuedJobs('document').map(({ id, printerId }) => [id, printerId])).toEqual([['j2', 'document']]);
  journal.close();
});

test('a journal of version 10 forgets the bar codes that stood in it in clear, and takes new ones', () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  migrate(old, migrations.slice(0, 10), placed);
  old.exec('PRAGMA application_id = 0x50424a31');
  old
    .prepare(
      `INSERT INTO bookings (id, order_key, shipment_no, state, sequence, revision, opened_at, changed_at, booked_at, order_no, sealed_packer, sealed_order)
       VALUES ('b1', 'ORD-1', 1, 'booked', 1, 1, '', '', '', '4711', x'', $order)`,
    )
    .run({ order: sealUnbound(bytes(JSON.stringify(anOrder('ORD-1')))) });
  old.exec("INSERT INTO label_codes (code, booking_id) VALUES ('HAUPTSTR12310115BERLIN', 'b1')");
  old.close();
  expect(readFileSync(file, 'latin1')).toContain('HAUPTSTR');
  const journal = journalAt(file);
  expect(journal.labelCodeHolders('HAUPTSTR12310115BERLIN')).toEqual([]);
  journal.writeLabelCodes('b1', ['PB0123456789']);
  expect(journal.labelCodeHolders('PB0123456789')).toEqual(['b1']);
  journal.close();
  expect(readFileSync(file, 'latin1')).not.toContain('HAUPTSTR');
  const again = journalAt(file);
  expect(again.labelCodeHolders('PB0123456789')).toEqual(['b1']);
  again.close();
});

test('a journal of version 9 keeps its pickups, for which a driver came', () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  migrate(old, migrations.slice(0, 9), placed);
  const sealed = (value: unknown) => sealUnbound(bytes(JSON.stringify(value)));
  old.exec('PRAGMA application_id = 0x50424a31; UPDATE sequence SET last = 1');
  old
    .prepare(
      `INSERT INTO pickups (id, state, sequence, courier_key, courier_name, date, ready_time, closing_time, changed_at, sealed_instructions)
       VALUES ('p1', 'booked', 1, 'dhl', 'DHL', '2026-11-24', '16:00', '17:30', '2026-11-24T09:00:00.000Z', ?)`,
    )
    .run(sealed('Dock 2'));
  old.close();
  const journal = journalAt(file);
  const [before] = journal.pickups(9);
  expect(before).toMatchObject({ id: 'p1', state: 'booked', instructions: 'Dock 2', dropOffPoint: null });
  journal.close();
});

test.each([
  [['COMPILER=clang', 'THREADSAFE=1'], true],
  [['THREADSAFE=2'], false],
  [['THREADSAFE=0'], false],
  [['COMPILER=clang'], false],
])('a SQLite compiled with %j lets a backup read beside the journal: %s', (options, isSafe) => {
  expect(isSerialized(options)).toBe(isSafe);
});
