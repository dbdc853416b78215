import { z } from 'zod';
import { bookingSchema } from './booking.ts';
import { headerNameSchema } from './order-source.ts';
import { reasonSchema } from './reason.ts';
import { shipmentLayouts } from './shipment-table.ts';
import { shippedOtherwiseSchema } from './shipped-otherwise.ts';

/** Ways to report shipments to a shop; all may be set up. `shop`: the connected shop that the order came from. */
export const reportChannels = ['file', 'http', 'shop'] as const;
export type ReportChannel = (typeof reportChannels)[number];

/**
 * Kinds of reports to a shop. `tracking`: numbers that came after a report without them. `cancelled`: a person closed the booking without
 * a label, and the service was asked not to carry it. `shipped-otherwise`: a person shipped the order without a label; it has no booking.
 */
export const reportKinds = ['shipped', 'tracking', 'cancelled', 'shipped-otherwise'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const writeBackSettingsSchema = z.object({
  /** Full path of the folder for the files; empty for none. */
  folder: z.string().max(500),
  layout: z.enum(shipmentLayouts),
  /** Empty for none. */
  url: z.string().max(500),
  method: z.enum(['POST', 'PUT', 'PATCH']),
  /** JSON with placeholders, which may stand in `url` too; empty for the body of Packbench. */
  body: z.string().max(10_000),
  /** Its value is stored encrypted. */
  header: headerNameSchema,
  /** The admin accepted that others can read the reports, if `url` is plain HTTP to another computer. */
  acceptsPlain: z.boolean(),
});
export type WriteBackSettings = z.infer<typeof writeBackSettingsSchema>;

export const noWriteBack: WriteBackSettings = {
  folder: '',
  layout: 'packbench',
  url: '',
  method: 'POST',
  body: '',
  header: 'Authorization',
  acceptsPlain: false,
};

export const channelsOf = ({ folder, url }: WriteBackSettings): readonly ReportChannel[] => [
  ...(folder ? (['file'] as const) : []),
  ...(url ? (['http'] as const) : []),
];

/** A report that a shop did not receive, for a person. `others`: number of similar ones. */
export const failedReportSchema = z.object({
  id: z.string(),
  what: z.enum(reportKinds),
  at: z.iso.datetime(),
  why: reasonSchema.nullable(),
  /** Null for an order that was shipped without one. */
  booking: bookingSchema.nullable(),
  /** Absent for a report about a booking. */
  otherwise: shippedOtherwiseSchema.optional(),
  others: z.int().nonnegative(),
});
export type FailedReport = z.infer<typeof failedReportSchema>;

/** State of the reports to a shop. */
export const writeBackStateSchema = z.object({
  waiting: z.int().nonnegative(),
  /** Why nothing can be sent there now, or null. */
  file: z.enum(['folder-away', 'folder-full', 'folder-takes-nothing', 'folder-changed']).nullable(),
  http: reasonSchema.nullable(),
});
export type WriteBackState = z.infer<typeof writeBackStateSchema>;
