import type { Address } from './address.ts';

/** A delivery place that is not a street address: a PO box, or a parcel machine or counter. */
export type BoxKind = 'po-box' | 'parcel-machine';

export interface PostBox {
  readonly kind: BoxKind;
  /** The word as it was written: `Postfach`, `PO Box`, `Packstation`. */
  readonly word: string;
  /** The text after the word; empty if a box has no number. */
  readonly number: string;
}

const box = String.raw`(?:p\.? ?o\.? ?b(?:ox|\.)|gpo box|post office box|(?:locked|private) bag|postfach|pf\.|postbus|bo[iî]te postale|b\.? ?p\.?|case postale|casella postale|c\.? ?p\.?|apartado(?: de correos| postal)?|apdo\.?|aptdo\.?|caixa postal|skrytka pocztowa|skr\. ?poczt\.?|postboks|postbox|box|postilokero|pl|pósthólf|poštovní přihrádka|p\. ?p\.|poštový priečinok|poštanski pretinac|poštni predal|c[aă]su[tțţ]a po[sșş]tal[aă]|postafiók|τ\.? ?θ\.?|ταχυδρομική θυρίδα|posta kutusu|p\. ?k\.|абонентский ящик|а/я|а/с|абонентська скринька|пощенска кутия|п\. ?к\.|поштенски фах|поштански преградак|pašto dėžutė|a\. ?d\.|abonenta kastīte|a/k|postkast|私書箱)`;
const machine = String.raw`(?:packstation|postfiliale|paketbox|paketshop|paketautomat|paketomat|abholstation|my ?post ?24|paczkomat(?: inpost)?|inpost|z-box|zásilkovna|packeta|alzabox|balíkovna|pakkeboks|pakkeshop|pakkeautomat|paketbox|pakiautomaat|omniva|paštomatas|pakomāts|pakettiautomaatti|postiautomaatti|smartpost|citypaq|punto ?pack?|punto ?poste|point relais|relais colis|mondial relay|pickup station|consigne|csomagautomata|foxpost|easybox|fanbox|box ?now|amazon (?:hub )?locker|locker|parcel ?locker|parcel ?motel|an post locker)`;
const forms: readonly (readonly [BoxKind, RegExp])[] = [
  ['parcel-machine', new RegExp(`^(${machine})(?![\\p{L}])[\\s:,.#-]*(?:n[or°º]\\.?\\s*)?(.*)$`, 'iu')],
  ['po-box', new RegExp(`^(${box})(?![\\p{L}])[\\s:,.#-]*(?:n[or°º]\\.?\\s*)?(.*)$`, 'iu')],
];
/** Words so short that only a following number makes them a box: "PL 123", "BP 20114", "Box 118". A street may be called Box Hill. */
const needsNumber =
  /^(?:b\.? ?p\.?|c\.? ?p\.?|pl|pf\.|p\. ?[pk]\.|a\. ?d\.|a\/k|а\/[яс]|п\. ?к\.|τ\.? ?θ\.?|box|locker|inpost|consigne|omniva|packeta|apartado)$/iu;

/** The box that a line names; undefined if it names none. */
export function readBox(line: string): PostBox | undefined {
  const text = line.trim().replace(/\s+/g, ' ');
  if (text.length > 100) return undefined;
  for (const [kind, form] of forms) {
    const [, word, number = ''] = form.exec(text) ?? [];
    if (word === undefined || (number === '' ? needsNumber.test(word) : !/\d/.test(number))) continue;
    if (needsNumber.test(word) && !/^(?:\p{L}{0,3} ?)?\d/u.test(number)) continue;
    return { kind, word, number };
  }
  return undefined;
}

/** The box of an address, if its street line names one. */
export const boxOf = ({ street, houseNumber }: Pick<Address, 'street' | 'houseNumber'>): PostBox | undefined =>
  readBox([street, isNoNumber(houseNumber) ? '' : houseNumber].filter(Boolean).join(' '));

