import { z } from 'zod';
import { type Booking, bookingSchema } from '../../shared/booking.ts';
import type { Cursors, ParcelElsewhere, SiteChange } from '../../shared/elsewhere.ts';
import { type Pickup, pickupSchema } from '../../shared/pickup.ts';
import { bareNumber, slotOf } from '../../shared/scan.ts';
import type { MirrorJournal } from '../bench/ports/journal/mirror.ts';
import type { Page } from '../bench/ports/journal/page.ts';
import type { BookedCount } from './booked-count.ts';
import type { Place } from './encryption.ts';
import type { Erasures } from './erasures.ts';
import { bytesColumn, type Store } from './store.ts';
import type { Words } from './words.ts';

const cursorRow = z.object({ feed: z.string(), seq: z.int(), link: z.string() });
const parcelRow = z.object({
  attempt_id: z.string(),
  bench: z.int(),
  order_key: z.string(),
  shipment_no: z.int(),
  account: z.string(),
  encrypted: bytesColumn.nullable(),
});
const joinedRow = z.object({ order_key: z.string(), shipment_no: z.int() });
const anyRow = z.object({});
const ownerRow = z.object({ owner_id: z.string() });
const countRow = z.object({ total: z.int() });
const pickupRow = z.object({ attempt_id: z.string(), bench: z.int(), state: z.string(), encrypted: bytesColumn.nullable() });
type PickupElsewhere = Pick<NonNullable<SiteChange['attempt']>, 'id' | 'state' | 'parcels'>;
const pickupPlaceOf = (attemptId: string): Place => ['mirror_pickups.encrypted', attemptId];
/**
 * A driver may come for the parcels of a pickup in any other state, including one that only a newer ledger knows. For a stray, the ledger
 * decides about the parcels.
 */
const mayCome = `state NOT IN ('rejected', 'released', 'stray')`;
const placeOf = (attemptId: string): Place => ['mirror_parcels.encrypted', attemptId];
/** A booking stays a booking. For any other state only the ledger knows whether the attempt still stands. */
const stands = `state = 'booked'`;
const isCollectedHere = `EXISTS (SELECT 1 FROM pickup_bookings JOIN pickups ON pickups.id = pickup_id
  WHERE pickup_bookings.booking_id IN (its.booking_id, its.attempt_id) AND pickups.state NOT IN ('rejected', 'released'))`;
const listed = `${stands} AND booked_at IS NOT NULL AND encrypted IS NOT NULL`;

/**
 * Stores the changes of the other benches in tables of their own, so that nothing in them is mistaken for something this bench sent.
 * Nothing is deleted because a database lost it.
 */
export function createMirror(
  store: Store,
  words: Words,
  bookedCount: BookedCount,
  leavePickup: (id: string, bench: number) => boolean,
  isErased: Erasures['isErased'],
): MirrorJournal {
  return {
    mirrorCursors: (): Cursors =>
      Object.fromEntries(
        store.all(cursorRow, 'SELECT feed, seq, link FROM mirror_feeds').map(({ feed, seq, link }) => [feed, [seq, link]]),
      ),

    takeChanges: (all) =>
      store.soon(() =>
        store.commit(() => {
          bookedCount.forget();
          for (const change of all) {
            if (change.attempt) take(store, words, withoutErased(change, isErased), change.attempt);
            store.run('INSERT OR REPLACE INTO mirror_feeds VALUES ($feed, $seq, $link)', {
              feed: change.feed,
              seq: change.seq,
              link: change.link,
            });
          }
        }),
      ),

    giveAwayPickup: (pickupId, { id, what }, { bench, state }) =>
      store.commit(() => {
        if (what.is !== 'pickup' || !leavePickup(pickupId, bench)) return false;
        takePickup(store, { bench, at: store.now() }, { id, state, parcels: what.parcels });
        return true;
      }),

    ...createMirrorLookup(store, words),
  };
}

