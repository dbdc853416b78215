import type { Layout } from './layout.ts';
import { isPlain, plainLayout } from './plain-layout.ts';
import { isShopify, shopifyLayout } from './shopify-layout.ts';

/** Every layout of an order file with rows and columns, and how a file of it is known; the first that fits is taken. */
const layouts: readonly { readonly isOf: (columns: ReadonlySet<string>) => boolean; readonly layout: Layout }[] = [
  { isOf: isShopify, layout: shopifyLayout },
  { isOf: isPlain, layout: plainLayout },
];

/** The layout of a file with these columns, or undefined where none is known. */
export const layoutOf = (columns: ReadonlySet<string>): Layout | undefined => layouts.find(({ isOf }) => isOf(columns))?.layout;
