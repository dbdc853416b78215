import { z } from 'zod';
import { type Reason, reasonSchema } from '../../shared/reason.ts';
import { type BookingNumbers, shownNumbers } from '../../shared/shipment-table.ts';
import { type Telling, type TellingWay, tellings, tellingWays } from '../../shared/write-back.ts';
import type { KeptRequest, OutboxJournal } from '../bench/ports/journal/outbox.ts';
import { bytesColumn, type Store } from './store.ts';

export interface Outbox {
  /** Called in the commit of the fact that the shop must learn. */
  readonly tell: (bookingId: string, what: Telling) => void;
  /** Called in the commit that stores new numbers. */
  readonly tellNumbers: (bookingId: string, before: BookingNumbers, now: BookingNumbers) => void;
}

/** The numbers as a shop sees them. */
const shownBy: Readonly<Record<TellingWay, (numbers: BookingNumbers) => unknown>> = {
  http: ({ trackingNos, consignmentNo }) => [trackingNos, consignmentNo],
  file: shownNumbers,
};

const row = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'placing', 'told', 'failed']),
  booking_id: z.string(),
  what: z.enum(tellings),
  way: z.enum(tellingWays),
  at: z.iso.datetime(),
  tries: z.int(),
  due_at: z.iso.datetime(),
  place: z.string(),
  sealed_why: bytesColumn.nullable(),
  sealed_request: bytesColumn.nullable(),
  may_be_taken: z.int(),
});
const keptRequest = z.object({ key: z.string(), body: z.string() });

/** Stores notifications for shops until they are sent. `ways`: how shops are notified of new facts. */
export function createOutbox(store: Store, ways: () => readonly TellingWay[]): OutboxJournal & Outbox {
  const whole = (found: z.infer<typeof row>) => ({
    id: found.id,
    bookingId: found.booking_id,
    what: found.what,
    way: found.way,
    at: found.at,
    tries: found.tries,
    dueAt: found.due_at,
    place: found.place,
    mayBeTaken: found.may_be_taken === 1,
    why: (found.sealed_why && store.unseal(reasonSchema, found.sealed_why, ['outbox.sealed_why', found.id])) ?? null,
    request: (found.sealed_request && store.unseal(keptRequest, found.sealed_request, ['outbox.sealed_request', found.id])) ?? null,
  });
  const sealedWhy = (id: string, why: Reason) => store.seal(why, ['outbox.sealed_why', id]);

  const add = (bookingId: string, what: Telling, way: TellingWay) =>
    store.run(
      `INSERT OR IGNORE INTO outbox (id, sequence, booking_id, what, way, state, at, due_at)
       VALUES ($id, $sequence, $bookingId, $what, $way, 'waiting', $at, $at)`,
      { id: store.newId(), sequence: store.nextSequence(), bookingId, what, way, at: store.now() },
    );

  return {
    tell(bookingId, what) {
      for (const way of ways()) add(bookingId, what, way);
    },

    tellNumbers(bookingId, before, now) {
      for (const way of ways()) {
        if (JSON.stringify(shownBy[way](before)) === JSON.stringify(shownBy[way](now))) continue;
        const last = store.get(row, 'SELECT * FROM outbox WHERE booking_id = $bookingId AND way = $way ORDER BY sequence DESC LIMIT 1', {
          bookingId,
          way,
        });
        // An entry that is not written yet will contain the new numbers, and a cancelled parcel needs none. A failed file may have been
        // written before its folder disappeared.
        const isFolderGone = way === 'file' && last?.state === 'failed';
        const isWritten = last && (last.state === 'told' || last.place !== '' || last.sealed_request !== null || isFolderGone);
        if (isWritten && last.what !== 'cancelled') add(bookingId, 'tracking', way);
      }
    },

    toTell: (way) =>
      store.all(row, `SELECT * FROM outbox WHERE state IN ('waiting', 'placing') AND way = $way ORDER BY sequence`, { way }).map(whole),
    untold: () => store.all(row, `SELECT * FROM outbox WHERE state = 'failed' ORDER BY sequence`).map(whole),

    placeTold: (ids, place) =>
      store.commit(() => {
        for (const id of ids)
          if (store.run(`UPDATE outbox SET state = 'placing', place = $place WHERE id = $id AND state = 'waiting'`, { id, place }) !== 1)
            throw new Error(`What was to be told as ${id} does not wait any more.`);
      }),

    beginTold: (id, request: KeptRequest) =>
      store.commit(() => {
        const sealedRequest = store.seal(request, ['outbox.sealed_request', id]);
        if (
          store.run(`UPDATE outbox SET sealed_request = $sealedRequest WHERE id = $id AND state = 'waiting'`, { id, sealedRequest }) !== 1
        )
          throw new Error(`What was to be told as ${id} does not wait any more.`);
      }),

    closeTold: (ids, how) =>
      store.commit(() => {
        for (const id of ids) {
          const told = store.get(row, `SELECT * FROM outbox WHERE id = $id AND state <> 'told'`, { id });
          if (!told) continue;
          store.run(`UPDATE outbox SET state = 'told', sealed_why = NULL, sealed_request = NULL WHERE id = $id`, { id });
          store.record(told.booking_id, `shop-informed-${told.what}`, how);
        }
      }),

    putOffTold: (id, dueAt, why, mayBeTaken) =>
      store.commit(() => {
        store.run(
          `UPDATE outbox SET tries = tries + 1, due_at = $dueAt, sealed_why = $why, may_be_taken = max(may_be_taken, $mayBeTaken)
           WHERE id = $id AND state = 'waiting'`,
          { id, dueAt: dueAt.toISOString(), why: sealedWhy(id, why), mayBeTaken: Number(mayBeTaken) },
        );
      }),

    failTold: (id, why) =>
      store.commit(() => {
        const told = store.get(row, `SELECT * FROM outbox WHERE id = $id AND state IN ('waiting', 'placing')`, { id });
        if (!told) return;
        store.run(`UPDATE outbox SET state = 'failed', place = '', tries = tries + 1, sealed_why = $why WHERE id = $id`, {
          id,
          why: sealedWhy(id, why),
        });
        store.record(told.booking_id, 'shop-not-informed', told.what);
      }),

    tellAgain: (ids) =>
      store.commit(() => {
        for (const id of ids) {
          // The file is written with the newest numbers, so they need no second entry.
          store.run(
            `DELETE FROM outbox WHERE what = 'tracking' AND way = 'file' AND state = 'waiting'
               AND booking_id = (SELECT booking_id FROM outbox WHERE id = $id AND way = 'file' AND state = 'failed')`,
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
