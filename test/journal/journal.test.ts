import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { type BookingState, bookingStates } from '../../shared/booking.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { anOrder, bringTo } from './samples.ts';
import { newFile, openJournalAt, otherEncryption } from './temporary-journal.ts';

const open = (file = newFile(), encrypts?: typeof otherEncryption, who?: () => string): Journal => openJournalAt(file, encrypts, who);

test('acknowledged writes survive kill -9 at any step', async () => {
  for (const lastStep of [3, 4, 5, 6, 20]) {
    const file = newFile();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'durability-child.ts'), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise((resolve) => child.once('close', resolve));
    const messages: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      messages.push(line);
      if (messages.length === lastStep) child.kill('SIGKILL');
    }
    await gone;
    const journal = open(file);
    expect(messages.length).toBeGreaterThanOrEqual(lastStep);
    for (const [key = '', state] of messages.map((line) => line.split(' '))) {
      const kept = journal.latestOf(orderKeySchema.parse(key))?.state ?? 'draft';
      expect(bookingStates.indexOf(kept), `${key} ${state}`).toBeGreaterThanOrEqual(bookingStates.indexOf(state as BookingState));
    }
  }
});

test('a deferred write is stored completely or not at all, and is readable within itself', () => {
  const journal = open();
  const before = bringTo(journal, 'booked');
  const failing = (): void =>
    journal.soon(() => {
      journal.writeVerdict(before, { kind: 'match' }, null);
      journal.soon(() => journal.record(before, 'noted', ''));
      expect(journal.booking(before)?.verdict).toEqual({ kind: 'match' });
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(journal.booking(before)?.verdict).toBeNull();
  expect(journal.history(before).map(({ what }) => what)).not.toContain('noted');
  journal.writeVerdict(before, { kind: 'match' }, null);
  expect(journal.booking(before)?.verdict).toEqual({ kind: 'match' });
});

test('a part of a booking that is rewritten is read in its last version', () => {
  const file = newFile();
  const journal = open(file);
  const id = bringTo(journal, 'quoted');
  const order = journal.booking(id)?.order ?? anOrder('ORD-1');
  for (const city of ['Bremen', 'Bremen', 'Kiel', 'Bremen']) {
    journal.writeQuote(id, { ...order, recipient: { ...order.recipient, city } }, { id: '1', askedAt: '', services: [], messages: [] });
    expect(journal.booking(id)?.order.recipient.city).toBe(city);
  }
  journal.close();
  expect(open(file).booking(id)?.order.recipient.city).toBe('Bremen');
});

test('a second opening is refused while the first is open, also from another process', async () => {
  const file = newFile();
  const journal = open(file);
  expect(() => open(file)).toThrow(/in-use/);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'durability-child.ts'), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  for await (const chunk of child.stderr) complaint += chunk;
  expect(complaint).toMatch(/journal in-use/);
  journal.close();
  open(file);
});

test('the files hold no readable personal data, only numbers and printer messages', () => {
  const file = newFile();
  const journal = open(file, undefined, () => 'Canary Who');
  journal.takeOrders([anOrder('ORD-1')], [{ file: 'a.csv', line: 1, orderKey: '', reason: 'bad', row: 'Canary Row' }]);
  const id = bringTo(journal, 'booked', journal.draft(anOrder('ORD-1'), 'Canary Packer'));
  journal.writeVerdict(id, { kind: 'other', found: ['Canary Found'] }, 'Canary Lead');
  const [job] = journal.addPrintJobs({ bookingId: id, pickupId: null }, [
    {
      role: 'label',
      printerId: 'label',
      title: 'Canary Title',
      piece: 1,
      pieces: 1,
      copy: 0,
      sheet: { format: 'ZPL', bytes: Buffer.from('Canary Sheet') },
    },
  ]);
  journal.addUpload(
    { bookingId: id, orderNo: '4711', documentType: 'Customs Invoice', name: 'canary.pdf', mediaType: 'application/pdf' },
    Buffer.from('Canary'),
  );
  journal.moveJob(job?.id ?? '', ['queued'], 'printed', 'The printer counted it');
  journal.writeLabelCodes(id, ['CANARYLN512345678', '00340434112345678900']);
  const files = () => Buffer.concat(readdirSync(dirname(file)).map((name) => readFileSync(join(dirname(file), name)))).toString('latin1');
  for (const bytes of [files(), (journal.close(), files())]) {
    expect(bytes).not.toMatch(/canary|Laugavegur|5551234|0034043411234/i);
    expect(bytes).toContain('4711 0815');
    expect(bytes).toContain('The printer counted it');
  }
});

test('of a label of 2,001 codes the first 2,000 are known again', () => {
  const journal = open(newFile());
  const id = bringTo(journal, 'booked');
  const codes = Array.from({ length: 2001 }, (_, at) => `CODE${10_000_000 + at}`);
  journal.writeLabelCodes(id, codes);
  const holders = (code = ''): readonly string[] => journal.labelCodeHolders(code);
  expect([holders(codes[0]), holders(codes[1999]), holders(codes[2000])]).toEqual([[id], [id], []]);
});

test('a lost key hides no booking: state, numbers and price are still there', () => {
  const file = newFile();
  const journal = open(file);
  const id = bringTo(journal, 'booked');
  journal.takeOrders([anOrder('ORD-2')], []);
  journal.close();

  const keyless = open(file, otherEncryption);
  expect(keyless.findBooking('47110815')).toMatchObject({
    id,
    state: 'booked',
    orderKey: 'ORD-1',
    price: { minor: 845, currency: 'EUR' },
    order: { key: 'ORD-1', recipient: { name: '' } },
    sender: null,
    packer: '',
  });
  expect(keyless.draft(anOrder('ORD-1'), 'Ana').id).toBe(id);
  expect(keyless.label(id)).toBeUndefined();
  expect(keyless.order(orderKeySchema.parse('ORD-2'))).toBeUndefined();
  expect(keyless.orders({ search: '', offset: 0, limit: 9 }).rows[0]?.order).toMatchObject({ key: 'ORD-2', recipient: { name: '' } });
  keyless.close();

  const again = open(file);
  expect(again.booking(id)?.order).toEqual(anOrder('ORD-1'));
});

test('a damaged, empty or foreign file is refused and left unchanged', () => {
  const file = newFile();
  const journal = open(file);
  bringTo(journal, 'booked');
  journal.close();

  const damaged = newFile();
  writeFileSync(damaged, Buffer.alloc(8192, 'x'));
  const foreign = newFile();
  const database = new DatabaseSync(foreign);
  database.exec('CREATE TABLE mine (a)');
  database.close();
  const size = statSync(foreign).size;

  expect(() => open(damaged)).toThrow(/damaged/);
  expect(readFileSync(damaged, 'latin1')).toMatch(/^x+$/);
  expect(() => open(foreign)).toThrow(/damaged/);
  expect(statSync(foreign).size).toBe(size);
  truncateSync(file, 0);
  expect(() => open(file)).toThrow(/damaged/);
  expect(statSync(file).size).toBe(0);
});

test('the history has a line for every step, in the order of the sequence', () => {
  const file = newFile();
  const journal = open(file);
  const id = bringTo(journal, 'released');
  journal.close();
  const database = new DatabaseSync(file);
  const lines = database.prepare('SELECT what FROM history WHERE about_id = ? ORDER BY sequence').all(id);
  database.close();
  expect(lines.map((line) => line['what'])).toEqual(['draft', 'quoted', 'intent', 'sending', 'unknown', 'released']);
});
