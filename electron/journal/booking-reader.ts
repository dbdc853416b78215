import { z } from 'zod';
import { addressSchema } from '../../shared/address.ts';
import { type Booking, bookingSchema, extrasSchema, noExtras } from '../../shared/booking.ts';
import { labelVerdictSchema } from '../../shared/label.ts';
import { orderSchema } from '../../shared/order.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { type Service, serviceSchema } from '../../shared/quote.ts';
import { saidSchema } from '../../shared/said.ts';
import { moneySchema } from '../../shared/units.ts';
import { unreadableOrder } from './orders.ts';
import { papersDueOf } from './papers-due.ts';
import type { Place } from './sealing.ts';
import { accountOf, accountsIn, otherAccountOf, sentRow } from './sent-with.ts';
import { bytesColumn, type Store } from './store.ts';

const checked = bookingSchema.shape;

export const bookingRow = z.object({
  id: checked.id,
  order_key: checked.orderKey,
  shipment_no: checked.shipmentNo,
  state: checked.state,
  revision: z.int(),
  opened_at: checked.openedAt,
  changed_at: checked.changedAt,
  sent_at: z.string().nullable(),
  on_parcel_at: checked.onParcelAt,
  service: z.string().nullable(),
  price_minor: moneySchema.shape.minor.nullable(),
  price_currency: moneySchema.shape.currency.nullable(),
  order_no: z.string(),
  consignment_no: z.string(),
  label_printer: z.string(),
  ...sentRow.shape,
  sealed_packer: bytesColumn,
  sealed_order: bytesColumn,
  sealed_sender: bytesColumn.nullable(),
  sealed_extras: bytesColumn.nullable(),
  sealed_said: bytesColumn.nullable(),
  sealed_verdict: bytesColumn.nullable(),
});
export type BookingRow = z.infer<typeof bookingRow>;

export type SealedColumn = Extract<keyof BookingRow, `sealed_${string}`>;
export const placeOf = (column: SealedColumn, id: string): Place => [`bookings.${column}`, id];

// A schema made anew for each row costs more than reading it.
const packerSchema = z.string();
const allSaidSchema = z.array(saidSchema);
const trackingRow = z.object({ shown: z.string() });
const pickupOfRow = z.object({ pickup_id: z.string() });

/** The parts of a booking that are sealed, opened. A part that cannot be opened is left empty. */
type SealedParts = Pick<Booking, 'packer' | 'order' | 'sender' | 'extras' | 'verdict' | 'said'>;

/** How many bookings stay opened in memory, so that a list is not decrypted at each look. */
const openedLimit = 1000;

export interface BookingReader {
  readonly rowOf: (id: string) => BookingRow | undefined;
  /** Read once until anything is written: one step of a parcel asks for its booking a dozen times. */
  readonly booking: (id: string) => Booking | undefined;
  /** Throws where there is none. */
  readonly mustExist: (id: string) => Booking;
  /** As `whole`, but a row whose booking was read since anything was written last is not opened again. */
  readonly once: (row: BookingRow) => Booking;
  /**
   * The whole booking of a row. State, numbers, price and times always come through, whatever becomes of the sealed parts:
   * a lost key never hides what was bought.
   */
  readonly whole: (row: BookingRow) => Booking;
  readonly trackingNosOf: (id: string) => string[];
  /** The sealed bytes of a part. The same words as last time are the same bytes: a step writes most of a booking as it was. */
  readonly sealed: (id: string, column: SealedColumn, value: unknown) => Uint8Array;
}

/** A part as it was last sealed or opened. Sealed bytes are never twice the same by chance, so the same ones hold the same words. */
interface Part {
  readonly sealed: Uint8Array;
  /** The words themselves, where they were sealed here. */
  readonly json?: string;
  value?: { readonly is: unknown };
}

