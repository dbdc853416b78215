import { mostPieces } from '../../shared/order-line.ts';
import { longestSku, type ProductData, productKey } from '../../shared/product-data.ts';

const mostParts = 30;

/** Characters of other notations, such as `ABC-1:2` or `ABC-1,DEF-2`: a SKU with one of them may be two. */
const ambiguous = /[\s,;|=:*+{}()[\]"]/;

/**
 * Reads the parts of a kit: SKUs with ` + ` between them, each after `2x ` if there are several, such as `2x ABC-1 + DEF-2`. Any other
 * notation is refused, because a part that is read wrongly would be packed wrongly.
 */
export function readKit(sku: string, written: string): NonNullable<ProductData['parts']> | 'kit-unreadable' | 'kit-of-itself' {
  const parts = written.split(/\s+\+\s+/).map((text) => {
    const [, count, part = ''] = /^(?:(\d{1,4}) ?[x×] +)?(\S.*)$/i.exec(text.trim()) ?? [];
    const isCertain = !ambiguous.test(part) && (count !== undefined || !/^\d+[x×]/i.test(part));
    return { sku: isCertain ? part : '', quantity: count === undefined ? 1 : Number(count) };
  });
  const keys = new Set(parts.map((part) => productKey(part.sku)));
  if (keys.has(productKey(sku))) return 'kit-of-itself';
  const isReadable = parts.every(
    (part) => part.sku !== '' && part.sku.length <= longestSku && part.quantity >= 1 && part.quantity <= mostPieces,
  );
  return isReadable && keys.size === parts.length && parts.length <= mostParts ? parts : 'kit-unreadable';
}
