import type { KeyAccount } from '../../shared/key-account.ts';
import type { OrderKey } from '../../shared/order.ts';
import type { World } from '../../shared/world.ts';
import type { ReportChannel } from '../../shared/write-back.ts';
import type { DeliveryJournal } from '../bench/ports/journal/deliveries.ts';
import type { Journal } from '../bench/ports/journal.ts';
import { createBatches } from './batches.ts';
import { createBlobs } from './blobs.ts';
import { createBookedCount } from './booked-count.ts';
import { createBookingLookup } from './booking-lookup.ts';
import { createBookingReader } from './booking-reader.ts';
import { createBookings } from './bookings.ts';
import { createDeliveries } from './deliveries.ts';
import { type Encryption, rootEncryptionIn } from './encryption.ts';
import { createErasures } from './erasures.ts';
import { createFacts } from './facts.ts';
import { createFeed } from './feed.ts';
import { createHistory } from './history.ts';
import { createMirror } from './mirror.ts';
import { openDatabase } from './open-database.ts';
import { createOrders, readEncryptedOrder } from './orders.ts';
import { createOutbox } from './outbox.ts';
import { createPacked } from './packed.ts';
import { createPapersDue } from './papers-due.ts';
import { createPersons } from './persons.ts';
import { createPickups } from './pickups.ts';
import { createPrintJobs } from './print-jobs.ts';
import { createProducts } from './products.ts';
import { createRetention } from './retention.ts';
import { createStandingShipments } from './standing-shipments.ts';
import { createStore, type Store } from './store.ts';
import { createUploads } from './uploads.ts';
import { openWords } from './words.ts';

/**
 * Opens the journal of one environment, for this process alone: one file for all keys and accounts.
 * Throws a `JournalError` if the file is in use, damaged or of another version of the program; never starts over with an empty one.
 * A step that does not match the state of a booking or pickup is a bug: it throws, and nothing is written.
 */
export function openJournal({
  file,
  world,
  encryption,
  now,
  id,
  who = () => '',
  keyAccount = { key: '', account: '' },
  accounts = () => [],
  reportChannels = () => [],
}: {
  readonly file: string;
  /** Data that is encrypted in the journal of one environment cannot be decrypted in that of another. */
  readonly world: World;
  readonly encryption: Encryption;
  readonly now: () => Date;
  readonly id: () => string;
  /** The packer at the bench, named in every line of the history. */
  readonly who?: () => string;
  /** Key and account of everything sent from now on. Without a key, neither is stored. */
  readonly keyAccount?: KeyAccount;
  /** Other accounts that the key in use has access to. */
  readonly accounts?: () => readonly string[];
  /** How shops are notified of new bookings of an order. */
  readonly reportChannels?: (key: OrderKey) => readonly ReportChannel[];
}): Journal {
  const store = createStore(openDatabase(file), rootEncryptionIn(world, encryption), { now, id, who, keyAccount, accounts });
  const blobs = createBlobs(store);
  const { jobsOf, ...printJobs } = createPrintJobs(store, blobs);
  const words = openWords(store, (key, encrypted) => readEncryptedOrder(store, key, encrypted)?.order);
  const papersDue = createPapersDue(store);
  const facts = createFacts(store);
  const { isErased, isDue, erased, leave: leaveErasures, ...erasures } = createErasures(store);
  const reader = createBookingReader(store, jobsOf);
  const lookup = createBookingLookup(store, reader, words, blobs);
  const bookedCount = createBookedCount(store);
  const { begin, became, leave, ...feed } = createFeed(store, world, reader.booking, (id) => pickups.pickup(id), leaveErasures);
  const attempts = { begin, became, leave };
  const { leavePickup, ...pickups } = createPickups(store, blobs, attempts);
  const { report, reportNumbers, reportOtherwise, withdrawOtherwise, ...outbox } = createOutbox(store, reportChannels);
  const orders = createOrders(store, words, lookup.latestOf, { reportOtherwise, withdrawOtherwise }, () => feed.feed() !== undefined, {
    isErased,
    isDue,
  });
  const { shipmentsOf, requireFree } = createStandingShipments(store, reader, orders.order);

  const { history, privacyLines } = createHistory(store);
  const mirror = createMirror(store, words, bookedCount, leavePickup, isErased);
  const bookings = createBookings(store, reader, words, blobs, papersDue, bookedCount, attempts, { report, reportNumbers }, orders.order, {
    requireFree,
  });
  const batches = createBatches(store);
  const deliveries = createDeliveries(store, blobs, facts);
  const persons = createPersons(store, words, {
    order: orders.order,
    booking: reader.booking,
    sharedOrder: (attemptId) => mirror.sharedBooking(attemptId)?.order,
    trackedOrder: bookings.trackedOrder,
    label: lookup.label,
    history,
    rowProblems: orders.rowProblems,
    strayDeliveries: () => textsOf(deliveries),
    openBatch: () => batches.batch()?.id ?? '',
    erased,
    isDue,
  });

  return {
    ...orders,
    ...lookup,
    ...bookings,
    shipmentsOf,
    bookedBetween: bookedCount.bookedBetween,
    ...printJobs,
    ...pickups,
    ...feed,
    ...mirror,
    ...createPacked(store, words),
    ...createProducts(store),
    ...papersDue,
    ...createUploads(store, blobs, papersDue),
    ...batches,
    ...outbox,
    ...deliveries,
    history,
    privacyLines,
    ...createRetention(store, words),
    ...erasures,
    ...persons,

    keepUnread: (action, ref, answer) =>
      store.commit(() => {
        blobs.keepAnswer(`unread ${action}`, answer);
        blobs.keep(`unread ${action}`, 'ref', new TextEncoder().encode(ref));
        store.record(null, 'unread', `${action} ${ref} HTTP ${answer.status}, ${answer.body.length} bytes`);
      }),
    unread: (action) => {
      const answer = blobs.answer(`unread ${action}`);
      return answer && { ref: new TextDecoder().decode(blobs.bytes(`unread ${action}`, 'ref')), answer };
    },

    record: (bookingId, what, detail) => {
      store.record(bookingId, what, detail);
    },
    ...facts,
    keyOfOrders: () => store.keyOfToday('people'),
    soon: (work) => store.soon(() => store.commit(work)),
    onDisk: store.onDisk,
    checkpoint: store.checkpoint,
    subscribe: store.subscribe,
    ...wholeFile(store),
  };
}

/** Webhooks that were not understood; a text that cannot be read is null. */
const textsOf = ({ deliveries, deliveryBody }: DeliveryJournal) =>
  deliveries('not-understood').map(({ id }) => {
    const body = deliveryBody(id);
    return { id, text: typeof body === 'string' ? null : new TextDecoder().decode(body) };
  });

/** The questions and orders that concern the file as a whole. */
const wholeFile = ({ head, holds, lastLineAt, copyTo, extent, isWhole, encryptAgain, close }: Store) => ({
  head,
  holds,
  lastLineAt,
  copyTo,
  extent,
  isWhole,
  encryptAgain,
  close,
});
