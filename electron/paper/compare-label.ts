import anyAscii from 'any-ascii';
import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { ExpectedLabels } from '../bench/ports.ts';
import type { PositionedText, ReadableSheet } from './positioned-text.ts';

interface Line extends PositionedText {
  readonly words: readonly string[];
}

/** No label has as many lines of text, and comparing them takes their square. */
const mostTexts = 2000;
/** A line with a postal code and a city is shorter. */
const longestCityLine = 200;

/**
 * Is this the label of this recipient? Looks for the name, and near it the postal code or the street, on every sheet that looks
 * like a parcel label. The sender's block is left out. A sheet whose addresses cannot be read is `cannot-compare`, never `other`.
 * Beside a sheet that matches, a return label passes: addressed to the sender, from the recipient's name at any address, because
 * a parcel to a service point comes back from the recipient's home. Last the labels are counted: `wrong-number` where some are
 * missing or left over.
 */
export function compareLabel(
  sheets: readonly ReadableSheet[],
  recipient: Address,
  sender: Address,
  expected: ExpectedLabels,
): LabelVerdict {
  if (sheets.some(({ texts }) => texts.length > mostTexts))
    return { kind: 'cannot-compare', why: `the label holds more than ${mostTexts} lines of text` };
  const compared = sheets.map((sheet) => ({
    sheet,
    verdict: compareSheet(sheet, recipient, sender),
    way: wayOf(sheet, recipient, sender),
  }));
  const out = compared.filter(({ verdict, way }) => verdict.kind === 'match' && way !== 'back');
  const isReturn = ({ verdict, way }: (typeof compared)[number]): boolean =>
    way === 'back' || (way === 'likely-back' && out.length > 0 && verdict.kind === 'other');
  const labels = compared.filter(({ sheet, verdict }) => verdict.kind === 'match' || looksLikeParcelLabel(sheet));
  const back = labels.filter(isReturn);
  // Without a label on its way to the recipient, one on its way back is no better than any other.
  const verdicts = (labels.length > 0 ? labels : compared)
    .filter((each) => !isReturn(each) || (out.length === 0 && each.verdict.kind === 'other'))
    .map(({ verdict }) => verdict);
  return (
    verdicts.find((verdict) => verdict.kind === 'other') ??
    verdicts.find((verdict) => verdict.kind === 'cannot-compare') ??
    (labels.length + verdicts.length === 0
      ? { kind: 'cannot-compare', why: 'no sheet' }
      : countLabels(
          out.map(({ sheet }) => sheet),
          back.map(({ sheet }) => sheet),
          expected,
        ))
  );
}

/** A label drawn twice, as couriers do for their archive, may count as one; one return label may stand for all parcels. */
function countLabels(
  out: readonly ReadableSheet[],
  back: readonly ReadableSheet[],
  { parcels, returnAsked }: ExpectedLabels,
): LabelVerdict {
  const isParcels = (sheets: readonly ReadableSheet[]): boolean => sheets.length === parcels || differing(sheets) === parcels;
  const isComplete = isParcels(out) && (returnAsked ? isParcels(back) || differing(back) === 1 : back.length === 0);
  if (isComplete) return { kind: 'match' };
  return { kind: 'wrong-number', labels: out.length, parcels, returnLabels: back.length, returnAsked };
}

const differing = (sheets: readonly ReadableSheet[]): number =>
  new Set(sheets.map(({ barcodeData, texts }) => JSON.stringify(barcodeData ?? texts.map(({ text }) => text)))).size;

/** Couriers add receipts and terms; only parcel labels carry a bar code or, where bars cannot be told, a long number. */
function looksLikeParcelLabel(sheet: ReadableSheet): boolean {
  return sheet.barcodeData
    ? sheet.barcodeData.length > 0
    : sheet.texts.some(({ text }) => /\d{6}/.test(text.replace(/\s/g, '')) && /(?:[A-Z0-9]\s?){10}/.test(text));
}

const nameOf = (address: Address): string => (address.name.trim() === '' ? address.company : address.name);

/**
 * Which way a parcel with this label goes. Addressed to the sender in larger letters than the recipient's name, it comes `back`;
 * in letters of the same size, with the sender below, that is only likely.
 */
function wayOf(sheet: ReadableSheet, recipient: Address, sender: Address): 'out' | 'likely-back' | 'back' {
  const lines = linesOf(sheet.texts);
  const senderBlock = senderLines(lines, recipient, sender);
  const to = lines.filter((line) => senderBlock.has(line)).sort((a, b) => b.height - a.height)[0];
  const from = lines.filter((line) => !senderBlock.has(line) && holdsName(lines, line, nameOf(recipient)));
  if (!to || from.length === 0) return 'out';
  if (from.every((line) => to.height > line.height)) return 'back';
  const isBelow = (line: Line): boolean => to.height === line.height && to.turn === line.turn && to.y > line.y;
  return from.every((line) => to.height > line.height || isBelow(line)) ? 'likely-back' : 'out';
}

