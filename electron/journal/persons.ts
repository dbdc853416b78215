import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import type { Address } from '../../shared/address.ts';
import type { Booking } from '../../shared/booking.ts';
import type { HistoryLine } from '../../shared/history.ts';
import type { Order, OrderKey, RowProblem } from '../../shared/order.ts';
import { type PersonsOrder, plainQuery as plain, shortestQuery } from '../../shared/privacy.ts';
import { bareNumber, slotOf } from '../../shared/scan.ts';
import type { TrackedOrder } from '../../shared/tracking.ts';
import type { PersonJournal, PersonsTraces } from '../bench/ports/journal/persons.ts';
import { eraseRows } from './erase.ts';
import type { Erasures } from './erasures.ts';
import { openBookings, openOrders, openPickups } from './retention.ts';
import { bytesColumn, type Store } from './store.ts';
import type { Words } from './words.ts';

/** A parcel without news is taken as delivered after this long. */
const onItsWayMs = 30 * 24 * 3_600_000;

const keyRow = z.object({ key: z.string() });
const bookingRow = z.object({ id: z.string(), order_key: z.string(), booked_at: z.string().nullable(), state: z.string() });
const lineRow = z.object({ sequence: z.int(), encrypted_detail: bytesColumn });
const remarkSchema = z.object({ detail: z.string().catch('') });
/** Lines about an order without a shipment: their detail begins with its key, and may quote what a person typed. */
const remarkedOrders = "'order-held', 'order-shipped-otherwise', 'order-reopened'";
const idRow = z.object({ id: z.string() });
const titleRow = z.object({ id: z.string(), encrypted_title: bytesColumn });
const foundRow = z.object({ found: z.string() });
const uploadRow = z.object({ id: z.string(), order_no: z.string() });
const inKeys = 'IN (SELECT value FROM json_each($keys))';
const countRow = z.object({ total: z.int() });
const mirrorRow = z.object({ key: z.string(), attempt_id: z.string() });

function isOf({ key, recipient, otherAddress = '' }: Order, wanted: string, slot: string): boolean {
  if (slotOf(key) === slot) return true;
  const fields = [...Object.values(recipient).filter((each) => typeof each === 'string'), otherAddress];
  const together = `${recipient.street}${recipient.houseNumber}${recipient.postalCode}${recipient.city}`;
  return wanted.length >= shortestQuery && [...fields, together].some((field) => plain(field).includes(wanted));
}

/** A shipment as its recipient gets it: packers are other people. */
function withoutPacker(booking: Booking | undefined): Omit<Booking, 'packer'> | null {
  if (!booking) return null;
  const { packer: _, ...rest } = booking;
  return rest;
}

/** A shorter text may also stand in a file without this person. */
const shortestText = 5;
/** A number of one or two digits stands in nearly every webhook. */
const shortestNumber = 3;

/** Finds these numbers where they stand alone: a short one is also a part of many longer ones. */
function numbersAlone(numbers: readonly string[]): (text: string) => boolean {
  const spelt = numbers.filter((each) => each.length >= shortestNumber).map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (spelt.length === 0) return () => false;
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelt.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => alone.test(text);
}

/** True if a text that could not be read is about this person: two people can have one name. */
function isIn(text: string, { name, postalCode, city, email, phone }: Address): boolean {
  const searched = plain(text);
  const has = (part: string, shortest = shortestText): boolean => plain(part).length >= shortest && searched.includes(plain(part));
  // Postal codes of Iceland have three digits, and some countries have none.
  return has(email) || has(phone) || (has(name) && has(postalCode || city, 3));
}

