import { z } from 'zod';
import { messageSchema } from '../../shared/message.ts';
import { type PrintJob, type PrintJobState, printerSettingsSchema, printJobSchema } from '../../shared/printer.ts';
import type { NewPrintJob, PrintJournal } from '../bench/ports/journal/print-jobs.ts';
import type { Blobs } from './blobs.ts';
import { messageCell, readMessage } from './message-column.ts';
import { createReprints, reasonColumns, reasonOf, writeReprint } from './reprints.ts';
import { bytesColumn, inList, type Store } from './store.ts';

const checked = printJobSchema.shape;
const jobRow = z.object({
  id: checked.id,
  booking_id: checked.bookingId,
  pickup_id: checked.pickupId,
  role: checked.role,
  printer_id: checked.printerId,
  moved_from: checked.movedFrom,
  piece: checked.piece,
  pieces: checked.pieces,
  copy: checked.copy,
  state: checked.state,
  changed_at: checked.changedAt,
  detail: z.string(),
  taken_at: checked.takenAt,
  form: checked.format,
  ...reasonColumns,
  encrypted_title: bytesColumn,
});
const ownerRow = jobRow.pick({ booking_id: true, pickup_id: true });
const titleSchema = z.string();
/** Number of decrypted titles in memory. */
const mostTitles = 1000;
const markRow = z.object({
  marked_address: z.string(),
  marked_count: z.int().nullable(),
  marked_labels: z.int(),
  marked_serial: z.string().nullable(),
});
const madeRow = z.object({
  label_page: z.int(),
  made_dpi: printerSettingsSchema.shape.dpi,
  made_width_mm: z.number(),
  made_height_mm: z.number(),
});
const jobs = `SELECT print_jobs.*, kept.form, reprints.why, reprints.old_label FROM print_jobs
  JOIN kept ON kept.owner_id = print_jobs.id AND kept.kind = 'sheet'
  LEFT JOIN reprints ON label_of = booking_id AND copy_no = copy AND role = 'label'`;

interface PrintJobs extends PrintJournal {
  readonly jobsOf: (bookingId: string) => readonly PrintJob[];
}

export function createPrintJobs(store: Store, blobs: Blobs): PrintJobs {
  const reader = createJobReader(store);
  return {
    ...reader,
    ...createJobMoves(store, reader.job),
    ...createPrinterMarks(store, reader.job),
    ...createReprints(store),
    addPrintJobs: (owner, added, reprint) =>
      store.commit(() => {
        if (reprint) writeReprint(store, reprint, added);
        return added.map((each) => addPrintJob(store, blobs, owner, each));
      }),
    jobSheet: (id) => blobs.paper(id, 'sheet'),

    sheetMade: (id) => {
      const row = store.get(
        madeRow,
        'SELECT label_page, made_dpi, made_width_mm, made_height_mm FROM print_jobs WHERE id = $id AND label_page IS NOT NULL',
        { id },
      );
      return row && { page: row.label_page, dpi: row.made_dpi, widthMm: row.made_width_mm, heightMm: row.made_height_mm };
    },
  };
}

function createJobReader(store: Store) {
  const titles = new Map<string, { readonly encrypted: Uint8Array; readonly title: string }>();
  /** A print job is read at each of its steps, and its title never changes. */
  function titleOf({ id, encrypted_title: encrypted }: z.infer<typeof jobRow>): string {
    const known = titles.get(id);
    if (known && Buffer.compare(known.encrypted, encrypted) === 0) return known.title;
    const title = store.decrypt(titleSchema, encrypted, ['print_jobs.encrypted_title', id]);
    if (title === undefined) return '';
    if (titles.size >= mostTitles) titles.delete(titles.keys().next().value ?? '');
    titles.set(id, { encrypted, title });
    return title;
  }

  function jobOf(row: z.infer<typeof jobRow>): PrintJob {
    const because = reasonOf(row);
    return {
      id: row.id,
      bookingId: row.booking_id,
      pickupId: row.pickup_id,
      role: row.role,
      printerId: row.printer_id,
      movedFrom: row.moved_from,
      title: titleOf(row),
      piece: row.piece,
      pieces: row.pieces,
      format: row.form,
      state: row.state,
      copy: row.copy,
      ...(because && { because }),
      detail: readMessage(messageSchema, row.detail),
      takenAt: row.taken_at,
      changedAt: row.changed_at,
    };
  }

  const job = (id: string): PrintJob | undefined => {
    const row = store.get(jobRow, `${jobs} WHERE id = $id`, { id });
    return row && jobOf(row);
  };
  const jobsInState = (states: readonly PrintJobState[]): PrintJob[] =>
    store.all(jobRow, `${jobs} WHERE state IN ${inList(states)} ORDER BY sequence`).map(jobOf);

  return {
    job,
    jobsInState,
    jobsOf: (bookingId) => store.all(jobRow, `${jobs} WHERE booking_id = $bookingId ORDER BY sequence`, { bookingId }).map(jobOf),
    queuedJobs: (printerId) =>
      store.all(jobRow, `${jobs} WHERE state = 'queued' AND printer_id = $printerId ORDER BY sequence`, { printerId }).map(jobOf),
  } satisfies Partial<PrintJobs>;
}

