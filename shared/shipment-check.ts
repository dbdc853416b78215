import { z } from 'zod';
import { type Address, countryCodes, emptyAddress, isProvince, leavesCustomsTerritory, needsPostalCode, needsProvince } from './address.ts';
import type { Extras } from './booking.ts';
import { countryRules } from './country-rules.ts';
import { isHsCode, listsHsCodes, type Product, valueOfProducts, weightOfProducts } from './customs.ts';
import { boxOf, hasNumber } from './delivery-place.ts';
import { isWorthNothing, needsHsCode, type Order, type Parcel } from './order.ts';
import { kilogramDigits, type Money, moneyDigits } from './units.ts';

/**
 * One thing that is wrong with a shipment, before anything is sent. `field` is the name in our own types, `sentence` names it in
 * the packer's words. `stops`: it must be mended first; otherwise it is only worth a look.
 */
const problem = {
  field: z.string(),
  stops: z.boolean(),
  sentence: z.string(),
  /** The spelling of a text that could only be guessed at: a person is shown it, it is never sent. */
  guess: z.object({ written: z.string(), sent: z.string() }).optional(),
};
const change = { field: z.string(), written: z.string(), sent: z.string() };
const place = z.int().nonnegative();
/** What a problem belongs to, so that it can stand beside its field. */
export const shipmentProblemSchema = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['sender', 'recipient', 'shipment', 'customs-costs', 'extras', 'pickup']), ...problem }),
  z.object({ part: z.enum(['parcel', 'third-party']), index: place, ...problem }),
  z.object({ part: z.literal('product'), parcel: place, index: place, ...problem }),
]);
export type ShipmentProblem = z.infer<typeof shipmentProblemSchema>;

/** A text of an order that goes out in other letters than it was written in. */
export const respellingSchema = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['recipient', 'shipment', 'customs-costs']), ...change }),
  z.object({ part: z.enum(['parcel', 'third-party']), index: place, ...change }),
  z.object({ part: z.literal('product'), parcel: place, index: place, ...change }),
]);
export type Respelling = z.infer<typeof respellingSchema>;

type PlaceOf<Noted, Facts> = Noted extends unknown ? Omit<Noted, keyof Facts> : never;
export type ProblemPlace = PlaceOf<ShipmentProblem, typeof problem>;
export type OrderPlace = PlaceOf<Respelling, typeof change>;

interface Tell {
  stop(field: string, sentence: string): void;
  look(field: string, sentence: string): void;
}

const teller = (problems: ShipmentProblem[], place: ProblemPlace): Tell => ({
  stop: (field, sentence) => problems.push({ ...place, field, stops: true, sentence }),
  look: (field, sentence) => problems.push({ ...place, field, stops: false, sentence }),
});

const addressFields: readonly string[] = Object.keys(emptyAddress);
const rankOf = ({ part, field }: ShipmentProblem): number =>
  part === 'recipient' && addressFields.includes(field) ? addressFields.indexOf(field) : addressFields.length;

/** The recipient first, from the name down, as an address is read; everything else after it as it was found. */
export const inReadingOrder = (problems: readonly ShipmentProblem[]): ShipmentProblem[] =>
  problems.toSorted((one, other) => rankOf(one) - rankOf(other));

/**
 * Holds a shipment against the service's document. `earliestDay` (`YYYY-MM-DD`) is the first day a collection may be wished for.
 * Empty: it may be sent. Pure; facts that could only be invented (EORI, HS code) are asked where the parcel leaves its customs
 * territory and never filled in.
 */