function compareSheet(sheet: ReadableSheet, recipient: Address, sender: Address): LabelVerdict {
  const all = linesOf(sheet.texts);
  const senderBlock = senderLines(all, recipient, sender);
  const lines = all.filter((line) => !senderBlock.has(line));
  const name = nameOf(recipient);
  const nameLines = lines.filter((line) => holdsName(lines, line, name));
  const found = nameLines.some((nameLine) => {
    const nearby = lines.filter((line) => isNear(nameLine, line, 14));
    return (
      (holdsPostalCode(nearby, recipient) && (!isShortCode(recipient) || holdsCity(nearby, recipient))) || holdsStreet(nearby, recipient)
    );
  });
  if (found) return { kind: 'match' };
  if (all.flatMap((line) => line.words).filter((word) => /[A-Z]{2}/.test(word)).length < 3)
    return { kind: 'cannot-compare', why: 'the label holds no readable text' };
  const address = addressOn(lines);
  if (address.length === 0 && sheet.picture) return { kind: 'cannot-compare', why: 'the label shows its address as a picture' };
  return { kind: 'other', found: address.length > 0 ? [...address] : lines.slice(0, 5).map((line) => line.text) };
}

// ---- Words ---------------------------------------------------------------------------------------------------------

/** Capitals without accents; Ä, AE and A are the same, because couriers write each of them. */
function wordsOf(text: string): readonly string[] {
  return anyAscii(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/([AOU])E/g, '$1').replace(/AA/g, 'A'));
}

/** True where some words in a row, written together, are the term: so hyphens, blanks and broken words do not matter. */
function holdsTerm(words: readonly string[], term: string): boolean {
  if (term === '') return false;
  return words.some((_, start) => {
    let together = '';
    for (let end = start; end < words.length && term.startsWith(together); end += 1) {
      together += words[end];
      if (together === term) return true;
    }
    return false;
  });
}

/** A line alone, with the line below it, and with what stands to its right. */
function readings(lines: readonly Line[], line: Line): readonly (readonly string[])[] {
  const sameTurn = lines.filter((other) => other !== line && other.turn === line.turn);
  const height = Math.max(line.height, 1);
  const below = sameTurn
    .filter((other) => other.y > line.y + height * 0.5 && other.y - line.y <= height * 2.5 && Math.abs(other.x - line.x) <= height * 4)
    .sort((a, b) => a.y - b.y)[0];
  const right = sameTurn.filter((other) => other.x > line.x && Math.abs(other.y - line.y) <= height * 0.5).sort((a, b) => a.x - b.x)[0];
  return [line.words, ...[below, right].filter((other) => other !== undefined).map((other) => [...line.words, ...other.words])];
}

const holds = (lines: readonly Line[], line: Line, terms: readonly string[]): boolean =>
  readings(lines, line).some((words) => terms.some((term) => holdsTerm(words, term)));

function holdsName(lines: readonly Line[], line: Line, name: string): boolean {
  const nameWords = wordsOf(name);
  const term = nameWords.join('');
  if (term.length < 4) return term !== '' && line.words.join('') === term;
  if (holds(lines, line, [term])) return true;
  const longWords = nameWords.filter((word) => word.length > 1);
  if (longWords.length > 1 && longWords.every((word) => line.words.includes(word))) return true;
  // Couriers cut lines at 20 to 35 characters.
  const squeezed = line.words.join('');
  return line.text.length >= 20 && squeezed.length >= 15 && term.startsWith(squeezed);
}

function postalTerms(address: Address): readonly string[] {
  const term = wordsOf(address.postalCode).join('');
  const short = /^\d{5}-?\d{4}$/.test(address.postalCode.trim()) ? term.slice(0, 5) : term;
  return [term, short, ...(term === '' ? [] : [wordsOf(address.country).join('') + term, `${address.country.slice(0, 1)}${term}`])];
}

function streetTerms(address: Address): readonly string[] {
  const street = wordsOf(address.street).join('');
  const number = wordsOf(address.houseNumber).join('');
  return street === '' ? [] : [street + number, number + street];
}

const holdsPostalCode = (lines: readonly Line[], address: Address): boolean =>
  lines.some((line) => holds(lines, line, postalTerms(address)));
/** Four digits may as well be a house number on somebody else's label: the city has to be there too, where it is known. */
const isShortCode = ({ postalCode, city }: Address): boolean => /^\d{1,4}$/.test(postalCode.trim()) && city !== '';
const holdsCity = (lines: readonly Line[], { city }: Address): boolean =>
  lines.some(
    (line) => holds(lines, line, [wordsOf(city).join('')]) || wordsOf(city).some((word) => word.length > 3 && line.words.includes(word)),
  );
const holdsStreet = (lines: readonly Line[], address: Address): boolean => lines.some((line) => holds(lines, line, streetTerms(address)));

// ---- Lines ---------------------------------------------------------------------------------------------------------

