import type { BatchView } from '../../shared/batch.ts';
import { type Money, moneyText } from '../../shared/units.ts';

/** One sum for each currency. */
export const sum = (money: readonly Money[]): string => money.map(moneyText).join(' + ') || '–';
export const isOut = ({ counts }: BatchView): number => counts.printed + counts.sent;
export const shipped = (batch: BatchView): number => isOut(batch) + batch.counts.queued;
/** Without those that were taken out of it. */
export const inBatch = ({ total, counts }: BatchView): number => total - counts.left;