/** Returns the booking as its own bench sent it; null if it sent none, or one that cannot be decrypted here. */
export function sharedIn(
  store: Store,
  row: Pick<z.infer<typeof parcelRow>, 'attempt_id' | 'bench' | 'account' | 'encrypted'>,
): Booking | null {
  const shared = row.encrypted && store.decrypt(bookingSchema, row.encrypted, placeOf(row.attempt_id));
  return shared ? { ...shared, bench: row.bench, account: row.account } : null;
}

function parcelOf(store: Store, row: z.infer<typeof parcelRow>): ParcelElsewhere {
  const others = store.all(
    joinedRow,
    `SELECT order_key, shipment_no FROM mirror_parcels WHERE attempt_id = $id AND order_key <> $orderKey
     UNION ALL SELECT order_key, shipment_no FROM mirror_joined WHERE attempt_id = $id AND order_key <> $orderKey`,
    { id: row.attempt_id, orderKey: row.order_key },
  );
  return {
    attemptId: row.attempt_id,
    bench: row.bench,
    orderKey: row.order_key,
    shipmentNo: row.shipment_no,
    joined: others.map(({ order_key: orderKey, shipment_no: shipmentNo }) => ({ orderKey, shipmentNo })),
    account: row.account,
    booking: sharedIn(store, row),
  };
}

/**
 * Owner of an attempt that this bench sent itself, about which its own journal is more reliable than the ledger; undefined for any other.
 */
const ownerOf = (store: Store, attemptId: string): string | undefined =>
  store.get(
    ownerRow,
    `SELECT owner_id FROM attempts WHERE id = $attemptId
     AND (owner_id IN (SELECT id FROM bookings WHERE state <> 'released') OR owner_id IN (SELECT id FROM pickups WHERE state <> 'released'))`,
    { attemptId },
  )?.owner_id;

const isCollectedElsewhere = (store: Store, parcel: string): boolean =>
  store.get(
    anyRow,
    `SELECT 1 AS one FROM mirror_pickup_parcels JOIN mirror_pickups ON attempt_id = pickup WHERE parcel = $parcel AND ${mayCome} LIMIT 1`,
    { parcel },
  ) !== undefined;

/** Adds a parcel of another bench to the list of parcels that wait for a driver, or removes it. */
function collectElsewhere(store: Store, attemptId: string): void {
  store.run('DELETE FROM mirror_to_collect WHERE attempt_id = $attemptId', { attemptId });
  const row = store.get(
    parcelRow,
    `SELECT * FROM mirror_parcels AS its WHERE attempt_id = $attemptId AND ${stands} AND booking_id IS NOT NULL AND NOT ${isCollectedHere}`,
    { attemptId },
  );
  const booking = row && sharedIn(store, row);
  if (!booking || booking.isLabelClosed || booking.order.returnOf || isCollectedElsewhere(store, attemptId)) return;
  store.run('INSERT INTO mirror_to_collect VALUES ($attemptId)', { attemptId });
}

/** The same for a parcel of this bench; false if there is none with this id. */
function collectOwn(store: Store, parcel: string, bench: number, state: string): boolean {
  const bookingId =
    ownerOf(store, parcel) ?? store.get(ownerRow, 'SELECT id AS owner_id FROM bookings WHERE id = $parcel', { parcel })?.owner_id;
  if (bookingId === undefined) return false;
  const wasWaiting = store.run('DELETE FROM to_collect WHERE booking_id = $bookingId', { bookingId }) === 1;
  if (isCollectedElsewhere(store, parcel)) {
    if (wasWaiting) store.record(bookingId, 'collected-elsewhere', { code: 'at-bench', bench, state: 'collecting' });
    return true;
  }
  const waitsNow = store.run(
    `INSERT INTO to_collect SELECT id FROM (SELECT id, id AS booking_id, id AS attempt_id, state, label_aside_at FROM bookings) AS its
     WHERE id = $bookingId AND ${stands} AND label_aside_at IS NULL AND NOT ${isCollectedHere}`,
    { bookingId },
  );
  if (waitsNow === 1 && !wasWaiting) store.record(bookingId, 'not-collected-elsewhere', { code: 'at-bench', bench, state });
  return true;
}

