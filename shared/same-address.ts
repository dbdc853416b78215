import { z } from 'zod';
import { type Address, splitStreet } from './address.ts';
import { boxOf, isNoNumber, type PostBox } from './delivery-place.ts';

/** Parts of an address that two orders may write in different ways. */
export const writtenParts = ['name', 'company', 'street', 'lines', 'postal-code', 'city'] as const;

/** Why two addresses count as one: `mail` if only the mail address shows that it is the same person. `differs`: what is written in different ways. */
export const sameAddressSchema = z.object({ by: z.enum(['name', 'mail']), differs: z.array(z.enum(writtenParts)) });
export type SameAddress = z.infer<typeof sameAddressSchema>;

/** The parts of an address that find others at the same place. */
export type PlaceParts = Pick<Address, 'street' | 'houseNumber' | 'street2' | 'street3' | 'postalCode' | 'city' | 'country'>;

/**
 * Tells if parcels for both addresses could be one parcel: same street, number, flat, postal code, city and country, and the same name,
 * company or mail address. Spelling and usual abbreviations make no difference. Undefined in any doubt, also if only the place or only the
 * person is the same.
 */
export function sameAddress(one: Address, other: Address): SameAddress | undefined {
  const country = one.country.trim().toUpperCase();
  if (country === '' || country !== other.country.trim().toUpperCase()) return undefined;
  const by = isSameName(nameOf(one), nameOf(other)) ? 'name' : isSameMail(one.email, other.email) ? 'mail' : undefined;
  if (!by || !isSameCompany(one, other) || !isSamePlace(one, other, country)) return undefined;
  return { by, differs: writtenParts.filter((part) => asWritten(one, part) !== asWritten(other, part)) };
}

/**
 * Returns a text of at most 16 characters that is equal for all addresses that `sameAddress` finds to be one, and for few others: country,
 * postal code, and the digits of all lines. Empty if the address is too incomplete to be compared.
 */
export function placeOf({ street, houseNumber, street2, street3, postalCode, city, country: written }: PlaceParts): string {
  const country = written.trim().toUpperCase();
  const code = bareCode(postalCode, country).slice(0, longestCodeIn[country]);
  const town = code === '' ? lettersOf(city).slice(0, 1) : '';
  if (street === '' || country === '' || (code === '' && town === '')) return '';
  const lines = `${street} ${/[1-9]/.test(houseNumber) ? houseNumber : ''} ${street2} ${street3}`;
  const digits = (isPlain(lines) ? lines : lines.normalize('NFKC')).replace(/\D+/g, '');
  return `${country}${code}${town}${digits.split('').sort().join('')}`.slice(0, longestPlace);
}

/** One block of a cipher. What is cut off only makes more addresses be compared. */
const longestPlace = 16;
/** A code of the United States may name the block too. */
const longestCodeIn: Readonly<Record<string, number>> = { US: 5 };

const asWritten = (address: Address, part: (typeof writtenParts)[number]): string => {
  const written = {
    name: address.name,
    company: address.company,
    street: `${address.street} ${address.houseNumber}`,
    lines: `${address.street2} ${address.street3}`,
    'postal-code': address.postalCode,
    city: address.city,
  }[part];
  return written.trim().replace(/\s+/g, ' ');
};

// ---- The place -----------------------------------------------------------------------------------------------------

function isSamePlace(one: Address, other: Address, country: string): boolean {
  if (!isSameCode(one.postalCode, other.postalCode, country)) return false;
  if (!isSameText(one.city, other.city, country) || lettersOf(one.city) === '') return false;
  const [province, otherProvince] = [lettersOf(one.province), lettersOf(other.province)];
  if (province !== '' && otherProvince !== '' && province !== otherProvince) return false;
  const [box, otherBox] = [boxOf(one), boxOf(other)];
  if (box || otherBox) return box !== undefined && otherBox !== undefined && isSameBox(box, otherBox) && isSameRest(one, other);
  const [door, otherDoor] = [doorOf(one, country), doorOf(other, country)];
  return lettersOf(door.street) !== '' && isSameText(door.street, otherDoor.street, country) && door.rest === otherDoor.rest;
}

/** Digits may be grouped. A word in another language, or a shorter one, means the same kind of box. */
const isSameBox = (one: PostBox, other: PostBox): boolean =>
  one.kind === other.kind &&
  (one.kind === 'po-box' || lettersOf(one.word) === lettersOf(other.word)) &&
  one.number.replace(/[\s.-]/g, '').toLowerCase() === other.number.replace(/[\s.-]/g, '').toLowerCase();

/** Other lines beside a box: a post number, or a person. */
const isSameRest = (one: Address, other: Address): boolean =>
  unitsOf(`${one.street2} ${one.street3}`) === unitsOf(`${other.street2} ${other.street3}`);

