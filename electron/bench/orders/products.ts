import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer } from '../../../shared/ipc.ts';
import type { Order } from '../../../shared/order.ts';
import {
  mostProductProblems,
  type ProductData,
  type ProductReport,
  type ProductStock,
  partKeysOf,
  productKey,
} from '../../../shared/product-data.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { OrderFile, ProductSlice } from '../ports/orders.ts';
import { knownLetters } from './known-letters.ts';

type ProductContext = Pick<BenchContext, 'changed' | 'fail' | 'journal' | 'orderFiles'>;

/** Product data of the shop, from files that a person gives. */
export interface Products {
  /** Takes a file in parts; other calls are answered between them. What was taken stays, and the same file again changes nothing. */
  take(file: Pick<OrderFile, 'name' | 'bytes'>): Promise<Answer<'importProducts'>>;
  stock(): ProductStock;
  forget(): ProductStock;
}

/** Rows in one part: written in a few milliseconds. */
const rowsInPart = 200;

export function createProducts(context: ProductContext): Products {
  const { journal } = context;
  let last: ProductReport | null = null;
  let isBusy = false;
  const stock = (): ProductStock => ({ products: journal.countProducts(), last });

  async function takeAll(file: Pick<OrderFile, 'name' | 'bytes'>): Promise<Answer<'importProducts'>> {
    const opened = await context.orderFiles.openProducts({ ...file, letters: knownLetters(context) });
    if (!opened.ok) return context.fail('product-file-unreadable', opened.failure.reasons);
    let report: ProductReport = {
      file: file.name,
      rows: 0,
      added: 0,
      changed: 0,
      unchanged: 0,
      passedOver: 0,
      refused: 0,
      leftOut: 0,
      problems: [],
    };
    try {
      for (let isLast = false; !isLast; ) {
        const slice = await opened.value.next(rowsInPart);
        if (!slice.ok) return context.fail('product-file-unreadable', slice.failure.reasons);
        report = withSlice(report, slice.value, journal.takeProducts(slice.value.products));
        ({ isLast } = slice.value);
        await nextTurn();
      }
      journal.record(null, 'products-taken', `${report.added} new, ${report.changed} changed, ${report.refused} rows refused`);
    } finally {
      opened.value.close();
      if (report.rows > 0) last = report;
      context.changed(['setup', 'orders']);
    }
    return ok(stock());
  }

  return {
    async take(file) {
      if (isBusy) return context.fail('not-now');
      isBusy = true;
      try {
        return await takeAll(file);
      } finally {
        isBusy = false;
      }
    },
    stock,
    forget() {
      journal.forgetProducts();
      last = null;
      context.changed(['setup', 'orders']);
      return stock();
    },
  };
}

const withSlice = (
  report: ProductReport,
  { rows, products, passedOver, refused, leftOut }: ProductSlice,
  { added, changed }: { readonly added: number; readonly changed: number },
): ProductReport => ({
  ...report,
  rows: report.rows + rows,
  added: report.added + added,
  changed: report.changed + changed,
  unchanged: report.unchanged + products.length - added - changed,
  passedOver: report.passedOver + passedOver,
  refused: report.refused + refused.length,
  leftOut: report.leftOut + leftOut.length,
  problems: [...report.problems, ...refused, ...leftOut].slice(0, mostProductProblems),
});

/** Returns the product data for the lines of an order and the parts of its kits, by `productKey`. */
export function productsOf({ journal }: Pick<BenchContext, 'journal'>, { lines }: Order): ReadonlyMap<string, ProductData> {
  const keys = [...new Set(lines.map(({ sku }) => productKey(sku)).filter(Boolean))];
  if (keys.length === 0) return new Map();
  const products = journal.productsAt(keys);
  const parts = [...products.values()].flatMap(partKeysOf).filter((key) => !products.has(key));
  return parts.length === 0 ? products : new Map([...products, ...journal.productsAt([...new Set(parts)])]);
}
