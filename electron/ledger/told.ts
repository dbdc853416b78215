import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { type Booking, bookingSchema } from '../../shared/booking.ts';
import { type SaidOrder, saidOrderSchema } from '../../shared/elsewhere.ts';
import { type Pickup, pickupSchema } from '../../shared/pickup.ts';
import { paperFormatSchema } from '../../shared/printer.ts';
import { readWhole } from '../../shared/read-whole.ts';
import { rulesVersionSchema } from '../../shared/shipping-rule.ts';
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

/** Undefined for what a newer program packed in a form of its own; also for an order or settings of which only a part is known here. */
export const unpackBooking = (packed: Uint8Array): Booking | undefined => unpack(bookingSchema, packed, mostBytes.booking);
export const unpackPickup = (packed: Uint8Array): Pickup | undefined => unpack(pickupSchema, packed, mostBytes.pickup);
export const unpackOrder = (packed: Uint8Array): SaidOrder | undefined => unpack(saidOrderSchema, packed, mostBytes.order, readWhole);
export const unpackSettings = (packed: Uint8Array): SiteSettings | undefined =>
  unpack(siteSettingsSchema, packed, mostBytes.settings, readSettings);

type Read = <T extends z.ZodType>(schema: T, written: unknown) => z.infer<T> | undefined;
const anyRules = z.looseObject({ shippingRules: z.looseObject({ older: z.array(z.unknown()) }) });
/** Of rules that held before those are left out that are not known here: they only show what held. */
const readSettings: Read = (schema, written) => {
  const any = anyRules.safeParse(written).data;
  if (!any) return undefined;
  const older = any.shippingRules.older.filter((version) => readWhole(rulesVersionSchema, version));
  return readWhole(schema, { ...any, shippingRules: { ...any.shippingRules, older } });
};
/** What was booked is a fact, whatever a newer program says of it besides. */
const readKnown: Read = (schema, written) => schema.safeParse(written).data;

function unpack<T extends z.ZodType>(
  schema: T,
  packed: Uint8Array,
  maxOutputLength: number,
  read: Read = readKnown,
): z.infer<T> | undefined {
  try {
    return read(schema, JSON.parse(inflateRawSync(packed, { maxOutputLength }).toString()));
  } catch {
    // It was sealed by a bench of this site: it is no attack, only of another form.
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
