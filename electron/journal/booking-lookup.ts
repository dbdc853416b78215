import { z } from 'zod';
import type { Exchange } from '../../shared/booking.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { quoteSchema } from '../../shared/quote.ts';
import { bareNumber } from '../../shared/scan.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';
import type { BookingLookup } from '../bench/ports/journal/booking-lookup.ts';
import type { Blobs } from './blobs.ts';
import { type BookingReader, bookingRow } from './booking-reader.ts';
import { isOfOrder } from './schema.ts';
import { accountsIn } from './sent-with.ts';
import { inList, type Store } from './store.ts';
import type { Words } from './words.ts';

const holderRow = z.object({ booking_id: z.string() });
const pieceRow = z.object({ piece: z.int() });
const idRow = z.object({ id: z.string() });
const countRow = z.object({ total: z.int() });
const anyRow = z.object({});
const bookedRow = z.object({ id: z.string(), booked_at: z.iso.datetime() });
const parkedRow = z.object({ id: z.string(), order_key: orderKeySchema });

/** Bookings that are or may be bought come before attempts that came to nothing, and those before drafts; then the latest first. */
const standing = `CASE WHEN state IN ('draft', 'quoted') THEN 2 WHEN state IN ('rejected', 'released') THEN 1 ELSE 0 END`;
const standingFirst = `${standing}, sequence DESC`;
/** If several bookings have the same number, prefers those of the key and an account in use. */
const ofKeyInUseFirst = `${standing}, sent_key <> '' AND (sent_key <> $key OR sent_account NOT IN (SELECT value FROM json_each($accounts))), sequence DESC`;

const withoutTracking = `SELECT id, booked_at FROM bookings
  WHERE booked_at >= $since AND state = 'booked' AND label_queued = 1 AND label_aside_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM numbers WHERE booking_id = bookings.id AND kind = 'tracking')
  ORDER BY booked_at DESC`;

