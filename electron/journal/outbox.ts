import { z } from 'zod';
import { type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { type Reason, reasonSchema } from '../../shared/reason.ts';
import { reportFillingSchema } from '../../shared/report-template.ts';
import { type BookingNumbers, shownNumbers } from '../../shared/shipment-table.ts';
import { type ShippedOtherwise, shippedOtherwiseSchema } from '../../shared/shipped-otherwise.ts';
import { type ReportChannel, type ReportKind, reportChannels, reportKinds } from '../../shared/write-back.ts';
import type { KeptRequest, OutboxJournal } from '../bench/ports/journal/outbox.ts';
import { bytesColumn, type Store } from './store.ts';

export interface Outbox {
  /** Called in the commit of the fact that the shop must learn. */
  readonly report: (bookingId: string, what: ReportKind) => void;
  /** Called in the commit that stores new numbers. */
  readonly reportNumbers: (bookingId: string, before: BookingNumbers, now: BookingNumbers) => void;
  /** Called in the commit that records that the order was shipped without a label. */
  readonly reportOtherwise: (shipped: ShippedOtherwise) => void;
  /** Called in the commit that undoes it: what is not on its way to a shop is not sent any more. */
  readonly withdrawOtherwise: (key: OrderKey) => void;
}

/** The numbers as a shop sees them. */
const shownBy: Readonly<Record<ReportChannel, (numbers: BookingNumbers) => unknown>> = {
  http: ({ trackingNos, consignmentNo }) => [trackingNos, consignmentNo],
  file: shownNumbers,
  shop: ({ trackingNos, consignmentNo }) => (trackingNos.length > 0 ? trackingNos : [consignmentNo]),
};

const row = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'placing', 'done', 'failed']),
  booking_id: z.string().nullable(),
  order_key: z.string(),
  what: z.enum(reportKinds),
  channel: z.enum(reportChannels),
  at: z.iso.datetime(),
  tries: z.int(),
  due_at: z.iso.datetime(),
  place: z.string(),
  encrypted_why: bytesColumn.nullable(),
  encrypted_request: bytesColumn.nullable(),
  may_be_taken: z.int(),
  encrypted_otherwise: bytesColumn.nullable(),
});
const sentRow = z.object({ may_know: z.int() });
const keyRow = z.object({ key: orderKeySchema });
const orderKeyRow = z.object({ order_key: orderKeySchema });
const keptRequest = z.object({ key: z.string(), body: z.string(), values: reportFillingSchema.optional() });

/** Stores notifications for shops until they are sent. `channels`: how shops are notified of new facts about an order. */
export function createOutbox(store: Store, channels: (key: OrderKey) => readonly ReportChannel[]): OutboxJournal & Outbox {
  const whole = (found: z.infer<typeof row>) => ({
    id: found.id,
    bookingId: found.booking_id ?? '',
    joinedKey: found.booking_id === null ? '' : found.order_key,
    otherwise:
      (found.encrypted_otherwise &&
        store.decrypt(shippedOtherwiseSchema, found.encrypted_otherwise, ['outbox.encrypted_otherwise', found.id])) ??
      null,
    what: found.what,
    channel: found.channel,
    at: found.at,
    tries: found.tries,
    dueAt: found.due_at,
    place: found.place,
    mayBeTaken: found.may_be_taken === 1,
    why: (found.encrypted_why && store.decrypt(reasonSchema, found.encrypted_why, ['outbox.encrypted_why', found.id])) ?? null,
    request:
      (found.encrypted_request && store.decrypt(keptRequest, found.encrypted_request, ['outbox.encrypted_request', found.id])) ?? null,
  });
  const encryptedWhy = (id: string, why: Reason) => store.encrypt(why, ['outbox.encrypted_why', id]);

  return {
    ...createReporting(store, channels),

    pendingReports: (channel) =>
      store
        .all(row, `SELECT * FROM outbox WHERE state IN ('waiting', 'placing') AND channel = $channel ORDER BY sequence`, { channel })
        .map(whole),
    failedReports: () => store.all(row, `SELECT * FROM outbox WHERE state = 'failed' ORDER BY sequence`).map(whole),

    reportsDone: (channel, from) =>
      store
        .all(
          keyRow,
          `SELECT coalesce(nullif(outbox.order_key, ''), bookings.order_key) AS key
           FROM outbox LEFT JOIN bookings ON bookings.id = outbox.booking_id
           WHERE outbox.channel = $channel AND outbox.state = 'done' AND outbox.at >= $from`,
          { channel, from },
        )
        .map(({ key }) => key),

    mayKnowOtherwise(key) {
      const reports = store.all(
        sentRow,
        `SELECT NOT (state = 'waiting' AND tries = 0 AND encrypted_request IS NULL) AS may_know
         FROM outbox WHERE booking_id IS NULL AND order_key = $key`,
        { key },
      );
      return reports.length === 0 ? undefined : reports.some(({ may_know: mayKnow }) => mayKnow === 1);
    },

    placeReports: (ids, place) =>
      store.commit(() => {
        for (const id of ids)
          if (store.run(`UPDATE outbox SET state = 'placing', place = $place WHERE id = $id AND state = 'waiting'`, { id, place }) !== 1)
            throw new Error(`The report ${id} is no longer pending.`);
      }),

    storeReportRequest: (id, request: KeptRequest) =>
      store.commit(() => {
        const encryptedRequest = store.encrypt(request, ['outbox.encrypted_request', id]);
        if (
          store.run(`UPDATE outbox SET encrypted_request = $encryptedRequest WHERE id = $id AND state = 'waiting'`, {
            id,
            encryptedRequest,
          }) !== 1
        )
          throw new Error(`The report ${id} is no longer pending.`);
      }),

    markReportsDone: (ids, how) =>
      store.commit(() => {
        for (const id of ids) {
          const report = store.get(row, `SELECT * FROM outbox WHERE id = $id AND state <> 'done'`, { id });
          if (!report) continue;
          store.run(`UPDATE outbox SET state = 'done', encrypted_why = NULL, encrypted_request = NULL WHERE id = $id`, { id });
          store.record(report.booking_id, `shop-informed-${report.what}`, ofOrder(report, how));
        }
      }),

    postponeReport: (id, dueAt, why, mayBeTaken) =>
      store.commit(() => {
        store.run(
          `UPDATE outbox SET tries = tries + 1, due_at = $dueAt, encrypted_why = $why, may_be_taken = max(may_be_taken, $mayBeTaken)
           WHERE id = $id AND state = 'waiting'`,
          { id, dueAt: dueAt.toISOString(), why: encryptedWhy(id, why), mayBeTaken: Number(mayBeTaken) },
        );
      }),

    markReportFailed: (id, why) =>
      store.commit(() => {
        const report = store.get(row, `SELECT * FROM outbox WHERE id = $id AND state IN ('waiting', 'placing')`, { id });
        if (!report) return;
        store.run(`UPDATE outbox SET state = 'failed', place = '', tries = tries + 1, encrypted_why = $why WHERE id = $id`, {
          id,
          why: encryptedWhy(id, why),
        });
        store.record(report.booking_id, 'shop-not-informed', ofOrder(report, report.what));
      }),

    retryReports: (ids) =>
      store.commit(() => {
        for (const id of ids) {
          // The file is written with the newest numbers, so they need no second entry.
          store.run(
            `DELETE FROM outbox WHERE what = 'tracking' AND channel = 'file' AND state = 'waiting'
               AND (booking_id, order_key) = (
                 SELECT booking_id, order_key FROM outbox WHERE id = $id AND channel = 'file' AND state = 'failed')`,
            { id },
          );
          store.run(`UPDATE outbox SET state = 'waiting', tries = 0, may_be_taken = 0, due_at = $now WHERE id = $id AND state = 'failed'`, {
            id,
            now: store.now(),
          });
        }
      }),
  };
}