function addPrintJob(
  store: Store,
  blobs: Blobs,
  { bookingId, pickupId }: Pick<PrintJob, 'bookingId' | 'pickupId'>,
  { role, printerId, title, piece, pieces, copy, sheet, made }: NewPrintJob,
): PrintJob {
  const id = store.newId();
  const at = store.now();
  const sequence = store.record(bookingId ?? pickupId, 'print-queued', `${role} ${piece} of ${pieces}, copy ${copy}`);
  store.run(
    `INSERT INTO print_jobs (id, sequence, booking_id, pickup_id, role, printer_id, piece, pieces, copy, state, changed_at, encrypted_title,
       label_page, made_dpi, made_width_mm, made_height_mm)
     VALUES ($id, $sequence, $bookingId, $pickupId, $role, $printerId, $piece, $pieces, $copy, 'queued', $at, $title,
       $page, $dpi, $widthMm, $heightMm)`,
    {
      id,
      sequence,
      bookingId,
      pickupId,
      role,
      printerId,
      piece,
      pieces,
      copy,
      at,
      title: store.encrypt(title, ['print_jobs.encrypted_title', id]),
      page: made?.page ?? null,
      dpi: made?.dpi ?? null,
      widthMm: made?.widthMm ?? null,
      heightMm: made?.heightMm ?? null,
    },
  );
  if (role === 'label') store.run('UPDATE bookings SET label_queued = 1 WHERE id = $bookingId', { bookingId });
  blobs.keepPaper(id, 'sheet', sheet);
  store.publish({ is: 'print-job-queued', jobId: id, bookingId });
  return printJobSchema.parse({
    id,
    bookingId,
    pickupId,
    role,
    printerId,
    movedFrom: null,
    title,
    piece,
    pieces,
    copy,
    format: sheet.format,
    state: 'queued',
    detail: '',
    takenAt: null,
    changedAt: at,
  });
}

function createJobMoves(store: Store, job: PrintJournal['job']) {
  return {
    moveJob: (id, from, to, detail) =>
      store.commit(() => {
        // A printed job never changes its state: printing again is a new job with a higher copy number.
        if (from.includes('printed')) throw new Error(`Print job ${id} cannot leave the state printed.`);
        const withoutMarks =
          to === 'sending'
            ? ', marked_address = NULL, marked_count = NULL, marked_labels = NULL, marked_serial = NULL, taken_at = NULL'
            : '';
        const changed = store.run(
          `UPDATE print_jobs SET state = $to, detail = $detail, changed_at = $at${withoutMarks} WHERE id = $id AND state IN ${inList(from)}`,
          { id, to, detail: messageCell(detail), at: store.now() },
        );
        if (changed !== 1) return false;
        const owner = store.get(ownerRow, 'SELECT booking_id, pickup_id FROM print_jobs WHERE id = $id', { id });
        store.record(owner?.booking_id ?? owner?.pickup_id ?? null, to.startsWith('print') ? to : `print-${to}`, detail);
        const about = { jobId: id, bookingId: owner?.booking_id ?? null };
        store.publish(
          to === 'queued' ? { is: 'print-job-queued', ...about } : { is: 'print-job-moved', ...about, isUnderWay: to === 'sending' },
        );
        return true;
      }),

    redirectJob: (id, printerId) =>
      store.commit(() => {
        const waiting = job(id);
        const changed = store.run(
          `UPDATE print_jobs SET moved_from = printer_id, printer_id = $printerId, detail = '', changed_at = $at
           WHERE id = $id AND state = 'queued' AND printer_id <> $printerId`,
          { id, printerId, at: store.now() },
        );
        if (changed !== 1) return false;
        store.record(waiting?.bookingId ?? waiting?.pickupId ?? null, 'print-redirected', `${waiting?.printerId} to ${printerId}`);
        store.publish({ is: 'print-job-queued', jobId: id, bookingId: waiting?.bookingId ?? null });
        return true;
      }),

    redirectBehind: (id, printerId) =>
      store.commit(() => {
        const waiting = job(id);
        if (waiting?.state !== 'queued') return false;
        const from = waiting.printerId === printerId ? waiting.movedFrom : waiting.printerId;
        const sequence = store.record(waiting.bookingId ?? waiting.pickupId, 'print-redirected', `${waiting.printerId} to ${printerId}`);
        store.run(
          `UPDATE print_jobs SET sequence = $sequence, moved_from = $from, printer_id = $printerId, detail = '', changed_at = $at WHERE id = $id`,
          { id, sequence, from, printerId, at: store.now() },
        );
        store.publish({ is: 'print-job-queued', jobId: id, bookingId: waiting.bookingId });
        return true;
      }),
  } satisfies Partial<PrintJournal>;
}

function createPrinterMarks(store: Store, job: PrintJournal['job']) {
  return {
    writePrinterMark: (id, { address, count, labels, serial = null }) =>
      store.commit(() => {
        const changed = store.run(
          `UPDATE print_jobs SET marked_address = $address, marked_count = $count, marked_labels = $labels, marked_serial = $serial
           WHERE id = $id AND state = 'sending'`,
          { id, address, count, labels, serial },
        );
        if (changed !== 1) throw new Error(`Print job ${id} is not being sent.`);
      }),

    writeTaken: (id) =>
      store.commit(() => {
        const changed = store.run(`UPDATE print_jobs SET taken_at = $at WHERE id = $id AND state = 'sending'`, { id, at: store.now() });
        if (changed === 1) store.publish({ is: 'print-job-moved', jobId: id, bookingId: job(id)?.bookingId ?? null, isUnderWay: true });
      }),

    printerMark: (id) => {
      const row = store.get(
        markRow,
        'SELECT marked_address, marked_count, marked_labels, marked_serial FROM print_jobs WHERE id = $id AND marked_address IS NOT NULL',
        { id },
      );
      return (
        row && {
          address: row.marked_address,
          count: row.marked_count,
          labels: row.marked_labels,
          ...(row.marked_serial !== null && { serial: row.marked_serial }),
        }
      );
    },
  } satisfies Partial<PrintJournal>;
}
