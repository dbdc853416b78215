import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';
import { type Booking, bookingSchema } from '../../shared/booking.ts';
import { type OrderContent, orderContentSchema } from '../../shared/elsewhere.ts';
import { type Pickup, pickupSchema } from '../../shared/pickup.ts';
import { paperFormatSchema } from '../../shared/printer.ts';
import { type SiteSettings, siteSettingsSchema } from '../../shared/site-settings.ts';
import type { EncodedPaper } from '../bench/ports/courier.ts';

/** Limits for unpacking, so that a few encrypted bytes cannot fill the memory. */
const mostBytes = {
  booking: 4 * 1024 * 1024,
  pickup: 4 * 1024 * 1024,
  order: 4 * 1024 * 1024,
  label: 32 * 1024 * 1024,
  settings: 4 * 1024 * 1024,
};

/** Packs a shipment for encryption. */
export const packBooking = (booking: Booking): Uint8Array => deflateRawSync(JSON.stringify({ ...booking, messages: [], papersDue: [] }));

export const packPickup = (pickup: Pickup): Uint8Array => deflateRawSync(JSON.stringify({ ...pickup, messages: [], otherAccount: null }));

export const packOrder = (content: OrderContent): Uint8Array => deflateRawSync(JSON.stringify(content));

/** Packs the settings that all benches share for encryption. */
export const packSettings = (settings: SiteSettings): Uint8Array => deflateRawSync(JSON.stringify(settings));

/** Undefined for bytes that no bench of this version packs. */
export const unpackBooking = (packed: Uint8Array): Booking | undefined => unpack(bookingSchema, packed, mostBytes.booking);
export const unpackPickup = (packed: Uint8Array): Pickup | undefined => unpack(pickupSchema, packed, mostBytes.pickup);
export const unpackOrder = (packed: Uint8Array): OrderContent | undefined => unpack(orderContentSchema, packed, mostBytes.order);
export const unpackSettings = (packed: Uint8Array): SiteSettings | undefined => unpack(siteSettingsSchema, packed, mostBytes.settings);

function unpack<T extends z.ZodType>(schema: T, packed: Uint8Array, maxOutputLength: number): z.infer<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(inflateRawSync(packed, { maxOutputLength }).toString())).data;
  } catch {
    // A bench of this site encrypted it, so this is a bug and not an attack.
    return undefined;
  }
}

const forms = paperFormatSchema.options;

/** Packs a label for encryption, with one byte for its format in front. */
export const packLabel = ({ format, bytes }: EncodedPaper): Uint8Array =>
  deflateRawSync(Buffer.concat([Buffer.of(forms.indexOf(format)), bytes]));

export function unpackLabel(packed: Uint8Array): EncodedPaper | undefined {
  try {
    const all = inflateRawSync(packed, { maxOutputLength: mostBytes.label });
    const format = forms[all[0] ?? -1];
    return format && { format, bytes: new Uint8Array(all.subarray(1)) };
  } catch {
    return undefined;
  }
}
