import { type Address, countryCodes, emptyAddress, isProvince, splitStreet } from './address.ts';
import { countryCode } from './country-name.ts';
import { countryRules } from './country-rules.ts';
import { readBox } from './delivery-place.ts';

/** The lines of an address as they were copied from somewhere, each in the field it belongs to. */
export interface AddressBlock {
  readonly address: Address;
  /** Filled by a guess, for a person to look at. */
  readonly unsure: readonly (keyof Address)[];
  /** Lines that have no field. Every other word of the text is in one. */
  readonly left: readonly string[];
}

const mostLines = 20;
const longestLine = 300;

const company =
  /(?:^|[\s,])(?:gmbh|mbh|ag|kg|ohg|ug|gbr|e\.\s?k\.?|e\.\s?v\.?|b\.?v\.?|n\.?v\.?|v\.?o\.?f\.?|ltd|limited|llc|inc|corp|plc|s\.?a\.?r\.?l\.?|s\.?a\.?s\.?|s\.?a\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|s\.?l\.?u?\.?|lda|ab|a\/s|aps|asa?|oyj?|sp\.? z o\.? ?o\.?|s\.?r\.?o\.?|kft|d\.?o\.?o\.?)\.?$/iu;
const emailLine = /^(?:e-?mail|mail)?[\s:.]*([^\s@<>]+@[^\s@<>]+\.[^\s@<>]+)$/iu;
const phoneLine = /^(tel(?:efon|éfono|efono|efoon)?|phone|mobile?|mobiel|mobil|handy|gsm|tlf|tél|t|m)?[\s:.]*(\+?[\d\s()/.-]{7,25})$/iu;
/** The letters of a Dutch code might be a short town elsewhere: what does not fit the country is read without them. */
const placeLines = [
  /^(?:([A-Z]{1,3})[ -])?(\d{4} ?[A-Z]{2})\s+(['’]?\p{L}.*)$/u,
  /^(?:([A-Z]{1,3})[ -])?(\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{5}-\d{3})\s+(['’]?\p{L}.*)$/u,
];
const placeThenCode = /^(\p{L}[^\d]*?)[\s,]+([A-Z]{2})[\s,]+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u;
const britishCode = /^(?:(\p{L}.*?)[\s,]+)?([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/iu;
/** Before a postal code, as cars show it and as ISO does. */
const signs: Readonly<Record<string, string>> = {
  D: 'DE',
  A: 'AT',
  B: 'BE',
  F: 'FR',
  I: 'IT',
  L: 'LU',
  S: 'SE',
  N: 'NO',
  E: 'ES',
  P: 'PT',
  FIN: 'FI',
};

export function readAddressBlock(text: string): AddressBlock {
  const written = text.split(/\r\n|\n|\r/).flatMap((line) => line.trim().replace(/\s+/g, ' ').replace(/[,;]$/, '') || []);
  const lines = written.slice(0, mostLines).filter((line) => line.length <= longestLine);
  const left = written.filter((line, at) => at >= mostLines || line.length > longestLine);
  const address = { ...emptyAddress };
  const unsure = new Set<keyof Address>();
  const take = (at: number): string => lines.splice(at, 1)[0] ?? '';

  for (let at = lines.length - 1; at > 0; at -= 1) {
    const [, email] = emailLine.exec(lines[at] ?? '') ?? [];
    const [, label, phone = ''] = phoneLine.exec(lines[at] ?? '') ?? [];
    if (email && !address.email) {
      address.email = email;
      take(at);
    } else if (phone.replace(/\D/g, '').length >= 7 && !address.phone) {
      address.phone = phone.trim();
      if (!label && !phone.trim().startsWith('+')) unsure.add('phone');
      take(at);
    }
  }
  const countryAt = lines.findLastIndex((line, at) => at > 1 && countryCodes.has(countryCode(line)));
  if (countryAt >= 0) address.country = countryCode(take(countryAt));

  const placeAt = lines.findLastIndex((line, at) => at > 0 && readPlace(line, address.country) !== undefined);
  const place = placeAt < 0 ? undefined : readPlace(lines[placeAt] ?? '', address.country);
  // What stands below the town belongs to no field that is known.
  if (placeAt >= 0) left.unshift(...lines.splice(placeAt + 1));
  if (place) {
    take(placeAt);
    Object.assign(address, place);
    if (address.city === '' && lines.length > 2) address.city = lines.pop() ?? '';
  }

  address.name = take(0);
  const streetAt = lines.findLastIndex((line) => readBox(line) ?? splitStreet(line, address.country));
  if (streetAt >= 0) {
    const line = lines[streetAt] ?? '';
    Object.assign(address, readBox(line) ? { street: line } : splitStreet(line, address.country));
    const numbered = lines.filter((each) => readBox(each) ?? splitStreet(each, address.country));
    if (numbered.length > 1) unsure.add('street');
    const [second = '', third = '', ...more] = lines.splice(streetAt).slice(1);
    Object.assign(address, { street2: second, street3: third });
    left.unshift(...more);
  } else if (lines.length > 0) {
    address.street = lines.pop() ?? '';
    unsure.add('street');
  }
  if (lines.length > 0) {
    address.company = take(0);
    if (company.test(address.name) && !company.test(address.company)) {
      [address.name, address.company] = [address.company, address.name];
    } else if (!company.test(address.company)) unsure.add('company');
  }
  for (const line of lines) {
    const field = address.street2 === '' ? 'street2' : address.street3 === '' ? 'street3' : undefined;
    if (!field) left.push(line);
    else {
      address[field] = line;
      unsure.add(field);
    }
  }
  return { address, unsure: [...unsure], left };
}

/** Postal code and town, with what else the line says; undefined where it is no such line. */
function readPlace(line: string, country: string): Partial<Address> | undefined {
  const isCode = (code: string, of: string): boolean => of === '' || new RegExp(`^(?:${countryRules[of]?.form || '.+'})$`, 'i').test(code);
  for (const form of placeLines) {
    const [, sign, code = '', city = ''] = form.exec(line) ?? [];
    const signed = sign === undefined ? '' : (signs[sign] ?? (countryCodes.has(sign) ? sign : ''));
    if (code && isCode(code, country || signed) && (sign === undefined || signed))
      return { postalCode: code, city, ...(country === '' && signed && { country: signed }) };
  }
  const [, town, province = '', zip] = placeThenCode.exec(line) ?? [];
  if (town && zip) {
    const of = country || (/^\d/.test(zip) ? 'US' : 'CA');
    if (isProvince(of, province)) return { city: town, province, postalCode: zip, country: of };
  }
  const [, before = '', british] = britishCode.exec(line) ?? [];
  if (british && (country === '' || country === 'GB')) return { city: before, postalCode: british.toUpperCase() };
  return undefined;
}

/** Whether a text is an address of several lines, and not one field of it. */
export const isAddressBlock = (text: string): boolean => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length >= 3;
