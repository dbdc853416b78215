import { hash } from 'node:crypto';
import { z } from 'zod';
import { type Address, addressSchema } from '../../shared/address.ts';
import {
  type Attempt,
  attemptSchema,
  type Fact,
  type FactWord,
  type Feed,
  factWords,
  feedSchema,
  noFact,
  type Outcome,
  outcomes,
} from '../../shared/attempt.ts';
import { type Booking, bookingStateSchema } from '../../shared/booking.ts';
import type { Pickup } from '../../shared/pickup.ts';
import type { World } from '../../shared/world.ts';
import type { FeedJournal } from '../bench/ports/journal/feed.ts';
import { placeOf } from './booking-reader.ts';
import { orderCursorFact } from './shared-orders.ts';
import { bytesColumn, type Store } from './store.ts';

/** Facts about attempts for the other benches. */
export interface Attempts {
  /** Called with the intent, in the same commit. */
  readonly begin: (ownerId: string, attempt: Attempt | undefined) => void;
  /** Called in the commit that changes the state. Stores no fact if no other bench knows the attempt. */
  readonly became: (ownerId: string, what: string, orderNo?: string) => void;
  /** Another bench settles the attempt from now on: this bench reports nothing more about it, and treats it as an attempt of that bench. */
  readonly leave: (ownerId: string) => void;
}

/** Acknowledged facts are kept for this long, because the ledger may be restored from an older backup. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

const feedFact = 'feed';
const valueRow = z.object({ value: z.string() });
const aboutRow = z.object({ about: z.string() });
const factRow = z.object({
  seq: z.int(),
  what: z.enum(factWords),
  order_no: z.string(),
  link: z.string(),
  about: z.string(),
  owner_id: z.string(),
});
const anyRow = z.object({});
const dueRow = z.object({ number: z.int(), id: z.string(), owner_id: z.string(), about: z.string() });
const standingRow = z.object({
  id: z.string(),
  state: bookingStateSchema,
  sent_account: z.string(),
  order_no: z.string(),
});
const shipmentRow = standingRow.extend({ order_key: z.string(), shipment_no: z.int() });
const joinedRow = z.object({ order_key: z.string(), shipment_no: z.int() });
const pickupRow = standingRow.extend({ courier_key: z.string(), date: z.string() });
const memberRow = z.object({ id: z.string(), attempt_id: z.string().nullable(), encrypted_sender: bytesColumn.nullable() });
const asideRow = z.object({ label_aside_at: z.string().nullable() });
/** Owner of an attempt that has no row in this journal. */
const elsewhere = ({ id }: Attempt): string => `elsewhere ${id}`;
const isOutcome = (what: string): what is Outcome => (outcomes as readonly string[]).includes(what);

const linkOf = (before: string, { seq, attempt, what, orderNo }: Omit<Fact, 'link'>): string =>
  hash('sha256', JSON.stringify([before, seq, attempt.id, attempt.world, attempt.what, attempt.account, what, orderNo]), 'hex');

/** Facts about attempts, in sequence, each stored in the commit of the change it reports. Nothing is stored before a feed is joined. */
export function createFeed(
  store: Store,
  world: World,
  booking: (id: string) => Booking | undefined,
  pickup: (id: string) => Pickup | undefined,
  leaveErasures: () => void,
): FeedJournal & Attempts {
  const head = createFeedHead(store);
  const facts = createFactWriter(store, head);
  const { attemptOf, begin } = facts;
  // Fills the cache, so that a bench that shares nothing never reads it again.
  head.feed();
  return {
    feed: head.feed,
    attemptOf,
    begin,
    drawAttempt: () => drawAttempt(store),

    became(ownerId, what, orderNo = '') {
      if (!isOutcome(what) || !head.feed()) return;
      const attempt = attemptOf(ownerId);
      if (attempt) facts.append(attempt, what, what === 'booked' ? orderNo : '');
    },

    leave(ownerId) {
      const attempt = attemptOf(ownerId);
      if (attempt) store.run('UPDATE attempts SET owner_id = $owner WHERE id = $id', { id: attempt.id, owner: elsewhere(attempt) });
    },

    ...createFeedMembership(store, world, head, facts, leaveErasures),
    ...createFactReports(store, head, facts, booking, pickup),
  };
}

