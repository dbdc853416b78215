import { z } from 'zod';
import { type ProductData, productDataSchema, productKey } from '../../shared/product-data.ts';
import { itemCode } from '../../shared/scan.ts';
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
        store.runEach(
          'INSERT OR IGNORE INTO product_codes (code, product) VALUES (?1, ?2)',
          written.flatMap(([key, facts]) => codesOf(factsIn(facts)).map((code) => [code, key] as const)),
        );
        const added = written.filter(([key]) => !known.has(key)).length;
        return { added, changed: written.length - added };
      }),

    productsAt: (keys) => new Map(rowsAt(keys).map(({ key, facts }) => [key, factsIn(facts)])),

    productsWithCode: (codes) =>
      store
        .all(
          productRow,
          `SELECT DISTINCT key, facts FROM product_codes JOIN products ON products.key = product
           WHERE code IN (SELECT value FROM json_each($codes))`,
          { codes: JSON.stringify(codes) },
        )
        .map(({ facts }) => factsIn(facts))
        // A newer file may have taken the code from it.
        .filter((product) => codesOf(product).some((code) => codes.includes(code))),

    countProducts: () => store.get(countRow, 'SELECT count(*) AS total FROM products')?.total ?? 0,

    forgetProducts: () =>
      store.commit(() => {
        store.run('DELETE FROM products');
        store.run('DELETE FROM product_codes');
        store.record(null, 'products-forgotten', '');
      }),
  };
}

const codesOf = ({ barcodes = [] }: ProductData): string[] => [...new Set(barcodes.map(itemCode).filter((code) => code !== ''))];

const factsIn = (facts: string): ProductData => productDataSchema.parse(JSON.parse(facts));

/** In the order of the schema, so that equal products are equal texts. */
const laterOf = (before: ProductData, { name, ...now }: ProductData): ProductData =>
  productDataSchema.parse({ ...before, ...now, name: name || before.name });