/** A line of the history about an order without a booking names the order. */
const ofOrder = (report: z.infer<typeof row>, detail: string): string =>
  report.booking_id === null ? `${report.order_key}: ${detail}` : detail;

/** Adds what a shop has to learn, in the commit of the fact itself. */
function createReporting(store: Store, channels: (key: OrderKey) => readonly ReportChannel[]): Outbox {
  const add = (bookingId: string, joinedKey: string, what: ReportKind, channel: ReportChannel) =>
    store.run(
      `INSERT OR IGNORE INTO outbox (id, sequence, booking_id, order_key, what, channel, state, at, due_at)
       VALUES ($id, $sequence, $bookingId, $joinedKey, $what, $channel, 'waiting', $at, $at)`,
      { id: store.newId(), sequence: store.nextSequence(), bookingId, joinedKey, what, channel, at: store.now() },
    );

  /** The orders of a shipment, each of which is reported; the first one is named by its shipment alone. */
  const ordersOf = (bookingId: string): { readonly joinedKey: string; readonly key: OrderKey }[] => [
    ...store
      .all(orderKeyRow, 'SELECT order_key FROM bookings WHERE id = $bookingId', { bookingId })
      .map(({ order_key: key }) => ({ joinedKey: '', key })),
    ...store
      .all(orderKeyRow, 'SELECT order_key FROM joined_orders WHERE booking_id = $bookingId ORDER BY order_key', { bookingId })
      .map(({ order_key: key }) => ({ joinedKey: key, key })),
  ];

  return {
    report(bookingId, what) {
      for (const { joinedKey, key } of ordersOf(bookingId)) for (const channel of channels(key)) add(bookingId, joinedKey, what, channel);
    },

    reportOtherwise(shipped) {
      for (const channel of channels(shipped.orderKey)) {
        const id = store.newId();
        store.run(
          `INSERT INTO outbox (id, sequence, order_key, what, channel, state, at, due_at, encrypted_otherwise)
           VALUES ($id, $sequence, $key, 'shipped-otherwise', $channel, 'waiting', $at, $at, $encrypted)`,
          {
            id,
            sequence: store.nextSequence(),
            key: shipped.orderKey,
            channel,
            at: store.now(),
            encrypted: store.encrypt(shipped, ['outbox.encrypted_otherwise', id]),
          },
        );
      }
    },

    withdrawOtherwise: (key) =>
      void store.run(`DELETE FROM outbox WHERE booking_id IS NULL AND order_key = $key AND state IN ('waiting', 'failed')`, { key }),

    reportNumbers(bookingId, before, now) {
      for (const { joinedKey, key } of ordersOf(bookingId))
        for (const channel of channels(key)) {
          if (JSON.stringify(shownBy[channel](before)) === JSON.stringify(shownBy[channel](now))) continue;
          const last = store.get(
            row,
            `SELECT * FROM outbox WHERE booking_id = $bookingId AND order_key = $joinedKey AND channel = $channel
             ORDER BY sequence DESC LIMIT 1`,
            { bookingId, joinedKey, channel },
          );
          // An entry that is not written yet will contain the new numbers, and a cancelled parcel needs none. A failed file may have been
          // written before its folder disappeared.
          const isFolderGone = channel === 'file' && last?.state === 'failed';
          const isWritten = last && (last.state === 'done' || last.place !== '' || last.encrypted_request !== null || isFolderGone);
          if (isWritten && last.what !== 'cancelled') add(bookingId, joinedKey, 'tracking', channel);
        }
    },
  };
}
