import { z } from 'zod';
import { knownAsSchema } from './known-code.ts';

/** Why a code could not be read. */
export const unreadables = ['came-apart', 'no-end', 'no-start', 'lost-character', 'not-understood'] as const;
export type Unreadable = (typeof unreadables)[number];

/** Why a scan, or a text that looks like one, was not accepted. The sentences are in `renderer/text/`. */
export const scanReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('typed-code'), text: z.string(), knownAs: knownAsSchema }),
  z.object({ code: z.literal('label-is-placed'), label: z.int(), of: z.int(), left: z.array(z.int()).readonly() }),
  z.object({ code: z.literal('scan-without-end') }),
  z.object({ code: z.literal('layout-not-known') }),
  z.object({ code: z.literal('scan-unreadable'), why: z.enum(unreadables) }),
  /** How many open orders have the product with others; `isAll`: false if there may be more. */
  z.object({ code: z.literal('product-with-others'), orders: z.int(), isAll: z.boolean() }),
  /** Orders that are just this product and cannot be shipped, or not here; the first of them by number, and how many more. */
  z.object({
    code: z.enum(['product-orders-stopped', 'product-orders-elsewhere', 'product-orders-waiting']),
    keys: z.array(z.string()).readonly(),
    more: z.int(),
  }),
  z.object({ code: z.literal('scan-ambiguous'), codes: z.array(z.string()).readonly() }),
]);
export type ScanReason = z.infer<typeof scanReasonSchema>;
