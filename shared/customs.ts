import { z } from 'zod';
import { addressSchema } from './address.ts';
import { type Money, moneySchema } from './units.ts';

/** One kind of goods in a parcel, as customs requires it; null is a missing fact. `value` is per piece. */
export const productSchema = z.object({
  quantity: z.int().positive(),
  code: z.string(),
  /** Country of manufacture, ISO 3166-1 alpha-2. */
  originCountry: z.string(),
  /** Weight of one piece. */
  weightGrams: z.int().positive().nullable(),
  description: z.string(),
  value: moneySchema.nullable(),
  hsCode: z.string(),
});
export type Product = z.infer<typeof productSchema>;
export const emptyProduct: Product = {
  quantity: 1,
  code: '',
  originCountry: '',
  weightGrams: null,
  description: '',
  value: null,
  hsCode: '',
};

/** Total weight of the products, in grams, as far as it is known. */
export const weightOfProducts = (products: readonly Product[]): number =>
  products.reduce((grams, { quantity, weightGrams }) => grams + quantity * (weightGrams ?? 0), 0);

/** Total value of the products; null if a value is missing or the currencies differ. */
export function valueOfProducts([first, ...rest]: readonly Product[]): Money | null {
  if (!first?.value) return null;
  const { currency } = first.value;
  let minor = first.value.minor * first.quantity;
  for (const { value, quantity } of rest) {
    if (value?.currency !== currency) return null;
    minor += value.minor * quantity;
  }
  return { minor, currency };
}

export const thirdPartyTypes = ['Broker', 'Importer', 'Notifying Party'] as const;
/** A party besides sender and recipient that customs must know. */
export const thirdPartySchema = z.object({ type: z.enum(thirdPartyTypes), address: addressSchema });
export type ThirdParty = z.infer<typeof thirdPartySchema>;

/**
 * Costs and texts on the customs invoice besides the goods. The service takes numbers without a currency: all costs are in the currency
 * of the goods.
 */
export const customsCostsSchema = z.object({
  transport: moneySchema.nullable(),
  insurance: moneySchema.nullable(),
  other: moneySchema.nullable(),
  /** The statement of preferential origin, verbatim. */
  exportDeclaration: z.string(),
});
export type CustomsCosts = z.infer<typeof customsCostsSchema>;
export const noCustomsCosts: CustomsCosts = { transport: null, insurance: null, other: null, exportDeclaration: '' };

/** Removes the dots and blanks that customs and people write between the digits of HS codes. */
export const hsDigits = (text: string): string => text.replace(/[\s.]/g, '');
export const isHsCode = (text: string): boolean => /^\d{6,10}$/.test(hsDigits(text));

/** True if its products are listed with their own HS codes. */
export const listsHsCodes = ({ products }: { readonly products: readonly Product[] }): boolean =>
  products.length > 0 && products.every((product) => product.hsCode.trim() !== '');