/** The postal code without blanks and without the country before it. */
function bareCode(postalCode: string, country: string): string {
  const code = isPlain(postalCode)
    ? postalCode.toUpperCase().replace(/[^A-Z0-9]+/g, '')
    : postalCode
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^\p{L}\p{N}]+/gu, '');
  const sign = [country, oldSigns[country] ?? country].find((each) => code.startsWith(each)) ?? '';
  return /^\d+$/.test(code.slice(sign.length)) ? code.slice(sign.length) : code;
}
/** Signs of cars, which stood before postal codes. */
const oldSigns: Readonly<Record<string, string>> = { DE: 'D', AT: 'A', FR: 'F', IT: 'I', BE: 'B', LU: 'L', SE: 'S', FI: 'FIN', ES: 'E' };

function isSameCode(one: string, other: string, country: string): boolean {
  const [code, otherCode] = [bareCode(one, country), bareCode(other, country)];
  const longest = longestCodeIn[country];
  const isShort = longest !== undefined && (code.length === longest || otherCode.length === longest);
  return isShort ? code.slice(0, longest) === otherCode.slice(0, longest) : code === otherCode;
}

/** The street, and everything behind it as one text: number, flat, floor. */
function doorOf({ street, houseNumber, street2, street3 }: Address, country: string): { readonly street: string; readonly rest: string } {
  const hasNumber = /[\p{L}\p{N}]/u.test(houseNumber) && !isNoNumber(houseNumber);
  const split = hasNumber ? { street, houseNumber } : (splitStreet(street, country) ?? { street, houseNumber: '' });
  const [number, lines] = [unitsOf(split.houseNumber), unitsOf(`${street2} ${street3}`)];
  // "13" with the line "A" is not number "13a".
  const isApart = /^(?:\d|\p{L}(?!\p{L}))/u.test(lines);
  return { street: split.street, rest: `${number}${isApart ? ' | ' : ''}${lines}` };
}

/** Words for parts of a house, each in its usual spellings. An empty one is left out. */
const units = spellings(
  'apt: apartment appartement appartment appt apto apartamento; whg: wohnung; ste: suite; fl: floor; og: obergeschoss; eg: erdgeschoss; ' +
    'geb: gebaude building bldg; stg: stiege; bus: bte boite; lgh: lagenhet; m: mieszkanie; : nr no num nummer number hausnr hausnummer',
);

/** Number, flat and floor without blanks and points. Two numbers beside each other stay apart: `1 23` is not `12 3`. */
function unitsOf(text: string): string {
  const words =
    fold(text)
      .replaceAll('n°', ' ')
      .match(/[\p{L}\p{M}]+|\d+(?:\s*[-–/]\s*\d+)*/gu) ?? [];
  return words
    .map((word) => units.get(word) ?? word.replace(/\s/g, '').replaceAll('–', '-'))
    .filter((word) => word !== '')
    .reduce((all, word) => (/\d$/.test(all) && /^\d/.test(word) ? `${all} ${word}` : all + word), '');
}

// ---- The person ----------------------------------------------------------------------------------------------------

const nameOf = ({ name, company }: Pick<Address, 'name' | 'company'>): string => (name.trim() === '' ? company : name);

/** A company may stand in place of the name; any other difference is another recipient. */
function isSameCompany(one: Address, other: Address): boolean {
  const companyOf = ({ name, company }: Address): string => wordsOfName(company || (legalForm.test(name) ? name : '')).join(' ');
  return companyOf(one) === companyOf(other);
}

const legalForm =
  /(?:^|[\s,])(?:gmbh|ag|kg|ohg|ug|gbr|b\.?v\.?|n\.?v\.?|ltd|limited|llc|inc|s\.?a\.?r\.?l\.?|s\.?r\.?l\.?|a\/s|aps|oyj?)\.?$/iu;
const titles = new Set(
  'herr herrn frau hr fr mr mrs ms miss dr prof dipl ing mme mlle monsieur madame sr sra dhr mevr mevrouw pan pani'.split(' '),
);

/** Letters with two signs are one in some spellings: Jürgen, Juergen and Jurgen. */
const withoutPairs = (text: string): string => text.replace(/([aou])e/g, '$1');

function wordsOfName(name: string): readonly string[] {
  const [last, first] = name.split(',');
  const inTurn = first !== undefined && !legalForm.test(name) ? `${first} ${last}` : name;
  const words = withoutPairs(fold(inTurn)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const named = words.filter((word) => !titles.has(word));
  return named.length > 0 ? named : words;
}

/** True if every word is the same or the first letter of the other, the last word is the same, and no word is left over. */
function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOfName(one), wordsOfName(other)];
  if (words.length === 0 || words.length !== others.length) return false;
  const last = words.at(-1) ?? '';
  const isWhole = last === others.at(-1) && (last.length > 1 || words.join(' ') === others.join(' '));
  return isWhole && words.every((word, at) => isWordOrInitial(word, others[at] ?? ''));
}

