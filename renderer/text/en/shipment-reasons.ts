import type {
  AddressFact,
  Cost,
  ParcelFact,
  Party,
  ProductFact,
  SentText,
  ShipmentReason,
  WhichText,
} from '../../../shared/shipment-reason.ts';
import { exampleIn, kilogramDigits, moneyText } from '../../../shared/units.ts';
import type { Sentences } from '../sentences.ts';
import { questions } from './ship-asking.ts';

const parties: Record<Party, string> = {
  sender: 'sender',
  recipient: 'recipient',
  Broker: 'broker',
  Importer: 'importer',
  'Notifying Party': 'notifying party',
};

const addressFacts: Record<AddressFact, string> = {
  name: 'name',
  company: 'company',
  street: 'street',
  houseNumber: 'house number',
  street2: 'second address line',
  street3: 'third address line',
  postalCode: 'postal code',
  city: 'city',
  province: 'province',
  country: 'country',
  phone: 'phone number',
  email: 'email address',
  eori: 'EORI number',
};

const parcelFacts: Record<ParcelFact, string> = {
  contents: 'What is inside',
  value: 'The value',
  hsCode: 'The HS code',
  weightGrams: 'The weight',
  lengthCm: 'The length',
  widthCm: 'The width',
  heightCm: 'The height',
};

const productFacts: Record<ProductFact, string> = {
  code: 'The code',
  description: 'The description',
  weightGrams: 'The weight',
  value: 'The value',
  hsCode: 'The HS code',
};

const costs: Record<Cost, string> = { transport: 'transport', insurance: 'insurance', other: 'other' };

const sentTexts: Record<SentText, string> = {
  reference: 'reference',
  deliveryInstructions: 'delivery instructions',
  exportDeclaration: 'export declaration',
  contents: 'description of the contents',
  productCode: 'product code',
  productDescription: 'product description',
  pickupInstructions: 'instructions',
  fileName: 'file name',
};

const ofAddress = (fact: AddressFact, of: Party): string => `${addressFacts[fact]} of the ${parties[of]}`;
const textCalled = (which: WhichText): string => (typeof which === 'string' ? sentTexts[which] : ofAddress(which.fact, which.of));
const ofParcel = (parcel: number | null): string => (parcel === null ? '' : ` of parcel ${parcel}`);
const like = (example: string): string => (example ? `, like ${example}` : '');
const provinceNeeded = (country: string): string => `${country} needs the official code of a state or province`;

export const shipmentReasons: Sentences<ShipmentReason> = {
  'address-fact-missing': ({ fact, of }) => `The ${ofAddress(fact, of)} is missing`,
  'postal-code-missing': ({ of, example }) => `The postal code of the ${parties[of]} is missing${like(example)}`,
  'postal-code-perhaps-missing': ({ of, example }) => `The ${parties[of]} may need a postal code${like(example)}`,
  'postal-code-unusual': ({ of, written, country, example }) =>
    `The postal code "${written}" of the ${parties[of]} does not look like one of ${country}${like(example)}`,
  'province-missing': ({ country }) => provinceNeeded(country),
  'province-unknown': ({ country, written }) => `${provinceNeeded(country)}. "${written}" is not one`,
  'country-unknown': ({ of, written }) => `The country "${written}" of the ${parties[of]} is not known`,
  'phone-has-few-digits': ({ of, written }) => `The phone number "${written}" of the ${parties[of]} has too few digits`,
  'email-malformed': ({ of, written }) => `The email address "${written}" of the ${parties[of]} is not valid`,
  'sender-eori-missing': () => "The sender's EORI number is missing: customs may ask for it",
  'box-has-no-door': ({ written }) => `"${written}" is not a street address: the bench asks at the scan whether the parcel goes there`,
  'fact-asked': ({ kind }) => questions[kind].question,
  'no-parcel': () => 'The shipment has no parcel',
  'preferred-date-malformed': ({ written }) => `The preferred date "${written}" is not a day like 2026-11-24`,
  'preferred-date-past': ({ date }) => `The preferred date ${date} is in the past`,
  'parcel-fact-missing': ({ fact, parcel }) => `${parcelFacts[fact]}${ofParcel(parcel)} is missing`,
  'parcel-measure-not-positive': ({ fact, parcel }) => `${parcelFacts[fact]}${ofParcel(parcel)} must be more than 0`,
  'parcel-worth-nothing': ({ parcel }) => `The value${ofParcel(parcel)} is 0: enter what the goods are worth`,
  'hs-code-malformed': ({ written, parcel }) => `The HS code "${written}"${ofParcel(parcel)} does not have 6 to 10 digits`,
  'products-heavier': ({ grams, parcelGrams, parcel }) =>
    `The products${ofParcel(parcel)} weigh ${kilogramDigits(grams)} kg together, the whole parcel ${kilogramDigits(parcelGrams)} kg`,
  'products-worth-more': ({ worth, value, parcel }) =>
    `The products${ofParcel(parcel)} are worth ${moneyText(worth)} together, the whole parcel ${moneyText(value)}`,
  'products-in-other-currency': ({ parcel }) =>
    `The products${ofParcel(parcel)} and the parcel are in different currencies, so they cannot be compared`,
  'product-fact-missing': ({ fact, product }) => `${productFacts[fact]} of product ${product} is missing`,
  'product-origin-unknown': ({ written, product }) => `The country of origin "${written}" of product ${product} is not known`,
  'product-worth-nothing': ({ product }) => `The value of product ${product} is 0: enter what one piece is worth`,
  'product-hs-code-malformed': ({ written, product }) => `The HS code "${written}" of product ${product} does not have 6 to 10 digits`,
  'product-quantity-not-positive': ({ product }) => `The quantity of product ${product} is not a whole number above 0`,
  'cost-negative': ({ cost }) => `The ${costs[cost]} costs are below 0`,
  'cost-in-other-currency': ({ cost, currency, goodsCurrency }) =>
    `The ${costs[cost]} costs are in ${currency}, the goods in ${goodsCurrency}: both must be the same`,
  'insured-too-high': () => 'No more than 100,000 EUR can be insured',
  'insured-perhaps-too-high': () => 'No more than the worth of 100,000 EUR can be insured',
  'no-letter-left': ({ which, written }) => `The ${textCalled(which)} "${written}" has no Latin letters: write it in Latin letters`,
  'mailbox-letters': ({ which, written }) =>
    `The ${textCalled(which)} "${written}" has characters that the service does not accept: correct it or leave it out`,
  'not-in-latin-letters': ({ which, written, spelt }) =>
    `The ${textCalled(which)} "${written}" is not in Latin letters. ${spelt ? `Write it in Latin letters, perhaps "${spelt}"` : 'Ask for its spelling in Latin letters and write that'}`,
  'quantity-unreadable': () => 'A whole number above 0.',
  'weight-unreadable': () => 'Kilograms, like 2.35.',
  'size-unreadable': () => 'Length x width x height, in cm.',
  'amount-unreadable': ({ currency }) => `An amount in ${currency}, like ${exampleIn(currency)}.`,
};
