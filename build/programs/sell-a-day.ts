import type { ShopKind } from '../../shared/shop.ts';
import { runShopDay } from '../../test/shops/shop-day.ts';

/** Runs a day of a bench and a played web shop that is connected to it, and counts at the shop, the service and the printer. */
export const sellADay = (kind: ShopKind, say: (line: string) => void): Promise<{ readonly line: string; readonly isGood: boolean }> =>
  runShopDay({ kind, plan: { byBatch: 60, byScan: 40, pairs: 5, inParts: 5, otherwise: 5 }, say });
