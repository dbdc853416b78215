import { z } from 'zod';
import { bookingStateSchema } from '../../shared/booking.ts';
import { type Message, messageSchema } from '../../shared/message.ts';
import { type Pickup, pickupSchema } from '../../shared/pickup.ts';
import { remarkSchema } from '../../shared/remark.ts';
import { servicePointSchema } from '../../shared/service-point.ts';
import type { OpenedPickup, PickupJournal } from '../bench/ports/journal/pickups.ts';
import type { Blobs } from './blobs.ts';
import type { Attempts } from './feed.ts';
import { messageCell, readMessage } from './message-column.ts';
import { accountOf, otherAccountOf, sentRow, sentWith } from './sent-with.ts';
import { bytesColumn, inList, type Store } from './store.ts';

const pickupRow = z.object({
  id: z.string(),
  state: bookingStateSchema,
  courier_key: z.string(),
  courier_name: z.string(),
  date: z.string(),
  ready_time: z.string(),
  closing_time: z.string(),
  changed_at: z.string(),
  collection_no: z.string(),
  manifest_outcome: z.string(),
  encrypted_instructions: bytesColumn,
  encrypted_messages: bytesColumn.nullable(),
  encrypted_drop_off_point: bytesColumn.nullable(),
  ...sentRow.shape,
});
type PickupRow = z.infer<typeof pickupRow>;
const memberRow = z.object({ booking_id: z.string() });
const takenRow = z.object({ pickup_id: z.string() });
const stateRow = z.object({ state: bookingStateSchema });

const ownerRow = z.object({ owner_id: z.string() });

type Change = Record<string, string | null | Uint8Array>;

interface LeavePickup {
  /** Another bench settles it. False if it is no longer unknown. */
  readonly leavePickup: (id: string, bench: number) => boolean;
}

export function createPickups(store: Store, blobs: Blobs, attempts: Attempts): PickupJournal & LeavePickup {
  const lookup = createPickupLookup(store, blobs);
  const moves = createPickupMoves(store, lookup.pickup, attempts);
  return { ...lookup, ...createPickupSteps(store, blobs, attempts, lookup.pickup, moves) };
}

const encryptedMessages = (store: Store, id: string, messages: readonly Message[]): Uint8Array =>
  store.encrypt(messages, ['pickups.encrypted_messages', id]);

function createPickupLookup(store: Store, blobs: Blobs) {
  const whole = (row: PickupRow): Pickup =>
    pickupSchema.parse({
      id: row.id,
      state: row.state,
      courierKey: row.courier_key,
      courierName: row.courier_name,
      date: row.date,
      readyTime: row.ready_time,
      closingTime: row.closing_time,
      instructions: store.decrypt(z.string(), row.encrypted_instructions, ['pickups.encrypted_instructions', row.id]) ?? '',
      dropOffPoint: store.decrypt(servicePointSchema, row.encrypted_drop_off_point, ['pickups.encrypted_drop_off_point', row.id]) ?? null,
      bookingIds: store
        .all(memberRow, 'SELECT booking_id FROM pickup_bookings WHERE pickup_id = $id ORDER BY place', { id: row.id })
        .map((member) => member.booking_id),
      collectionNo: row.collection_no,
      manifestFormat: blobs.documentFormat(row.id, 'manifest'),
      manifestOutcome: readMessage(remarkSchema, row.manifest_outcome),
      messages: store.decrypt(z.array(messageSchema), row.encrypted_messages, ['pickups.encrypted_messages', row.id]) ?? [],
      changedAt: row.changed_at,
      ...accountOf(row),
      otherAccount: otherAccountOf(store, row),
    });

  const pickup = (id: string): Pickup | undefined => {
    const row = store.get(pickupRow, 'SELECT * FROM pickups WHERE id = $id', { id });
    return row && whole(row);
  };

  return {
    pickup,
    pickupAnswer: (id) => blobs.answer(id),
    pickups: (limit) => store.all(pickupRow, 'SELECT * FROM pickups ORDER BY sequence DESC LIMIT $limit', { limit }).map(whole),
    pickupsInState: (states) => store.all(pickupRow, `SELECT * FROM pickups WHERE state IN ${inList(states)} ORDER BY sequence`).map(whole),
    pickupsWithoutManifestJob: () =>
      store
        .all(
          pickupRow,
          `SELECT * FROM pickups WHERE state = 'booked' AND manifest_outcome = ''
           AND EXISTS (SELECT 1 FROM kept WHERE owner_id = pickups.id AND kind = 'manifest')
           AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE pickup_id = pickups.id) ORDER BY sequence`,
        )
        .map(whole),
    manifest: (id) => blobs.document(id, 'manifest'),
  } satisfies Partial<PickupJournal>;
}