export function createBookingReader(store: Store, jobsOf: (bookingId: string) => readonly PrintJob[]): BookingReader {
  const parts = new Map<string, Map<SealedColumn, Part>>();

  function partsOf(id: string): Map<SealedColumn, Part> {
    const known = parts.get(id) ?? new Map<SealedColumn, Part>();
    if (!parts.has(id) && parts.size >= openedLimit) parts.delete(parts.keys().next().value ?? '');
    parts.set(id, known);
    return known;
  }

  function openParts(row: BookingRow): SealedParts {
    const known = partsOf(row.id);
    const open = <T extends z.ZodType>(schema: T, column: SealedColumn): z.infer<T> | undefined => {
      const sealed = row[column];
      const last = known.get(column);
      if (sealed && last && Buffer.compare(sealed, last.sealed) === 0) {
        last.value ??= { is: schema.parse(JSON.parse(last.json ?? '')) };
        return last.value.is as z.infer<T>;
      }
      const value = store.unseal(schema, sealed, placeOf(column, row.id));
      if (sealed && value !== undefined) known.set(column, { sealed, value: { is: value } });
      return value;
    };
    return {
      packer: open(packerSchema, 'sealed_packer') ?? '',
      order: open(orderSchema, 'sealed_order') ?? unreadableOrder(row.order_key),
      sender: open(addressSchema, 'sealed_sender') ?? null,
      extras: open(extrasSchema, 'sealed_extras') ?? noExtras,
      verdict: open(labelVerdictSchema, 'sealed_verdict') ?? null,
      said: open(allSaidSchema, 'sealed_said') ?? [],
    };
  }

  const trackingNosOf = (id: string): string[] =>
    store
      .all(trackingRow, `SELECT shown FROM numbers WHERE booking_id = $id AND kind = 'tracking' ORDER BY found`, { id })
      .map(({ shown }) => shown);

  const pickupOf = (id: string): string | null =>
    store.get(
      pickupOfRow,
      `SELECT pickup_id FROM pickup_bookings JOIN pickups ON pickups.id = pickup_id
       WHERE booking_id = $id AND state NOT IN ('rejected', 'released') ORDER BY sequence DESC LIMIT 1`,
      { id },
    )?.pickup_id ?? null;

  /** By its text: what was bought stays as it was, and is read a dozen times. */
  const services = new Map<string, Service>();
  function serviceOf(text: string): Service {
    const known = services.get(text);
    if (known) return known;
    const service = serviceSchema.parse(JSON.parse(text));
    if (services.size >= openedLimit) services.delete(services.keys().next().value ?? '');
    services.set(text, service);
    return service;
  }

  const whole = (row: BookingRow): Booking => ({
    ...openParts(row),
    service: row.service === null ? null : serviceOf(row.service),
    id: row.id,
    orderKey: row.order_key,
    shipmentNo: row.shipment_no,
    state: row.state,
    openedAt: row.opened_at,
    changedAt: row.changed_at,
    price: row.price_minor === null || row.price_currency === null ? null : { minor: row.price_minor, currency: row.price_currency },
    orderNo: row.order_no,
    consignmentNo: row.consignment_no,
    trackingNos: trackingNosOf(row.id),
    onParcelAt: row.on_parcel_at,
    pickupId: pickupOf(row.id),
    ...(row.label_printer && { labelPrinter: row.label_printer }),
    ...accountOf(row),
    otherAccount: row.state === 'draft' || row.state === 'quoted' ? null : otherAccountOf(store, row),
    jobs: [...jobsOf(row.id)],
    papersDue: papersDueOf(store, row.id),
  });

  const rowOf = (id: string): BookingRow | undefined => store.get(bookingRow, 'SELECT * FROM bookings WHERE id = $id', { id });

  const read = new Map<string, Booking>();
  const version = (): string => `${store.version()} ${accountsIn(store)}`;
  let readAt = version();

  function once(row: BookingRow): Booking {
    if (readAt !== version()) read.clear();
    readAt = version();
    const known = read.get(row.id);
    if (known) return known;
    const booking = whole(row);
    // Opening what was sealed may have said in the history that it cannot be.
    if (readAt === version()) read.set(row.id, booking);
    return booking;
  }

  function booking(id: string): Booking | undefined {
    const known = readAt === version() ? read.get(id) : undefined;
    const row = known ? undefined : rowOf(id);
    return known ?? (row && once(row));
  }

  function mustExist(id: string): Booking {
    const found = booking(id);
    if (!found) throw new Error(`There is no booking ${id}.`);
    return found;
  }

  return {
    rowOf,
    booking,
    mustExist,
    once,
    sealed(id, column, value) {
      const json = JSON.stringify(value);
      const known = partsOf(id);
      const last = known.get(column);
      if (last?.json === json) return last.sealed;
      // A copy of its own: fresh sealed bytes are a part of a block of 64 KB, all of which would be kept with them.
      const sealed = new Uint8Array(store.sealBytes(new TextEncoder().encode(json), placeOf(column, id)));
      known.set(column, { sealed, json });
      return sealed;
    },
    whole,
    trackingNosOf,
  };
}