/** The readers of the journal that know how to decrypt. */
interface Readers {
  readonly order: (key: OrderKey) => Order | undefined;
  readonly booking: (id: string) => Booking | undefined;
  readonly sharedOrder: (attemptId: string) => Order | undefined;
  readonly trackedOrder: (id: string) => TrackedOrder | undefined;
  readonly label: (id: string) => unknown;
  readonly history: (id: string) => readonly HistoryLine[];
  /** Id of the batch that is open; empty if none is. */
  readonly openBatch: () => string;
  readonly erased: Erasures['erased'];
  readonly isDue: Erasures['isDue'];
  /** Webhooks that were not understood; `text` is null if it cannot be read. */
  readonly strayDeliveries: () => readonly { readonly id: string; readonly text: string | null }[];
  readonly rowProblems: () => readonly { readonly id: string; readonly problem: RowProblem }[];
}

/** Orders that are decrypted before other work has its turn: a scan must not wait for a search. */
const perSlice = 10;

async function inSlices<T>(all: readonly T[], act: (each: T) => void): Promise<void> {
  for (const [at, each] of all.entries()) {
    if (at % perSlice === 0) await turn();
    act(each);
  }
}

const bookingsFor = (store: Store, key: string) =>
  store.all(
    bookingRow,
    `SELECT id, order_key, booked_at, state FROM bookings
     WHERE order_key = $key OR id IN (SELECT booking_id FROM joined_orders WHERE order_key = $key) ORDER BY sequence`,
    { key },
  );