function takePickup(
  store: Store,
  { bench, at, pickup }: Pick<SiteChange, 'bench' | 'at' | 'pickup'>,
  { id, state, parcels }: PickupElsewhere,
): void {
  store.run(
    `INSERT INTO mirror_pickups (attempt_id, bench, state, at, encrypted) VALUES ($id, $bench, $state, $at, $encrypted)
     ON CONFLICT (attempt_id) DO UPDATE SET bench = excluded.bench, state = excluded.state,
       encrypted = coalesce(excluded.encrypted, mirror_pickups.encrypted)`,
    { id, bench, state, at, encrypted: pickup ? store.encrypt(pickup, pickupPlaceOf(id)) : null },
  );
  for (const parcel of parcels) {
    store.run('INSERT OR IGNORE INTO mirror_pickup_parcels VALUES ($parcel, $id)', { parcel, id });
    if (!collectOwn(store, parcel, bench, state)) collectElsewhere(store, parcel);
  }
}

/** Leaves out the data of a shipment whose person was erased: its bench reported it before it learned of that. */
function withoutErased(change: SiteChange, isErased: Erasures['isErased']): SiteChange {
  const { attempt, booking } = change;
  if (!attempt || !booking) return change;
  const keys = [attempt.orderKey, ...(attempt.joined ?? []).map(({ orderKey }) => orderKey)];
  return keys.some((key) => isErased(slotOf(key), booking.openedAt)) ? { ...change, booking: null } : change;
}

function take(store: Store, words: Words, change: SiteChange, attempt: NonNullable<SiteChange['attempt']>): void {
  const owner = ownerOf(store, attempt.id);
  if (change.what === 'reprinted') {
    if (owner !== undefined) store.record(owner, 'reprinted-elsewhere', { code: 'at-bench', bench: change.bench, state: 'reprinted' });
    return;
  }
  if (owner !== undefined) return;
  if (attempt.kind === 'pickup') return takePickup(store, change, attempt);
  const { booking } = change;
  store.run(
    `INSERT INTO mirror_parcels (attempt_id, bench, slot, order_key, shipment_no, account, state, booked_at, booking_id, left_over, encrypted)
     VALUES ($id, $bench, $slot, $orderKey, $shipmentNo, $account, $state, $at, $bookingId, $leftOver, $encrypted)
     ON CONFLICT (attempt_id) DO UPDATE SET bench = excluded.bench, state = excluded.state,
       booked_at = coalesce(mirror_parcels.booked_at, excluded.booked_at), 
       left_over = max(excluded.left_over, mirror_parcels.left_over),
       booking_id = coalesce(excluded.booking_id, mirror_parcels.booking_id), encrypted = coalesce(excluded.encrypted, mirror_parcels.encrypted)`,
    {
      id: attempt.id,
      bench: change.bench,
      slot: slotOf(attempt.orderKey),
      orderKey: attempt.orderKey,
      shipmentNo: attempt.shipmentNo,
      account: attempt.account,
      state: attempt.state,
      at: attempt.state === 'booked' ? (booking?.changedAt ?? change.at) : null,
      bookingId: booking?.id ?? null,
      leftOver: booking?.order.part?.later ?? 0,
      encrypted: booking && store.encryptSince(booking, placeOf(attempt.id), booking.openedAt),
    },
  );
  for (const { orderKey, shipmentNo } of attempt.joined ?? [])
    store.run(
      'INSERT OR IGNORE INTO mirror_joined (attempt_id, slot, order_key, shipment_no) VALUES ($id, $slot, $orderKey, $shipmentNo)',
      {
        id: attempt.id,
        slot: slotOf(orderKey),
        orderKey,
        shipmentNo,
      },
    );
  const numbers = booking
    ? [booking.orderNo, booking.consignmentNo, ...booking.trackingNos]
    : attempt.orderNo === ''
      ? []
      : [attempt.orderNo];
  for (const number of numbers) {
    const found = bareNumber(number);
    if (found) store.run('INSERT OR IGNORE INTO mirror_numbers VALUES ($found, $id)', { found, id: attempt.id });
  }
  collectElsewhere(store, attempt.id);
  if (!booking) return;
  words.learn([booking.order]);
  words.learnNumbers(attempt.orderKey, [...numbers, ...(attempt.joined ?? []).map(({ orderKey }) => orderKey)]);
}

