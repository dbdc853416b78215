import type { BatchView, Cost } from '../../shared/batch.ts';
import type { Money } from '../../shared/units.ts';
import { sumDigits } from '../text/format.ts';
import { text } from '../text/text.ts';

/** One sum per currency. */
export const sum = (money: readonly Money[]): string => money.map((each) => `${sumDigits(each)} ${each.currency}`).join(' + ') || '–';
/** Cost of the shipments and of the extras. */
export const costText = ({ shipping, extras }: Cost): string =>
  extras.length > 0 ? text.batch.withExtras(sum(shipping), sum(extras)) : sum(shipping);
export const outCount = ({ counts }: BatchView): number => counts.printed + counts.sent;
export const shipped = (batch: BatchView): number => outCount(batch) + batch.counts.queued;
/** Number of parcels, without those that were taken out. */
export const inBatch = ({ total, counts }: BatchView): number => total - counts.left - counts.joined;
