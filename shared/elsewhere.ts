import { z } from 'zod';
import type { Booking } from './booking.ts';
import { orderSchema } from './order.ts';
import { heldSchema } from './order-plan.ts';
import type { Pickup } from './pickup.ts';
import type { PaperFormat } from './printer.ts';

/** A shipment that another bench booked, as this one heard of it. */
export interface ParcelElsewhere {
  readonly attemptId: string;
  readonly bench: number;
  readonly orderKey: string;
  readonly shipmentNo: number;
  /** Of the account it was booked for. */
  readonly account: string;
  /** What its bench told of it; null where it told nothing that can be read here. */
  readonly booking: Booking | null;
}

/** What another bench settles in the place of the one that sent it; `state`: as the ledger knows it now. */
export interface TakenAway {
  readonly attempt: string;
  readonly bench: number;
  readonly state: string;
}

/** One fact of another bench, as the ledger hands it on. */
export interface News {
  readonly feed: string;
  readonly bench: number;
  readonly seq: number;
  readonly link: string;
  /** When the ledger heard of it. */
  readonly at: string;
  readonly what: string;
  /** Null for a fact that the ledger could not read. */
  readonly attempt: {
    readonly id: string;
    readonly kind: 'ship' | 'pickup';
    readonly orderKey: string;
    readonly shipmentNo: number;
    readonly account: string;
    /** Of the attempt now. */
    readonly state: string;
    readonly orderNo: string;
    /** Of a pickup: the attempts of what it collects. */
    readonly parcels: readonly string[];
  } | null;
  readonly booking: Booking | null;
  readonly pickup?: Pickup;
}

/** Up to where each feed was read. */
export type Cursors = Readonly<Record<string, readonly [seq: number, link: string]>>;

/** A label as it came for a shipment. */
export interface ToldLabel {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/**
 * An order as it is known at a bench. `asImported`: what its file said of it the last time, where a person changed it since; `imported`:
 * the digest of that. `held`: by a person at any bench; undefined where it is not told.
 */
export const saidOrderSchema = z.object({
  order: orderSchema,
  asImported: orderSchema.optional(),
  imported: z.string(),
  held: heldSchema.nullable().optional(),
});
export type SaidOrder = z.infer<typeof saidOrderSchema>;

/** What is said of an order, and for how long. */
export interface StateOfOrder {
  readonly ageMs: number;
  /** Null where it was deleted. */
  readonly said: SaidOrder | null;
}

/** What others are to be told of the order of a slot. */
export interface OrderToTell {
  readonly slot: string;
  /** Where it stood among what was told when this bench heard of it last; 0 where it never did. */
  readonly base: number;
  /** How often it changed here: what changes while it is told is told again. */
  readonly changes: number;
  readonly ageMs: number;
  /** Null where it was deleted. */
  readonly said: SaidOrder | null;
}

/** What stands in the ledger for the order of a slot. */
export interface HeardOrder {
  readonly slot: string;
  readonly seq: number;
  /** Who told it. */
  readonly bench: number;
  readonly ageMs: number;
  /** Null if it was deleted; undefined if it cannot be opened here, because the site key has not arrived yet. */
  readonly said: SaidOrder | null | undefined;
}

/** A bench changed an order, and this one cannot open the change yet. `isPast`: the ledger no longer keeps it, so it will never be read. */
export interface UnreadOrder {
  readonly bench: number;
  readonly isPast: boolean;
}

/** Up to where orders of others were heard, which one last, with the newest key of the site that this bench had. Places count in their era. */
export const orderCursorSchema = z.object({ era: z.string(), key: z.int(), seq: z.int(), slot: z.string() }).readonly();
export type OrderCursor = z.infer<typeof orderCursorSchema>;

/**
 * What the ledger answers to a state that it was told: it stands at this place, or another one does that this bench has not heard of.
 * `too-large`: it says more than is told to anybody.
 */
export type PutOrder =
  | { readonly is: 'put'; readonly seq: number }
  | { readonly is: 'too-large' }
  | ({ readonly is: 'other' } & HeardOrder);
