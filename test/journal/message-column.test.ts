import { expect, test } from 'vitest';
import { anOrder, bringTo } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const sheet = { format: 'ZPL', bytes: Buffer.from('^XA^XZ') } as const;
const newJob = { role: 'label', printerId: 'label', title: 'Label', piece: 1, pieces: 1, copy: 0, sheet } as const;

test('stores a reason as a code and reads it back unchanged', () => {
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
  expect(reopened.booking(id)).toMatchObject({ messages: [why], jobs: [{ detail: uncounted }] });
  const lines = reopened.history(id);
  expect(lines.find(({ what }) => what === 'unknown')?.detail).toEqual(why);
  expect(lines.find(({ what }) => what === 'print-unknown')?.detail).toEqual(uncounted);
  reopened.close();
});

test('foreign text that looks like a code stays text', () => {
  const file = newFile();
  const journal = journalAt(file);
  const id = bringTo(journal, 'unknown', journal.draft(anOrder('ORD-1'), ''));
  const [job] = journal.addPrintJobs({ bookingId: id, pickupId: null }, [newJob]);
  const words = '{"code":"label-uncounted"}';
  journal.moveJob(job?.id ?? '', ['queued'], 'held', words);
  journal.writePaperDue({ ownerId: id, kind: 'remarks', why: words });
  journal.close();
  const reopened = journalAt(file);
  expect(reopened.booking(id)?.jobs).toMatchObject([{ detail: words }]);
  expect(reopened.papersDue()).toMatchObject([{ why: words }]);
  reopened.close();
});
