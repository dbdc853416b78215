import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';
import { type Booking, bookingSchema } from '../../shared/booking.ts';
import { type SaidOrder, saidOrderSchema } from '../../shared/elsewhere.ts';
import { type Pickup, pickupSchema } from '../../shared/pickup.ts';
import { paperFormatSchema } from '../../shared/printer.ts';
import { type SiteSettings, siteSettingsSchema } from '../../shared/site-settings.ts';
import type { EncodedPaper } from '../bench/ports/courier.ts';

/** What comes out of a few sealed bytes fills no memory. */
const mostBytes = {
  booking: 4 * 1024 * 1024,
  pickup: 4 * 1024 * 1024,
  order: 4 * 1024 * 1024,
  label: 32 * 1024 * 1024,
  settings: 4 * 1024 * 1024,
};

/** A shipment as it is sealed. */
export const packBooking = (booking: Booking): Uint8Array => deflateRawSync(JSON.stringify({ ...booking, said: [], papersDue: [] }));

/** A pickup as it is sealed. */
export const packPickup = (pickup: Pickup): Uint8Array => deflateRawSync(JSON.stringify({ ...pickup, said: [], otherAccount: null }));

/** An order as it is sealed. */
export const packOrder = (said: SaidOrder): Uint8Array => deflateRawSync(JSON.stringify(said));

/** What all benches have in common as it is sealed. */
export const packSettings = (settings: SiteSettings): Uint8Array => deflateRawSync(JSON.stringify(settings));

/** Undefined for what no bench of this version packs. */
export const unpackBooking = (packed: Uint8Array): Booking | undefined => unpack(bookingSchema, packed, mostBytes.booking);
export const unpackPickup = (packed: Uint8Array): Pickup | undefined => unpack(pickupSchema, packed, mostBytes.pickup);
export const unpackOrder = (packed: Uint8Array): SaidOrder | undefined => unpack(saidOrderSchema, packed, mostBytes.order);
export const unpackSettings = (packed: Uint8Array): SiteSettings | undefined => unpack(siteSettingsSchema, packed, mostBytes.settings);

function unpack<T extends z.ZodType>(schema: T, packed: Uint8Array, maxOutputLength: number): z.infer<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(inflateRawSync(packed, { maxOutputLength }).toString())).data;
  } catch {
    // A bench of this site encrypted it, so it is a bug and no attack.
    return undefined;
  }
}

const forms = paperFormatSchema.options;

/** A label as it is sealed: one byte for its form before it. */
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
