import { type Mapping, mappingFor, mappingWithin } from '../../shared/mapping.ts';
import { amazonLayout, isAmazon } from './amazon-layout.ts';
import { ebayLayout, isEbay } from './ebay-layout.ts';
import type { Layout } from './layout.ts';
import { isMagento, magentoLayout } from './magento-layout.ts';
import { mappedLayout } from './mapped-layout.ts';
import { isPlain, plainLayout } from './plain-layout.ts';
import { isShopify, shopifyLayout } from './shopify-layout.ts';
import { isWooCommerce, wooCommerceLayout } from './woocommerce-layout.ts';

/** All layouts of order files with rows and columns, and how to recognise each; the first match is used. */
const layouts: readonly { readonly isOf: (columns: ReadonlySet<string>) => boolean; readonly layout: Layout }[] = [
  { isOf: isShopify, layout: shopifyLayout },
  { isOf: isWooCommerce, layout: wooCommerceLayout },
  { isOf: isMagento, layout: magentoLayout },
  { isOf: isAmazon, layout: amazonLayout },
  { isOf: isEbay, layout: ebayLayout },
  { isOf: isPlain, layout: plainLayout },
];

/**
 * Returns the layout of a file with these columns, or undefined if none is known. A mapping for exactly these columns comes first; a
 * mapping for some of them is used only if no other layout fits.
 */
export function layoutOf(columns: ReadonlySet<string>, mappings: readonly Mapping[]): Layout | undefined {
  const exact = mappingFor(mappings, columns);
  if (exact) return mappedLayout(exact);
  const known = layouts.find(({ isOf }) => isOf(columns))?.layout;
  if (known) return known;
  const within = mappingWithin(mappings, columns);
  return within && mappedLayout(within);
}
