import { z } from 'zod';
import { wooCommerceHolds } from '../../woocommerce-layout.ts';

/** Path of WooCommerce's REST API, version 3, behind the address of the shop. */
export const api = '/wp-json/wc/v3';

// Plug-ins write some numbers as texts, and some texts as numbers.
const itemSchema = z.looseObject({
  id: z.coerce.number(),
  product_id: z.coerce.number().catch(0),
  variation_id: z.coerce.number().catch(0),
  quantity: z.coerce.number(),
  total: z.coerce.string().catch(''),
});
export type WooItem = z.infer<typeof itemSchema>;

/** The facts of an order that the connection itself reads. Everything else goes to the reader of order files unchanged. */
export const orderSchema = z.looseObject({
  id: z.coerce.number(),
  number: z.union([z.string(), z.number()]).transform(String),
  status: z.string(),
  date_modified_gmt: z.string().catch(''),
  line_items: z.array(itemSchema),
  refunds: z.array(z.looseObject({ id: z.number() })).catch([]),
  meta_data: z.array(z.looseObject({ id: z.number().optional(), key: z.string(), value: z.unknown() })).catch([]),
});
export type WooOrder = z.infer<typeof orderSchema>;

/**
 * True for an order that a bench may have to ship now or soon: paid, or on hold. A state that a plug-in added counts, because only a person
 * knows what it means.
 */
export function isOpen({ status }: Pick<WooOrder, 'status'>): boolean {
  const state = status.replace(/^wc-/, '').replaceAll('-', '_');
  return !(state in wooCommerceHolds) || state === 'processing' || state === 'on_hold';
}
