import { expect, test } from 'vitest';
import { kindsOf } from '../../electron/bench/exchange/kinds.ts';
import { doubtAfterRestore } from '../../electron/bench/exchange/restored.ts';
import { anOrder, bringTo, bytes } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

test('work in progress in a restored copy waits for a person, and is not sent or printed', () => {
  const journal = journalAt(newFile());
  const states = ['intent', 'sending', 'answered', 'booked', 'quoted', 'rejected'] as const;
  const ids = states.map((state) => bringTo(journal, state, journal.draft(anOrder(`ORD-${state}`), 'Ana')));
  const [, , , bookedId = ''] = ids;
  const [job] = journal.addPrintJobs({ bookingId: bookedId, pickupId: null }, [
    { role: 'label', printerId: 'label', title: 'Label', piece: 1, pieces: 1, copy: 0, sheet: { format: 'ZPL', bytes: bytes('^XA^XZ') } },
  ]);
  const pickup = {
    courierKey: 'dhl',
    courierName: 'DHL',
    date: '2026-11-24',
    readyTime: '16:00',
    closingTime: '17:30',
    instructions: '',
    dropOffPoint: null,
  };
  journal.openPickup({ id: 'p1', ...pickup, bookingIds: [bookedId] }, bytes('{}'), '');
  const noLabelId = bringTo(journal, 'booked', journal.draft(anOrder('ORD-no-label'), 'Ana'));
  const stateOf = () => ids.map((id) => journal.booking(id)?.state);

  doubtAfterRestore({ journal, kinds: kindsOf(journal) });
  expect(stateOf()).toEqual([...states]);

  journal.setFact('restored', JSON.stringify({ backupAt: '2026-11-21T08:00:00.000Z', restoredAt: '2026-11-21T08:40:00.000Z' }));
  for (const time of ['first', 'again']) {
    doubtAfterRestore({ journal, kinds: kindsOf(journal) });
    expect(stateOf(), time).toEqual(['unknown', 'unknown', 'unknown', 'booked', 'quoted', 'rejected']);
    expect(journal.job(job?.id ?? '')?.state).toBe('print-unknown');
    expect(journal.pickup('p1')?.state).toBe('unknown');
    expect(journal.booking(noLabelId)?.verdict?.kind).toBe('cannot-compare');
  }
  // Bookings that begin afterwards are the bench's own again.
  const later = bringTo(journal, 'sending', journal.draft(anOrder('ORD-new'), 'Ana'));
  doubtAfterRestore({ journal, kinds: kindsOf(journal) });
  expect(journal.booking(later)?.state).toBe('sending');
  journal.close();
});
