import type { Address } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { type Around, aroundTerm, containsTerm, type Line, readings, wordsOf } from './label-line.ts';
import { behindCaption } from './label-words.ts';

export const nameOf = (address: Address): string => (address.name.trim() === '' ? address.company : address.name);

const isLetters = (word: string): boolean => /^[A-Z]+$/.test(word);
const wordSet = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

// ---- The name ------------------------------------------------------------------------------------------------------

/** `among-others`: beside further names, or cut off. "Anna Maria Schmidt" contains "Maria Schmidt", and is another person. */
export type NameFound = 'whole' | 'among-others' | 'none';

/** Words beside a name that are not part of it: the caption of the line, a form of address, a means of contact. */
const besideNames = wordSet(`
  To Ship Deliver Delivery Recipient Receiver Consignee Addressee Empf Empfänger Empfängerin An Au Chez Destinataire Destinatario Dest
  Odbiorca Adresat Mottagare Mottaker Modtager Geadresseerde Attn Att Attention TAV Zhd Herr Herrn Frau Hr Fr Mr Mrs Ms Miss Mister Dr
  Prof Mme Mlle Monsieur Madame Sr Sra Sig Sigra Dhr Mevr Mevrouw Heer Mw Pan Pani Firma Fa Company Name Contact Kontakt Contactpersoon
  Tel Telefon Telephone Phone Mob Mobile Fax Ref`);
/** A company separated from the name by a comma or a bar: "Amazon.com, Jane Doe". */
const companyMark = /\w\.(com|net|org|[a-z]{2})\b|\b(gmbh|ag|kg|ohg|ltd|inc|llc|plc|bv|nv|sa|sarl|sas|srl|spa|ab|as|aps|oy|kft)\b/i;
const careOf = /\b(C O|Z HD?N?|T A V)\b/g;

function withoutCompanies({ text }: Line, term: string): readonly (readonly string[])[] {
  const parts = text.split(/[,;|]/);
  const kept = parts.filter((part) => !companyMark.test(part) || containsTerm(wordsOf(part), term));
  return kept.length < parts.length ? [wordsOf(kept.join(' '))] : [];
}

/**
 * Checks if a name of the recipient begins on this line, alone or with the line below or beside it. Other words of the recipient's own
 * address may be beside it.
 */
export function nameOn(lines: readonly Line[], line: Line, recipient: Address): NameFound {
  const nameWords = wordsOf(nameOf(recipient));
  const term = nameWords.join('');
  if (term.length < 4) return term !== '' && line.words.join('') === term ? 'whole' : 'none';
  const hasNoOtherName = (words: readonly string[]): boolean => {
    const own = wordSet(Object.values(recipient).join(' '));
    const rest = words.join(' ').replace(careOf, '').split(' ');
    return rest.every((word) => !isLetters(word) || own.has(word) || besideNames.has(word));
  };
  const beside = [...readings(lines, line), ...withoutCompanies(line, term), behindCaption(line)].flatMap((words) =>
    aroundTerm(words, term)
      .filter(({ before }) => before.length < line.words.length)
      .map(({ before, after }) => [...before, ...after]),
  );
  if (beside.some(hasNoOtherName)) return 'whole';
  const has = (word: string): boolean => line.words.includes(word);
  if (nameWords.length > 1 && nameWords.every(has) && hasNoOtherName(line.words)) return 'whole';
  const longWords = nameWords.filter((word) => word.length > 1);
  if (beside.length > 0 || (longWords.length > 1 && longWords.every(has))) return 'among-others';
  // Couriers cut lines at 20 to 35 characters.
  const squeezed = line.words.join('');
  return line.text.length >= 20 && squeezed.length >= 15 && term.startsWith(squeezed) ? 'among-others' : 'none';
}

// ---- The street ----------------------------------------------------------------------------------------------------

export function streetTerms(address: Address): readonly string[] {
  const street = wordsOf(address.street).join('');
  const number = wordsOf(address.houseNumber).join('');
  return street === '' ? [] : [street + number, number + street];
}

