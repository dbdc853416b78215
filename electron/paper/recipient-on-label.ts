import type { Address } from '../../shared/address.ts';
import { aroundTerm, holds, holdsTerm, type Line, readings, wordsOf } from './label-line.ts';

export const nameOf = (address: Address): string => (address.name.trim() === '' ? address.company : address.name);

const isLetters = (word: string): boolean => /^[A-Z]+$/.test(word);
const wordSet = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

// ---- The name ------------------------------------------------------------------------------------------------------

/** `among-others`: beside further names, or cut. "Anna Maria Schmidt" holds "Maria Schmidt", and is somebody else. */
export type NameFound = 'whole' | 'among-others' | 'none';

/** Stand beside a name and are no part of it: what the line is, how a person is addressed, how they are reached. */
const besideNames = wordSet(`
  To Ship Deliver Delivery Recipient Receiver Consignee Addressee Empf Empfänger Empfängerin An Au Chez Destinataire Destinatario Dest
  Odbiorca Adresat Mottagare Mottaker Modtager Geadresseerde Attn Att Attention TAV Zhd Herr Herrn Frau Hr Fr Mr Mrs Ms Miss Mister Dr
  Prof Mme Mlle Monsieur Madame Sr Sra Sig Sigra Dhr Mevr Mevrouw Heer Mw Pan Pani Firma Fa Company Name Contact Kontakt Contactpersoon
  Tel Telefon Telephone Phone Mob Mobile Fax Ref`);
/** A company set apart from the name by a comma or a bar: "Amazon.com, Jane Doe". */
const companyMark = /\w\.(com|net|org|[a-z]{2})\b|\b(gmbh|ag|kg|ohg|ltd|inc|llc|plc|bv|nv|sa|sarl|sas|srl|spa|ab|as|aps|oy|kft)\b/i;
const careOf = /\b(C O|Z HD?N?|T A V)\b/g;

function withoutCompanies({ text }: Line, term: string): readonly (readonly string[])[] {
  const parts = text.split(/[,;|]/);
  const kept = parts.filter((part) => !companyMark.test(part) || holdsTerm(wordsOf(part), term));
  return kept.length < parts.length ? [wordsOf(kept.join(' '))] : [];
}

/** Whether this line, alone or with the one below or beside it, names the recipient. What else our own address says may stand beside. */
export function nameOn(lines: readonly Line[], line: Line, recipient: Address): NameFound {
  const nameWords = wordsOf(nameOf(recipient));
  const term = nameWords.join('');
  if (term.length < 4) return term !== '' && line.words.join('') === term ? 'whole' : 'none';
  const isNobodyElse = (words: readonly string[]): boolean => {
    const own = wordSet(Object.values(recipient).join(' '));
    const rest = words.join(' ').replace(careOf, '').split(' ');
    return rest.every((word) => !isLetters(word) || own.has(word) || besideNames.has(word));
  };
  const beside = [...readings(lines, line), ...withoutCompanies(line, term)].flatMap((words) =>
    aroundTerm(words, term).map(({ before, after }) => [...before, ...after]),
  );
  if (beside.some(isNobodyElse)) return 'whole';
  const has = (word: string): boolean => line.words.includes(word);
  if (nameWords.length > 1 && nameWords.every(has) && isNobodyElse(line.words)) return 'whole';
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

export const holdsStreet = (lines: readonly Line[], address: Address): boolean =>
  lines.some((line) => holds(lines, line, streetTerms(address)));

// ---- The postal code -----------------------------------------------------------------------------------------------

/** `certain`: as a line with the town has it. `doubtful`: the same letters and digits, in a place where they may mean something else. */
export type CodeFound = 'certain' | 'doubtful' | 'none';

/** A number behind one of these is not where somebody lives. */
const beforeNumbers = wordSet(`
  Ref Reference Referenz No Nr Num Number Nummer Numero Order Bestellung Auftrag Commande Zamowienie Invoice Rechnung Faktura Facture
  Customer Kunde Klant Client Kund Account Acct Id Code PO Box Postfach Art Artikel Item Sku Parcel Package Paket Colis Sendung Shipment
  Batch Lot Dept Desk Tel Phone Fax Depot Route Tour Kg G Cm Pcs Stk`);
const isBeforeNumbers = (word: string): boolean => beforeNumbers.has(word) || /(REF|NR|NUMMER|NUMBER)$/.test(word);
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

const holdsTown = (words: readonly string[], city: string): boolean => {
  const cityWords = wordsOf(city);
  return holdsTerm(words, cityWords.join('')) || cityWords.some((word) => word.length > 3 && words.includes(word));
};

/** The best that any of these lines says of the recipient's postal code. */
export function postalCodeOn(lines: readonly Line[], recipient: Address): CodeFound {
  const { plain, glued, prefixes } = postalForms(recipient);
  const { city } = recipient;

  const found = lines.flatMap((line) =>
    readings(lines, line).flatMap((words, reading) => [
      ...plain.flatMap((term) => aroundTerm(words, term).map((around) => judge(around, false, reading > 0))),
      ...glued.flatMap((term) => (words.includes(term) ? aroundTerm(words, term).map((around) => judge(around, true, reading > 0)) : [])),
    ]),
  );
  // Four digits may as well be a house number on somebody else's label.
  const isShort = /^\d{1,4}$/.test(recipient.postalCode.trim());
  if (
    found.includes('certain') &&
    !(isShort && city !== '' && !lines.some((line) => readings(lines, line).some((words) => holdsTown(words, city))))
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
    if (city !== '' && (holdsTown(townAfter, city) || holdsTown(townBefore, city))) return 'certain';
    if (joined && city !== '') return 'doubtful';
    const opens = before.every((word) => beforePostalCodes.has(word));
    const [next = ''] = townAfter;
    if (opens && (hasPrefix || (next.length > 1 && !isBeforeNumbers(next)))) return 'certain';
    const isTownLine = townBefore.length > 0 && townBefore.length === before.length && townAfter.length === after.length;
    return isTownLine && city === '' && !isGlued && !townBefore.some(isBeforeNumbers) ? 'certain' : 'doubtful';
  }
}
