import { z } from 'zod';
import { bookingSchema } from './booking.ts';
import { headerNameSchema } from './order-source.ts';
import { reasonSchema } from './reason.ts';
import { shipmentLayouts } from './shipment-table.ts';

/** How a shop is told what was shipped: both may be set up. */
export const tellingWays = ['file', 'http'] as const;
export type TellingWay = (typeof tellingWays)[number];

/**
 * What a shop is told of a booking. `tracking`: numbers that came once it was told without them. `cancelled`: a person closed it without
 * a label, the service was told not to carry it.
 */
export const tellings = ['shipped', 'tracking', 'cancelled'] as const;
export type Telling = (typeof tellings)[number];

export const writeBackSettingsSchema = z.object({
  /** Whole path of the folder that files are laid into; empty for none. */
  folder: z.string().max(500),
  layout: z.enum(shipmentLayouts),
  /** Empty for none. */
  url: z.string().max(500),
  /** Its value is kept sealed. */
  header: headerNameSchema,
  /** The admin accepted that others can read what is told, if `url` is plain HTTP to another computer. */
  acceptsPlain: z.boolean(),
});
export type WriteBackSettings = z.infer<typeof writeBackSettingsSchema>;

export const noWriteBack: WriteBackSettings = { folder: '', layout: 'packbench', url: '', header: 'Authorization', acceptsPlain: false };

export const waysOf = ({ folder, url }: WriteBackSettings): readonly TellingWay[] => [
  ...(folder ? (['file'] as const) : []),
  ...(url ? (['http'] as const) : []),
];

/** Something a shop was not told, for a person. `others`: how many more wait like it. */
export const untoldSchema = z.object({
  id: z.string(),
  what: z.enum(tellings),
  at: z.iso.datetime(),
  why: reasonSchema.nullable(),
  booking: bookingSchema.nullable(),
  others: z.int().nonnegative(),
});
export type Untold = z.infer<typeof untoldSchema>;

/** How it stands with what a shop is told. */
export const writeBackStateSchema = z.object({
  waiting: z.int().nonnegative(),
  /** Why nothing goes there now, or null. */
  file: z.enum(['folder-away', 'folder-full', 'folder-takes-nothing', 'folder-changed']).nullable(),
  http: reasonSchema.nullable(),
});
export type WriteBackState = z.infer<typeof writeBackStateSchema>;
