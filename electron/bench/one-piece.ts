import { isOnePiece, itemKnownBy } from '../../shared/check-off.ts';
import type { Order } from '../../shared/order.ts';
import { withProductData } from '../../shared/product-data.ts';
import type { BenchContext } from './context.ts';
import { productsOf } from './orders/products.ts';

/** True if the order has an item with this code, with the facts of the product data. */
export function hasItem(context: Pick<BenchContext, 'journal'>, order: Order, code: string): boolean {
  const products = productsOf(context, order);
  const { lines } = withProductData(order, (key) => products.get(key));
  // The code of a part is not that of its kit.
  return (
    itemKnownBy({ lines: lines.map(({ parts: _parts, ...line }) => ({ line, pieces: 0, byEye: [], serials: [] })) }, code) !== undefined
  );
}

/** True if the order is one piece of the item with this code. */
export const isOnePieceOf = (context: Pick<BenchContext, 'journal'>, order: Order, code: string): boolean =>
  isOnePiece(order) && hasItem(context, order, code);