/**
 * `other-number`: the street with another house number; "3" and "3 B" are different. `unnumbered`: the street without a number; the best
 * match if the address has no number.
 */
export type StreetFound = 'same' | 'other-number' | 'unnumbered' | 'none';

const unitWord = /^([A-Z]|BIS|TER|QUATER|\d{1,3}[A-Z]?)$/;

const unitNames = wordSet('Flat Apt Apartment Unit Suite Ste Room No Nr Level Floor Box Bus Lot');

/** Words between a street and its number. */
const numberMarks = wordSet('Nr No Num Nummer Numero');

/** Returns the best match of any of these lines with the recipient's street. */
export function streetOn(lines: readonly Line[], address: Address): StreetFound {
  const street = wordsOf(address.street).join('');
  const number = wordsOf(address.houseNumber).join('');
  if (street === '') return 'none';
  const own = wordSet(`${address.street2} ${address.street3}`);
  const postal = postalTerms(address);
  const isPostal = (words: readonly string[]): boolean =>
    postal.some((term) => aroundTerm(words, term).some(({ before }) => before.length === 0));
  const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d{1,5}[A-Z]{0,2}$/.test(word) && !own.has(word);
  const found = new Set<StreetFound>();
  const read = (words: readonly string[], lineWords: readonly string[]): void => {
    const onLine = (around: Around): Around => {
      const end = words.length - around.after.length;
      // The first words of another line are not part of a number.
      return { ...around, after: end <= lineWords.length ? lineWords.slice(end) : around.after };
    };
    const begins = ({ before }: Around): boolean => before.length < lineWords.length;
    if (number !== '') {
      for (const { after } of aroundTerm(words, street + number)
        .filter(begins)
        .map(onLine)) {
        const [next = '', behind = ''] = after;
        found.add(unitWord.test(next) && !own.has(next) && !/^\d{4}/.test(behind) && !isPostal(after) ? 'other-number' : 'same');
      }
      for (const { before } of aroundTerm(words, number + street).filter(begins))
        found.add(isNumber(before.at(-1)) && !unitNames.has(before.at(-2) ?? '') ? 'other-number' : 'same');
    }
    for (const { before, after } of aroundTerm(words, street).filter(begins).map(onLine))
      if (
        (isNumber(after[0]) && !isPostal(after)) ||
        isNumber(before.at(-1)) ||
        (unitWord.test(before.at(-1) ?? '') && isNumber(before.at(-2)))
      )
        found.add('other-number');
      else found.add(number === '' && /\d/.test(street) ? 'same' : 'unnumbered');
  };
  const withoutMarks = (words: readonly string[]): readonly string[] => words.filter((word) => !numberMarks.has(word));
  for (const line of lines)
    for (const words of readings(lines, line)) {
      read(words, line.words);
      if (words.some((word) => numberMarks.has(word))) read(withoutMarks(words), withoutMarks(line.words));
    }
  return (['same', 'other-number', 'unnumbered'] as const).find((each) => found.has(each)) ?? 'none';
}

/** Common parts of street names: sharing one does not make two streets alike. */
const streetWords = wordSet(`
  Strasse Str Street Road Lane Avenue Drive Way Court Close Place Square Hill Park Rue Chemin Boulevard Route Allee Weg Platz Gasse Ring Damm
  Ufer Markt Via Viale Corso Piazza Calle Avenida Paseo Plaza Ronda Camino Straat Laan Gracht Plein Weg Kade Aleje Aleja Ulica Plac Osiedle
  Gatan Gata Vagen Vag Vej Vei Gade Namesti Trida Utca Utja Rua Largo Praca North South East West Saint Sankt`);

/** Words that mark a line as not a street, in addition to the words beside names. */
const notStreets = wordSet('Attn Att Attention Tel Telefon Telephone Phone Mob Mobile Fax Contact Kontakt Company Firma Email Mail');