function createMirrorLookup(store: Store, words: Words) {
  const first = (where: string, params: Readonly<Record<string, string>>): ParcelElsewhere | undefined => {
    const row = store.get(
      parcelRow,
      `SELECT * FROM mirror_parcels WHERE ${where} AND ${stands} ORDER BY shipment_no DESC, booked_at DESC LIMIT 1`,
      params,
    );
    return row && parcelOf(store, row);
  };
  const bookingsIn = (rows: readonly z.infer<typeof parcelRow>[]): Booking[] => rows.flatMap((row) => sharedIn(store, row) ?? []);
  return {
    elsewhereAt(slot) {
      const columns = 'its.attempt_id, bench, its.order_key, its.shipment_no, account, encrypted, booked_at';
      const row = store.get(
        parcelRow,
        `SELECT ${columns} FROM mirror_parcels AS its WHERE slot = $slot AND ${stands}
         UNION ALL SELECT ${columns} FROM mirror_joined AS its JOIN mirror_parcels ON mirror_parcels.attempt_id = its.attempt_id
         WHERE its.slot = $slot AND ${stands} ORDER BY 4 DESC, booked_at DESC LIMIT 1`,
        { slot },
      );
      return row && parcelOf(store, row);
    },
    findElsewhere: (number) =>
      first('attempt_id IN (SELECT attempt_id FROM mirror_numbers WHERE found = $found)', { found: bareNumber(number) }),
    parcelElsewhere: (bookingId) => first('booking_id = $bookingId', { bookingId }),

    sharedBooking(attemptId) {
      const row = store.get(parcelRow, 'SELECT * FROM mirror_parcels WHERE attempt_id = $attemptId', { attemptId });
      return (row && sharedIn(store, row)) ?? undefined;
    },
    sharedPickup(attemptId) {
      const row = store.get(pickupRow, 'SELECT * FROM mirror_pickups WHERE attempt_id = $attemptId', { attemptId });
      return (row?.encrypted && store.decrypt(pickupSchema, row.encrypted, pickupPlaceOf(attemptId))) ?? undefined;
    },

    toCollectElsewhere: () =>
      store
        .all(
          parcelRow,
          // Not USING: SQLite would not report that the statement reads mirror_to_collect.
          `SELECT mirror_parcels.* FROM mirror_to_collect JOIN mirror_parcels ON mirror_parcels.attempt_id = mirror_to_collect.attempt_id
           ORDER BY booked_at`,
        )
        .map((row) => parcelOf(store, row)),
    pickupsElsewhere: (limit) =>
      store
        .all(pickupRow, `SELECT * FROM mirror_pickups WHERE state = 'booked' AND encrypted IS NOT NULL ORDER BY at DESC LIMIT $limit`, {
          limit,
        })
        .flatMap(({ attempt_id: id, bench, encrypted }): Pickup[] => {
          const shared = encrypted && store.decrypt(pickupSchema, encrypted, pickupPlaceOf(id));
          return shared ? [{ ...shared, bench }] : [];
        }),

    lastBookedElsewhere: (limit) =>
      bookingsIn(store.all(parcelRow, `SELECT * FROM mirror_parcels WHERE ${listed} ORDER BY booked_at DESC LIMIT $limit`, { limit })),

    bookedElsewhere({ search, offset, limit }: Page) {
      const found = words.finding(search, 'order_key');
      const where = `${listed}${found ? ` AND ${found.sql}` : ''}`;
      return {
        total: store.get(countRow, `SELECT count(*) AS total FROM mirror_parcels WHERE ${where}`, found?.params ?? {})?.total ?? 0,
        rows: bookingsIn(
          store.all(parcelRow, `SELECT * FROM mirror_parcels WHERE ${where} ORDER BY booked_at DESC LIMIT $limit OFFSET $offset`, {
            limit,
            offset,
            ...found?.params,
          }),
        ),
      };
    },
  } satisfies Partial<MirrorJournal>;
}
