import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Done } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { type Found, isForeign, lookUp } from './found.ts';
import type { InHand } from './in-hand.ts';

/** A shop that may know an order, and what became of it since it was brought in. */
export interface Shop {
  readonly asks: (code: string, isOrder: boolean) => boolean;
  /** What it says is in the journal when this resolves. */
  readonly ask: (code: string) => Promise<Done<'look-up-failed' | 'look-ups-differ' | 'wait-stopped' | 'journal-unwritable'>>;
}

interface Asking {
  readonly shop: Shop;
  /** Told why it is not known what the shop says of an order. */
  readonly heard: { readonly notHeard: (failure: Failure) => void };
  readonly code: string;
  readonly before: Found;
}

/** A shop may know more of what a code leads to, where that is not shipped. */
export const isToAsk = (shop: Shop, code: string, { order, known, elsewhere }: Found): boolean =>
  shop.asks(code, order !== undefined) && !elsewhere && !(known && isSettledOrOpen(known));

/** What a code leads to once a shop was asked for it. Undefined where the parcel in hand is another by then, or stopped. */
export async function askShop(context: BenchContext, hand: InHand, { shop, heard, code, before }: Asking): Promise<Found | undefined> {
  const { order } = before;
  const { workflowNo } = hand.state();
  hand.fold({ is: 'source-asked', since: context.now().toISOString(), order: order ?? null });
  const asked = await shop.ask(code);
  if (!hand.isStill(workflowNo)) return undefined;
  const found = lookUp(context, code);
  if (asked.ok) return found;
  if (isForeign(found) && !found.isLeftOut) {
    hand.stop(code, null, asked.failure);
    return undefined;
  }
  heard.notHeard(asked.failure);
  return found;
}