/** The address with its box in the service's fields: the word is the street, the number is the house number. */
export const withBox = (address: Address, { word, number }: PostBox): Address => ({
  ...address,
  street: word,
  houseNumber: number || noNumberWord(address.country),
});

/** DHL's machines and counters identify a recipient by this number only. */
export const needsPostNumber = ({ country, street, street2, street3, company }: Address): boolean =>
  country === 'DE' &&
  /^(?:packstation|postfiliale)/i.test(street) &&
  ![street2, street3, company].some((text) => /(?<!\d)\d{6,10}(?!\d)/.test(text));

/** Ways to write that there is no house number. */
const noNumber =
  /^(?:[-–—./\\*?]+|0+|x+|n\/?a|none|no number|without number|s\/?n\.?|sn[cn]?\.?|b\/n|bb|b\.? ?č\.?|f\.? ?n\.?|o\.? ?nr\.?|ohne(?: nr\.?| nummer| hausnummer)?|keine?|z\.?\/?n\.?|zonder nummer|sans (?:num[eé]ro|n°)|sin n[uú]mero|sem n[uú]mero|senza numero|uten nummer|utan nummer|ei numeroa|bez (?:broja|numeru|čísla))$/iu;
export const isNoNumber = (text: string): boolean => noNumber.test(text.trim());

const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries('ES PT BR AR CL CO MX PE UY EC VE BO PY CR FR BE LU MC'.split(' ').map((country) => [country, 's/n'])),
  ...Object.fromEntries('IT SM VA'.split(' ').map((country) => [country, 'snc'])),
  ...Object.fromEntries('HR BA RS ME MK SI'.split(' ').map((country) => [country, 'bb'])),
  ...Object.fromEntries('DE AT CH LI'.split(' ').map((country) => [country, 'o. Nr.'])),
  NL: 'z/n',
  PL: 'b/n',
  RO: 'fn',
  TR: 'no yok',
};

/**
 * Text for a missing house number. The service requires one, so it receives the usual local wording; a punctuation mark or an invented
 * number would look real on the label.
 */
export const noNumberWord = (country: string): string => words[country] ?? 'no number';

/**
 * The street without the number that a person entered. If nothing would remain, the street stays whole, and an entry without digits
 * counts as no number.
 */
export function withNumber(
  { street, country }: Pick<Address, 'street' | 'country'>,
  written: string,
): Pick<Address, 'street' | 'houseNumber'> {
  const number = written.trim();
  if (isNoNumber(number)) return { street, houseNumber: noNumberWord(country) };
  const there = new RegExp(`(^|[\\s,])${number.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=$|[\\s,])`, 'i');
  const rest = street
    .replace(there, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*,)+(?=,|$)|^[\s,]+/g, '')
    .trim();
  if (rest === '') return { street, houseNumber: /\d/.test(number) ? number : noNumberWord(country) };
  return { street: rest, houseNumber: number };
}

const houseNumber = /^\d{1,5}\p{L}?(?:[-–/]\d{1,4}\p{L}?)*$/u;
const ordinal = /^\d{1,3}(?:st|nd|rd|th|de|ste|ème|e|o|a|º|ª)$/iu;

/** The only number in a street that may be the house number, for a person to confirm; undefined if there is none or more than one. */
export function numberInStreet(street: string): string | undefined {
  const words = street.split(/[\s,]+/).filter(Boolean);
  const [number, another] = words.filter((word) => /\d/.test(word));
  const isNumber = number !== undefined && another === undefined && houseNumber.test(number) && !ordinal.test(number);
  return isNumber && words.some((word) => word !== number && /\p{L}/u.test(word)) ? number : undefined;
}

/** True if there are letters or digits: a dash means no number. */
export const hasNumber = ({ houseNumber }: Pick<Address, 'houseNumber'>): boolean => /[\p{L}\p{N}]/u.test(houseNumber);
