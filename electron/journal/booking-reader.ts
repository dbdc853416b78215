import { z } from 'zod';
import { addressSchema } from '../../shared/address.ts';
import { type Booking, bookingSchema, extrasSchema, noExtras } from '../../shared/booking.ts';
import { labelVerdictSchema } from '../../shared/label.ts';
import { messageSchema } from '../../shared/message.ts';
import { orderSchema } from '../../shared/order.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { type Service, serviceSchema } from '../../shared/quote.ts';
import { slipKindSchema } from '../../shared/slip-kind.ts';
import { moneySchema } from '../../shared/units.ts';
import type { Place } from './encryption.ts';
import { forgottenOrder, unreadableOrder } from './orders.ts';
import { papersDueOf } from './papers-due.ts';
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
  slip: z.union([slipKindSchema, z.literal('')]),
  encloses: z.string(),
  left_over: z.int(),
  ...sentRow.shape,
  encrypted_packer: bytesColumn,
  encrypted_order: bytesColumn,
  encrypted_sender: bytesColumn.nullable(),
  encrypted_extras: bytesColumn.nullable(),
  encrypted_messages: bytesColumn.nullable(),
  encrypted_verdict: bytesColumn.nullable(),
});
export type BookingRow = z.infer<typeof bookingRow>;

export type EncryptedColumn = Extract<keyof BookingRow, `encrypted_${string}`>;
export const placeOf = (column: EncryptedColumn, id: string): Place => [`bookings.${column}`, id];

// Creating a schema for each row costs more than reading the row.
const packerSchema = z.string();
const messagesSchema = z.array(messageSchema);
const trackingRow = z.object({ shown: z.string() });
const pieceRow = z.object({ piece: z.int(), at: z.string() });
const pickupOfRow = z.object({ pickup_id: z.string() });

/** The decrypted parts of a booking. A part that cannot be decrypted is empty. */
type EncryptedParts = Pick<Booking, 'packer' | 'order' | 'sender' | 'extras' | 'verdict' | 'messages'>;

/** Number of decrypted bookings in memory, so that a list is not decrypted each time. */
const openedLimit = 1000;

export interface BookingReader {
  readonly rowOf: (id: string) => BookingRow | undefined;
  /** Cached until the next write: one step of a parcel reads its booking a dozen times. */
  readonly booking: (id: string) => Booking | undefined;
  /** Throws if there is none. */
  readonly mustExist: (id: string) => Booking;
  /** Like `whole`, but does not decrypt again a row that was already read since the last write. */
  readonly once: (row: BookingRow) => Booking;
  /**
   * Returns the whole booking of a row. State, numbers, price and times are always present, even if an encrypted part cannot be decrypted:
   * a lost key never hides a purchase.
   */
  readonly whole: (row: BookingRow) => Booking;
  readonly trackingNosOf: (id: string) => string[];
  /**
   * Returns the encrypted bytes of a part. An unchanged value returns the same bytes as last time: a step rewrites most of a booking
   * unchanged.
   */
  readonly encrypted: (id: string, column: EncryptedColumn, value: unknown) => Uint8Array;
}

/** A part as it was last encrypted or decrypted. Encrypted bytes are never equal by chance, so equal bytes have equal content. */
interface Part {
  readonly encrypted: Uint8Array;
  /** The plain text if it was encrypted here. */
  readonly json?: string;
  value?: { readonly is: unknown };
}

