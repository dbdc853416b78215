import { z } from 'zod';
import type { Booking } from './booking.ts';
import type { Pickup } from './pickup.ts';
import { worldSchema } from './world.ts';

/** Keys of one slot are one order, in any spelling. `source` separates orders of two shops that have the same number. */
const shippedOrder = { orderKey: z.string(), source: z.string(), shipmentNo: z.int() };

/** An action that is sent at most once. Every bench that could send it names it the same way. */
const claimedSchema = z.discriminatedUnion('is', [
  /** `joined`: further orders in the same shipment. The attempt stands for all of its orders, or for none. */
  z.object({ is: z.literal('ship'), ...shippedOrder, joined: z.array(z.object(shippedOrder)).min(1).readonly().optional() }),
  /** `parcels`: each by its attempt, or by its booking if it has none. `again`: a person gave a reason for a second driver. */
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
 * One try to send something once. The id is random, stored before the attempt is claimed, and never used again, so no other attempt can
 * be mistaken for it. `digest`: hex digest of the data on which the decision was based. `secret`: proves to the ledger that a report comes
 * from the journal of this attempt; absent for an attempt of another bench.
 */
export const attemptSchema = z
  .object({
    id: z.string(),
    secret: z.string().optional(),
    world: worldSchema,
    what: claimedSchema,
    account: z.string(),
    digest: z.string(),
  })
  .readonly();
export type Attempt = z.infer<typeof attemptSchema>;

export const outcomes = ['sending', 'unknown', 'booked', 'rejected', 'released'] as const;
/** Outcome of an attempt. `released`: nothing was sent, or a person confirms that nothing was bought. */
export type Outcome = (typeof outcomes)[number];

/**
 * Kinds of facts about an attempt. `noted`: no new outcome, but more details. `reprinted`: its label was printed again at the reporting
 * bench.
 */
export const factWords = [...outcomes, 'noted', 'reprinted'] as const;
export type FactWord = (typeof factWords)[number];

/** One line of a bench's changes. `link`: hash over the previous line and this one, in hex. */
export interface Fact {
  readonly seq: number;
  readonly link: string;
  readonly attempt: Attempt;
  readonly what: FactWord;
  /** The number of the booking; empty for everything else. */
  readonly orderNo: string;
  /** With `noted`: the shipment as it is now. Encrypted before it leaves the bench. */
  readonly booking?: Booking;
  /** With `noted`: the pickup as it is now. Encrypted as well. */
  readonly pickup?: Pickup;
}

const headSchema = z.object({ seq: z.int().nonnegative(), link: z.string() });
/** The last line of a bench's changes. */
export type Head = z.infer<typeof headSchema>;
/** The head before the first line. */
export const noFact: Head = { seq: 0, link: '' };

/**
 * The changes that one journal reports to the ledger of a site, under an id of its own. `acknowledged`: the last line that the ledger is
 * known to have. `ledger`: the first ledger that accepted it; absent before that.
 */
export const feedSchema = z.object({ id: z.string(), head: headSchema, acknowledged: headSchema, ledger: z.string().optional() });
export type Feed = z.infer<typeof feedSchema>;