/** From top to bottom; a text printed twice a dot apart, to look bold, is one line. */
function linesOf(texts: readonly PositionedText[]): readonly Line[] {
  const lines: Line[] = [];
  for (const text of texts) {
    const words = wordsOf(text.text);
    if (words.length === 0) continue;
    const twice = lines.some(
      (line) => line.text === text.text && line.turn === text.turn && Math.abs(line.x - text.x) <= 3 && Math.abs(line.y - text.y) <= 3,
    );
    if (!twice) lines.push({ ...text, words });
  }
  return lines.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** Within so many line heights above or below. */
function isNear(a: Line, b: Line, heights: number): boolean {
  return a.turn === b.turn && Math.abs(a.y - b.y) <= Math.max(a.height, b.height, 1) * heights;
}

// ---- The sender's block --------------------------------------------------------------------------------------------

function senderParts(sender: Address): readonly (readonly string[])[] {
  const country = sender.country.length === 2 ? (new Intl.DisplayNames('en', { type: 'region' }).of(sender.country) ?? '') : '';
  const parts = [[sender.name], [sender.company], [sender.street2], [sender.street3], [sender.city], [sender.phone], [country]].map(
    (part): readonly string[] => part.map((text) => wordsOf(text).join('')),
  );
  return [...parts, streetTerms(sender), postalTerms(sender)]
    .map((terms) => terms.filter((term) => term.length > 1))
    .filter((terms) => terms.length > 0);
}

/**
 * The sender's block: a line with the sender's name, company or street, and around it the lines that hold the other
 * parts, each part once. So the same city further down, in the recipient's address, stays.
 */
function senderLines(lines: readonly Line[], recipient: Address, sender: Address): ReadonlySet<Line> {
  const nameTerms = [sender.name, sender.company].map((text) => wordsOf(text).join('')).filter((term) => term.length > 2);
  const recipientNames = [recipient.name, recipient.company].map((text) => wordsOf(text).join(''));
  const sameName = nameTerms.some((term) => recipientNames.includes(term));
  const toSelf = sameName && streetTerms(sender)[0] === streetTerms(recipient)[0];
  const anchors = [
    ...(sameName ? [] : lines.filter((line) => holds(lines, line, nameTerms))),
    ...lines.filter((line) => holds(lines, line, streetTerms(sender))),
  ];
  const parts = senderParts(sender);
  const partsOn = (line: Line): readonly number[] =>
    parts.flatMap((terms, index) => (terms.some((term) => holdsTerm(line.words, term)) ? [index] : []));
  const isRecipientName = (line: Line): boolean => !sameName && holdsName(lines, line, nameOf(recipient));

  const taken = new Set<Line>();
  for (const anchor of anchors) {
    if (taken.has(anchor)) continue;
    const block = new Set([anchor]);
    const used = new Set(partsOn(anchor));
    for (let grew = true; grew; ) {
      grew = false;
      for (const line of lines) {
        if (block.has(line) || taken.has(line) || isRecipientName(line)) continue;
        const beside = [...block].some(
          (member) => isNear(member, line, 2.6) && Math.abs(member.x - line.x) <= 14 * Math.max(member.height, 1),
        );
        const own = partsOn(line).filter((part) => !used.has(part));
        if (!beside || own.length === 0) continue;
        block.add(line);
        for (const part of partsOn(line)) used.add(part);
        grew = true;
      }
    }
    const namesSender = [...block].some((line) => holds(lines, line, nameTerms));
    // The sender's street without the sender's name, close to the recipient's name, is the recipient's own address.
    const isRecipients =
      !namesSender && lines.some((line) => isRecipientName(line) && [...block].some((member) => isNear(member, line, 5)));
    if (isRecipients) continue;
    for (const line of block) taken.add(line);
    // A parcel to the sender's own address shows the same block twice; one of them is the recipient's.
    if (toSelf) break;
  }
  return taken;
}

// ---- For the screen ------------------------------------------------------------------------------------------------

const cityLines = [
  /(?:^|[^A-Z0-9])(?:[A-Z]{1,3}[- ]{1,2})?\d{4,6}(?:-\d{3,4})?(?: ?[A-Z]{2})?\s+[A-Z]{3,}/,
  /(?:^|[^A-Z0-9])\d{2,3}[- ]\d{2,3}\s+[A-Z]{3,}/,
  /[A-Z]{3,}[ ,]+[A-Z]{2},?\s+\d{5}(?!\d)/,
  /[A-Z]{3,}.*\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b/,
  /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/,
];

/** The last line that looks like "postal code, city", and what stands above it in the same column. */
function addressOn(lines: readonly Line[]): readonly string[] {
  const city = lines.findLast(
    ({ text }) => text.length <= longestCityLine && cityLines.some((pattern) => pattern.test(anyAscii(text).toUpperCase())),
  );
  if (!city) return [];
  const reach = Math.max(city.height, 1);
  return lines
    .filter((line) => line.turn === city.turn && line.y <= city.y && city.y - line.y <= reach * 6 && Math.abs(line.x - city.x) <= reach * 4)
    .map((line) => line.text)
    .slice(-5);
}
