import { z } from 'zod';
import { type Address, countryCodes, emptyAddress, isProvince, leavesCustomsTerritory, needsPostalCode, needsProvince } from './address.ts';
import type { Extras } from './booking.ts';
import { countryRules } from './country-rules.ts';
import { isHsCode, listsHsCodes, type Product, valueOfProducts, weightOfProducts } from './customs.ts';
import { boxOf, hasNumber } from './delivery-place.ts';
import { isWorthNothing, needsHsCode, type Order, type Parcel } from './order.ts';
import { type AddressFact, measures, type Party, type ProductFact, type ShipmentReason, shipmentReasonSchema } from './shipment-reason.ts';

/**
 * One problem of a shipment, found before anything is sent. `field` is the name in our own types. `stops`: it must be fixed first;
 * otherwise it is a warning.
 */
const problem = { field: z.string(), stops: z.boolean(), why: shipmentReasonSchema };
const change = { field: z.string(), written: z.string(), sent: z.string() };
const place = z.int().nonnegative();
/** The part that a problem belongs to, so that it is shown next to its field. */
export const shipmentProblemSchema = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['sender', 'recipient', 'shipment', 'customs-costs', 'extras']), ...problem }),
  z.object({ part: z.enum(['parcel', 'third-party']), index: place, ...problem }),
  z.object({ part: z.literal('product'), parcel: place, index: place, ...problem }),
]);
export type ShipmentProblem = z.infer<typeof shipmentProblemSchema>;

/** A text of an order that is sent in other characters than it was written in. */
export const respellingSchema = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['recipient', 'shipment', 'customs-costs']), ...change }),
  z.object({ part: z.enum(['parcel', 'third-party']), index: place, ...change }),
  z.object({ part: z.literal('product'), parcel: place, index: place, ...change }),
]);
export type Respelling = z.infer<typeof respellingSchema>;

type PlaceOf<Noted, Facts> = Noted extends unknown ? Omit<Noted, keyof Facts> : never;
export type ProblemPlace = PlaceOf<ShipmentProblem, typeof problem>;
export type OrderPlace = PlaceOf<Respelling, typeof change>;

interface Reporter {
  stop(field: string, why: ShipmentReason): void;
  look(field: string, why: ShipmentReason): void;
}

const reporterOf = (problems: ShipmentProblem[], place: ProblemPlace): Reporter => ({
  stop: (field, why) => problems.push({ ...place, field, stops: true, why }),
  look: (field, why) => problems.push({ ...place, field, stops: false, why }),
});

const addressFields: readonly string[] = Object.keys(emptyAddress);
const rankOf = ({ part, field }: ShipmentProblem): number =>
  part === 'recipient' && addressFields.includes(field) ? addressFields.indexOf(field) : addressFields.length;

/** Problems of the recipient first, from the name down as an address is read; all others after them in their original order. */
export const inReadingOrder = (problems: readonly ShipmentProblem[]): ShipmentProblem[] =>
  problems.toSorted((one, other) => rankOf(one) - rankOf(other));

/**
 * Checks a shipment against the service's document. `earliestDay` (`YYYY-MM-DD`) is the first possible collection day. Empty: it may be
 * sent. Pure. Facts that could only be invented (EORI, HS code) are asked for if the parcel leaves its customs territory, and never
 * filled in.
 */