const isWordOrInitial = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

/** Mail addresses that shops enter for customers without one. */
const noMailbox = /^(?:no-?(?:reply|mail|email|address|one)?|none|null|na|unknown|test|x+|kein(?:e|er)?|info)@/;

function isSameMail(one: string, other: string): boolean {
  const mail = one.trim().toLowerCase();
  return /^[^@\s]+@[^@\s]+$/.test(mail) && mail === other.trim().toLowerCase() && !noMailbox.test(mail);
}

// ---- Texts ---------------------------------------------------------------------------------------------------------

const ligatures: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

/** Small letters without apostrophes and accents. Marks of other scripts are letters. */
const fold = (text: string): string => {
  if (isPlain(text)) return text.toLowerCase().replaceAll("'", '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => ligatures[letter] ?? letter)
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+|['’‘ʼ`´]/gu, '');
};

const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Parses `short: long longer; …` into the short spelling of each. */
function spellings(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split('; ').flatMap((row) => {
      const [short = '', long = ''] = row.split(': ');
      return long.split(' ').map((word) => [word, short] as const);
    }),
  );
}

/** Words of streets and towns that are often written without a point when they are short. */
const shortWords = spellings(
  'st: street saint sankt sint; av: avenue avenida aven ave avda; rd: road; bd: boulevard blvd boul bld; ln: lane; dr: drive; ct: court; ' +
    'sq: square; pl: place; pza: plaza plza; rte: route; hwy: highway; pkwy: parkway; ter: terrace; cir: circle; mt: mount; ft: fort; ' +
    'al: aleja aleje; os: osiedle',
);
/** Left out or written, it is the same street. */
const leftOut: Readonly<Record<string, ReadonlySet<string>>> = { PL: new Set(['ul', 'ulica']), CZ: new Set(['ul', 'ulice']) };
/** Countries that write umlauts as two letters, or leave out the second one. */
const writePairs = new Set('DE AT CH LI LU DK NO SE FI'.split(' '));

/** Stands for the letters that a short word leaves out. */
const leftOff = '*';
const endOfWord = '|';

/** The signs of a text to compare: its letters, the ends of its words, and what short words leave out. */
function signsOf(text: string, country: string): readonly string[] {
  const folded = fold(text);
  const signs: string[] = [];
  for (const [, written = '', point = ''] of folded.matchAll(/([\p{L}\p{M}]+|\d+)(\.?)/gu)) {
    if (leftOut[country]?.has(written)) continue;
    const word = shortWords.get(written) ?? written.replace(/str(?:asse|ase|aat)$/, 'str');
    const isShort = !/\d/.test(word) && (point !== '' || word.length === 1);
    const letters = writePairs.has(country) ? withoutPairs(word).replaceAll('aa', 'a') : word;
    signs.push(...letters.split(''), ...(isShort ? [leftOff] : []), endOfWord);
  }
  return signs;
}

/** True if two texts are the same but for case, accents, blanks and short words: `Str. d. 17. Juni` is `Straße des 17. Juni`. */
function isSameText(one: string, other: string, country: string): boolean {
  if (one.length > longestText || other.length > longestText) return false;
  const [left, right] = [signsOf(one, country), signsOf(other, country)];
  const seen = new Set<number>();
  const isSame = (at: number, otherAt: number): boolean => {
    const place = at * (right.length + 1) + otherAt;
    if (seen.has(place)) return false;
    seen.add(place);
    const [sign, otherSign] = [left[at], right[otherAt]];
    if (sign === undefined && otherSign === undefined) return true;
    if (sign === leftOff) return isSame(at + 1, otherAt) || (isLetter(otherSign) && isSame(at, otherAt + 1));
    if (otherSign === leftOff) return isSame(at, otherAt + 1) || (isLetter(sign) && isSame(at + 1, otherAt));
    if (sign === endOfWord && otherSign === endOfWord) return isSame(at + 1, otherAt + 1);
    if (sign === endOfWord) return !isBetweenDigits(left, at) && isSame(at + 1, otherAt);
    if (otherSign === endOfWord) return !isBetweenDigits(right, otherAt) && isSame(at, otherAt + 1);
    return sign === otherSign && isSame(at + 1, otherAt + 1);
  };
  return isSame(0, 0);
}

const longestText = 300;
const isLetter = (sign: string | undefined): boolean => sign !== undefined && /\p{L}/u.test(sign);
const isBetweenDigits = (signs: readonly string[], at: number): boolean => /\d/.test(signs[at - 1] ?? '') && /\d/.test(signs[at + 1] ?? '');