/** True if one of these lines between a name and its town has no part of the recipient's address: it is another person's street. */
export function namesOtherStreet(lines: readonly Line[], address: Address): boolean {
  // Without a city, the line of the city could be mistaken for a street.
  if (address.street.trim() === '' || address.city.trim() === '') return false;
  const { name, company, street, street2, street3 } = address;
  const whole = [name, company, street2, street3].map((text) => wordsOf(text).join('')).filter((term) => term.length > 2);
  const own = wordsOf([street, street2, street3, company].join(' ')).filter((word) => word.length > 2 && !streetWords.has(word));
  const isOwn = (word: string): boolean => own.some((each) => each === word || (word.length > 4 && each.slice(0, 5) === word.slice(0, 5)));
  return lines.some(({ words }) => {
    const letters = words.filter((word) => word.length > 2 && isLetters(word));
    const isOurs = letters.some((word) => isOwn(word) || notStreets.has(word) || isBeforeNumbers(word));
    return letters.length > 0 && !isOurs && !whole.some((term) => containsTerm(words, term));
  });
}

/** Legal forms after the name of a company. */
const legalForms = wordSet('GmbH AG KG OHG Ltd Limited Inc LLC Plc Corp Co BV NV SA SARL SAS SRL SPA SRO SP ZOO AB AS ApS Oy Kft SL');
/** Captions of the parts of an address, above or before each part. */
const fieldNames = wordSet(`
  Address Adresse Adres Adress Anschrift Direccion Domicilio Endereco Indirizzo Street Strasse City Town Ort Stadt Ville Poblacion Localidad
  Provincia Localita Country Land Pays Pais Nombre Apellidos Nom Prenom Nome Cognome Telefonos Telefonnummer Email Mail Shp Shipment`);
/** A name has no more words. */
const mostNameWords = 4;

/**
 * Returns the words of a line that may be a name that the address does not contain: only letters, and none of the address's own words.
 * Empty if the line has digits or is longer than a name. Words beside names, means of contact, legal forms and the recipient's country are
 * not names.
 */
export function unknownNames(line: Line, address: Address): readonly string[] {
  const behind = behindCaption(line);
  const words = (behind.length > 0 ? behind : line.words).filter(
    (word) => word.length > 1 && !besideNames.has(word) && !legalForms.has(word) && !fieldNames.has(word),
  );
  const isName = !/\d/.test(line.text) && words.length <= mostNameWords && countryCode(line.text) !== address.country;
  const own = wordSet(Object.values(address).join(' '));
  return isName && !words.some((word) => unitNames.has(word) || isBeforeNumbers(word)) ? words.filter((word) => !own.has(word)) : [];
}

/** True for a line with words and a number, but without a means of contact. */
export const mayBeStreet = ({ words, text }: Line): boolean =>
  /\d/.test(text) &&
  !text.includes('@') &&
  words.some((word) => word.length > 2 && isLetters(word)) &&
  !words.some((word) => besideNames.has(word) || isBeforeNumbers(word));

// ---- The postal code -----------------------------------------------------------------------------------------------

/** `certain`: as in a line with the town. `doubtful`: the same characters, in an ambiguous place. */
export type CodeFound = 'certain' | 'doubtful' | 'none';

/** A number after one of these words is not part of an address. */
const beforeNumbers = wordSet(`
  Ref Reference Referenz No Nr Num Number Nummer Numero Order Bestellung Auftrag Commande Zamowienie Invoice Rechnung Faktura Facture
  Customer Kunde Klant Client Kund Account Acct Id Code PO Box Postfach Art Artikel Item Sku Parcel Package Paket Colis Sendung Shipment
  Batch Lot Dept Desk Tel Phone Fax Depot Route Tour Kg G Cm Pcs Stk`);
export const isBeforeNumbers = (word: string): boolean => beforeNumbers.has(word) || /(REF|NR|NUMMER|NUMBER)$/.test(word);
const beforePostalCodes = wordSet('PLZ Zip Postcode Postnr Postnummer Cap CP Kod');