function createPickupMoves(store: Store, pickup: PickupJournal['pickup'], attempts: Attempts) {
  /**
   * The only place that changes the state of a pickup: compare-and-set with a line of history. Returns false if the state did not match.
   */
  function tryMove(id: string, from: readonly Pickup['state'][], to: Pickup['state'], columns: Change, detail: Message): boolean {
    return store.commit(() => {
      const sets = ['state = $to', 'changed_at = $changedAt', ...Object.keys(columns).map((name) => `${name} = $${name}`)];
      const changed = store.run(`UPDATE pickups SET ${sets.join(', ')} WHERE id = $id AND state IN ${inList(from)}`, {
        ...columns,
        id,
        to,
        changedAt: store.now(),
      });
      if (changed === 1) {
        store.record(id, `pickup-${to}`, detail);
        attempts.became(id, to, String(columns['collection_no'] ?? ''));
      }
      return changed === 1;
    });
  }

  function move(id: string, from: readonly Pickup['state'][], to: Pickup['state'], columns: Change, detail: Message): void {
    if (!tryMove(id, from, to, columns, detail))
      throw new Error(`Pickup ${id} is ${pickup(id)?.state ?? 'missing'} and cannot become ${to} (only from ${from.join(' or ')}).`);
  }

  return { tryMove, move };
}

function mayBeFetched(store: Store, bookingId: string, again: string): void {
  const booking = store.get(
    stateRow,
    'SELECT state FROM bookings WHERE id = $bookingId UNION ALL SELECT state FROM mirror_parcels WHERE booking_id = $bookingId',
    { bookingId },
  );
  if (booking?.state !== 'booked') throw new Error(`Booking ${bookingId} is ${booking?.state ?? 'missing'}: there is nothing to fetch.`);
  const taken = store.get(
    takenRow,
    `SELECT pickup_id FROM pickup_bookings JOIN pickups ON pickups.id = pickup_id
     WHERE booking_id = $bookingId AND state NOT IN ('rejected', 'released') LIMIT 1`,
    { bookingId },
  );
  if (taken && !again.trim()) throw new Error(`Booking ${bookingId} is in pickup ${taken.pickup_id} already and no reason was given.`);
}

function add(store: Store, opened: OpenedPickup, state: Pickup['state'], sequence: number): void {
  const { id, courierKey, courierName, date, readyTime, closingTime, instructions, dropOffPoint, bookingIds, account } = opened;
  store.run(
    `INSERT INTO pickups (id, state, sequence, courier_key, courier_name, date, ready_time, closing_time, changed_at, encrypted_instructions,
       encrypted_drop_off_point, sent_key, sent_account)
     VALUES ($id, $state, $sequence, $courierKey, $courierName, $date, $readyTime, $closingTime, $at, $instructions, $dropOffPoint,
       $sent_key, $sent_account)`,
    {
      id,
      state,
      sequence,
      courierKey,
      courierName,
      date,
      readyTime,
      closingTime,
      at: store.now(),
      instructions: store.encrypt(instructions, ['pickups.encrypted_instructions', id]),
      dropOffPoint: dropOffPoint && store.encrypt(dropOffPoint, ['pickups.encrypted_drop_off_point', id]),
      ...sentWith(store, account),
    },
  );
  bookingIds.forEach((bookingId, place) => {
    store.run('INSERT INTO pickup_bookings (pickup_id, booking_id, place) VALUES ($id, $bookingId, $place)', { id, bookingId, place });
  });
}

/** Returns this journal's id of a parcel that benches know by its attempt; the attempt id itself if there is none. */
const bookingOf = (store: Store, parcel: string): string =>
  store.get(
    ownerRow,
    `SELECT owner_id FROM attempts JOIN bookings ON bookings.id = owner_id WHERE attempts.id = $parcel
     UNION ALL SELECT booking_id FROM mirror_parcels WHERE attempt_id = $parcel AND booking_id IS NOT NULL LIMIT 1`,
    { parcel },
  )?.owner_id ?? parcel;

