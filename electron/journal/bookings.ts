import { z } from 'zod';
import type { Booking, BookingState } from '../../shared/booking.ts';
import type { Message } from '../../shared/message.ts';
import { type Order, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { owesInvoice } from '../../shared/paper-due.ts';
import { bareNumber, slotOf } from '../../shared/scan.ts';
import { trackedOrderSchema } from '../../shared/tracking.ts';
import type { BookingJournal } from '../bench/ports/journal/bookings.ts';
import type { OrderJournal } from '../bench/ports/journal/orders.ts';
import type { PaperJournal } from '../bench/ports/journal/papers-due.ts';
import type { Blobs } from './blobs.ts';
import type { BookedCount } from './booked-count.ts';
import { type BookingReader, type BookingRow, bookingRow } from './booking-reader.ts';
import type { Attempts } from './feed.ts';
import { unreadableOrder } from './orders.ts';
import type { Outbox } from './outbox.ts';
import { sentWith } from './sent-with.ts';
import type { StandingShipments } from './standing-shipments.ts';
import { inList, type Store } from './store.ts';
import { wordsOf } from './word-run.ts';
import type { Words } from './words.ts';

/** The states of a booking are written in this file only. */
const ownerRow = z.object({ owner_id: z.string() });
const lastRow = z.object({ last: z.int() });
const joinedRow = z.object({ booking_id: z.string(), shipment_no: z.int() });
type NumberKind = 'key' | 'order' | 'consignment' | 'tracking';
type Change = Record<string, string | number | null | Uint8Array>;

/** Four on each label of a shipment of 500 parcels. A malicious label could contain ten thousand. */
const mostLabelCodes = 2000;

/** A shipment in one of these states takes no order. */
const standsNoMore: readonly BookingState[] = ['quoted', 'rejected', 'released'];

export const isOpen = ({ state }: Pick<BookingRow, 'state'>): boolean => state === 'draft' || state === 'quoted';
export const cameToNothing = ({ state }: Pick<BookingRow, 'state'>): boolean => state === 'rejected' || state === 'released';

export function createBookings(
  store: Store,
  reader: BookingReader,
  words: Words,
  blobs: Blobs,
  papersDue: Pick<PaperJournal, 'writePaperDue'>,
  bookedCount: BookedCount,
  attempts: Attempts,
  outbox: Pick<Outbox, 'report' | 'reportNumbers'>,
  /** The order as it was imported or saved, with its words indexed. */
  orderOf: OrderJournal['order'],
  { requireFree }: Pick<StandingShipments, 'requireFree'>,
): BookingJournal {
  const rows = createBookingRows(store, reader, attempts);
  const numbers = createBookingNumbers(store, words);
  return {
    ...createBookingStarts(store, reader, words, rows, numbers, attempts, orderOf),
    ...createBookingSteps(store, reader, rows, numbers, blobs, papersDue, bookedCount, attempts, outbox, requireFree),
    ...createParcelFacts(store, reader, rows, numbers, words, blobs, outbox),
  };
}

type Rows = ReturnType<typeof createBookingRows>;
function createBookingRows(store: Store, { rowOf }: BookingReader, attempts: Attempts) {
  const attemptsOf = (key: OrderKey): BookingRow[] =>
    store.all(bookingRow, 'SELECT * FROM bookings WHERE order_key = $key ORDER BY sequence DESC', { key });

  /** The newest standing shipment of another order that takes this order too. */
  function joinedTo(key: OrderKey): { readonly row: BookingRow; readonly shipmentNo: number } | undefined {
    const joined = store.get(
      joinedRow,
      'SELECT booking_id, shipment_no FROM joined_orders WHERE order_key = $key ORDER BY shipment_no DESC LIMIT 1',
      { key },
    );
    const row = joined && rowOf(joined.booking_id);
    return row && { row, shipmentNo: joined.shipment_no };
  }

  /** Sets columns of a row without changing its state. Column names come from this file only. */
  function change(id: string, columns: Change): void {
    const sets = Object.keys(columns).map((column) => `${column} = $${column}`);
    const changed = store.run(`UPDATE bookings SET revision = $revision, ${sets.join(', ')} WHERE id = $id`, {
      ...columns,
      id,
      revision: store.nextSequence(),
    });
    if (changed !== 1) throw new Error(`There is no booking ${id}.`);
  }

  /**
   * The only place that changes the state of a booking: compare-and-set with a line of history. Returns false if the state did not match.
   */
  function tryMove(id: string, from: readonly BookingState[], to: BookingState, columns: Change, detail: Message): boolean {
    return store.commit(() => {
      const sets = [
        'state = $to',
        'changed_at = $changedAt',
        'revision = $revision',
        ...Object.keys(columns).map((name) => `${name} = $${name}`),
      ];
      const changed = store.run(`UPDATE bookings SET ${sets.join(', ')} WHERE id = $id AND state IN ${inList(from)}`, {
        ...columns,
        id,
        to,
        changedAt: store.now(),
        revision: store.nextSequence(),
      });
      if (changed === 1) {
        store.record(id, to, detail);
        store.publish({ is: 'booking-changed', bookingId: id });
        attempts.became(id, to, String(columns['order_no'] ?? ''));
        if (standsNoMore.includes(to)) store.run('DELETE FROM joined_orders WHERE booking_id = $id', { id });
      }
      return changed === 1;
    });
  }

  function move(id: string, from: readonly BookingState[], to: BookingState, columns: Change, detail: Message): void {
    if (!tryMove(id, from, to, columns, detail))
      throw new Error(`Booking ${id} is ${rowOf(id)?.state ?? 'missing'} and cannot become ${to} (only from ${from.join(' or ')}).`);
  }

  return { attemptsOf, joinedTo, change, tryMove, move };
}

type Numbers = ReturnType<typeof createBookingNumbers>;
function createBookingNumbers(store: Store, words: Words) {
  const keepNumber = (bookingId: string, kind: NumberKind, shown: string): void => {
    const found = bareNumber(shown);
    if (!found) return;
    store.run('INSERT OR IGNORE INTO numbers (booking_id, kind, found, shown) VALUES ($bookingId, $kind, $found, $shown)', {
      bookingId,
      kind,
      found,
      shown: shown.trim(),
    });
  };

  function addNumbers(bookingId: string, orderKey: string, numbers: readonly (readonly [NumberKind, string])[]): void {
    for (const [kind, shown] of numbers) keepNumber(bookingId, kind, shown);
    words.learnNumbers(
      orderKey,
      numbers.map(([, shown]) => shown),
    );
  }

  /** Throws if another shipment of this number has the order. Its key finds the booking from now on. */
  function joinOrder(bookingId: string, orderKey: string, shipmentNo: number): void {
    store.run('INSERT INTO joined_orders (booking_id, order_key, shipment_no) VALUES ($bookingId, $orderKey, $shipmentNo)', {
      bookingId,
      orderKey,
      shipmentNo,
    });
    store.run(`UPDATE bookings SET put_aside = 0 WHERE order_key = $orderKey AND state IN ('draft', 'quoted')`, { orderKey });
    keepNumber(bookingId, 'key', orderKey);
  }

  return { keepNumber, addNumbers, joinOrder };
}

function createDrafts(
  store: Store,
  { whole, encrypted, mustExist }: BookingReader,
  words: Words,
  { attemptsOf, change }: Rows,
  { keepNumber }: Numbers,
  orderOf: OrderJournal['order'],
) {
  function addDraft(order: Order, packer: string, shipmentNo: number, replaces: string | null, why: string): Booking {
    const id = store.newId();
    const at = store.now();
    const sequence = store.record(id, 'draft', why);
    store.run(
      `INSERT INTO bookings (id, order_key, shipment_no, replaces, state, sequence, revision, opened_at, changed_at, is_return, encrypted_packer, encrypted_order)
       VALUES ($id, $key, $shipmentNo, $replaces, 'draft', $sequence, $sequence, $at, $at, $isReturn, $packer, $order)`,
      {
        id,
        key: order.key,
        shipmentNo,
        replaces,
        sequence,
        at,
        isReturn: order.returnOf ? 1 : 0,
        packer: encrypted(id, 'encrypted_packer', packer),
        order: encrypted(id, 'encrypted_order', order),
      },
    );
    keepNumber(id, 'key', order.key);
    const taken = orderOf(order.key);
    // The items of a joined order would find the first one even if they are shipped separately in the end. A part has no word of its own.
    if ((order.joined || order.part) && taken) return mustExist(id);
    if (!taken || wordsOf(taken).join() !== wordsOf(order).join()) words.learn([order]);
    return mustExist(id);
  }

  /** Updates the open draft with the current order and packer: both may have changed since. */
  function reopen(row: BookingRow, order: Order, packer: string): Booking {
    change(row.id, {
      encrypted_order: encrypted(row.id, 'encrypted_order', order),
      encrypted_packer: encrypted(row.id, 'encrypted_packer', packer),
      put_aside: 0,
    });
    return mustExist(row.id);
  }

  /** The draft of a part that follows others. Only one that follows a booked part may be sent: its intent requires that. */
  function draftNextPart(order: Order, packer: string, shipmentNo: number): Booking {
    const attempts = attemptsOf(order.key);
    const standing = attempts.find((row) => row.shipment_no >= shipmentNo && !isOpen(row) && !cameToNothing(row));
    if (standing) return whole(standing);
    const open = attempts.find((row) => row.shipment_no === shipmentNo && isOpen(row));
    if (open) return reopen(open, order, packer);
    const failed = attempts.find((row) => row.shipment_no === shipmentNo);
    return addDraft(order, packer, shipmentNo, failed?.id ?? null, 'the rest of the order');
  }

  return { addDraft, reopen, draftNextPart };
}

/** Drafts, and doubts that another bench left. */
function createBookingStarts(
  store: Store,
  reader: BookingReader,
  words: Words,
  rows: Rows,
  numbers: Numbers,
  attempts: Attempts,
  orderOf: OrderJournal['order'],
) {
  const { rowOf, whole, encrypted } = reader;
  const { attemptsOf, joinedTo, move } = rows;
  const { joinOrder } = numbers;
  /** Number of the last shipment of this order that another bench booked, as far as received; 0 for none. */
  const lastElsewhere = (key: OrderKey): number =>
    store.get(
      lastRow,
      `SELECT ifnull(max(shipment_no), 0) AS last FROM (
         SELECT shipment_no FROM mirror_parcels WHERE slot = $slot AND state = 'booked'
         UNION ALL SELECT mirror_joined.shipment_no FROM mirror_joined JOIN mirror_parcels ON mirror_parcels.attempt_id = mirror_joined.attempt_id
         WHERE mirror_joined.slot = $slot AND state = 'booked')`,
      { slot: slotOf(key) },
    )?.last ?? 0;

  const { addDraft, reopen, draftNextPart } = createDrafts(store, reader, words, rows, numbers, orderOf);

  return {
    draft: (order, packer) =>
      store.commit(() => {
        if (order.part && order.part.no > 1) return draftNextPart(order, packer, order.part.no);
        const attempts = attemptsOf(order.key);
        const [latest] = attempts;
        const joint = joinedTo(order.key);
        if (joint && joint.shipmentNo >= (latest?.shipment_no ?? 1)) return whole(joint.row);
        if (!latest) return addDraft(order, packer, 1, null, '');
        if (isOpen(latest)) return reopen(latest, order, packer);
        // After a failed second shipment the first one is still bought: only `draftAgain` may retry the second.
        const standing = attempts.find((row) => !isOpen(row) && !cameToNothing(row));
        return standing ? whole(standing) : addDraft(order, packer, latest.shipment_no, latest.id, `replaces ${latest.id}`);
      }),

    draftAgain: (order, packer, reason) =>
      store.commit(() => {
        const attempts = attemptsOf(order.key);
        const joint = joinedTo(order.key);
        if (joint && joint.row.state !== 'booked') throw new Error(`Order ${order.key} is in a shipment that is not booked.`);
        const elsewhere = Math.max(lastElsewhere(order.key), joint?.shipmentNo ?? 0);
        const open = attempts.find(isOpen);
        if (open && open.shipment_no > Math.max(1, elsewhere)) {
          store.record(open.id, 'draft', reason);
          return reopen(open, order, packer);
        }
        const standing = attempts.filter((row) => !cameToNothing(row) && !(isOpen(row) && row.shipment_no <= elsewhere));
        if ((standing.length === 0 && elsewhere === 0) || standing.some((row) => row.state !== 'booked'))
          throw new Error(`Order ${order.key} has no booking that another shipment could follow.`);
        const shipmentNo = Math.max(elsewhere, ...standing.map((row) => row.shipment_no)) + 1;
        const failed = attempts.find((row) => row.shipment_no === shipmentNo);
        return addDraft(order, packer, shipmentNo, failed?.id ?? null, reason);
      }),

    openTaken: ({ attempt, why, order, shared }) =>
      store.commit(() => {
        if (attempt.what.is !== 'ship') throw new Error('only shipments are taken');
        const { orderKey, shipmentNo } = attempt.what;
        const known = store.get(ownerRow, 'SELECT owner_id FROM attempts WHERE id = $id', { id: attempt.id });
        const taken = known && rowOf(known.owner_id);
        if (taken && !cameToNothing(taken)) return;
        const its = shared?.order ?? order ?? unreadableOrder(orderKey);
        const open = attemptsOf(its.key).find((row) => isOpen(row) && row.shipment_no === shipmentNo);
        const { id } = open ? reopen(open, its, '') : addDraft(its, '', shipmentNo, null, '');
        attempts.begin(id, attempt);
        for (const joined of attempt.what.joined ?? []) {
          const key = orderKeySchema.parse(joined.orderKey);
          const isHere = attemptsOf(key).some((row) => row.shipment_no === joined.shipmentNo && !isOpen(row) && !cameToNothing(row));
          // This bench's own requests are more reliable than the report of another bench.
          if (!isHere && joinedTo(key) === undefined) joinOrder(id, key, joined.shipmentNo);
        }
        const columns = {
          encrypted_messages: encrypted(id, 'encrypted_messages', [why]),
          encrypted_sender: shared?.sender ? encrypted(id, 'encrypted_sender', shared.sender) : null,
          encrypted_extras: shared ? encrypted(id, 'encrypted_extras', shared.extras) : null,
          service: shared?.service ? JSON.stringify(shared.service) : null,
          price_minor: shared?.price?.minor ?? null,
          price_currency: shared?.price?.currency ?? null,
          left_over: shared?.order.part?.later ?? 0,
          ...sentWith(store, attempt.account),
        };
        move(id, ['draft', 'quoted'], 'unknown', columns, why);
      }),
  } satisfies Partial<BookingJournal>;
}

/** Steps of a booking that is quoted, sent, answered and settled. */
function createBookingSteps(
  store: Store,
  { rowOf, encrypted, mustExist }: BookingReader,
  { tryMove, move }: Rows,
  { addNumbers, joinOrder }: Numbers,
  blobs: Blobs,
  papersDue: Pick<PaperJournal, 'writePaperDue'>,
  bookedCount: BookedCount,
  attempts: Attempts,
  outbox: Pick<Outbox, 'report' | 'reportNumbers'>,
  requireFree: StandingShipments['requireFree'],
) {
  return {
    writeQuote: (id, order, quote) =>
      store.commit(() => {
        move(
          id,
          ['draft', 'quoted'],
          'quoted',
          { encrypted_order: encrypted(id, 'encrypted_order', order) },
          `${quote.services.length} services`,
        );
        blobs.keep(id, 'quote', new TextEncoder().encode(JSON.stringify(quote)));
      }),

    writeIntent: (id, { order, sender, account, service, labelPrinter = '', slip = '', encloses = '', extras, request, chosen, attempt }) =>
      store.commit(() => {
        requireFree(order, mustExist(id).shipmentNo);
        const columns = {
          encrypted_order: encrypted(id, 'encrypted_order', order),
          encrypted_sender: encrypted(id, 'encrypted_sender', sender),
          encrypted_extras: encrypted(id, 'encrypted_extras', extras),
          service: JSON.stringify(service),
          price_minor: service.total.minor,
          price_currency: service.total.currency,
          label_printer: labelPrinter,
          slip,
          encloses,
          left_over: order.part?.later ?? 0,
          ...sentWith(store, account),
        };
        move(id, ['quoted'], 'intent', columns, chosen ?? `${service.courierName} ${service.serviceName}`);
        for (const { key, shipmentNo } of order.joined ?? []) joinOrder(id, key, shipmentNo);
        blobs.keep(id, 'request', request);
        attempts.begin(id, attempt);
      }),

    takeForSending: (id) => tryMove(id, ['intent'], 'sending', { sent_at: store.now() }, ''),

    returnUnsent: (id, why) =>
      store.commit(() => {
        move(id, ['intent', 'sending'], 'quoted', { sent_at: null }, why);
        attempts.became(id, 'released');
      }),

    writeAnswer: (id, answer) =>
      store.commit(() => {
        move(id, ['sending'], 'answered', {}, `HTTP ${answer.status}, ${answer.body.length} bytes`);
        blobs.keepAnswer(id, answer);
      }),

    writeUnknown: (id, why) =>
      move(id, ['sending', 'answered'], 'unknown', { encrypted_messages: encrypted(id, 'encrypted_messages', [why]) }, why),

    writeRejected: (id, messages) =>
      move(id, ['answered'], 'rejected', { encrypted_messages: encrypted(id, 'encrypted_messages', messages) }, messages.join('; ')),

    writeBooked: (id, { orderNo, consignmentNo, label, remarks, trackingNos, warnings, adoptedBy }) =>
      store.commit(() => {
        if (!orderNo.trim()) throw new Error(`Booking ${id} cannot be booked without an order number.`);
        const bookedAt = store.now();
        bookedCount.booked(bookedAt);
        const columns = {
          order_no: orderNo,
          consignment_no: consignmentNo,
          booked_at: bookedAt,
          encrypted_messages: encrypted(id, 'encrypted_messages', warnings),
        };
        const { orderKey, order, sender } = mustExist(id);
        move(id, ['answered', 'unknown'], 'booked', columns, adoptedBy === null ? orderNo : `${orderNo}, adopted by ${adoptedBy}`);
        addNumbers(id, orderKey, [
          ['order', orderNo],
          ['consignment', consignmentNo],
          ...trackingNos.map((trackingNo) => ['tracking', trackingNo] as const),
          ...(order.joined ?? []).map(({ key }) => ['key', key] as const),
        ]);
        // The order left before: nothing of it is shipped now.
        if (!order.returnOf) outbox.report(id, 'shipped');
        blobs.keepPaper(id, 'label', label);
        blobs.keepPaper(id, 'remarks', remarks);
        if (owesInvoice(order, sender)) papersDue.writePaperDue({ ownerId: id, kind: 'invoice', why: '' });
      }),

    release: (id, reason, packer) => move(id, ['unknown'], 'released', {}, `${packer}: ${reason}`),

    giveAway: (id, bench) =>
      store.commit(() => {
        if (rowOf(id)?.state !== 'unknown') return false;
        attempts.leave(id);
        return tryMove(id, ['unknown'], 'released', {}, { code: 'at-bench', bench, state: 'taken' });
      }),
  } satisfies Partial<BookingJournal>;
}

/** The parcel of a booking: its label, numbers and whereabouts. */
function createParcelFacts(
  store: Store,
  { rowOf, encrypted, mustExist, trackingNosOf }: BookingReader,
  { change }: Rows,
  { addNumbers }: Numbers,
  words: Words,
  blobs: Blobs,
  outbox: Pick<Outbox, 'report' | 'reportNumbers'>,
) {
  return {
    writeVerdict: (id, verdict, confirmedBy) =>
      store.commit(() => {
        change(id, { encrypted_verdict: encrypted(id, 'encrypted_verdict', verdict) });
        store.record(id, `label-${verdict.kind}`, confirmedBy === null ? '' : `confirmed by ${confirmedBy}`);
      }),

    writeLabelCodes: (id, codes, ofLabels = []) =>
      store.commit(() => {
        for (const code of codes.slice(0, mostLabelCodes)) {
          const [label, another] = ofLabels.flatMap((each, index) => (each.includes(code) ? [index + 1] : []));
          const piece = another === undefined ? (label ?? 0) : 0;
          store.run(
            `INSERT INTO label_codes (token, booking_id, piece) VALUES ($token, $id, $piece)
             ON CONFLICT DO UPDATE SET piece = excluded.piece WHERE excluded.piece > 0`,
            { token: words.tokenOfCode(code), id, piece },
          );
        }
      }),

    writeTracking: (id, tracked) =>
      store.commit(() => {
        const known = rowOf(id);
        if (!known) throw new Error(`There is no booking ${id}.`);
        const before = { trackingNos: trackingNosOf(id), consignmentNo: known.consignment_no };
        const isNew = known.consignment_no === '' && tracked.consignmentNo !== '';
        if (isNew) change(id, { consignment_no: tracked.consignmentNo });
        addNumbers(id, known.order_key, [
          ...tracked.items.map(({ trackingNo }) => ['tracking', trackingNo] as const),
          ...(isNew ? [['consignment', tracked.consignmentNo] as const] : []),
        ]);
        outbox.reportNumbers(id, before, {
          trackingNos: trackingNosOf(id),
          consignmentNo: isNew ? tracked.consignmentNo : known.consignment_no,
        });
        blobs.keep(id, 'tracked', new TextEncoder().encode(JSON.stringify(tracked)));
        store.record(id, 'tracked', tracked.status);
        store.publish({ is: 'booking-changed', bookingId: id });
      }),

    trackedOrder(id) {
      const bytes = blobs.bytes(id, 'tracked');
      return bytes && trackedOrderSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    },

    writeOnParcel: (id, piece) =>
      store.commit(() => {
        const { state, onParcelAt, piecesOnParcel = [] } = mustExist(id);
        if (state !== 'booked') throw new Error(`Booking ${id} is ${state}: its label cannot be on a parcel.`);
        if (onParcelAt !== null || piecesOnParcel.some((each) => each.piece === piece?.no)) return;
        const at = store.now();
        if (piece)
          store.run('INSERT OR IGNORE INTO pieces_on_parcel (booking_id, piece, at) VALUES ($id, $no, $at)', { id, no: piece.no, at });
        if (!piece || piecesOnParcel.length + 1 >= piece.of) change(id, { on_parcel_at: at });
        store.record(id, 'on-parcel', piece ? `label ${piece.no} of ${piece.of}` : '');
      }),

    writeUnpacked: (id, by) =>
      store.commit(() => {
        const { state } = mustExist(id);
        if (state !== 'booked') throw new Error(`Booking ${id} is ${state}: it has no parcel to open.`);
        store.run('DELETE FROM pieces_on_parcel WHERE booking_id = $id', { id });
        change(id, { on_parcel_at: null });
        store.record(id, 'unpacked', `by ${by}`);
        store.publish({ is: 'booking-changed', bookingId: id });
      }),

    writePackedAgain: (id, order, counted) =>
      store.commit(() => {
        change(id, { encrypted_order: encrypted(id, 'encrypted_order', order) });
        store.record(id, 'packed-again', counted);
        store.publish({ is: 'booking-changed', bookingId: id });
      }),

    park: (id, aside) =>
      store.commit(() => {
        change(id, { put_aside: aside ? 1 : 0 });
        store.record(id, aside ? 'put-aside' : 'taken-up', '');
      }),

    closeLabel: (id, reason, by) =>
      store.commit(() => {
        const { state, order } = mustExist(id);
        if (state !== 'booked') throw new Error(`Booking ${id} is ${state}: it has no label to set aside.`);
        change(id, { label_aside_at: store.now() });
        store.record(id, 'label-set-aside', `${by}: ${reason}`);
        store.publish({ is: 'booking-changed', bookingId: id });
        if (!order.returnOf) outbox.report(id, 'cancelled');
      }),

    keepLabel: (id, label) =>
      store.commit(() => {
        mustExist(id);
        blobs.keepPaper(id, 'label', label);
        store.record(id, 'label-kept', label.format);
      }),
  } satisfies Partial<BookingJournal>;
}
