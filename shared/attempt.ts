import { z } from 'zod';
import type { Booking } from './booking.ts';
import type { Pickup } from './pickup.ts';
import { worldSchema } from './world.ts';

/** What is sent at most once, as everybody who could send it too knows it. */
const claimedSchema = z.discriminatedUnion('is', [
  /** Keys of one slot are one order, however they are spelt; `source` sets apart what two shops number alike. */
  z.object({ is: z.literal('ship'), orderKey: z.string(), source: z.string(), shipmentNo: z.int() }),
  /** `parcels`: each by its attempt, or by its booking where it has none. `again`: a person gave a reason for a second driver. */
  z.object({
    is: z.literal('pickup'),
    courier: z.string(),
    day: z.string(),
    sender: z.string(),
    parcels: z.array(z.string()).readonly(),
    again: z.boolean(),
  }),
]);

/**
 * One try to send something once. Its id is drawn for this try, written down before it is claimed, and never used again: nothing else can
 * be mistaken for it. `digest`: of what was seen by whoever decided, in hex.
 */
export const attemptSchema = z
  .object({ id: z.string(), world: worldSchema, what: claimedSchema, account: z.string(), digest: z.string() })
  .readonly();
export type Attempt = z.infer<typeof attemptSchema>;

export const outcomes = ['sending', 'unknown', 'booked', 'rejected', 'released'] as const;
/** What became of an attempt. `released`: nothing was sent, or a person says that nothing was bought. */
export type Outcome = (typeof outcomes)[number];

/** What is told of an attempt. `noted`: nothing became of it, there is more to know. `reprinted`: its label, at the bench that tells it. */
export const factWords = [...outcomes, 'noted', 'reprinted'] as const;
export type FactWord = (typeof factWords)[number];

/** One line of a feed. `link`: over the line before it and itself, in hex. */
export interface Fact {
  readonly seq: number;
  readonly link: string;
  readonly attempt: Attempt;
  readonly what: FactWord;
  /** The number of what was booked; empty for all else. */
  readonly orderNo: string;
  /** With `noted`: the shipment as it is now. Sealed before it leaves the bench. */
  readonly booking?: Booking;
  /** With `noted`: the pickup as it is now. Sealed as well. */
  readonly pickup?: Pickup;
}

const headSchema = z.object({ seq: z.int().nonnegative(), link: z.string() });
/** The last line of a feed. */
export type Head = z.infer<typeof headSchema>;
/** Before the first. */
export const noFact: Head = { seq: 0, link: '' };

/**
 * What one journal tells the ledger of a site, under an id of its own. `acknowledged`: up to where the ledger is known to have it.
 * `ledger`: the one that greeted it; absent before the first did.
 */
export const feedSchema = z.object({ id: z.string(), head: headSchema, acknowledged: headSchema, ledger: z.string().optional() });
export type Feed = z.infer<typeof feedSchema>;
