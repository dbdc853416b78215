import { z } from 'zod';
import { type ProductData, productDataSchema, productKey } from '../../shared/product-data.ts';
import type { ProductJournal } from '../bench/ports/journal/products.ts';
import type { Store } from './store.ts';

const productRow = z.object({ key: z.string(), facts: z.string() });
const countRow = z.object({ total: z.int() });

export function createProducts(store: Store): ProductJournal {
  const rowsAt = (keys: readonly string[]): z.infer<typeof productRow>[] =>
    keys.length === 0
      ? []
      : store.all(productRow, 'SELECT key, facts FROM products WHERE key IN (SELECT value FROM json_each($keys))', {
          keys: JSON.stringify(keys),
        });
  return {
    takeProducts: (products) =>
      store.commit(() => {
        const known = new Map(rowsAt(products.map(({ sku }) => productKey(sku))).map(({ key, facts }) => [key, facts]));
        const written = products.flatMap((product) => {
          const key = productKey(product.sku);
          const before = known.get(key);
          const facts = JSON.stringify(laterOf(before === undefined ? product : factsIn(before), product));
          return facts === before ? [] : [[key, facts] as const];
        });
        store.runEach('INSERT OR REPLACE INTO products (key, facts) VALUES (?1, ?2)', written);
        const added = written.filter(([key]) => !known.has(key)).length;
        return { added, changed: written.length - added };
      }),

    productsAt: (keys) => new Map(rowsAt(keys).map(({ key, facts }) => [key, factsIn(facts)])),

    countProducts: () => store.get(countRow, 'SELECT count(*) AS total FROM products')?.total ?? 0,

    forgetProducts: () =>
      store.commit(() => {
        store.run('DELETE FROM products');
        store.record(null, 'products-forgotten', '');
      }),
  };
}

const factsIn = (facts: string): ProductData => productDataSchema.parse(JSON.parse(facts));

/** In the order of the schema, so that equal products are equal texts. */
const laterOf = (before: ProductData, { name, ...now }: ProductData): ProductData =>
  productDataSchema.parse({ ...before, ...now, name: name || before.name });
