import { z } from 'zod';

/** As it was written. */
const written = z.string();
/** `YYYY-MM-DD`, possibly an invalid date that a service named. */
const day = z.string();
/** `HH:MM`. */
const time = z.string();

/** Problems of a pickup request. The sentences are in `renderer/text/`. */
export const pickupReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('nothing-to-collect') }),
  z.object({ code: z.literal('collection-day-malformed'), written }),
  z.object({ code: z.literal('collection-day-past'), day }),
  z.object({ code: z.literal('ready-time-malformed'), written }),
  z.object({ code: z.literal('closing-time-malformed'), written }),
  z.object({ code: z.literal('closing-before-ready'), closingTime: time, readyTime: time }),
  z.object({ code: z.literal('closing-time-passed'), closingTime: time }),
  z.object({ code: z.literal('collection-far-ahead'), day, days: z.int() }),
  z.object({ code: z.literal('collection-named-later'), day }),
  z.object({ code: z.literal('no-collection-at-weekend'), day }),
  z.object({ code: z.literal('collection-over-today'), before: time }),
  z.object({ code: z.literal('ready-after-collection'), before: time, readyTime: time }),
  z.object({ code: z.literal('closing-after-collection'), before: time, closingTime: time }),
  /** Order numbers or keys of parcels whose label was not printed. */
  z.object({ code: z.literal('labels-not-out'), orders: z.array(z.string()).readonly() }),
  /** Orders of which only some labels were scanned on their parcels. */
  z.object({ code: z.literal('labels-not-placed'), orders: z.array(z.string()).readonly() }),
]);
export type PickupReason = z.infer<typeof pickupReasonSchema>;
