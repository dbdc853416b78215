import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { anOrder, bringTo, label } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

/** Collects every statement that is prepared while `work` runs. */
function statementsOf(work: () => void): string[] {
  const seen: string[] = [];
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    seen.push(sql);
    return prepare.call(this, sql, ...rest);
  };
  try {
    work();
  } finally {
    DatabaseSync.prototype.prepare = prepare;
  }
  return seen;
}

/** Matches full scans of a table that grows with every parcel. An index of open rows is no such table. */
const fullScan =
  /^SCAN (bookings|orders|print_jobs|numbers|kept|history|words|word_owners)(?! USING (COVERING )?INDEX (bookings_without_label|bookings_put_aside))/;
/** True for a page of the newest orders: its scan ends at the length of the page. */
const isPage = (sql: string, step: string): boolean =>
  step.startsWith('SCAN orders USING INDEX') && sql.includes('ORDER BY sequence DESC LIMIT');

test('queries at a start, a push and a scan read no big table from end to end', () => {
  const file = newFile();
  const first = journalAt(file);
  bringTo(first, 'booked');
  first.close();
  const page = { search: '', offset: 0, limit: 500 };
  const statements = statementsOf(() => {
    const journal = journalAt(file);
    for (const state of ['intent', 'sending', 'answered', 'unknown'] as const) journal.bookingsInState([state]);
    journal.bookedWithoutLabelJob();
    journal.parkedBookings();
    journal.openUploads();
    journal.pickupsInState(['intent', 'sending', 'answered', 'unknown']);
    journal.jobsInState(['sending', 'print-unknown', 'held', 'failed']);
    journal.queuedJobs('label');
    journal.bookedBetween(new Date(0), new Date(1));
    const order = anOrder('ORD-9');
    journal.saveOrder(order);
    journal.order(order.key);
    journal.openOrdersAt(order);
    journal.findBooking('4711');
    journal.latestOf(order.key);
    journal.draft(order, 'Ann');
    journal.notHandedOver();
    for (const search of ['', 'liv', 'liv canarys']) {
      journal.orders({ ...page, search });
      journal.bookings({ ...page, search, states: ['booked'] });
    }
    journal.close();
  });
  const database = new DatabaseSync(file);
  // The newest lines of the history are read up to a limit, in storage order.
  const asked = [...new Set(statements)].filter(
    (sql) => /^\s*(SELECT|UPDATE|INSERT)/.test(sql) && !sql.includes('FROM history ORDER BY sequence DESC LIMIT'),
  );
  const plans = asked.flatMap((sql) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((step) => ({ sql, step: String(step['detail']) })),
  );
  database.close();
  expect(asked.length).toBeGreaterThan(15);
  for (const index of ['bookings_without_label', 'listed_at_place'])
    expect(
      plans.some(({ step }) => step.includes(index)),
      index,
    ).toBe(true);
  const byWords = plans.filter(({ sql }) => sql.includes('word_owners') && sql.startsWith('SELECT'));
  expect(byWords.length).toBeGreaterThan(5);
  expect(byWords.filter(({ step }) => /^SCAN (orders|bookings)|bookings_in_state/.test(step))).toEqual([]);
  expect(plans.filter(({ sql, step }) => fullScan.test(step) && !isPage(sql, step))).toEqual([]);
});

test('a shipment waits for its label until that is queued, whatever was printed before', () => {
  const journal = journalAt(newFile());
  const bookingId = bringTo(journal, 'booked');
  const waiting = () => journal.bookedWithoutLabelJob().map(({ id }) => id);
  const queue = (role: 'label' | 'document') =>
    journal.addPrintJobs({ bookingId, pickupId: null }, [{ role, printerId: role, title: '', piece: 1, pieces: 1, copy: 0, sheet: label }]);
  queue('document');
  expect(waiting()).toEqual([bookingId]);
  queue('label');
  expect(waiting()).toEqual([]);
  journal.close();
});
