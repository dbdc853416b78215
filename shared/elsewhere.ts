import type { Booking } from './booking.ts';
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
