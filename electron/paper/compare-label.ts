import anyAscii from 'any-ascii';
import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { ExpectedLabels } from '../bench/ports/paper.ts';
import { holds, holdsTerm, isNear, type Line, linesOf, wordsOf } from './label-line.ts';
import { toldWay } from './label-words.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { holdsStreet, nameOn, postalCodeOn, postalTerms, streetTerms } from './recipient-on-label.ts';

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
  const compared = sheets.map((sheet) => {
    const lines = linesOf(sheet.texts);
    const senderBlock = senderLines(lines, recipient, sender);
    return { sheet, verdict: compareSheet(sheet, lines, senderBlock, recipient), way: wayOf(lines, senderBlock, recipient) };
  });
  const matching = compared.filter(({ verdict, way }) => verdict.kind === 'match' && way !== 'back');
  const surelyOut = matching.filter(({ way }) => way === 'out');
  // One that only likely comes back goes out beside others of its kind, and is asked about where it came alone.
  const out = surelyOut.length > 0 || matching.length > 1 ? matching : surelyOut;
  const isReturn = ({ verdict, way }: (typeof compared)[number]): boolean =>
    way === 'back' || (way === 'likely-back' && (out.length > 0 ? verdict.kind === 'other' : verdict.kind === 'match'));
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

/**
 * Which way a parcel with this label goes: as its words say, be it "return label" or "to" beside an address. Without such words, by
 * size and place: addressed to the sender in larger letters than the recipient's name, it comes `back`; in letters of the same size,
 * with the sender below, that is only likely.
 */
function wayOf(lines: readonly Line[], senderBlock: ReadonlySet<Line>, recipient: Address): 'out' | 'likely-back' | 'back' {
  const to = lines.filter((line) => senderBlock.has(line)).sort((a, b) => b.height - a.height)[0];
  const from = lines.filter((line) => !senderBlock.has(line) && nameOn(lines, line, recipient) !== 'none');
  if (!to || from.length === 0) return 'out';
  const told = toldWay(lines, [...senderBlock], from);
  if (told) return told;
  if (from.every((line) => to.height > line.height)) return 'back';
  const isBelow = (line: Line): boolean => to.height === line.height && to.turn === line.turn && to.y > line.y;
  return from.every((line) => to.height > line.height || isBelow(line)) ? 'likely-back' : 'out';
}

function compareSheet(sheet: ReadableSheet, all: readonly Line[], senderBlock: ReadonlySet<Line>, recipient: Address): LabelVerdict {
  const lines = all.filter((line) => !senderBlock.has(line));
  const likeness = lines.map((line) => likenessAt(lines, line, recipient));
  if (likeness.includes('same')) return { kind: 'match' };
  if (likeness.includes('longer-name'))
    return { kind: 'cannot-compare', why: 'the label names somebody with more or fewer names, and not the whole address' };
  if (likeness.includes('stray-code'))
    return { kind: 'cannot-compare', why: 'the label has the name, and the postal code only as a number that may be something else' };
  if (all.flatMap((line) => line.words).filter((word) => /[A-Z]{2}/.test(word)).length < 3)
    return { kind: 'cannot-compare', why: 'the label holds no readable text' };
  const address = addressOn(lines);
  if (address.length === 0 && sheet.picture) return { kind: 'cannot-compare', why: 'the label shows its address as a picture' };
  return { kind: 'other', found: address.length > 0 ? [...address] : lines.slice(0, 5).map((line) => line.text) };
}

/**
 * What stands around a line with the recipient's name. The name and the postal code or the street are the recipient. A name among
 * others, or cut, may be another's: it needs both, else it is `longer-name`. `stray-code`: the postal code without its town.
 */
function likenessAt(lines: readonly Line[], nameLine: Line, recipient: Address): 'same' | 'longer-name' | 'stray-code' | 'other' {
  const name = nameOn(lines, nameLine, recipient);
  if (name === 'none') return 'other';
  const nearby = lines.filter((line) => isNear(nameLine, line, 14));
  const code = postalCodeOn(nearby, recipient);
  const street = holdsStreet(nearby, recipient);
  if (!street && code === 'none') return 'other';
  if (name === 'whole') return street || code === 'certain' ? 'same' : 'stray-code';
  return street && (code !== 'none' || recipient.postalCode.trim() === '') ? 'same' : 'longer-name';
}

// ---- The sender's block --------------------------------------------------------------------------------------------

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function senderParts(sender: Address): readonly (readonly string[])[] {
  const country = sender.country.length === 2 ? (countryNames.of(sender.country) ?? '') : '';
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
  const isRecipientName = (line: Line): boolean => !sameName && nameOn(lines, line, recipient) !== 'none';

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
