import type { Order } from '../../shared/order.ts';
import { type OrderLine, serialsText } from '../../shared/order-line.ts';
import { text } from '../text/text.ts';

/** More numbers than fit in two lines. */
const mostShown = 4;

/** The serial and lot numbers of a shipment as one fact; none if it has none. */
export function serialFacts({ lines }: Pick<Order, 'lines'>): readonly (readonly [name: string, value: string])[] {
  const shown: OrderLine[] = [];
  let count = 0;
  for (const line of lines) {
    const { serials = [] } = line;
    shown.push({ ...line, serials: serials.slice(0, Math.max(0, mostShown - count)) });
    count += serials.length;
  }
  if (count === 0) return [];
  const more = count > mostShown ? [text.ship.moreNumbers(count - mostShown)] : [];
  return [[text.ship.serialNumbers(count), [serialsText(shown), ...more].join(' ')]];
}
