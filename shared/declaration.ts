import { z } from 'zod';
import { type Address, leavesCustomsTerritory } from './address.ts';
import { incoterms, type Order, usualShipment } from './order.ts';
import { moneySchema } from './units.ts';

/** The customs declaration of a shipment, shown before it is bought. */
export const declarationSchema = z.object({
  /** DAP: the recipient pays duties and taxes, DDP: the sender. */
  incoterms: z.enum(incoterms),
  goods: z.array(
    z.object({
      quantity: z.int().positive(),
      contents: z.string(),
      /** Total of all pieces. */ value: moneySchema.nullable(),
      hsCode: z.string(),
    }),
  ),
  /** Empty if none is given. */
  senderEori: z.string(),
  recipientEori: z.string(),
  /** A company needs an EORI number, a private person does not. */
  isToCompany: z.boolean(),
});
export type Declaration = z.infer<typeof declarationSchema>;

/** Null if the parcel stays in its customs territory: nothing is declared. */
export function declarationOf(sender: Address, order: Order): Declaration | null {
  const { recipient, parcels } = order;
  if (!leavesCustomsTerritory(sender, recipient)) return null;
  return {
    incoterms: order.incoterms ?? usualShipment.incoterms,
    goods: parcels.flatMap(({ contents, value, hsCode, products }) =>
      products.length === 0
        ? [{ quantity: 1, contents, value, hsCode }]
        : products.map((product) => ({
            quantity: product.quantity,
            contents: product.description,
            value: product.value && { ...product.value, minor: product.value.minor * product.quantity },
            hsCode: product.hsCode || hsCode,
          })),
    ),
    senderEori: sender.eori.trim(),
    recipientEori: recipient.eori.trim(),
    isToCompany: recipient.company.trim() !== '',
  };
}