export function shipmentProblems(
  { sender, order }: { readonly sender: Address; readonly order: Order },
  earliestDay: string,
): ShipmentProblem[] {
  const problems = senderProblems(sender);
  const crosses = countryCodes.has(order.recipient.country) && leavesCustomsTerritory(sender, order.recipient);
  checkAddress(order.recipient, 'recipient', teller(problems, { part: 'recipient' }));
  if (crosses && !sender.eori.trim())
    teller(problems, { part: 'sender' }).look('eori', "The sender's EORI number is missing, customs may ask for it");
  order.thirdParties.forEach(({ type, address }, index) =>
    checkAddress(address, type.toLowerCase(), teller(problems, { part: 'third-party', index })),
  );
  const shipment = teller(problems, { part: 'shipment' });
  if (order.parcels.length === 0) shipment.stop('parcels', 'The shipment has no parcel');
  if (order.preferredDate !== '') {
    if (!isDay(order.preferredDate))
      shipment.stop('preferredDate', `The preferred date "${order.preferredDate}" is no day like 2026-11-24`);
    else if (order.preferredDate < earliestDay) shipment.stop('preferredDate', `The preferred date ${order.preferredDate} is in the past`);
  }
  const box = boxOf(order.recipient);
  if (box && order.goesTo === null)
    teller(problems, { part: 'recipient' }).look(
      'street',
      `"${box.word}" leads to no door: whether a courier delivers there is asked at the scan`,
    );
  order.parcels.forEach((parcel, index) => {
    const which = order.parcels.length > 1 ? ` of parcel ${index + 1}` : '';
    const tell = teller(problems, { part: 'parcel', index });
    checkParcel(parcel, needsHsCode(order, crosses), which, tell);
    if (isWorthNothing(order, parcel)) tell.stop('value', `The value${which} is 0: say what the goods are worth`);
    checkTogether(parcel, which, tell);
    parcel.products.forEach((product, at) =>
      checkProduct(product, `of product ${at + 1}`, teller(problems, { part: 'product', parcel: index, index: at })),
    );
  });
  checkCosts(order, teller(problems, { part: 'customs-costs' }));
  return problems;
}

/** Holds a sender against the service's document, whatever it may ship. */
export function senderProblems(sender: Address): ShipmentProblem[] {
  const problems: ShipmentProblem[] = [];
  checkAddress(sender, 'sender', teller(problems, { part: 'sender' }));
  return problems;
}

function checkAddress(address: Address, whose: string, tell: Tell): void {
  const { country } = address;
  const missing = (field: keyof Address, name: string): void => {
    if (!address[field].trim()) tell.stop(field, `The ${name} of the ${whose} is missing`);
  };
  missing('name', 'name');
  missing('street', 'street');
  if (!hasNumber(address)) tell.stop('houseNumber', `The house number of the ${whose} is missing`);
  missing('city', 'city');
  missing('phone', 'phone number');
  if (address.phone.trim() && address.phone.replace(/\D/g, '').length < 4)
    tell.look('phone', `The phone number "${address.phone}" of the ${whose} has hardly any digits`);
  if (address.email.trim() && !/^[^@\s]+@[^@\s]+$/.test(address.email.trim()))
    tell.stop('email', `"${address.email}" is no e-mail address of the ${whose}`);
  if (!countryCodes.has(country)) return tell.stop('country', `The country "${country}" of the ${whose} is not known`);
  checkPostalCode(address, whose, tell);
  if (needsProvince(country) && !isProvince(country, address.province.trim().toUpperCase()))
    tell.stop(
      'province',
      `${country} needs the official code of a state or province${address.province && `, "${address.province}" is none`}`,
    );
}

/** Only what both rule sets demand stops; a form that one of them does not know may still be right. */
function checkPostalCode({ country, postalCode }: Address, whose: string, tell: Tell): void {
  const rule = countryRules[country];
  const code = postalCode.trim();
  if (!rule) return;
  const like = rule.example ? `, like ${rule.example}` : '';
  if (!code && needsPostalCode(country)) return tell.stop('postalCode', `The postal code of the ${whose} is missing${like}`);
  if (!code) return tell.look('postalCode', `The ${whose} may need a postal code${like}`);
  if (rule.form && !new RegExp(`^(?:${rule.form})$`, 'i').test(code))
    tell.look('postalCode', `The postal code "${postalCode}" of the ${whose} does not look like one of ${country}${like}`);
}

