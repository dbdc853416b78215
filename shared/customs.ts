import { z } from 'zod';
import { addressSchema } from './address.ts';
import { type Money, moneySchema } from './units.ts';

/** One kind of thing inside a parcel, as customs wants it listed; null is a fact nobody has given yet. `value` is for one piece. */
export const productSchema = z.object({
  quantity: z.int().positive(),
  code: z.string(),
  /** Where it was made, ISO 3166 two letters. */
  originCountry: z.string(),
  /** Of one piece. */
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

/** What the products weigh together, as far as it is known. */
export const weightOfProducts = (products: readonly Product[]): number =>
  products.reduce((grams, { quantity, weightGrams }) => grams + quantity * (weightGrams ?? 0), 0);

/** What the products are worth together, or null where one is not said or they are in several currencies. */
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
/** Somebody besides sender and recipient whom customs must know. */
export const thirdPartySchema = z.object({ type: z.enum(thirdPartyTypes), address: addressSchema });
export type ThirdParty = z.infer<typeof thirdPartySchema>;

/** What is printed on the customs invoice besides the goods. The service takes bare numbers: all costs are in the goods' currency. */
export const customsCostsSchema = z.object({
  transport: moneySchema.nullable(),
  insurance: moneySchema.nullable(),
  other: moneySchema.nullable(),
  /** The statement of preferential origin, word for word. */
  exportDeclaration: z.string(),
});
export type CustomsCosts = z.infer<typeof customsCostsSchema>;
export const noCustomsCosts: CustomsCosts = { transport: null, insurance: null, other: null, exportDeclaration: '' };

/** Customs and people write HS codes with dots and blanks between the digits. */
export const hsDigits = (text: string): string => text.replace(/[\s.]/g, '');
export const isHsCode = (text: string): boolean => /^\d{6,10}$/.test(hsDigits(text));

/** Its products say the HS code piece by piece. */
export const listsHsCodes = ({ products }: { readonly products: readonly Product[] }): boolean =>
  products.length > 0 && products.every((product) => product.hsCode.trim() !== '');
