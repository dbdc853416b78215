import { z } from 'zod';

/** A packing slip shows the prices of the items, or none at all. */
export const slipKinds = ['with-prices', 'without-prices'] as const;
export const slipKindSchema = z.enum(slipKinds);
export type SlipKind = z.infer<typeof slipKindSchema>;
