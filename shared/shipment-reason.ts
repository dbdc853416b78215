import { z } from 'zod';
import { addressSchema } from './address.ts';
import { thirdPartyTypes } from './customs.ts';
import { questionKinds } from './question-kind.ts';
import { moneySchema } from './units.ts';

/** Whose address it is. */
export const parties = ['sender', 'recipient', ...thirdPartyTypes] as const;
export type Party = (typeof parties)[number];

const of = z.enum(parties);
/** As it was written. */
const written = z.string();
/** Examples of the country's postal codes; empty if unknown. */
const example = z.string();
/** Counted from 1; null if the shipment has only one parcel. */
const parcel = z.int().positive().nullable();
/** Counted from 1. */
const product = z.int().positive();

export const addressFacts = addressSchema.keyof();
export type AddressFact = z.infer<typeof addressFacts>;
export const measures = ['weightGrams', 'lengthCm', 'widthCm', 'heightCm'] as const;
const parcelFacts = ['contents', 'value', 'hsCode', ...measures] as const;
export type ParcelFact = (typeof parcelFacts)[number];
const productFacts = ['code', 'description', 'weightGrams', 'value', 'hsCode'] as const;
export type ProductFact = (typeof productFacts)[number];
const costs = z.enum(['transport', 'insurance', 'other']);
export type Cost = z.infer<typeof costs>;

/** A text that is sent in characters the service accepts. */
const sentTexts = [
  'reference',
  'deliveryInstructions',
  'exportDeclaration',
  'contents',
  'productCode',
  'productDescription',
  'pickupInstructions',
  'fileName',
] as const;
export type SentText = (typeof sentTexts)[number];
const which = z.union([z.enum(sentTexts), z.object({ fact: addressFacts, of })]);
/** Identifies the text: one of the request itself, or one of an address. */
export type WhichText = z.infer<typeof which>;

/** Why a text cannot be sent in the characters the service accepts. */
export const letterReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('no-letter-left'), which, written }),
  z.object({ code: z.literal('mailbox-letters'), which, written }),
  /** `spelt` is only a guess: it is shown to a person and never sent. Empty if the guess would be in another language. */
  z.object({ code: z.literal('not-in-latin-letters'), which, written, spelt: z.string() }),
]);
export type LetterReason = z.infer<typeof letterReasonSchema>;
const letterCodes: ReadonlySet<string> = new Set(letterReasonSchema.options.map(({ shape }) => shape.code.value));

/** Problems of a shipment. The sentences are in `renderer/text/`. */
export const shipmentReasonSchema = z.discriminatedUnion('code', [
  letterReasonSchema,
  z.object({ code: z.literal('address-fact-missing'), fact: addressFacts, of }),
  z.object({ code: z.literal('postal-code-missing'), of, example }),
  z.object({ code: z.literal('postal-code-perhaps-missing'), of, example }),
  z.object({ code: z.literal('postal-code-unusual'), of, written, country: z.string(), example }),
  z.object({ code: z.literal('province-missing'), country: z.string() }),
  z.object({ code: z.literal('province-unknown'), country: z.string(), written }),
  z.object({ code: z.literal('country-unknown'), of, written }),
  z.object({ code: z.literal('phone-has-few-digits'), of, written }),
  z.object({ code: z.literal('email-malformed'), of, written }),
  z.object({ code: z.literal('sender-eori-missing') }),
  z.object({ code: z.literal('box-has-no-door'), written }),
  z.object({ code: z.literal('fact-asked'), kind: z.enum(questionKinds) }),
  z.object({ code: z.literal('no-parcel') }),
  z.object({ code: z.literal('preferred-date-malformed'), written }),
  z.object({ code: z.literal('preferred-date-past'), date: z.string() }),
  z.object({ code: z.literal('parcel-fact-missing'), fact: z.enum(parcelFacts), parcel }),
  z.object({ code: z.literal('parcel-measure-not-positive'), fact: z.enum(measures), parcel }),
  z.object({ code: z.literal('parcel-worth-nothing'), parcel }),
  z.object({ code: z.literal('hs-code-malformed'), written, parcel }),
  z.object({ code: z.literal('products-heavier'), grams: z.number(), parcelGrams: z.number(), parcel }),
  z.object({ code: z.literal('products-worth-more'), worth: moneySchema, value: moneySchema, parcel }),
  z.object({ code: z.literal('products-in-other-currency'), parcel }),
  z.object({ code: z.literal('product-fact-missing'), fact: z.enum(productFacts), product }),
  z.object({ code: z.literal('product-origin-unknown'), written, product }),
  z.object({ code: z.literal('product-worth-nothing'), product }),
  z.object({ code: z.literal('product-hs-code-malformed'), written, product }),
  z.object({ code: z.literal('product-quantity-not-positive'), product }),
  z.object({ code: z.literal('cost-negative'), cost: costs }),
  z.object({ code: z.literal('cost-in-other-currency'), cost: costs, currency: z.string(), goodsCurrency: z.string() }),
  z.object({ code: z.literal('insured-too-high') }),
  z.object({ code: z.literal('insured-perhaps-too-high') }),
  z.object({ code: z.literal('quantity-unreadable') }),
  z.object({ code: z.literal('weight-unreadable') }),
  z.object({ code: z.literal('size-unreadable') }),
  z.object({ code: z.literal('amount-unreadable'), currency: z.string() }),
]);
export type ShipmentReason = z.infer<typeof shipmentReasonSchema>;

/** True if a text cannot be sent in the characters the service accepts: answering other questions about the order does not help. */
export const isOfLetters = ({ code }: Pick<ShipmentReason, 'code'>): boolean => letterCodes.has(code);
