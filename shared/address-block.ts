import { type Address, countryCodes, emptyAddress, isProvince, isSitePart, splitStreet } from './address.ts';
import { countryCode } from './country-name.ts';
import { countryRules } from './country-rules.ts';
import { readBox } from './delivery-place.ts';

/** The lines of a pasted address, each in the field it belongs to. */
export interface AddressBlock {
  readonly address: Address;
  /** Fields filled by a guess, for the packer to check. */
  readonly unsure: readonly (keyof Address)[];
  /** Lines that fit no field. Every other word of the text is in a field. */
  readonly left: readonly string[];
}

const mostLines = 20;
const longestLine = 300;

const company =
  /(?:^|[\s,])(?:gmbh|mbh|ag|kg|ohg|ug|gbr|e\.\s?k\.?|e\.\s?v\.?|b\.?v\.?|n\.?v\.?|v\.?o\.?f\.?|ltd|limited|llc|inc|corp|plc|s\.?a\.?r\.?l\.?|s\.?a\.?s\.?|s\.?a\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|s\.?l\.?u?\.?|lda|ab|a\/s|aps|asa?|oyj?|sp\.? z o\.? ?o\.?|s\.?r\.?o\.?|kft|d\.?o\.?o\.?)\.?$/iu;
const emailLine = /^(?:e-?mail|mail)?[\s:.]*([^\s@<>]+@[^\s@<>]+\.[^\s@<>]+)$/iu;
const phoneLine = /^(tel(?:efon|éfono|efono|efoon)?|phone|mobile?|mobiel|mobil|handy|gsm|tlf|tél|t|m)?[\s:.]*(\+?[\d\s()/.-]{7,25})$/iu;
/** The letters of a Dutch code might be a short town elsewhere. A result that does not fit the country is read again without them. */
const placeLines = [
  /^(?:([A-Z]{1,3})[ -])?(\d{4} ?[A-Z]{2})\s+(['’]?\p{L}.*)$/u,
  /^(?:([A-Z]{1,3})[ -])?(\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{5}-\d{3})\s+(['’]?\p{L}.*)$/u,
];
const placeThenCode = /^(\p{L}[^\d]*?)[\s,]+([A-Z]{2})[\s,]+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u;
const britishCode = /^(?:(\p{L}.*?)[\s,]+)?([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/iu;
/** Prefixes before a postal code: vehicle registration codes and ISO codes. */
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
  H: 'HU',
};

export function readAddressBlock(text: string): AddressBlock {
  const written = text.split(/\r\n|\n|\r/).flatMap((line) => line.trim().replace(/\s+/g, ' ').replace(/[,;]$/, '') || []);
  const lines = written.slice(0, mostLines).filter((line) => line.length <= longestLine);
  const left = written.filter((line, at) => at >= mostLines || line.length > longestLine);
  const address = { ...emptyAddress };
  const unsure = new Set<keyof Address>();
  const take = (at: number): string => lines.splice(at, 1)[0] ?? '';

  const countryAt = lines.findLastIndex((line, at) => at > 1 && countryCodes.has(countryCode(line)));
  if (countryAt >= 0) address.country = countryCode(take(countryAt));
  const isBoxed = lines.some((line) => readBox(line)?.kind === 'parcel-machine');
  // A postal code of digits and a post number can be as long as a telephone number.
  const isOther = (line: string): boolean => codeAlone(line, address.country) !== undefined || (isBoxed && postNumber.test(line));

  for (let at = lines.length - 1; at > 0; at -= 1) {
    if (isOther(lines[at] ?? '')) continue;
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
  const postNumberAt = isBoxed ? lines.findIndex((line, at) => at > 0 && postNumber.test(line)) : -1;
  const ownNumber = postNumberAt < 0 ? '' : take(postNumberAt);

  const townAlone = takeTownAlone(lines, address.country);
  const placeAt = townAlone ? -1 : lines.findLastIndex((line, at) => at > 0 && readPlace(line, address.country) !== undefined);
  const place = placeAt < 0 ? townAlone : readPlace(lines[placeAt] ?? '', address.country);
  const below = placeAt < 0 ? [] : lines.splice(placeAt + 1);
  // Hungarians write the street below the town. Anything else below the town belongs to no known field.
  if (placeAt === 1 && splitStreet(below[0] ?? '', address.country)) lines.push(...below);
  else left.unshift(...below);
  if (place) {
    if (placeAt >= 0) take(placeAt);
    Object.assign(address, place);
    if (address.city === '' && lines.length > 2) address.city = lines.pop() ?? '';
  }

  address.name = take(0);
  const splits = (line: string) => readBox(line) ?? splitStreet(line, address.country);
  const numbered = lines.filter((line) => splits(line) && !isSitePart(line));
  const streetAt = lines.findLastIndex((line) => (numbered.length > 0 ? numbered.includes(line) : splits(line)));
  if (streetAt >= 0) {
    const line = lines[streetAt] ?? '';
    Object.assign(address, readBox(line) ? { street: line } : splitStreet(line, address.country));
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
  if (ownNumber) lines.unshift(ownNumber);
  for (const line of lines) {
    const field = address.street2 === '' ? 'street2' : address.street3 === '' ? 'street3' : undefined;
    if (!field) left.push(line);
    else {
      address[field] = line;
      if (line !== ownNumber) unsure.add(field);
    }
  }
  // The town may be in any other field.
  if (!place)
    for (const field of ['company', 'street', 'houseNumber', 'street2', 'street3'] as const) if (address[field]) unsure.add(field);
  Object.assign(address, withRegion(address));
  // The packer has to check a town of two parts, or one followed by a number or a region.
  if (townAlone || /[\d,]| [-–] /.test(address.city)) unsure.add('city');
  return { address, unsure: [...unsure], left };
}

const postNumber = /^(?:post(?:nummer|nr\.?| number)[\s:.]*)?\d{6,10}$/i;

/** Forms of postal codes that only one country uses. */
const ownCodes: readonly (readonly [form: RegExp, country: string])[] = [
  [/^(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?[\dAC-FHKNPRTV-Y]{4}$/, 'IE'],
  [/^〒 ?\d{3}-?\d{4}$/, 'JP'],
];

/** The postal code if the whole line is one, in the form of the country or in a form that only one country uses. */
function codeAlone(line: string, country: string): string | undefined {
  const bare = line.replace(/^〒 ?/, '');
  const form = countryRules[country]?.form;
  const isOfCountry = form !== undefined && form !== '' && new RegExp(`^(?:${form})$`, 'i').test(bare);
  return isOfCountry || (country === '' && ownCodes.some(([own]) => own.test(line))) ? bare : undefined;
}

/**
 * Takes a postal code on a line of its own, and its town: above or below it, depending on the country, or above the street. In East Asian
 * scripts, town and street are one line, which stays whole.
 */
function takeTownAlone(lines: string[], country: string): Partial<Address> | undefined {
  if (country === 'GB') return undefined;
  const at = lines.findLastIndex((line, index) => index > 0 && codeAlone(line, country) !== undefined);
  if (at < 0) return undefined;
  const postalCode = codeAlone(lines[at] ?? '', country) ?? '';
  const isTown = (line: string | undefined): boolean => line !== undefined && !/\d/.test(line.replace(/ \d{1,2}[A-Z]?$/, ''));
  const townAt = [at - 1, at - 2].find((each) => each > 0 && isTown(lines[each]));
  lines.splice(at, 1);
  const city = townAt === undefined || lines.length < 3 ? '' : (lines.splice(townAt, 1)[0] ?? '');
  if (country !== 'IE' || !/^(?:co\.?|county) /i.test(city) || lines.length < 3) return { postalCode, city };
  return { postalCode, province: city, city: lines.pop() ?? '' };
}

/** In Brazil, the state follows the town. */
function withRegion({ country, city }: Address): Partial<Address> {
  const [, town, state] = country === 'BR' ? (/^(.*\S)\s*[-–/, ]\s*([A-Z]{2})$/.exec(city) ?? []) : [];
  return town && state ? { city: town.replace(/[\s,–-]+$/, ''), province: state } : {};
}

/** Postal code, town and the rest of the line; undefined if the line has no postal code and town. */
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
  const behind = codeBehind(line, country);
  if (behind) return behind;
  const [, before = '', british] = britishCode.exec(line) ?? [];
  if (british && (country === '' || country === 'GB')) return { city: before, postalCode: british.toUpperCase() };
  return undefined;
}

/** "Sydney NSW 2000", "São Paulo - SP, 01310-100", "Dublin 2, D02 AF30": the code follows the town, in the form of its country. */
function codeBehind(line: string, country: string): Partial<Address> | undefined {
  const [, state = '', australian = ''] = /\s([A-Z]{2,3})\s+(\d{4})$/.exec(line) ?? [];
  const isAustralian = country === '' && states.has(state);
  if (isAustralian)
    return { city: line.slice(0, -`${state} ${australian}`.length).trim(), province: state, postalCode: australian, country: 'AU' };
  const form = countryRules[country]?.form ?? '';
  const own = form === '' ? (country === '' ? ownCodes[0]?.[0].source.slice(1, -1) : undefined) : form;
  if (own === undefined || ['US', 'CA', 'GB'].includes(country)) return undefined;
  const found = new RegExp(`^(\\p{L}.*?)[\\s,–-]+(${own})$`, 'u').exec(line);
  const [whole = '', town = '', postalCode = ''] = found ?? [];
  if (whole === '' || /\d.*\d/.test(town)) return undefined;
  const [, name = town, province = ''] = /^(.*?)[\s,–-]+([A-Z]{2,3})$/.exec(town) ?? [];
  return (isProvince(country, province) || states.has(province)) && name
    ? { city: name, province, postalCode }
    : { city: town, postalCode };
}

/** Australian states. */
const states = new Set('NSW VIC QLD WA SA TAS ACT NT'.split(' '));

/** True if a text is an address of several lines and not a single field of one. */
export const isAddressBlock = (text: string): boolean => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length >= 3;
