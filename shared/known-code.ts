import { z } from 'zod';
import { orderKeySchema } from './order.ts';

/**
 * Meanings of a text besides being text: the key of an order, a number or bar code of a parcel, the code of an item in an open order, or
 * an EAN or UPC code. `scan`: none of these, but its keys came like those of a scanner.
 */
export const knownAsSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('order'), orderKey: orderKeySchema }),
  z.object({ is: z.literal('parcel'), orderKey: orderKeySchema }),
  z.object({ is: z.literal('item'), orderKey: orderKeySchema }),
  z.object({ is: z.literal('product') }),
  z.object({ is: z.literal('scan') }),
]);
export type KnownAs = z.infer<typeof knownAsSchema>;

/** An answer that is also a known code, until the packer decides which is meant. `code` is the text that would be scanned. */
export const doubtSchema = z.object({ answer: z.string(), code: z.string(), knownAs: knownAsSchema });
export type Doubt = z.infer<typeof doubtSchema>;

/** How a text was entered into its field, as far as the window detected. */
export const typedAsSchema = z.object({
  /** The same keys in the other layouts that a scanner may be set to. */
  readings: z.array(z.string().max(500)).max(12),
  /** True if the keys came as evenly as those of a scanner. */
  isLikeScan: z.boolean(),
});
export type TypedAs = z.infer<typeof typedAsSchema>;
