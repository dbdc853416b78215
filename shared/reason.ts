import { z } from 'zod';
import { fileReasonSchema, rowReasonSchema } from './order-file-reason.ts';
import { pickupReasonSchema } from './pickup-reason.ts';
import { shipmentReasonSchema } from './shipment-reason.ts';

/** Why something failed, as far as this program found it out itself: codes with their values. What each says stands in `renderer/text/`. */
export const reasonSchema = z.discriminatedUnion('code', [shipmentReasonSchema, pickupReasonSchema, fileReasonSchema, rowReasonSchema]);
export type Reason = z.infer<typeof reasonSchema>;
