import { openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { anOrder, answer, bytes, extras, quote, sender, service } from './samples.ts';
import { journalAt } from './temporary-journal.ts';

// Takes bookings through their steps, with labels of 60 KB and print jobs, and writes each step to a file once the journal has acknowledged
// it.
const [file = '', acks = '', bookings = '', synchronous = ''] = process.argv.slice(2);

const databases = new Set<DatabaseSync>();
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  databases.add(this);
  exec.call(this, sql);
};

const journal = journalAt(file);
const database = [...databases].at(-1);
// Frequent, so that a short recording contains checkpoints too: they write the journal file itself.
database?.exec('PRAGMA wal_autocheckpoint = 100');
// The negative control: the same journal without its fsync at every commit. Only this test can do this.
if (synchronous === 'NORMAL') database?.exec('PRAGMA synchronous = NORMAL');
const to = openSync(acks, 'w');
const say = (key: string, state: string): void => void writeSync(to, `${key} ${state}\n`);
const label = { format: 'ZPL', bytes: crypto.getRandomValues(new Uint8Array(60 * 1024)) } as const;

for (let number = 1; number <= Number(bookings); number += 1) {
  const key = `ORD-${number}`;
  const order = anOrder(key);
  const { id } = journal.draft(order, 'Ana');
  say(key, 'draft');
  journal.writeQuote(id, order, quote);
  say(key, 'quoted');
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });
  say(key, 'intent');
  journal.takeForSending(id);
  say(key, 'sending');
  journal.writeAnswer(id, { ...answer, body: label.bytes });
  say(key, 'answered');
  const booked = { consignmentNo: '', label, remarks: null, trackingNos: [], warnings: [], adoptedBy: null };
  journal.writeBooked(id, { ...booked, orderNo: `${number}` });
  say(key, 'booked');
  const sheet = { role: 'label', printerId: 'label', title: key, piece: 1, pieces: 1, copy: 0, sheet: label } as const;
  journal.addPrintJobs({ bookingId: id, pickupId: null }, [sheet]);
  say(key, 'queued');
}
process.exit(0);
