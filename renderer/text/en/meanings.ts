import type { KnownMeaning } from '../../../shared/meaning.ts';

/** The meaning of a service's error, then the remedy. */
export const meanings: Record<KnownMeaning, { readonly cause: string; readonly remedy: string }> = {
  'offer-too-old': { cause: 'The quote is too old.', remedy: 'Ask for the prices again, then choose.' },
  'offer-booked': { cause: 'This offer was already booked.', remedy: 'Look in Resolve before anything is bought again.' },
  'offer-unknown': { cause: 'The service no longer knows this offer.', remedy: 'Ask for the prices again, then choose.' },
  'key-not-accepted': {
    cause: 'The key or the secret is not accepted.',
    remedy: 'Check key and secret in Setup, and that they belong to this account.',
  },
  'account-unknown': { cause: 'The account is not known or not enabled.', remedy: 'Check the account name in Setup.' },
  'plan-full': { cause: 'The plan takes no more shipments this month.', remedy: 'Ask the shift lead: the plan has to be raised.' },
  'asked-too-often': { cause: 'The service was asked too often.', remedy: 'Wait a minute and try again.' },
  'letters-not-taken': {
    cause: 'A text has characters that the service does not accept.',
    remedy: 'Write the named text in plain Latin letters.',
  },
  'postal-code': { cause: 'The postal code is missing or wrong for this country.', remedy: 'Correct the postal code of the order.' },
  province: {
    cause: 'The state or province is missing or not an official code.',
    remedy: 'Correct the province: two letters, like NY or ON.',
  },
  'house-number': { cause: 'The house number is missing or not accepted.', remedy: 'Put the number of the house into its own field.' },
  phone: { cause: 'The phone number is missing or not accepted.', remedy: 'Correct the phone number, with its country code.' },
  country: { cause: 'The country is not known, or not served.', remedy: 'Check the country, or choose another courier.' },
  city: { cause: 'The city does not fit.', remedy: 'Correct the city, so that it fits the postal code.' },
  eori: { cause: 'An EORI number is missing or wrong.', remedy: 'Add the EORI number of the sender or the recipient.' },
  'hs-code': { cause: 'An HS code is missing or wrong.', remedy: 'Correct the HS code: 6 to 10 digits.' },
  'too-heavy': { cause: 'The parcel is too heavy for this service.', remedy: 'Choose another service, or send two parcels.' },
  'request-too-large': {
    cause: 'What was sent is larger than the service accepts.',
    remedy: 'Shorten the texts, or attach a smaller document, and try again.',
  },
  'parcel-too-large': { cause: 'The parcel is too large.', remedy: 'Choose another service or another box.' },
  'not-insurable': {
    cause: 'This shipment cannot be insured like this.',
    remedy: 'Send it without insurance, or lower the value to 100,000 EUR.',
  },
  'service-point-gone': { cause: 'The service point is not available.', remedy: 'Choose another service point or delivery to the door.' },
  'collection-time': { cause: 'The day or the time of the pickup is not possible.', remedy: 'Choose a later time or another day.' },
  'already-collected': { cause: 'These parcels are already in a pickup.', remedy: 'Look at the pickups of today before asking again.' },
  'order-unknown': {
    cause: 'The service has no order with this number.',
    remedy: 'Check the number, the environment and the account.',
  },
  'no-courier': { cause: 'No courier takes this parcel there.', remedy: 'Check address, size and weight.' },
  'document-not-taken': { cause: 'The document was not accepted.', remedy: 'Use a smaller PDF and send it again.' },
  'service-trouble': { cause: 'The service has a problem.', remedy: 'Try again in a few minutes.' },
};
