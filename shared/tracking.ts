import { z } from 'zod';

/** Times are the service's local text, unchanged. Unknown statuses are shown as they are. */
export const trackingEventSchema = z.object({
  status: z.string(),
  courierStatus: z.string(),
  location: z.string(),
  at: z.string(),
  signer: z.string(),
});
export type TrackingEvent = z.infer<typeof trackingEventSchema>;

export const trackedItemSchema = z.object({
  itemNo: z.string(),
  status: z.string(),
  trackingNo: z.string(),
  link: z.string(),
  events: z.array(trackingEventSchema),
});

export type TrackedItem = z.infer<typeof trackedItemSchema>;

export const trackedOrderSchema = z.object({
  orderNo: z.string(),
  status: z.string(),
  consignmentNo: z.string(),
  courierKey: z.string(),
  courierName: z.string(),
  serviceKey: z.string(),
  serviceName: z.string(),
  items: z.array(trackedItemSchema),
});
export type TrackedOrder = z.infer<typeof trackedOrderSchema>;
