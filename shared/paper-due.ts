import { z } from 'zod';
import { type Address, leavesCustomsTerritory } from './address.ts';
import type { Message } from './message.ts';
import type { Order } from './order.ts';

/**
 * A pickup's manifest, the documents that came with a booking, the sender's own customs invoice, a packing slip that a rule demanded, a PDF of the shop
 * that a rule added.
 */
export const paperKinds = ['manifest', 'remarks', 'invoice', 'slip', 'enclosure'] as const;
export const paperKindSchema = z.enum(paperKinds);
export type PaperKind = z.infer<typeof paperKindSchema>;

/** A document that a person still has to handle: it could not be printed as it came, or it was never provided. */
export interface PaperDue {
  /** Id of the pickup or the booking. */
  readonly ownerId: string;
  readonly kind: PaperKind;
  readonly why: Message;
}

/** True if the service waits for the sender's own invoice: no parcel passes customs without it. */
export const owesInvoice = (order: Order, sender: Address | null): boolean =>
  order.ownCustomsInvoice === true && sender !== null && leavesCustomsTerritory(sender, order.recipient);