export function createPersons(
  store: Store,
  words: Pick<Words, 'forget' | 'tokenOfCode'>,
  readers: Readers,
): Omit<PersonJournal, 'privacyLines'> {
  const bookingsOf = (key: string) => bookingsFor(store, key);

  const digestOfSearch = (query: string): string =>
    words
      .tokenOfCode(`erased ${plain(query)}`)
      .toString(16)
      .padStart(12, '0');

  function staysFor(key: string): PersonsOrder['stays'] {
    const isOpen = `SELECT count(*) AS total FROM (${openOrders}) WHERE key = $key`;
    const openOf = `SELECT count(*) AS total FROM bookings WHERE id IN (${openBookings})
      AND (order_key = $key OR id IN (SELECT booking_id FROM joined_orders WHERE order_key = $key))`;
    // A bench that erased the order has seen that no driver is needed for it.
    const openElsewhere = `SELECT count(*) AS total FROM mirror_parcels
      WHERE (order_key = $key OR attempt_id IN (SELECT attempt_id FROM mirror_joined WHERE order_key = $key))
      AND (state IN ('sending', 'unknown')${readers.isDue(slotOf(key)) ? '' : ' OR attempt_id IN (SELECT attempt_id FROM mirror_to_collect)'})`;
    if ([isOpen, openOf, openElsewhere].some((sql) => (store.get(countRow, sql, { key })?.total ?? 0) > 0)) return 'not-settled';
    const isOnItsWay = bookingsOf(key).some(({ id, state, booked_at }) => {
      if (state !== 'booked' || booked_at === null || Date.parse(store.now()) - Date.parse(booked_at) > onItsWayMs) return false;
      return !/^\W*delivered\b/i.test(readers.trackedOrder(id)?.status ?? '');
    });
    return isOnItsWay ? 'on-its-way' : null;
  }

  function found(key: string, order: Order): PersonsOrder {
    const bookings = bookingsOf(key);
    const labels = bookings.filter(({ id }) => readers.label(id) !== undefined).length;
    const { name, company, city } = order.recipient;
    return { key: key as OrderKey, name: name || company, city, shipments: bookings.length, labels, stays: staysFor(key) };
  }

  return {
    async ordersOfPerson(query) {
      const [wanted, slot] = [plain(query), slotOf(query)];
      // A short order number is found as a whole.
      if (slot === '') return [];
      const all = new Map<string, Order>();
      const see = (key: string, order: Order | undefined): void => {
        if (order && order.hold !== 'forgotten' && !all.has(key) && isOf(order, wanted, slot)) all.set(key, order);
      };
      await inSlices(store.all(keyRow, 'SELECT key FROM orders'), ({ key }) => see(key, readers.order(key as OrderKey)));
      await inSlices(store.all(bookingRow, 'SELECT id, order_key, booked_at, state FROM bookings'), ({ id, order_key: key }) =>
        see(key, readers.booking(id)?.order),
      );
      await inSlices(
        store.all(mirrorRow, 'SELECT order_key AS key, attempt_id FROM mirror_parcels WHERE encrypted IS NOT NULL'),
        ({ key, attempt_id: id }) => see(key, readers.sharedOrder(id)),
      );
      const shown: PersonsOrder[] = [];
      await inSlices([...all], ([key, order]) => void shown.push(found(key, order)));
      return shown;
    },

    dataOfPerson: (keys) =>
      keys.flatMap((key) => [
        { of: key, what: 'order', data: readers.order(key) ?? null },
        ...bookingsOf(key).flatMap(({ id }) => [
          { of: key, what: 'shipment', data: withoutPacker(readers.booking(id)) },
          { of: key, what: 'tracking', data: readers.trackedOrder(id) ?? null },
          { of: key, what: 'history', data: readers.history(id).map(({ at, what, detail }) => ({ at, what, detail })) },
        ]),
        ...store
          .all(mirrorRow, `SELECT order_key AS key, attempt_id FROM mirror_parcels WHERE order_key = $key AND encrypted IS NOT NULL`, {
            key,
          })
          .map(({ attempt_id }) => ({ of: key, what: 'shipment of another bench', data: readers.sharedOrder(attempt_id) ?? null })),
      ]),

    papersOfPerson(keys) {
      const bookingIds = [...new Set(keys.flatMap((key) => bookingsOf(key).map(({ id }) => id)))];
      const own = { own: JSON.stringify(bookingIds) };
      const pickups = store.all(
        idRow,
        `SELECT DISTINCT pickup_id AS id FROM pickup_bookings AS mine WHERE booking_id IN (SELECT value FROM json_each($own))
         AND NOT EXISTS (SELECT 1 FROM pickup_bookings AS other WHERE other.pickup_id = mine.pickup_id
           AND other.booking_id NOT IN (SELECT value FROM json_each($own)))`,
        own,
      );
      return { bookingIds, pickupIds: pickups.map(({ id }) => id) };
    },

    digestOfSearch,

    rowsOfPerson: (keys) =>
      tracesOf(
        store,
        readers,
        keys.filter((key) => staysFor(key) === null),
      ),

    erasePerson(rows, request) {
      const receipt = store.commit(() => {
        const erased = eraseRows(store.run, rows);
        words.forget(rows.orderKeys);
        readers.erased(rows.orderKeys, request);
        const { orders, shipments, labels, lines } = erased;
        store.record(null, 'erased', `${request}: ${orders} orders, ${shipments} shipments, ${labels} labels, ${lines} lines`);
        return { at: store.now(), request, ...erased };
      });
      store.forgotten();
      return receipt;
    },
  };
}

