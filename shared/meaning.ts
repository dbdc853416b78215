import { z } from 'zod';

/** Known meanings of the service's errors. The explanations and remedies are in `renderer/text/`. */
export const knownMeanings = [
  'offer-too-old',
  'offer-booked',
  'offer-unknown',
  'key-not-accepted',
  'account-unknown',
  'plan-full',
  'asked-too-often',
  'letters-not-taken',
  'postal-code',
  'province',
  'house-number',
  'phone',
  'country',
  'city',
  'eori',
  'hs-code',
  'too-heavy',
  'request-too-large',
  'parcel-too-large',
  'not-insurable',
  'service-point-gone',
  'collection-time',
  'already-collected',
  'order-unknown',
  'no-courier',
  'document-not-taken',
  'service-trouble',
] as const;
export type KnownMeaning = (typeof knownMeanings)[number];

/** A known meaning, or an admin's text about an error, which is shown unchanged. */
export const meaningSchema = z.union([z.enum(knownMeanings), z.object({ cause: z.string(), remedy: z.string() })]);
export type Meaning = z.infer<typeof meaningSchema>;
