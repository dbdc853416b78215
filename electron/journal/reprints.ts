import { z } from 'zod';
import { lineDetailSchema } from '../../shared/history.ts';
import { type NotedReason, notedReasonSchema, type Reprint, reprintSchema } from '../../shared/reprint.ts';
import type { NewPrintJob, NewReprint, PrintJournal } from '../bench/ports/journal/print-jobs.ts';
import { bytesColumn, type Store } from './store.ts';

/** The reason of a reprint in columns beside a print job, both null if it has none. */
export const reasonColumns = { why: z.string().nullable(), old_label: z.string().nullable() };

export const reasonOf = ({ why, old_label }: { why: string | null; old_label: string | null }): NotedReason | undefined =>
  why === null ? undefined : notedReasonSchema.parse({ why, ...(old_label !== null && { oldLabel: old_label }) });

const reprintRow = z.object({
  line: z.int(),
  at: z.string(),
  order_key: z.string(),
  shipment_no: z.int(),
  bought_at: z.int().nullable(),
  courier: z.string(),
  printer: z.string(),
  ...reasonColumns,
  encrypted_detail: bytesColumn,
});

export function createReprints(store: Store): Pick<PrintJournal, 'printedElsewhere' | 'reprints'> {
  const reprintOf = (row: z.infer<typeof reprintRow>): Reprint =>
    reprintSchema.parse({
      ...reasonOf(row),
      at: row.at,
      orderKey: row.order_key,
      shipmentNo: row.shipment_no,
      bench: row.bought_at,
      courier: row.courier,
      printerId: row.printer,
      by: store.decrypt(lineDetailSchema, row.encrypted_detail, ['history.encrypted_detail', row.line])?.by ?? '',
    });
  return {
    printedElsewhere: (bookingId) =>
      store.get(
        z.object({ count: z.int() }),
        `SELECT (SELECT count(*) FROM reprints WHERE label_of = $bookingId AND bought_at IS NOT NULL)
           + (SELECT count(*) FROM history WHERE about_id = $bookingId AND what = 'reprinted-elsewhere') AS count`,
        { bookingId },
      )?.count ?? 0,
    reprints: (from, until) =>
      store
        .all(
          reprintRow,
          `SELECT reprints.*, history.encrypted_detail FROM reprints JOIN history ON history.sequence = line
           WHERE reprints.at >= $from AND reprints.at < $until AND why IS NOT NULL ORDER BY line`,
          { from: from.toISOString(), until: until.toISOString() },
        )
        .map(reprintOf),
  };
}

/** Writes that these labels replace earlier ones. Part of the commit that queues them. */
export function writeReprint(
  store: Store,
  { bookingId, orderKey, shipmentNo, bench, courier, because, line }: NewReprint,
  [first]: readonly NewPrintJob[],
): void {
  const sequence = store.record(bench === null ? bookingId : null, line.what, line.detail);
  store.run(
    `INSERT INTO reprints (line, at, label_of, copy_no, order_key, shipment_no, bought_at, courier, printer, why, old_label)
     VALUES ($sequence, $at, $bookingId, $copy, $orderKey, $shipmentNo, $bench, $courier, $printer, $why, $oldLabel)`,
    {
      sequence,
      at: store.now(),
      bookingId,
      copy: first?.copy ?? 0,
      orderKey,
      shipmentNo,
      bench,
      courier,
      printer: first?.printerId ?? '',
      why: because?.why ?? null,
      oldLabel: because?.oldLabel ?? null,
    },
  );
}
