import { type Mapping, mappingFor, mappingWithin } from '../../shared/mapping.ts';
import { amazonLayout, isAmazon } from './amazon-layout.ts';
import { ebayLayout, isEbay } from './ebay-layout.ts';
import type { Layout } from './layout.ts';
import { isMagento, magentoLayout } from './magento-layout.ts';
import { mappedLayout } from './mapped-layout.ts';
import { isPlain, plainLayout } from './plain-layout.ts';
import { isShopify, shopifyLayout } from './shopify-layout.ts';
import { isWooCommerce, wooCommerceLayout } from './woocommerce-layout.ts';

/** Every layout of an order file with rows and columns, and how a file of it is known; the first that fits is taken. */
const layouts: readonly { readonly isOf: (columns: ReadonlySet<string>) => boolean; readonly layout: Layout }[] = [
  { isOf: isShopify, layout: shopifyLayout },
  { isOf: isWooCommerce, layout: wooCommerceLayout },
  { isOf: isMagento, layout: magentoLayout },
  { isOf: isAmazon, layout: amazonLayout },
  { isOf: isEbay, layout: ebayLayout },
  { isOf: isPlain, layout: plainLayout },
];

/**
 * The layout of a file with these columns, or undefined where none is known. What a lead said of exactly these columns comes first;
 * a mapping of some of them only where no other layout fits.
 */
export function layoutOf(columns: ReadonlySet<string>, mappings: readonly Mapping[]): Layout | undefined {
  const exact = mappingFor(mappings, columns);
  if (exact) return mappedLayout(exact);
  const known = layouts.find(({ isOf }) => isOf(columns))?.layout;
  if (known) return known;
  const within = mappingWithin(mappings, columns);
  return within && mappedLayout(within);
}