export function createBookingReader(store: Store, jobsOf: (bookingId: string) => readonly PrintJob[]): BookingReader {
  const { openParts, encrypted } = createEncryptedParts(store);

  const trackingNosOf = (id: string): string[] =>
    store
      .all(trackingRow, `SELECT shown FROM numbers WHERE booking_id = $id AND kind = 'tracking' ORDER BY found`, { id })
      .map(({ shown }) => shown);

  const piecesOnParcelOf = (id: string): Booking['piecesOnParcel'] =>
    store.all(pieceRow, 'SELECT piece, at FROM pieces_on_parcel WHERE booking_id = $id ORDER BY piece', { id });

  const pickupOf = (id: string): string | null =>
    store.get(
      pickupOfRow,
      `SELECT pickup_id FROM pickup_bookings JOIN pickups ON pickups.id = pickup_id
       WHERE booking_id = $id AND state NOT IN ('rejected', 'released') ORDER BY sequence DESC LIMIT 1`,
      { id },
    )?.pickup_id ?? null;

  /** By its JSON: the bought service never changes, and is read a dozen times. */
  const services = new Map<string, Service>();
  function serviceOf(text: string): Service {
    const known = services.get(text);
    if (known) return known;
    const service = serviceSchema.parse(JSON.parse(text));
    if (services.size >= openedLimit) services.delete(services.keys().next().value ?? '');
    services.set(text, service);
    return service;
  }

  const whole = (row: BookingRow): Booking => {
    const parts = openParts(row);
    // One label has no other state than its shipment.
    const pieces = parts.order.parcels.length > 1 ? piecesOnParcelOf(row.id) : undefined;
    return {
      ...parts,
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
      ...(pieces?.length && { piecesOnParcel: pieces }),
      pickupId: pickupOf(row.id),
      ...(row.label_printer && { labelPrinter: row.label_printer }),
      ...(row.slip && { slip: row.slip }),
      ...(row.encloses && { encloses: row.encloses }),
      ...accountOf(row),
      otherAccount: row.state === 'draft' || row.state === 'quoted' ? null : otherAccountOf(store, row),
      jobs: [...jobsOf(row.id)],
      papersDue: papersDueOf(store, row.id),
    };
  };

  const rowOf = (id: string): BookingRow | undefined => store.get(bookingRow, 'SELECT * FROM bookings WHERE id = $id', { id });

  const read = new Map<string, Booking>();
  store.whenForgotten(() => read.clear());
  const version = (): string => `${store.version()} ${accountsIn(store)}`;
  let readAt = version();

  function once(row: BookingRow): Booking {
    if (readAt !== version()) read.clear();
    readAt = version();
    const known = read.get(row.id);
    if (known) return known;
    const booking = whole(row);
    // If decryption failed, that was recorded in the history, which changes the version.
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
    encrypted,
    whole,
    trackingNosOf,
  };
}

function createEncryptedParts(store: Store) {
  const parts = new Map<string, Map<EncryptedColumn, Part>>();
  store.whenForgotten(() => parts.clear());

  function partsOf(id: string): Map<EncryptedColumn, Part> {
    const known = parts.get(id) ?? new Map<EncryptedColumn, Part>();
    if (!parts.has(id) && parts.size >= openedLimit) parts.delete(parts.keys().next().value ?? '');
    parts.set(id, known);
    return known;
  }

  function openParts(row: BookingRow): EncryptedParts {
    const known = partsOf(row.id);
    const open = <T extends z.ZodType>(schema: T, column: EncryptedColumn): z.infer<T> | undefined => {
      const encrypted = row[column];
      const last = known.get(column);
      if (encrypted && last && Buffer.compare(encrypted, last.encrypted) === 0) {
        last.value ??= { is: schema.parse(JSON.parse(last.json ?? '')) };
        return last.value.is as z.infer<T>;
      }
      const value = store.decrypt(schema, encrypted, placeOf(column, row.id));
      if (encrypted && value !== undefined) known.set(column, { encrypted, value: { is: value } });
      return value;
    };
    return {
      packer: open(packerSchema, 'encrypted_packer') ?? '',
      order:
        open(orderSchema, 'encrypted_order') ?? (store.isForgotten(row.encrypted_order) ? forgottenOrder : unreadableOrder)(row.order_key),
      sender: open(addressSchema, 'encrypted_sender') ?? null,
      extras: open(extrasSchema, 'encrypted_extras') ?? noExtras,
      verdict: open(labelVerdictSchema, 'encrypted_verdict') ?? null,
      messages: open(messagesSchema, 'encrypted_messages') ?? [],
    };
  }

  const encrypted: BookingReader['encrypted'] = (id, column, value) => {
    const json = JSON.stringify(value);
    const known = partsOf(id);
    const last = known.get(column);
    if (last?.json === json) return last.encrypted;
    // A copy: new encrypted bytes are a slice of a 64 KB buffer, all of which would stay in memory.
    const encrypted = new Uint8Array(store.encryptBytes(new TextEncoder().encode(json), placeOf(column, id)));
    known.set(column, { encrypted, json });
    return encrypted;
  };

  return { openParts, encrypted };
}
