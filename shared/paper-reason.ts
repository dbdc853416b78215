import { z } from 'zod';

/** Of a label or a paper, and what speaks against printing it. What each says stands in `renderer/text/`. */
export const paperReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('label-sender-unknown') }),
  z.object({ code: z.literal('label-names-home') }),
  /** Nobody here can read its address. */
  z.object({ code: z.literal('label-is-picture') }),
  /** The same, and its bar code carries this number of the booking. */
  z.object({ code: z.literal('label-picture-of-booking'), number: z.string() }),
  z.object({ code: z.literal('label-not-booked-here') }),
  /** It is not the PDF that was promised. */
  z.object({ code: z.literal('paper-came-as'), format: z.enum(['ZPL', 'PNG', 'JPEG', 'HTML', 'TEXT', 'OTHER']) }),
]);
export type PaperReason = z.infer<typeof paperReasonSchema>;