/** The id is the digest of the secret: a ledger that never saw this attempt can check the secret too. */
function drawAttempt({ newId }: Pick<Store, 'newId'>): Required<Pick<Attempt, 'id' | 'secret'>> {
  const secret = `${newId()} ${newId()}`;
  return { id: hash('sha256', secret, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'), secret };
}

type FeedHead = ReturnType<typeof createFeedHead>;
function createFeedHead(store: Store) {
  /** The feed as last read outside of a commit; undefined after a write. */
  let known: { readonly feed: Feed | undefined } | undefined;

  function feed(): Feed | undefined {
    if (known) return known.feed;
    const row = store.get(valueRow, `SELECT value FROM facts WHERE name = '${feedFact}'`);
    const read = row && feedSchema.parse(JSON.parse(row.value));
    if (!store.inCommit()) known = { feed: read };
    return read;
  }

  function writeFeed(next: Feed): void {
    known = undefined;
    store.run(`INSERT OR REPLACE INTO facts (name, value) VALUES ('${feedFact}', $value)`, { value: JSON.stringify(next) });
  }

  function dropFeed(): void {
    known = undefined;
    store.run(`DELETE FROM facts WHERE name = '${feedFact}'`);
  }

  return { feed, writeFeed, dropFeed };
}

type FactWriter = ReturnType<typeof createFactWriter>;
function createFactWriter(store: Store, { feed, writeFeed }: FeedHead) {
  const attemptOf = (ownerId: string): Attempt | undefined => {
    const row = store.get(aboutRow, 'SELECT about FROM attempts WHERE owner_id = $ownerId ORDER BY number DESC LIMIT 1', { ownerId });
    return row && attemptSchema.parse(JSON.parse(row.about));
  };

  const begin = (ownerId: string, attempt: Attempt | undefined): void => {
    if (!attempt) return;
    // An attempt that another bench took and that comes back belongs to another shipment here.
    const withSecret = `about = iif(excluded.about ->> '$.secret' IS NULL, about, excluded.about)`;
    const onceMore = `ON CONFLICT (id) DO UPDATE SET owner_id = excluded.owner_id, ${withSecret}, is_changed = 1, label_due = 1`;
    store.run(`INSERT INTO attempts (id, owner_id, about) VALUES ($id, $ownerId, $about) ${onceMore}`, {
      id: attempt.id,
      ownerId,
      about: JSON.stringify(attempt),
    });
  };

  function append(attempt: Attempt, what: FactWord, orderNo: string): void {
    const before = feed();
    if (!before) return;
    const seq = before.head.seq + 1;
    const link = linkOf(before.head.link, { seq, attempt, what, orderNo });
    store.run('INSERT INTO feed_facts (seq, attempt_id, what, order_no, link) VALUES ($seq, $id, $what, $orderNo, $link)', {
      seq,
      id: attempt.id,
      what,
      orderNo,
      link,
    });
    writeFeed({ ...before, head: { seq, link } });
  }

  return { attemptOf, begin, append };
}

function createFeedMembership(
  store: Store,
  world: World,
  { feed, writeFeed, dropFeed }: FeedHead,
  { attemptOf, begin, append }: FactWriter,
  leaveErasures: () => void,
) {
  /** Reports all standing attempts that were never reported; in a new feed, all standing attempts. */
  function reportStanding(isNewFeed: boolean, placeAt: (sender: Address, account: string) => string): void {
    const standing = `state IN ('sending', 'answered', 'unknown', 'booked')`;
    const unreported = isNewFeed ? 'true' : 'NOT EXISTS (SELECT 1 FROM attempts WHERE owner_id = row.id)';
    const order = 'ORDER BY sequence';
    const shipments = store.all(
      shipmentRow,
      `SELECT id, state, sent_account, order_no, order_key, shipment_no FROM bookings AS row WHERE ${standing} AND ${unreported} ${order}`,
    );
    for (const row of shipments) {
      const joined = store
        .all(joinedRow, 'SELECT order_key, shipment_no FROM joined_orders WHERE booking_id = $id ORDER BY order_key', { id: row.id })
        .map(({ order_key: orderKey, shipment_no: shipmentNo }) => ({ orderKey, source: '', shipmentNo }));
      const { order_key: orderKey, shipment_no: shipmentNo } = row;
      reportOne(row, { is: 'ship', orderKey, source: '', shipmentNo, ...(joined.length > 0 && { joined }) });
    }
    const pickups = store.all(
      pickupRow,
      `SELECT id, state, sent_account, collection_no AS order_no, courier_key, date FROM pickups AS row WHERE ${standing} AND ${unreported} ${order}`,
    );
    for (const row of pickups) {
      const members = store.all(
        memberRow,
        `SELECT pickup_bookings.booking_id AS id, encrypted_sender, attempt_id FROM pickup_bookings
         LEFT JOIN bookings ON bookings.id = pickup_bookings.booking_id
         LEFT JOIN mirror_parcels ON mirror_parcels.booking_id = pickup_bookings.booking_id
         WHERE pickup_id = $id ORDER BY place`,
        { id: row.id },
      );
      const parcels = members.map(({ id, attempt_id: elsewhere }) => attemptOf(id)?.id ?? elsewhere ?? id);
      const first = members.find(({ encrypted_sender: encrypted }) => encrypted);
      const from = first && store.decrypt(addressSchema, first.encrypted_sender, placeOf('encrypted_sender', first.id));
      const sender = from ? placeAt(from, row.sent_account) : '';
      reportOne(row, { is: 'pickup', courier: row.courier_key, day: row.date, sender, parcels, again: true });
    }
  }

  function reportOne({ id, state, sent_account: account, order_no: orderNo }: z.infer<typeof standingRow>, what: Attempt['what']): void {
    if (!attemptOf(id)) begin(id, { ...drawAttempt(store), world, what, account, digest: '' });
    const attempt = attemptOf(id);
    if (attempt) append(attempt, state === 'booked' || state === 'unknown' ? state : 'sending', state === 'booked' ? orderNo : '');
  }

  return {
    joinFeed: (isNewFeed, placeAt) =>
      store.commit(() => {
        if (isNewFeed || !feed()) {
          store.run('DELETE FROM feed_facts');
          writeFeed({ id: store.newId(), head: noFact, acknowledged: noFact });
          store.record(null, 'feed-begun', feed()?.id ?? '');
          reportStanding(true, placeAt);
        } else reportStanding(false, placeAt);
        const joined = feed();
        if (!joined) throw new Error('A feed left the journal.');
        return joined;
      }),

    leaveFeed: () =>
      store.commit(() => {
        const left = feed();
        if (!left) return;
        dropFeed();
        const isBooked = (table: string): string => `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.id = owner_id AND state = 'booked')`;
        store.record(null, 'feed-left', left.id);
        store.run('DELETE FROM feed_facts');
        store.run(`DELETE FROM attempts WHERE NOT (${isBooked('bookings')} OR ${isBooked('pickups')})`);
        store.run('DELETE FROM mirror_to_collect');
        // Received from the beginning if this bench joins again.
        store.run('DELETE FROM mirror_feeds');
        store.run('DELETE FROM shared_orders');
        store.run('UPDATE unread_orders SET seq = 0');
        leaveErasures();
        store.run(`DELETE FROM facts WHERE name = '${orderCursorFact}'`);
      }),

    meetLedger: (ledger) =>
      store.commit(() => {
        const before = feed();
        if (before && before.ledger !== ledger) writeFeed({ ...before, ledger });
      }),
  } satisfies Partial<FeedJournal>;
}

/**
 * Returns flagged attempts whose shipment or pickup is in one of `states` and changed within `keptMs`. If there are none, clears the flag
 * of all others.
 */
function due(store: Store, flag: 'is_changed' | 'label_due', states: string, limit: number): z.infer<typeof dueRow>[] {
  const since = new Date(new Date(store.now()).getTime() - keptMs).toISOString();
  const isIn = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.id = owner_id AND state IN (${states}) AND changed_at >= $since)`;
  const isOne = `(${isIn('bookings')}${flag === 'is_changed' ? ` OR ${isIn('pickups')}` : ''})`;
  const flagged = `FROM attempts WHERE ${flag} = 1 AND`;
  const rows = store.all(dueRow, `SELECT number, id, owner_id, about ${flagged} ${isOne} ORDER BY number LIMIT $limit`, { since, limit });
  if (rows.length === 0 && store.get(anyRow, `SELECT 1 AS one ${flagged} true LIMIT 1`))
    store.soon(() => store.run(`UPDATE attempts SET ${flag} = 0 WHERE ${flag} = 1 AND NOT ${isOne}`, { since }));
  return rows;
}

function createFactReports(
  store: Store,
  { feed, writeFeed }: FeedHead,
  { begin, append }: FactWriter,
  booking: (id: string) => Booking | undefined,
  pickup: (id: string) => Pickup | undefined,
) {
  function notedOf(ownerId: string, { what }: Attempt): Pick<Fact, 'booking' | 'pickup'> {
    if (what.is === 'pickup') {
      const ordered = pickup(ownerId);
      return ordered ? { pickup: ordered } : {};
    }
    const noted = booking(ownerId);
    if (!noted) return {};
    const aside = store.get(asideRow, 'SELECT label_aside_at FROM bookings WHERE id = $ownerId', { ownerId });
    return { booking: aside?.label_aside_at ? { ...noted, isLabelClosed: true } : noted };
  }

  return {
    factsBehind: (seq, limit) =>
      store
        .all(
          factRow,
          `SELECT seq, what, order_no, link, about, owner_id FROM feed_facts JOIN attempts ON attempts.id = attempt_id
           WHERE seq > $seq ORDER BY seq LIMIT $limit`,
          { seq, limit },
        )
        .map(({ seq: at, what, order_no: orderNo, link, about, owner_id: ownerId }) => {
          const attempt = attemptSchema.parse(JSON.parse(about));
          return { seq: at, what, orderNo, link, attempt, ...(what === 'noted' && notedOf(ownerId, attempt)) };
        }),

    noteChanges(limit) {
      if (!feed()) return;
      const changed = due(store, 'is_changed', `'unknown', 'booked'`, limit);
      if (changed.length === 0) return;
      store.commit(() => {
        for (const { number, about } of changed) {
          store.run('UPDATE attempts SET is_changed = 0 WHERE number = $number', { number });
          append(attemptSchema.parse(JSON.parse(about)), 'noted', '');
        }
      });
    },

    reportReprint: (attempt) =>
      store.commit(() => {
        if (!feed()) return;
        const known = store.get(dueRow, 'SELECT number, id, owner_id, about FROM attempts WHERE id = $id', { id: attempt.id });
        if (!known) begin(elsewhere(attempt), attempt);
        append(attempt, 'reprinted', '');
      }),

    labelsToShare: (limit) =>
      due(store, 'label_due', `'booked'`, limit).map(({ id: attemptId, owner_id: bookingId }) => ({ attemptId, bookingId })),

    markLabelShared: (attemptId) => void store.run('UPDATE attempts SET label_due = 0 WHERE id = $attemptId', { attemptId }),

    acknowledgeFacts: (acknowledged) =>
      store.commit(() => {
        const before = feed();
        if (!before || before.acknowledged.seq >= acknowledged.seq) return;
        const at = store.now();
        store.run('UPDATE feed_facts SET acknowledged_at = $at WHERE seq > $from AND seq <= $to', {
          at,
          from: before.acknowledged.seq,
          to: acknowledged.seq,
        });
        writeFeed({ ...before, acknowledged });
        const until = new Date(new Date(at).getTime() - keptMs).toISOString();
        store.run('DELETE FROM feed_facts WHERE acknowledged_at < $until', { until });
      }),
  } satisfies Partial<FeedJournal>;
}