/** The rows of these orders, and the texts by which files outside the journal are found. */
function tracesOf(store: Store, readers: Readers, orderKeys: readonly OrderKey[]): PersonsTraces {
  const slots = new Set(orderKeys.map((key) => slotOf(key)));
  const remarks = store.all(
    lineRow,
    `SELECT sequence, encrypted_detail FROM history WHERE about_id IS NULL AND what IN (${remarkedOrders})`,
  );
  const lines = remarks.flatMap(({ sequence, encrypted_detail }) => {
    const line = store.decrypt(remarkSchema, encrypted_detail, ['history.encrypted_detail', sequence]);
    return orderKeys.some((key) => line?.detail.startsWith(`${key}: `)) ? [sequence] : [];
  });
  const orders = orderKeys.flatMap((key) => [
    readers.order(key) ?? [],
    bookingsFor(store, key).flatMap(({ id }) => readers.booking(id)?.order ?? []),
  ]);
  const people = orders.flat().map(({ recipient }) => recipient);
  const problems = readers
    .rowProblems()
    .filter(({ problem }) =>
      problem.orderKey !== '' ? slots.has(slotOf(problem.orderKey)) : people.some((each) => isIn(problem.row, each)),
    );
  const keyList = { keys: JSON.stringify(orderKeys) };
  const pickups = store.all(
    idRow,
    `SELECT DISTINCT pickup_id AS id FROM pickup_bookings WHERE pickup_id NOT IN (${openPickups}) AND booking_id IN
       (SELECT id FROM bookings WHERE order_key ${inKeys} OR id IN (SELECT booking_id FROM joined_orders WHERE order_key ${inKeys}))`,
    keyList,
  );
  const pickupIds = pickups.map(({ id }) => id);
  const titles = store
    .all(
      titleRow,
      `SELECT id, encrypted_title FROM print_jobs WHERE role = 'document' AND (pickup_id IN (SELECT value FROM json_each($pickups))
         OR booking_id IN (SELECT id FROM bookings WHERE order_key ${inKeys})
         OR booking_id IN (SELECT booking_id FROM joined_orders WHERE order_key ${inKeys}))`,
      { ...keyList, pickups: JSON.stringify(pickupIds) },
    )
    .flatMap(({ id, encrypted_title }) => store.decrypt(z.string(), encrypted_title, ['print_jobs.encrypted_title', id]) ?? []);
  const texts = people.flatMap(({ name, company, email, phone }) => [name, company, email, phone]);
  return {
    orderKeys,
    lines,
    deliveries: deliveriesOf(store, readers, orders.flat(), orderKeys),
    uploads: uploadsElsewhere(store, orderKeys),
    problems: problems.map(({ id }) => id),
    pickupIds,
    openBatch: readers.openBatch(),
    titles: [...new Set(titles)],
    texts: [...new Set(texts)].filter((each) => plain(each).length >= shortestText),
  };
}

/**
 * Webhooks that were not understood and name the person, one of the orders or a number of their parcels. Those that are damaged may do so
 * too.
 */
function deliveriesOf(
  store: Store,
  { strayDeliveries }: Readers,
  orders: readonly Order[],
  orderKeys: readonly OrderKey[],
): readonly string[] {
  const strays = strayDeliveries();
  if (strays.length === 0 || orderKeys.length === 0) return [];
  const numbers = store.all(
    foundRow,
    `SELECT shown AS found FROM numbers WHERE booking_id IN
       (SELECT id FROM bookings WHERE order_key ${inKeys} OR id IN (SELECT booking_id FROM joined_orders WHERE order_key ${inKeys}))`,
    { keys: JSON.stringify(orderKeys) },
  );
  const isNamed = numbersAlone([...orderKeys, ...numbers.map(({ found }) => found)]);
  return strays
    .filter(({ text }) => text === null || orders.some(({ recipient }) => isIn(text, recipient)) || isNamed(text))
    .map(({ id }) => id);
}

/** Documents that were sent here for parcels of these orders which another bench booked. */
function uploadsElsewhere(store: Store, orderKeys: readonly OrderKey[]): readonly string[] {
  const numbers = store.all(
    foundRow,
    `SELECT found FROM mirror_numbers WHERE attempt_id IN
       (SELECT attempt_id FROM mirror_parcels WHERE order_key ${inKeys} UNION SELECT attempt_id FROM mirror_joined WHERE order_key ${inKeys})`,
    { keys: JSON.stringify(orderKeys) },
  );
  const known = new Set(numbers.map(({ found }) => found));
  return store
    .all(uploadRow, "SELECT id, order_no FROM uploads WHERE booking_id IS NULL AND state IN ('accepted', 'rejected')")
    .flatMap(({ id, order_no: orderNo }) => (known.has(bareNumber(orderNo)) ? [id] : []));
}
