import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { Done } from '../../../shared/result.ts';
import type { Knows } from '../known-code.ts';
import { type Found, isForeign, lookUp } from './found.ts';
import type { InHand } from './in-hand.ts';

/** Shop that may know an order, and its changes since it was imported. */
export interface Shop {
  readonly asks: (code: string, isOrder: boolean) => boolean;
  /** Its answer is in the journal when this resolves. */
  readonly ask: (code: string) => Promise<Done<'look-up-failed' | 'look-ups-differ' | 'wait-stopped' | 'journal-unwritable'>>;
}

interface Asking {
  readonly shop: Shop;
  readonly code: string;
  readonly before: Found;
}

/** True if a shop may know more about what a code leads to, and that is not shipped. */
export const isToAsk = (shop: Shop, code: string, { order, known, elsewhere }: Found): boolean =>
  shop.asks(code, order !== undefined) && !elsewhere && !(known && isSettledOrOpen(known));

/** Asks a shop and returns what the code leads to then. Undefined if another parcel is in hand by then, or if the workflow was stopped. */
export async function askShop(context: Knows, hand: InHand, { shop, code, before }: Asking): Promise<Found | undefined> {
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
  hand.fold({ is: 'left-to-person', failure: asked.failure });
  return found;
}
