import { z } from 'zod';
import { type Address, leavesCustomsTerritory } from './address.ts';
import type { Order } from './order.ts';
import type { Said } from './said.ts';

/** A pickup's manifest, the papers that came with a booking, the sender's own customs invoice. */
export const paperKinds = ['manifest', 'remarks', 'invoice'] as const;
export const paperKindSchema = z.enum(paperKinds);
export type PaperKind = z.infer<typeof paperKindSchema>;

/** A paper that somebody still has to see to: it could not be printed as it came, or it was never given. */
export interface PaperDue {
  /** The pickup or the booking. */
  readonly ownerId: string;
  readonly kind: PaperKind;
  readonly why: Said;
}

/** Whether the service waits for an invoice of the sender's own: no parcel passes customs before it has it. */
export const owesInvoice = (order: Order, sender: Address | null): boolean =>
  order.ownCustomsInvoice === true && sender !== null && leavesCustomsTerritory(sender, order.recipient);