export function postalTerms(address: Address): readonly string[] {
  const { plain, glued } = postalForms(address);
  return [...plain, ...glued];
}

function postalForms(address: Address): {
  readonly plain: readonly string[];
  readonly glued: readonly string[];
  readonly prefixes: readonly string[];
} {
  const term = wordsOf(address.postalCode).join('');
  if (term === '') return { plain: [], glued: [], prefixes: [] };
  const prefixes = [wordsOf(address.country).join(''), address.country.slice(0, 1)].filter((prefix) => prefix !== '');
  const short = /^\d{5}-?\d{4}$/.test(address.postalCode.trim()) ? [term.slice(0, 5)] : [];
  return { plain: [term, ...short], glued: prefixes.map((prefix) => prefix + term), prefixes };
}

export const containsTown = (words: readonly string[], city: string): boolean => {
  const cityWords = wordsOf(city);
  return containsTerm(words, cityWords.join('')) || cityWords.some((word) => word.length > 3 && words.includes(word));
};

/**
 * True if a line holds the postal code of an address, or begins with its city and has no more than a province after it; "Via Roma" is not
 * Roma.
 */
export const isTownLine = ({ words }: Line, address: Address): boolean =>
  postalTerms(address).some((term) => containsTerm(words, term)) ||
  aroundTerm(words, wordsOf(address.city).join('')).some(
    ({ before, after }) => before.length === 0 && after.every((word) => word.length <= 3),
  );

/** Returns the best match of any of these lines with the recipient's postal code. */
export function postalCodeOn(lines: readonly Line[], recipient: Address): CodeFound {
  const { plain, glued, prefixes } = postalForms(recipient);
  const { city } = recipient;

  const found = lines.flatMap((line) =>
    readings(lines, line).flatMap((words, reading) => [
      ...plain.flatMap((term) => aroundTerm(words, term).map((around) => judge(around, false, reading > 0))),
      ...glued.flatMap((term) => (words.includes(term) ? aroundTerm(words, term).map((around) => judge(around, true, reading > 0)) : [])),
    ]),
  );
  // Four digits could also be a house number on another person's label.
  const isShort = /^\d{1,4}$/.test(recipient.postalCode.trim());
  if (
    found.includes('certain') &&
    !(isShort && city !== '' && !lines.some((line) => readings(lines, line).some((words) => containsTown(words, city))))
  )
    return 'certain';
  return found.includes('doubtful') && !isShort ? 'doubtful' : 'none';

  function judge(
    { before: all, after: rest }: { readonly before: readonly string[]; readonly after: readonly string[] },
    isGlued: boolean,
    joined: boolean,
  ): CodeFound {
    const hasPrefix = !isGlued && prefixes.includes(all.at(-1) ?? '');
    const before = hasPrefix ? all.slice(0, -1) : all;
    if (isBeforeNumbers(before.at(-1) ?? '') && !beforePostalCodes.has(before.at(-1) ?? '')) return 'none';
    // The last four digits of a long code.
    const after = /^\d{4}$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
    const townAfter = after.slice(0, after.findIndex((word) => !isLetters(word)) >>> 0);
    const townBefore = before.slice(before.findLastIndex((word) => !isLetters(word)) + 1);
    if (city !== '' && (containsTown(townAfter, city) || containsTown(townBefore, city))) return 'certain';
    if (joined && city !== '') return 'doubtful';
    const opens = before.every((word) => beforePostalCodes.has(word));
    const [next = ''] = townAfter;
    if (opens && (hasPrefix || (next.length > 1 && !isBeforeNumbers(next)))) return 'certain';
    const isTownLine = townBefore.length > 0 && townBefore.length === before.length && townAfter.length === after.length;
    return isTownLine && city === '' && !isGlued && !townBefore.some(isBeforeNumbers) ? 'certain' : 'doubtful';
  }
}