export function shipmentProblems(
  { sender, order }: { readonly sender: Address; readonly order: Order },
  earliestDay: string,
): ShipmentProblem[] {
  const problems = senderProblems(sender);
  const crosses = countryCodes.has(order.recipient.country) && leavesCustomsTerritory(sender, order.recipient);
  checkAddress(order.recipient, 'recipient', reporterOf(problems, { part: 'recipient' }));
  if (crosses && !sender.eori.trim()) reporterOf(problems, { part: 'sender' }).look('eori', { code: 'sender-eori-missing' });
  order.thirdParties.forEach(({ type, address }, index) =>
    checkAddress(address, type, reporterOf(problems, { part: 'third-party', index })),
  );
  const shipment = reporterOf(problems, { part: 'shipment' });
  if (order.parcels.length === 0) shipment.stop('parcels', { code: 'no-parcel' });
  if (order.preferredDate !== '') {
    if (!isDay(order.preferredDate)) shipment.stop('preferredDate', { code: 'preferred-date-malformed', written: order.preferredDate });
    else if (order.preferredDate < earliestDay) shipment.stop('preferredDate', { code: 'preferred-date-past', date: order.preferredDate });
  }
  const box = boxOf(order.recipient);
  if (box && order.goesTo === null)
    reporterOf(problems, { part: 'recipient' }).look('street', { code: 'box-has-no-door', written: box.word });
  order.parcels.forEach((parcel, index) => {
    const which = order.parcels.length > 1 ? index + 1 : null;
    const report = reporterOf(problems, { part: 'parcel', index });
    checkParcel(parcel, needsHsCode(order, crosses), which, report);
    if (isWorthNothing(order, parcel)) report.stop('value', { code: 'parcel-worth-nothing', parcel: which });
    checkTogether(parcel, which, report);
    parcel.products.forEach((product, at) =>
      checkProduct(product, at + 1, reporterOf(problems, { part: 'product', parcel: index, index: at })),
    );
  });
  checkCosts(order, reporterOf(problems, { part: 'customs-costs' }));
  return problems;
}

/** Checks a sender against the service's document, independent of any shipment. */
export function senderProblems(sender: Address): ShipmentProblem[] {
  const problems: ShipmentProblem[] = [];
  checkAddress(sender, 'sender', reporterOf(problems, { part: 'sender' }));
  return problems;
}

function checkAddress(address: Address, of: Party, report: Reporter): void {
  const { country, phone, email } = address;
  const missing = (fact: AddressFact): void => report.stop(fact, { code: 'address-fact-missing', fact, of });
  for (const fact of ['name', 'street'] as const) if (!address[fact].trim()) missing(fact);
  if (!hasNumber(address)) missing('houseNumber');
  for (const fact of ['city', 'phone'] as const) if (!address[fact].trim()) missing(fact);
  if (phone.trim() && phone.replace(/\D/g, '').length < 4) report.look('phone', { code: 'phone-has-few-digits', of, written: phone });
  if (email.trim() && !/^[^@\s]+@[^@\s]+$/.test(email.trim())) report.stop('email', { code: 'email-malformed', of, written: email });
  if (!countryCodes.has(country)) return report.stop('country', { code: 'country-unknown', of, written: country });
  checkPostalCode(address, of, report);
  if (needsProvince(country) && !isProvince(country, address.province.trim().toUpperCase()))
    report.stop(
      'province',
      address.province ? { code: 'province-unknown', country, written: address.province } : { code: 'province-missing', country },
    );
}

/** Only a missing code stops, and only if both rule sets require one. A code of an unusual form may still be right. */
function checkPostalCode({ country, postalCode }: Address, of: Party, report: Reporter): void {
  const rule = countryRules[country];
  const code = postalCode.trim();
  if (!rule) return;
  const { form, example } = rule;
  if (!code && needsPostalCode(country)) return report.stop('postalCode', { code: 'postal-code-missing', of, example });
  if (!code) return report.look('postalCode', { code: 'postal-code-perhaps-missing', of, example });
  if (form && !new RegExp(`^(?:${form})$`, 'i').test(code))
    report.look('postalCode', { code: 'postal-code-unusual', of, written: postalCode, country, example });
}