function checkParcel(parcel: Parcel, asksHsCode: boolean, which: string, tell: Tell): void {
  const positive = (field: 'lengthCm' | 'widthCm' | 'heightCm' | 'weightGrams', name: string): void => {
    const value = parcel[field];
    if (value === null) tell.stop(field, `The ${name}${which} is missing`);
    else if (!(value > 0 && Number.isFinite(value))) tell.stop(field, `The ${name}${which} must be more than 0`);
  };
  if (!parcel.contents.trim()) tell.stop('contents', `What is inside${which} is missing`);
  if (parcel.value === null) tell.stop('value', `The value${which} is missing`);
  positive('weightGrams', 'weight');
  positive('lengthCm', 'length');
  positive('widthCm', 'width');
  positive('heightCm', 'height');
  if (parcel.hsCode.trim() ? !isHsCode(parcel.hsCode) : asksHsCode && !listsHsCodes(parcel))
    tell.stop(
      'hsCode',
      parcel.hsCode.trim() ? `The HS code "${parcel.hsCode}"${which} does not have 6 to 10 digits` : `The HS code${which} is missing`,
    );
}

/** What is inside can neither weigh nor cost more than the parcel it is in. */
function checkTogether({ products, weightGrams, value }: Parcel, which: string, tell: Tell): void {
  const grams = weightOfProducts(products);
  if (weightGrams !== null && grams > weightGrams)
    tell.stop(
      'weightGrams',
      `The products${which} weigh ${kilogramDigits(grams)} kg together, the whole parcel ${kilogramDigits(weightGrams)} kg`,
    );
  if (value === null) return;
  const worth = valueOfProducts(products);
  if (worth?.currency === value.currency && worth.minor > value.minor)
    tell.stop('value', `The products${which} are worth ${amount(worth)} together, the whole parcel ${amount(value)}`);
  if (products.some((product) => product.value !== null && product.value.currency !== value.currency))
    tell.look('value', `The products${which} and the parcel are in different currencies: nobody can hold them against each other`);
}

const amount = (money: Money): string => `${moneyDigits(money)} ${money.currency}`;

/** Every fact of a product is mandatory. */
function checkProduct(product: Product, which: string, tell: Tell): void {
  if (!product.code.trim()) tell.stop('code', `The code ${which} is missing`);
  if (!product.description.trim()) tell.stop('description', `The description ${which} is missing`);
  if (!countryCodes.has(product.originCountry))
    tell.stop('originCountry', `The country of origin "${product.originCountry}" ${which} is not known`);
  if (product.weightGrams === null) tell.stop('weightGrams', `The weight ${which} is missing`);
  if (product.value === null) tell.stop('value', `The value ${which} is missing`);
  else if (product.value.minor <= 0) tell.stop('value', `The value ${which} is 0: say what one piece is worth`);
  if (!product.hsCode.trim()) tell.stop('hsCode', `The HS code ${which} is missing`);
  else if (!isHsCode(product.hsCode)) tell.stop('hsCode', `The HS code "${product.hsCode}" ${which} does not have 6 to 10 digits`);
  if (!(Number.isInteger(product.quantity) && product.quantity > 0))
    tell.stop('quantity', `The quantity ${which} is no whole number above 0`);
}

/** The service takes costs as bare numbers, so they must be in the currency of the goods. */
function checkCosts({ customsCosts, parcels }: Order, tell: Tell): void {
  const currency = parcels[0]?.value?.currency;
  for (const field of ['transport', 'insurance', 'other'] as const) {
    const cost = customsCosts[field];
    if (!cost) continue;
    if (cost.minor < 0) tell.stop(field, `The ${field} costs are below 0`);
    if (currency !== undefined && cost.currency !== currency)
      tell.stop(field, `The ${field} costs are in ${cost.currency}, the goods in ${currency}: both must be the same`);
  }
}

export const highestInsuredEurMinor = 100_000_00;

/** Insurance is offered up to 100,000 EUR; what that is in other currencies nobody tells us, so it is pointed at. */
export function extrasProblems(order: Order, extras: Extras): ShipmentProblem[] {
  const problems: ShipmentProblem[] = [];
  const tell = teller(problems, { part: 'extras' });
  if (!extras.insurance) return problems;
  const eurMinor = order.parcels.reduce((sum, { value }) => sum + (value?.currency === 'EUR' ? value.minor : 0), 0);
  if (eurMinor > highestInsuredEurMinor) tell.stop('insurance', 'No more than 100,000 EUR can be insured');
  if (order.parcels.some(({ value }) => value !== null && value.currency !== 'EUR'))
    tell.look('insurance', 'No more than the worth of 100,000 EUR can be insured');
  return problems;
}

/** A time of the day in the form `HH:MM`. */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A day of the calendar in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return year !== undefined && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
