import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { remarkText, saidText } from '../../renderer/text/said.ts';
import { bringTo } from '../contract/journal.ts';
import { anOrder } from './samples.ts';
import { newFile } from './temporary-file.ts';
import { journalAt, placed } from './temporary-journal.ts';

const sheet = { format: 'ZPL', bytes: Buffer.from('^XA^XZ') } as const;
const newJob = { role: 'label', printerId: 'label', title: 'Label', piece: 1, pieces: 1, copy: 0, sheet } as const;

test('what was found out is kept as a code and read back as it was', () => {
  const file = newFile();
  const journal = journalAt(file);
  const id = bringTo(journal, 'sending', journal.draft(anOrder('ORD-1'), ''));
  const why = { code: 'connection-failed', trouble: 'cut', system: 'ECONNRESET' } as const;
  journal.writeUnknown(id, why);
  const [job] = journal.addPrintJobs({ bookingId: id, pickupId: null }, [newJob]);
  const uncounted = { code: 'label-uncounted' } as const;
  journal.moveJob(job?.id ?? '', ['queued'], 'print-unknown', uncounted);
  journal.close();
  const reopened = journalAt(file);
  expect(reopened.booking(id)).toMatchObject({ said: [why], jobs: [{ detail: uncounted }] });
  const lines = reopened.history(id);
  expect(lines.find(({ what }) => what === 'unknown')?.detail).toEqual(why);
  expect(lines.find(({ what }) => what === 'print-unknown')?.detail).toEqual(uncounted);
  reopened.close();
});

test('the sentences of a journal from before there were codes are shown as they were written', () => {
  const file = newFile();
  const journal = journalAt(file);
  const id = bringTo(journal, 'unknown', journal.draft(anOrder('ORD-1'), ''));
  const [job] = journal.addPrintJobs({ bookingId: id, pickupId: null }, [newJob]);
  journal.close();
  const before = new DatabaseSync(file);
  const sealed = placed.seal(Buffer.from(JSON.stringify(['The connection was cut (ECONNRESET)'])), ['bookings.sealed_said', id]);
  before.prepare('UPDATE bookings SET sealed_said = ? WHERE id = ?').run(sealed, id);
  before.prepare("UPDATE print_jobs SET state = 'held', detail = 'The printer is paused.' WHERE id = ?").run(job?.id ?? '');
  before
    .prepare("INSERT INTO papers_due (owner_id, kind, sequence, why) VALUES (?, 'remarks', 1, 'It came as plain text, not as a PDF.')")
    .run(id);
  before.close();
  const reopened = journalAt(file);
  const read = reopened.booking(id);
  expect(read?.said.map(saidText)).toEqual(['The connection was cut (ECONNRESET)']);
  expect(read?.jobs.map(({ detail }) => saidText(detail))).toEqual(['The printer is paused.']);
  expect(reopened.papersDue().map(({ why }) => remarkText(why))).toEqual(['It came as plain text, not as a PDF.']);
  reopened.close();
});
