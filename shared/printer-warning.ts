import { z } from 'zod';

/** What would spoil labels on a printer that is named in Setup, though it answers. What each says stands in `renderer/text/`. */
export const printerWarningSchema = z.discriminatedUnion('code', [
  /** Its driver makes pages of its own, and of raw bytes nothing. */
  z.object({ code: z.literal('driver-takes-no-zpl'), driver: z.string() }),
  /** Windows lets nothing print but its own drivers. */
  z.object({ code: z.literal('protected-print') }),
  /** Its driver knows no paper of this size. */
  z.object({ code: z.literal('stock-missing'), widthMm: z.number(), heightMm: z.number() }),
  /** Other computers print there through this one. */
  z.object({ code: z.literal('queue-shared') }),
  /** It is a queue of another computer. */
  z.object({ code: z.literal('queue-elsewhere') }),
]);
export type PrinterWarning = z.infer<typeof printerWarningSchema>;
