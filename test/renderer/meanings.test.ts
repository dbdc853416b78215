import { expect, test } from 'vitest';
import { meaningText } from '../../renderer/text/meanings.ts';
import { knownMeanings } from '../../shared/meaning.ts';

const cases = [
  ['offer-too-old', 'The quote is too old. Ask for the prices again, then choose.'],
  ['offer-booked', 'This offer was already booked. Look in Resolve before anything is bought again.'],
  ['offer-unknown', 'The service no longer knows this offer. Ask for the prices again, then choose.'],
  ['key-not-accepted', 'The key or the secret is not accepted. Check key and secret in Setup, and that they belong to this account.'],
  ['account-unknown', 'The account is not known or not enabled. Check the account name in Setup.'],
  ['plan-full', 'The plan takes no more shipments this month. Ask the shift lead: the plan has to be raised.'],
  ['asked-too-often', 'The service was asked too often. Wait a minute and try again.'],
  ['letters-not-taken', 'A text has characters that the service does not accept. Write the named text in plain Latin letters.'],
  ['postal-code', 'The postal code is missing or wrong for this country. Correct the postal code of the order.'],
  ['province', 'The state or province is missing or not an official code. Correct the province: two letters, like NY or ON.'],
  ['house-number', 'The house number is missing or not accepted. Put the number of the house into its own field.'],
  ['phone', 'The phone number is missing or not accepted. Correct the phone number, with its country code.'],
  ['country', 'The country is not known, or not served. Check the country, or choose another courier.'],
  ['city', 'The city does not fit. Correct the city, so that it fits the postal code.'],
  ['eori', 'An EORI number is missing or wrong. Add the EORI number of the sender or the recipient.'],
  ['hs-code', 'An HS code is missing or wrong. Correct the HS code: 6 to 10 digits.'],
  ['too-heavy', 'The parcel is too heavy for this service. Choose another service, or send two parcels.'],
  [
    'request-too-large',
    'What was sent is larger than the service accepts. Shorten the texts, or attach a smaller document, and try again.',
  ],
  ['parcel-too-large', 'The parcel is too large. Choose another service or another box.'],
  ['not-insurable', 'This shipment cannot be insured like this. Send it without insurance, or lower the value to 100,000 EUR.'],
  ['service-point-gone', 'The service point is not available. Choose another service point or delivery to the door.'],
  ['collection-time', 'The day or the time of the pickup is not possible. Choose a later time or another day.'],
  ['already-collected', 'These parcels are already in a pickup. Look at the pickups of today before asking again.'],
  ['order-unknown', 'The service has no order with this number. Check the number, the environment and the account.'],
  ['no-courier', 'No courier takes this parcel there. Check address, size and weight.'],
  ['document-not-taken', 'The document was not accepted. Use a smaller PDF and send it again.'],
  ['service-trouble', 'The service has a problem. Try again in a few minutes.'],
] as const;

test.each(cases)('"%s" is shown as: %s', (meaning, sentence) => {
  expect(meaningText([meaning])).toBe(sentence);
});

test('every known meaning has a message', () => {
  expect(cases.map(([meaning]) => meaning)).toEqual(knownMeanings);
});

test("each meaning has its own line, an admin's text is kept, and unknown gives no message", () => {
  expect(meaningText(['eori', { cause: 'Our contract has ended.', remedy: 'Call Petra.' }])).toBe(
    'An EORI number is missing or wrong. Add the EORI number of the sender or the recipient.\nOur contract has ended. Call Petra.',
  );
  expect(meaningText([])).toBeUndefined();
  expect(meaningText(undefined)).toBeUndefined();
});
