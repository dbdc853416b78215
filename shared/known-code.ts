import { z } from 'zod';
import { orderKeySchema } from './order.ts';

/**
 * What a text is known as, beside being a text: the key of an order, a number or bar code of a parcel, the code of an item in an order
 * that is still to be shipped, or an EAN or UPC code. `scan`: nothing of that, but its keys came as those of a scanner do.
 */
export const knownAsSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('order'), orderKey: orderKeySchema }),
  z.object({ is: z.literal('parcel'), orderKey: orderKeySchema }),
  z.object({ is: z.literal('item'), orderKey: orderKeySchema }),
  z.object({ is: z.literal('product') }),
  z.object({ is: z.literal('scan') }),
]);
export type KnownAs = z.infer<typeof knownAsSchema>;

/** An answer that is also a known code, until the packer decides which of the two it is. `code` is what would be scanned. */
export const doubtSchema = z.object({ answer: z.string(), code: z.string(), knownAs: knownAsSchema });
export type Doubt = z.infer<typeof doubtSchema>;

/** How a text came into its field, as far as the window saw. */
export const typedAsSchema = z.object({
  /** The same keys read by the layouts that a scanner may be set to. */
  readings: z.array(z.string().max(500)).max(12),
  /** The keys came as evenly as those of a scanner. */
  isLikeScan: z.boolean(),
});
export type TypedAs = z.infer<typeof typedAsSchema>;