/** Finds bookings by order, number, state, word and open work; changes none. */
export function createBookingLookup(
  store: Store,
  { booking, once, whole }: BookingReader,
  words: Words,
  blobs: Blobs,
): Omit<BookingLookup, 'shipmentsOf'> {
  const inUse = () => ({ key: store.keyAccount.key, accounts: accountsIn(store) });
  return {
    booking,

    latestOf: (key) => {
      const row = store.get(bookingRow, `SELECT * FROM bookings WHERE ${isOfOrder('$key')} ORDER BY ${standingFirst} LIMIT 1`, { key });
      return row && once(row);
    },

    findBooking: (number) => {
      const row = store.get(
        bookingRow,
        `SELECT * FROM bookings WHERE id IN (SELECT booking_id FROM numbers WHERE found = $found)
         ORDER BY ${ofKeyInUseFirst} LIMIT 1`,
        { found: bareNumber(number), ...inUse() },
      );
      return row && whole(row);
    },

    holdersOf: (number, kinds) =>
      store
        .all(
          bookingRow,
          `SELECT * FROM bookings WHERE id IN (SELECT booking_id FROM numbers WHERE found = $found AND kind IN ${inList(kinds)})
           ORDER BY ${ofKeyInUseFirst}`,
          { found: bareNumber(number), ...inUse() },
        )
        .map(whole),

    bookingsInState: (states) =>
      store.all(bookingRow, `SELECT * FROM bookings WHERE state IN ${inList(states)} ORDER BY sequence`).map(whole),

    bookings: ({ states, search, offset, limit }) => {
      const listed = inList(states);
      const found = words.finding(search, 'order_key');
      // The plus keeps SQLite from walking through all bookings of a state for the few that have the words.
      const [where, order] = found ? [`WHERE +state IN ${listed} AND ${found.sql}`, '+sequence'] : [`WHERE state IN ${listed}`, 'sequence'];
      const sql = `SELECT * FROM bookings ${where} ORDER BY ${order} DESC LIMIT $limit OFFSET $offset`;
      return {
        total: found
          ? (store.get(countRow, `SELECT count(*) AS total FROM bookings ${where}`, found.params)?.total ?? 0)
          : (store.get(countRow, `SELECT ifnull(sum(total), 0) AS total FROM totals WHERE of IN ${listed}`)?.total ?? 0),
        rows: store.all(bookingRow, sql, { limit, offset, ...found?.params }).map(whole),
      };
    },

    lastBooked: (limit) =>
      store
        .all(
          bookingRow,
          `SELECT * FROM bookings WHERE booked_at IS NOT NULL AND state = 'booked' ORDER BY booked_at DESC, sequence DESC LIMIT $limit`,
          { limit },
        )
        .map(whole),

    labelCodeHolders: (code) =>
      store
        .all(holderRow, 'SELECT booking_id FROM label_codes WHERE token = $token', { token: words.tokenOfCode(code) })
        .map((row) => row.booking_id),

    labelWithCode: (id, code) =>
      store.get(pieceRow, 'SELECT piece FROM label_codes WHERE token = $token AND booking_id = $id AND piece > 0', {
        id,
        token: words.tokenOfCode(code),
      })?.piece,

    isParked: (id) => store.get(anyRow, 'SELECT 1 AS one FROM bookings WHERE id = $id AND put_aside = 1', { id }) !== undefined,

    bookedWithoutLabelJob: (isLeftOut = () => false) =>
      store
        .all(
          idRow,
          `SELECT id FROM bookings INDEXED BY bookings_without_label
           WHERE state = 'booked' AND label_queued = 0 AND label_aside_at IS NULL ORDER BY sequence`,
        )
        .flatMap(({ id }) => (isLeftOut(id) ? [] : (booking(id) ?? []))),

    bookedWithoutTracking: (since) =>
      store.all(bookedRow, withoutTracking, { since: since.toISOString() }).map((row) => ({ id: row.id, bookedAt: row.booked_at })),

    parkedBookings: () =>
      store
        .all(parkedRow, `SELECT id, order_key FROM bookings WHERE put_aside = 1 AND state IN ('draft', 'quoted') ORDER BY sequence`)
        .map((row) => ({ id: row.id, orderKey: row.order_key })),

    isLabelClosed: (id) =>
      store.get(anyRow, 'SELECT 1 AS one FROM bookings WHERE id = $id AND label_aside_at IS NOT NULL', { id }) !== undefined,

    label: (id) => blobs.paper(id, 'label'),

    remarks: (id) => blobs.document(id, 'remarks'),

    answer: (id) => blobs.answer(id),

    quote: (id) => {
      const kept = blobs.bytes(id, 'quote');
      return kept && quoteSchema.parse(JSON.parse(new TextDecoder().decode(kept)));
    },

    exchange: (id) => {
      const sent = store.get(
        z.object({ sent_at: z.string().nullable() }),
        'SELECT sent_at FROM bookings WHERE id = $id UNION ALL SELECT sent_at FROM pickups WHERE id = $id',
        { id },
      );
      return readableExchange(sent?.sent_at ?? null, blobs.bytes(id, 'request'), blobs.answer(id));
    },

    notHandedOver: () =>
      store.all(bookingRow, 'SELECT bookings.* FROM to_collect CROSS JOIN bookings ON id = booking_id ORDER BY sequence').map(whole),
  };
}

const shownAnswerCharacters = 4096;
const shortestPaper = 200;
const shownPaperCharacters = 60;

/** Formats a request and its answer for a person: encoded documents cut short, the body of the answer up to its first 4 KB. */
function readableExchange(sentAt: string | null, request: Uint8Array | undefined, answer: RawAnswer | undefined): Exchange {
  return {
    sentAt,
    sent: request ? readable(request, Number.POSITIVE_INFINITY) : '',
    answer: answer ? `HTTP ${answer.status}\ncontent-type: ${answer.contentType}\n\n${readable(answer.body, shownAnswerCharacters)}` : '',
  };
}

/** Encoded documents are long runs of Base64, in JSON often with escaped slashes. */
const isPaperLetter = new Uint8Array(128);
for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\\', 'latin1'))
  isPaperLetter[letter] = 1;

/** Goes run by run with one step per character: an answer of any size needs no stack, and is read no further than it is shown. */
function readable(bytes: Uint8Array, mostCharacters: number): string {
  const text = new TextDecoder().decode(bytes);
  let shown = '';
  for (let at = 0; at < text.length && shown.length < mostCharacters; ) {
    const isPaper = isPaperLetter[text.charCodeAt(at)] === 1;
    let end = at + 1;
    while (end < text.length && (isPaperLetter[text.charCodeAt(end)] === 1) === isPaper) end += 1;
    const isLong = isPaper && end - at >= shortestPaper;
    shown += isLong ? `${text.slice(at, at + shownPaperCharacters)}… (${end - at} characters)` : text.slice(at, end);
    at = end;
  }
  return shown.slice(0, mostCharacters);
}