function createPickupSteps(
  store: Store,
  blobs: Blobs,
  attempts: Attempts,
  pickup: PickupJournal['pickup'],
  { tryMove, move }: ReturnType<typeof createPickupMoves>,
) {
  function mustExist(id: string): Pickup {
    const found = pickup(id);
    if (!found) throw new Error(`There is no pickup ${id}.`);
    return found;
  }

  return {
    openTakenPickup: ({ attempt, why, shared, courierName }) =>
      store.commit(() => {
        const { id: attemptId, what, account } = attempt;
        if (what.is !== 'pickup') throw new Error('only a pickup is taken as one');
        const known = store.get(
          ownerRow,
          `SELECT owner_id FROM attempts JOIN pickups ON pickups.id = owner_id WHERE attempts.id = $attemptId AND state <> 'released'`,
          { attemptId },
        );
        if (known) return;
        // From now on it belongs to this bench.
        store.run('DELETE FROM mirror_pickup_parcels WHERE pickup = $attemptId', { attemptId });
        store.run('DELETE FROM mirror_pickups WHERE attempt_id = $attemptId', { attemptId });
        const id = store.newId();
        const { readyTime = '', closingTime = '', instructions = '', dropOffPoint = null } = shared ?? {};
        add(
          store,
          {
            id,
            courierKey: what.courier,
            courierName: shared?.courierName ?? courierName,
            date: what.day,
            readyTime,
            closingTime,
            instructions,
            dropOffPoint,
            bookingIds: [...new Set(what.parcels.map((parcel) => bookingOf(store, parcel)))],
            account,
          },
          'unknown',
          store.record(id, 'pickup-unknown', why),
        );
        store.run('UPDATE pickups SET encrypted_messages = $messages WHERE id = $id', {
          id,
          messages: encryptedMessages(store, id, [why]),
        });
        attempts.begin(id, attempt);
        attempts.became(id, 'unknown');
      }),

    leavePickup: (id, bench) =>
      store.commit(() => {
        if (pickup(id)?.state !== 'unknown') return false;
        attempts.leave(id);
        return tryMove(id, ['unknown'], 'released', {}, { code: 'at-bench', bench, state: 'taken' });
      }),

    openPickup: (opened, request, again, attempt) =>
      store.commit(() => {
        const { id, bookingIds } = opened;
        if (bookingIds.length === 0) throw new Error(`Pickup ${id} has no parcels.`);
        for (const bookingId of bookingIds) mayBeFetched(store, bookingId, again);
        add(store, opened, 'intent', store.record(id, 'pickup-intent', again));
        blobs.keep(id, 'request', request);
        attempts.begin(id, attempt);
        return mustExist(id);
      }),

    takePickupForSending: (id) => tryMove(id, ['intent'], 'sending', { sent_at: store.now() }, ''),

    returnPickupUnsent: (id, why) => move(id, ['intent', 'sending'], 'released', { sent_at: null }, why),

    writePickupAnswer: (id, answer) =>
      store.commit(() => {
        move(id, ['sending'], 'answered', {}, `HTTP ${answer.status}, ${answer.body.length} bytes`);
        blobs.keepAnswer(id, answer);
      }),

    writePickupUnknown: (id, why) =>
      move(id, ['sending', 'answered'], 'unknown', { encrypted_messages: encryptedMessages(store, id, [why]) }, why),

    writePickupRejected: (id, messages) =>
      move(id, ['answered'], 'rejected', { encrypted_messages: encryptedMessages(store, id, messages) }, messages.join('; ')),

    writePickupBooked: (id, { collectionNo, manifest, warnings }) =>
      store.commit(() => {
        const columns = { collection_no: collectionNo, encrypted_messages: encryptedMessages(store, id, warnings) };
        move(id, ['answered', 'unknown'], 'booked', columns, collectionNo);
        blobs.keepPaper(id, 'manifest', manifest);
      }),

    releasePickup: (id, reason) => move(id, ['unknown'], 'released', {}, reason),

    writeManifestOutcome: (id, outcome) =>
      store.commit(() => {
        mustExist(id);
        store.run('UPDATE pickups SET manifest_outcome = $outcome WHERE id = $id', { id, outcome: messageCell(outcome) });
        store.record(id, 'manifest-outcome', outcome);
      }),
  } satisfies Partial<PickupJournal> & LeavePickup;
}
