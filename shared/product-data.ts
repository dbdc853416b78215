import { z } from 'zod';
import { type Order, rowProblemSchema } from './order.ts';
import { type KitPart, kitPartSchema, type OrderLine, orderLineSchema, type ProductDifference } from './order-line.ts';
import { itemCode, slotOf } from './scan.ts';

export const longestSku = 200;

/** Facts of a product from a file of the shop. A fact that the file does not state is absent. */
export const productDataSchema = orderLineSchema
  .pick({ name: true, barcodes: true, weightGrams: true, hsCode: true, originCountry: true, picture: true })
  .extend({
    sku: z.string().min(1).max(longestSku),
    hasBatteries: z.boolean().optional(),
    /** The product is a kit of these. */
    parts: z
      .array(kitPartSchema.pick({ sku: true, quantity: true }))
      .min(1)
      .optional(),
  });
export type ProductData = z.infer<typeof productDataSchema>;

/** SKUs that differ only in case mean the same product. */
export const productKey = (sku: string): string => sku.trim().toLowerCase();

/** Result of a product file. Every row is part of a product, passed over, or refused with a reason. */
export const productReportSchema = z.object({
  file: z.string(),
  rows: z.int().nonnegative(),
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  /** Further pictures of a product, and products of which only the variants are sold. */
  passedOver: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  /** Facts that were left out of products. */
  leftOut: z.int().nonnegative(),
  /** The first refused rows and facts. */
  problems: z.array(rowProblemSchema),
});
export type ProductReport = z.infer<typeof productReportSchema>;
export const mostProductProblems = 200;

/** Number of products that this bench knows, and the result of the last file of this run. */
export const productStockSchema = z.object({ products: z.int().nonnegative(), last: productReportSchema.nullable() });
export type ProductStock = z.infer<typeof productStockSchema>;

/**
 * Returns the order with the facts of its products. A value of the order always wins; a product that contradicts it is noted with the line.
 * `productAt`: the product of a key.
 */
export function withProductData(order: Order, productAt: (key: string) => ProductData | undefined): Order {
  const products = order.lines.map(({ sku }) => (sku.trim() === '' ? undefined : productAt(productKey(sku))));
  if (products.every((product) => product === undefined)) return order;
  const lines = order.lines.map((line, at) => {
    const product = products[at];
    return product ? mergedLine(line, product, order, productAt) : line;
  });
  const all = products.flatMap((product) => [product, ...partKeysOf(product).map(productAt)]);
  const hasBatteries = order.hasBatteries ?? (all.some((product) => product?.hasBatteries) || null);
  return { ...order, lines, hasBatteries };
}

/** The keys under which the parts of a kit are found; none if it is no kit. */
export const partKeysOf = (product: ProductData | undefined): readonly string[] => (product?.parts ?? []).map(({ sku }) => productKey(sku));

type ProductAt = (key: string) => ProductData | undefined;

/** The parts of a kit with their facts, or why they cannot be counted. A serial number is noted for the whole kit. */
function kitOf(line: OrderLine, { parts = [] }: ProductData, isOfOrder: (code: string) => boolean, productAt: ProductAt) {
  if (line.needsSerial) return [];
  const known: KitPart[] = [];
  for (const { sku, quantity } of parts) {
    const part = productAt(productKey(sku));
    if (part?.parts) return { fact: 'kit-in-kit', product: sku } as const;
    if (!part?.name) return { fact: 'part-unknown', product: sku } as const;
    known.push({ sku, name: part.name, quantity, barcodes: (part.barcodes ?? []).filter((code) => !isOfOrder(code)) });
  }
  return known;
}

function mergedLine(line: OrderLine, product: ProductData, order: Pick<Order, 'key' | 'hasBatteries'>, productAt: ProductAt): OrderLine {
  const { sku: _sku, name, hasBatteries: _batteries, barcodes: all = [], parts: _parts, ...facts } = product;
  const isOfOrder = (code: string): boolean => slotOf(code) === slotOf(order.key);
  const barcodes = all.filter((code) => !isOfOrder(code));
  const kit = kitOf(line, product, isOfOrder, productAt);
  const differs = [...differencesOf(line, product, order), ...('fact' in kit ? [kit] : [])];
  return {
    ...(!('fact' in kit) && kit.length > 0 && { parts: kit }),
    ...facts,
    ...(barcodes.length > 0 && { barcodes }),
    ...line,
    name: line.name || name,
    ...(differs.length > 0 && { differs }),
  };
}

function differencesOf(line: OrderLine, product: ProductData, { hasBatteries }: Pick<Order, 'hasBatteries'>): ProductDifference[] {
  const differs: ProductDifference[] = [];
  if (line.weightGrams !== undefined && product.weightGrams !== undefined && !isAlike(line.weightGrams, product.weightGrams))
    differs.push({ fact: 'weight_kg', product: String(product.weightGrams / 1000) });
  if (line.hsCode !== undefined && product.hsCode !== undefined && !isSameHsCode(line.hsCode, product.hsCode))
    differs.push({ fact: 'hs_code', product: product.hsCode });
  if (line.originCountry !== undefined && product.originCountry !== undefined && line.originCountry !== product.originCountry)
    differs.push({ fact: 'origin', product: product.originCountry });
  if (line.barcodes && product.barcodes && !sharesCode(line.barcodes, product.barcodes))
    differs.push({ fact: 'barcode', product: product.barcodes.join(', ') });
  if (hasBatteries === false && product.hasBatteries) differs.push({ fact: 'batteries', product: '' });
  return differs;
}

/** Units of weight differ in how they are rounded. */
const isAlike = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(1, 0.01 * Math.max(one, other));

/** A longer code is a more exact one of the same goods. */
const isSameHsCode = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

function sharesCode(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others.map(itemCode));
  return some.some((code) => known.has(itemCode(code)));
}

/** Weight of the items of an order, or undefined if it is not certain for all of them. */
export function weightOfItems({
  lines,
  parcels,
  isPartlyRefunded,
}: Pick<Order, 'lines' | 'parcels' | 'isPartlyRefunded'>): number | undefined {
  if (lines.length === 0 || parcels.length !== 1 || isPartlyRefunded) return undefined;
  let grams = 0;
  for (const { weightGrams, quantity } of lines) {
    if (weightGrams === undefined) return undefined;
    grams += weightGrams * quantity;
  }
  return grams;
}
