import { z } from 'zod';
import { knownAsSchema } from './known-code.ts';

/** Why a scan, or a text that looks like one, was not taken. What each means stands in `renderer/text/`. */
export const scanReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('typed-code'), text: z.string(), knownAs: knownAsSchema }),
]);
export type ScanReason = z.infer<typeof scanReasonSchema>;