function checkParcel(parcel: Parcel, asksHsCode: boolean, which: number | null, report: Reporter): void {
  if (!parcel.contents.trim()) report.stop('contents', { code: 'parcel-fact-missing', fact: 'contents', parcel: which });
  if (parcel.value === null) report.stop('value', { code: 'parcel-fact-missing', fact: 'value', parcel: which });
  for (const fact of measures) {
    const value = parcel[fact];
    if (value === null) report.stop(fact, { code: 'parcel-fact-missing', fact, parcel: which });
    else if (!(value > 0 && Number.isFinite(value))) report.stop(fact, { code: 'parcel-measure-not-positive', fact, parcel: which });
  }
  const { hsCode } = parcel;
  if (!hsCode.trim() && asksHsCode && !listsHsCodes(parcel))
    report.stop('hsCode', { code: 'parcel-fact-missing', fact: 'hsCode', parcel: which });
  if (hsCode.trim() && !isHsCode(hsCode)) report.stop('hsCode', { code: 'hs-code-malformed', written: hsCode, parcel: which });
}

/** The contents can neither weigh nor cost more than their parcel. */
function checkTogether({ products, weightGrams, value }: Parcel, which: number | null, report: Reporter): void {
  const grams = weightOfProducts(products);
  if (weightGrams !== null && grams > weightGrams)
    report.stop('weightGrams', { code: 'products-heavier', grams, parcelGrams: weightGrams, parcel: which });
  if (value === null) return;
  const worth = valueOfProducts(products);
  if (worth?.currency === value.currency && worth.minor > value.minor)
    report.stop('value', { code: 'products-worth-more', worth, value, parcel: which });
  if (products.some((product) => product.value !== null && product.value.currency !== value.currency))
    report.look('value', { code: 'products-in-other-currency', parcel: which });
}

/** Every fact of a product is mandatory. */
function checkProduct({ quantity, originCountry, ...facts }: Product, product: number, report: Reporter): void {
  const missing = (fact: ProductFact): void => report.stop(fact, { code: 'product-fact-missing', fact, product });
  if (!facts.code.trim()) missing('code');
  if (!facts.description.trim()) missing('description');
  if (!countryCodes.has(originCountry)) report.stop('originCountry', { code: 'product-origin-unknown', written: originCountry, product });
  if (facts.weightGrams === null) missing('weightGrams');
  if (facts.value === null) missing('value');
  else if (facts.value.minor <= 0) report.stop('value', { code: 'product-worth-nothing', product });
  if (!facts.hsCode.trim()) missing('hsCode');
  else if (!isHsCode(facts.hsCode)) report.stop('hsCode', { code: 'product-hs-code-malformed', written: facts.hsCode, product });
  if (!(Number.isInteger(quantity) && quantity > 0)) report.stop('quantity', { code: 'product-quantity-not-positive', product });
}

/** The service takes costs as plain numbers, so they must be in the currency of the goods. */
function checkCosts({ customsCosts, parcels }: Order, report: Reporter): void {
  const currency = parcels[0]?.value?.currency;
  for (const cost of ['transport', 'insurance', 'other'] as const) {
    const amount = customsCosts[cost];
    if (!amount) continue;
    if (amount.minor < 0) report.stop(cost, { code: 'cost-negative', cost });
    if (currency !== undefined && amount.currency !== currency)
      report.stop(cost, { code: 'cost-in-other-currency', cost, currency: amount.currency, goodsCurrency: currency });
  }
}

export const highestInsuredEurMinor = 100_000_00;

/** Insurance is offered up to 100,000 EUR. No exchange rate is known, so a value in another currency only causes a warning. */
export function extrasProblems(order: Order, extras: Extras): ShipmentProblem[] {
  const problems: ShipmentProblem[] = [];
  const report = reporterOf(problems, { part: 'extras' });
  if (!extras.insurance) return problems;
  const eurMinor = order.parcels.reduce((sum, { value }) => sum + (value?.currency === 'EUR' ? value.minor : 0), 0);
  if (eurMinor > highestInsuredEurMinor) report.stop('insurance', { code: 'insured-too-high' });
  if (order.parcels.some(({ value }) => value !== null && value.currency !== 'EUR'))
    report.look('insurance', { code: 'insured-perhaps-too-high' });
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
