import { z } from 'zod';
import type { Booking } from './booking.ts';
import { type OrderKey, orderSchema } from './order.ts';
import { heldSchema } from './order-plan.ts';
import type { Pickup } from './pickup.ts';
import type { PaperFormat } from './printer.ts';

/** One of several orders in a shipment of another bench. */
export interface JoinedElsewhere {
  readonly orderKey: string;
  readonly shipmentNo: number;
}

/** A shipment of another bench, as far as this bench has received it. */
export interface ParcelElsewhere {
  readonly attemptId: string;
  readonly bench: number;
  readonly orderKey: string;
  readonly shipmentNo: number;
  /** The other orders of the shipment. */
  readonly joined: readonly JoinedElsewhere[];
  /** The account it was booked for. */
  readonly account: string;
  /** The booking as its bench reported it; null if it reported nothing that can be read here. */
  readonly booking: Booking | null;
}

/** An attempt that another bench settles instead of the one that sent it. `state`: its current state in the ledger. */
export interface TakenAway {
  readonly attempt: string;
  readonly bench: number;
  readonly state: string;
}

/** One fact of another bench, as the ledger passes it on. */
export interface SiteChange {
  readonly feed: string;
  readonly bench: number;
  readonly seq: number;
  readonly link: string;
  /** When the ledger received it. */
  readonly at: string;
  readonly what: string;
  /** Null for a fact that the ledger could not read. */
  readonly attempt: {
    readonly id: string;
    readonly kind: 'ship' | 'pickup';
    readonly orderKey: string;
    readonly shipmentNo: number;
    readonly account: string;
    /** Current state of the attempt. */
    readonly state: string;
    readonly orderNo: string;
    /** For a pickup: the attempts of the parcels it collects. */
    readonly parcels: readonly string[];
    /** Further orders of a shipment; absent if there are none. */
    readonly joined?: readonly JoinedElsewhere[];
  } | null;
  readonly booking: Booking | null;
  readonly pickup?: Pickup;
}

/** The last line read of each bench's changes. */
export type Cursors = Readonly<Record<string, readonly [seq: number, link: string]>>;

/** The label of a shipment, as another bench shared it. */
export interface SharedLabel {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/**
 * An order as a bench knows it. `asImported`: the order as last read from its file, if a person has changed it since; `imported`: the
 * digest of that. `held`: hold by a person at any bench; undefined if unknown.
 */
export const orderContentSchema = z.object({
  order: orderSchema,
  asImported: orderSchema.optional(),
  imported: z.string(),
  held: heldSchema.nullable().optional(),
});
export type OrderContent = z.infer<typeof orderContentSchema>;

/** Shared content of an order, and its age. */
export interface StateOfOrder {
  readonly ageMs: number;
  /** Null if the order was deleted. */
  readonly content: OrderContent | null;
}

/** A change of an order that has to be shared with the other benches. */
export interface OrderToShare {
  readonly slot: string;
  /** Sequence number of the last shared state that this bench has received; 0 if it has received none. */
  readonly base: number;
  /** Number of changes here. A change that happens while the order is being shared is shared again. */
  readonly changes: number;
  readonly ageMs: number;
  /** Null if the order was deleted. */
  readonly content: OrderContent | null;
}

/** The ledger's entry for the order of a slot. */
export interface ReceivedOrder {
  readonly slot: string;
  readonly seq: number;
  /** The bench that shared it. */
  readonly bench: number;
  readonly ageMs: number;
  /** Null if it was deleted; undefined if it cannot be opened here, because the site key has not arrived yet. */
  readonly content: OrderContent | null | undefined;
}

/** A bench changed an order, and this one cannot open the change yet. `isPast`: the ledger no longer keeps it, so it will never be read. */
export interface UnreadOrder {
  readonly bench: number;
  readonly isPast: boolean;
}

/**
 * The last order that was read from the ledger, with the newest site key that this bench had then. Sequence numbers count within an era.
 */
export const orderCursorSchema = z.object({ era: z.string(), key: z.int(), seq: z.int(), slot: z.string() }).readonly();
export type OrderCursor = z.infer<typeof orderCursorSchema>;

/**
 * The ledger's answer to a shared order: the sequence number at which it was stored, or the newer state that this bench has not received
 * yet. `too-large`: it exceeds the size limit for sharing.
 */
export type PutOrder =
  | { readonly is: 'put'; readonly seq: number }
  | { readonly is: 'too-large' }
  | ({ readonly is: 'other' } & ReceivedOrder);

/** An order whose person was erased, without a name. `request` is a keyed digest of what was searched for at the bench that erased it. */
export interface Erasure {
  readonly slot: string;
  /** Its number as that bench spells it. */
  readonly orderKey: OrderKey;
  readonly id: string;
  readonly request: string;
  readonly ageMs: number;
}

/** `attempts`: ids of the shipments of the order that this bench knows. */
export interface ErasureToShare extends Erasure {
  readonly attempts: readonly string[];
}

/** Position of the last erasure that was read from the ledger, as for orders. */
export const erasureCursorSchema = orderCursorSchema.unwrap().omit({ slot: true }).readonly();
export type ErasureCursor = z.infer<typeof erasureCursorSchema>;
