import { z } from 'zod';
import { moneySchema } from './units.ts';

/** More pieces of one item than any parcel holds: a larger quantity in a file is a mistake, and its row waits for a person. */
export const mostPieces = 9999;
export const mostBarcodes = 20;
export const longestBarcode = 80;
export const longestShelf = 60;
export const longestPicture = 2000;

/** Facts of an item besides name, SKU, quantity and price; named like Packbench's own columns. */
export const itemFacts = ['barcode', 'weight_kg', 'hs_code', 'origin', 'picture', 'shelf', 'gift', 'serial'] as const;
export type ItemFact = (typeof itemFacts)[number];

/** A fact of an item for which the product data have another value than the order. */
export const productDifferenceSchema = z.object({
  fact: z.enum(['barcode', 'weight_kg', 'hs_code', 'origin', 'batteries', 'part-unknown', 'kit-in-kit']),
  /** The value of the product data; empty for batteries. For a kit whose parts cannot be counted the SKU of the part. */
  product: z.string(),
});
export type ProductDifference = z.infer<typeof productDifferenceSchema>;

/** A part of a kit with the facts of its own product. */
export const kitPartSchema = z.object({
  sku: z.string().min(1),
  name: z.string().min(1),
  /** Pieces of it in one kit. */
  quantity: z.int().positive().max(mostPieces),
  barcodes: z.array(z.string()),
});
export type KitPart = z.infer<typeof kitPartSchema>;

const lineFacts = {
  /** EAN, UPC and the shop's own codes, as they were written: any of them identifies the item. */
  barcodes: z.array(z.string().min(1).max(longestBarcode)).max(mostBarcodes),
  /** Weight of one piece. */
  weightGrams: z.int().positive(),
  hsCode: z.string(),
  /** Country of manufacture, ISO 3166-1 alpha-2. */
  originCountry: z.string(),
  /** Address of a picture. It is loaded only from hosts that Setup names. */
  picture: z.string().max(longestPicture),
  /** Place in the warehouse, as the shop writes it. */
  shelf: z.string().max(longestShelf),
  isGift: z.boolean(),
  /** The packer has to note the serial or lot number of each piece. */
  needsSerial: z.boolean(),
  /** The serial or lot numbers of these pieces as the packer noted them, one each. Only in a shipment, never in a stored order. */
  serials: z.array(z.string().min(1).max(longestBarcode)),
  /** The contents of one piece of this kit, from the product data. Never in a stored order, only in one that is being shipped. */
  parts: z.array(kitPartSchema).min(1),
  /** Facts in which the product data contradict the order; the order's own values stay. Never in a stored order, only in one that is being shipped. */
  differs: z.array(productDifferenceSchema),
};

/** `price` is per piece. A fact that its source does not state is absent, as in every line that an earlier version stored. */
export const orderLineSchema = z.object({
  name: z.string(),
  sku: z.string(),
  quantity: z.int().positive(),
  price: moneySchema.nullable(),
  ...z.object(lineFacts).partial().shape,
});
export type OrderLine = z.infer<typeof orderLineSchema>;

/** The lines with these quantities, without those of which there is none. `pieces`: one number for each line. */
export const withPieces = (lines: readonly OrderLine[], pieces: readonly number[]): readonly OrderLine[] =>
  lines.flatMap((line, index) => {
    const quantity = pieces[index] ?? 0;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

/** The serial and lot numbers of these lines as one text: `SKU: A1, A2; OTHER: B1`. Empty if there are none. */
export const serialsText = (lines: readonly OrderLine[]): string =>
  lines.flatMap(({ sku, name, serials = [] }) => (serials.length > 0 ? [`${sku || name}: ${serials.join(', ')}`] : [])).join('; ');

export const piecesOf = (lines: readonly Pick<OrderLine, 'quantity'>[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
