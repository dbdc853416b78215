import { z } from 'zod';

/** A postal address as people write it; an empty text means "not given". `houseNumber` may hold letters. */
export const addressSchema = z.object({
  name: z.string(),
  company: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  street2: z.string(),
  street3: z.string(),
  postalCode: z.string(),
  city: z.string(),
  province: z.string(),
  /** ISO 3166 two letters, upper case; anything else is a problem to be asked about. */
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  eori: z.string(),
});
export type Address = z.infer<typeof addressSchema>;

export const emptyAddress: Address = {
  name: '',
  company: '',
  street: '',
  houseNumber: '',
  street2: '',
  street3: '',
  postalCode: '',
  city: '',
  province: '',
  country: '',
  phone: '',
  email: '',
  eori: '',
};

/** One text that had to change on its way to the service. `mayChangeMeaning` is true where a person should look. */
export const textChangeSchema = z.object({
  field: z.string(),
  written: z.string(),
  sent: z.string(),
  mayChangeMeaning: z.boolean(),
});
export type TextChange = z.infer<typeof textChangeSchema>;

const numberAtEnd =
  /^(?<street>.*\p{L}.*?)[\s,]+(?<number>\d{1,5}(?:\s?[-/]\s?\d{1,4})?(?:\s?\p{L}(?:\s?\d{1,2})?)?(?:\/\p{L}?\d{0,4}\p{L}?)?)$/u;
const numberAtStart = /^(?<number>\d{1,5}\p{L}?(?:[-/]\d{1,4}\p{L}?)?),?\s+(?<street>.*\p{L}.*)$/u;
const numberFirstCountries = new Set(['US', 'CA', 'GB', 'IE', 'FR', 'LU', 'AU', 'NZ']);

/**
 * Splits "Veemarktkade 8" into street and house number, number first where the country writes it so ("12 rue de la Gare").
 * Every word of the source is in the result, or the answer is undefined and a person is asked.
 */
export function splitStreet(line: string, country: string): { street: string; houseNumber: string } | undefined {
  const text = line.trim().replace(/\s+/g, ' ');
  const order = numberFirstCountries.has(country) ? [numberAtStart, numberAtEnd] : [numberAtEnd, numberAtStart];
  for (const pattern of order) {
    const { street, number } = pattern.exec(text)?.groups ?? {};
    if (street && number) return { street: street.replace(/,$/, '').trim(), houseNumber: number.replace(/\s+/g, ' ').trim() };
  }
  return undefined;
}

/** Countries where the service needs a postal code and both public rule sets agree on it; elsewhere emptiness only warns. */
const postalCodeCountries = new Set(
  (
    'AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FR GB GF GG GL GP GR GS HU IM IN IO IT JE JP KR LI LT LU LV MF MQ MX MY NC NL NO ' +
    'NZ PF PL PM PN PT RE RU SE SG SH SJ SK SM TC UA US WF YT ZA'
  ).split(' '),
);
export const needsPostalCode = (country: string): boolean => postalCodeCountries.has(country);

export const needsProvince = (country: string): boolean => country === 'US' || country === 'CA';

/** The customs territory a country belongs to: the European Union counts as one, every other country as its own. */
const unionCountries = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '));
export const customsTerritory = (country: string): string => (unionCountries.has(country) ? 'EU' : country);
export const leavesCustomsTerritory = (from: Address, to: Address): boolean =>
  customsTerritory(from.country) !== customsTerritory(to.country);
