import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { ExpectedLabels } from '../bench/ports/paper.ts';
import { recipientBlock, senderBlock } from './address-block.ts';
import { mayHoldAnother } from './another-label.ts';
import { codesOfBarcodes, codesOfTexts } from './barcode-text.ts';
import { isCityLine } from './city-line.ts';
import { isNear, type Line, linesOf } from './label-line.ts';
import { type Way, wayOf } from './label-way.ts';
import { isFormOnLabel, isPaper } from './label-words.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { holdsTown, isTownLine, nameOn, namesOtherStreet, postalCodeOn, streetOn } from './recipient-on-label.ts';

/** No label has as many lines of text, and comparing them takes their square. */
const mostTexts = 2000;

/** One sheet as it was read. */
interface Compared {
  readonly sheet: ReadableSheet;
  readonly lines: readonly Line[];
  readonly senders: ReadonlySet<Line>;
  /** The lines of either address. */
  readonly blocks: ReadonlySet<Line>;
  readonly verdict: LabelVerdict;
  readonly way: Way;
  readonly namesBoth: boolean;
  readonly isPaper: boolean;
}

/**
 * Is this the label of this recipient? Looks on every sheet for the name, and near it the postal code or the street, with the sender's
 * block left out, and for which way its parcel goes. A sheet whose addresses cannot be read is `cannot-compare`, never `other`. Beside a
 * label that matches, a return label passes, addressed to the sender, from the recipient's name at any address, because a parcel to a
 * service point comes back from the recipient's home; and a receipt. Every other
 * sheet is asked about. Last the labels are counted: `wrong-number` where some are missing or left over.
 */
export function compareLabel(
  sheets: readonly ReadableSheet[],
  recipient: Address,
  sender: Address,
  expected: ExpectedLabels,
): LabelVerdict {
  if (sheets.length === 0) return { kind: 'cannot-compare', why: 'no sheet' };
  if (sheets.some(({ texts }) => texts.length > mostTexts))
    return { kind: 'cannot-compare', why: `the label holds more than ${mostTexts} lines of text` };
  const compared = sheets.map((sheet) => readSheet(sheet, recipient, sender));
  const isShared = ({ sheet, lines, blocks }: Compared): boolean =>
    sheet.isLarge === true && mayHoldAnother({ lines, blocks, codes: codesOf(sheet, [recipient, sender]) }, recipient, sender);
  if (compared.some((each) => each.verdict.kind === 'match' && isShared(each)))
    return { kind: 'cannot-compare', why: 'the page of the label may hold a label of somebody else' };
  const isBack = ({ way, namesBoth, isPaper }: Compared): boolean => way === 'back' && namesBoth && !isPaper;
  const back = compared.filter(isBack);
  const ours = compared.filter((each) => each.verdict.kind === 'match' && !isBack(each));
  const plain = ours.filter((each) => !each.isPaper);
  // Where no label came without one, the customs form is on the label.
  const matching = plain.some(({ way }) => way === 'out') ? plain : ours.filter((each) => !each.isPaper || isFormOnLabel(each.lines));
  const out = matching.filter(({ way }) => way === 'out');
  const unclear = matching.filter(({ way }) => way !== 'out');
  const rest = compared.filter((each) => !back.includes(each) && !matching.includes(each));
  const codes = new Set([...out, ...back].flatMap(({ sheet }) => codesOf(sheet, [recipient, sender])));
  // Without a label on its way to the recipient, one on its way back is no better than any other.
  const verdicts = [...rest, ...(out.length > 0 ? [] : back.filter(({ verdict }) => verdict.kind === 'other'))].map((each) =>
    verdictBeside(each, out.length > 0, codes, [recipient, sender]),
  );
  return (
    verdicts.find((verdict) => verdict.kind === 'other') ??
    verdicts.find((verdict) => verdict.kind === 'cannot-compare') ??
    (out.length > 0 && unclear.length > 0
      ? { kind: 'cannot-compare', why: 'one of the labels does not say which way its parcel goes' }
      : countLabels(
          out.map(({ sheet }) => sheet),
          [...back, ...unclear].map(({ sheet }) => sheet),
          expected,
        ))
  );
}

function readSheet(sheet: ReadableSheet, recipient: Address, sender: Address): Compared {
  const lines = linesOf(sheet.texts);
  const senders = senderBlock(lines, recipient, sender);
  const recipients = recipientBlock(lines, senders, recipient);
  return {
    sheet,
    lines,
    senders,
    blocks: new Set([...senders, ...recipients]),
    verdict: compareSheet(sheet, lines, senders, recipient),
    way: isForSomebodyLarger(lines, senders, recipients, recipient)
      ? 'unclear'
      : wayOf(lines, sheet.barcodeData ?? [], senders, recipients, sender, recipient),
    namesBoth: senders.size > 0 && recipients.size > 0,
    isPaper: isPaper(lines),
  };
}

/**
 * Whether a town that is not the recipient's stands in larger letters than the recipient, on a label where nobody we know sends: it may be
 * a return label to an address of ours that no order knows.
 */
function isForSomebodyLarger(
  lines: readonly Line[],
  senders: ReadonlySet<Line>,
  recipients: ReadonlySet<Line>,
  recipient: Address,
): boolean {
  if (senders.size > 0 || recipients.size === 0) return false;
  const largest = Math.max(...[...recipients].map(({ height }) => height));
  return lines.some((line) => !recipients.has(line) && line.height > largest * 1.15 && !isTownLine(line, recipient) && isCityLine(line));
}

/** What a sheet means that is no label of ours, where ours are with it, and where they are not. */
function verdictBeside(each: Compared, isBesideOurs: boolean, codes: ReadonlySet<string>, people: readonly Address[]): LabelVerdict {
  const { sheet, lines, senders, verdict } = each;
  if (isBesideOurs && sheet.part === 'paper') return { kind: 'match' };
  if (!isBesideOurs || verdict.kind === 'cannot-compare') return verdict;
  const address = addressOn(lines.filter((line) => !senders.has(line)));
  if (verdict.kind === 'match' || (each.isPaper && address.length === 0 && codesOf(sheet, people).some((code) => codes.has(code))))
    return { kind: 'match' };
  // Where a page is cut is a guess: what a part of it says is for a person to see.
  if (sheet.part === 'sheet') return { kind: 'cannot-compare', why: 'a part of the page beside the label names nobody of this order' };
  return address.length > 0 && looksLikeParcelLabel(sheet)
    ? verdict
    : { kind: 'cannot-compare', why: 'a sheet beside the label names nobody of this order' };
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

/** By their numbers where they carry any. Labels on one page that say no more than which of them they are, are one label. */
const differing = (sheets: readonly ReadableSheet[]): number =>
  new Set(
    sheets.map((sheet) => {
      const codes = codesOf(sheet, []);
      const texts = sheet.texts
        .map(({ text }) => text)
        .filter((text) => sheet.part === undefined || !/^\d+ ?(of|\/) ?\d+$/i.test(text.trim()));
      return JSON.stringify((codes.length > 0 ? [...codes] : texts).sort());
    }),
  ).size;

/** The numbers on a sheet that can name its parcel. */
const codesOf = ({ barcodeData, texts }: ReadableSheet, people: readonly Address[]): readonly string[] => [
  ...codesOfBarcodes(barcodeData ?? []),
  ...codesOfTexts(texts, people),
];

/** Couriers add receipts and terms; parcel labels carry a bar code, or the long number that stands below it. */
const looksLikeParcelLabel = ({ barcodeData, texts }: ReadableSheet): boolean =>
  (barcodeData?.length ?? 0) > 0 || texts.some(({ text }) => /\d{6}/.test(text.replace(/\s/g, '')) && /(?:[A-Z0-9]\s?){10}/.test(text));

function compareSheet(sheet: ReadableSheet, all: readonly Line[], senders: ReadonlySet<Line>, recipient: Address): LabelVerdict {
  const lines = all.filter((line) => !senders.has(line));
  const likeness = new Set(lines.map((line) => likenessAt(lines, line, recipient)));
  const asked = (Object.keys(whyAsked) as (keyof typeof whyAsked)[]).find((each) => likeness.has(each));
  if (likeness.has('same')) return { kind: 'match' };
  if (asked) return { kind: 'cannot-compare', why: whyAsked[asked] };
  if (all.flatMap((line) => line.words).filter((word) => /[A-Z]{2}/.test(word)).length < 3)
    return { kind: 'cannot-compare', why: sheet.picture ? { code: 'label-is-picture' } : 'the label holds no readable text' };
  const address = addressOn(lines);
  if (address.length === 0 && sheet.picture) return { kind: 'cannot-compare', why: { code: 'label-is-picture' } };
  return { kind: 'other', found: address.length > 0 ? [...address] : lines.slice(0, 5).map((line) => line.text) };
}

const whyAsked = {
  'other-door': 'the label has the name, and another street or house number',
  'longer-name': 'the label names somebody with more or fewer names, and not the whole address',
  'stray-code': 'the label has the name, and the postal code only as a number that may be something else',
} as const;

/**
 * What stands around a line with the recipient's name. The name and the postal code or the street are the recipient, unless the street or
 * its number is another (`other-door`). A name among others, or cut, may be another's: it needs both, else it is `longer-name`.
 * `stray-code`: the postal code without its town.
 */
function likenessAt(lines: readonly Line[], nameLine: Line, recipient: Address): 'same' | keyof typeof whyAsked | 'other' {
  const name = nameOn(lines, nameLine, recipient);
  if (name === 'none') return 'other';
  const nearby = lines.filter((line) => isNear(nameLine, line, 14));
  const code = postalCodeOn(nearby, recipient);
  const street = streetOn(nearby, recipient);
  if (code === 'none' && street !== 'same') return street === 'unnumbered' ? 'other-door' : 'other';
  if (name === 'among-others') {
    const isTownKnown =
      recipient.postalCode.trim() === '' ||
      code !== 'none' ||
      (recipient.city !== '' && nearby.some(({ words }) => holdsTown(words, recipient.city)));
    return street === 'same' && isTownKnown ? 'same' : 'longer-name';
  }
  if (street === 'same' || street === 'unnumbered') return 'same';
  if (street === 'other-number') return 'other-door';
  if (code !== 'certain') return 'stray-code';
  const below = nearby.filter((line) => line.y > nameLine.y && isNear(nameLine, line, 8) && isInColumn(nameLine, line));
  const town = below.findIndex((line) => isTownLine(line, recipient));
  return namesOtherStreet(below.slice(0, town === -1 ? 4 : town), recipient) ? 'other-door' : 'same';
}

/** Begins or is centred where the other does. */
function isInColumn(a: Line, b: Line): boolean {
  const reach = 3 * Math.max(a.height, 1);
  const middle = ({ x, text, height }: Line): number => x + (text.length * height) / 4;
  return Math.abs(a.x - b.x) <= reach || Math.abs(middle(a) - middle(b)) <= reach;
}

// ---- For the screen ------------------------------------------------------------------------------------------------

/** The last line that looks like "postal code, city", and what stands above it in the same column. */
function addressOn(lines: readonly Line[]): readonly string[] {
  const city = lines.findLast(isCityLine);
  if (!city) return [];
  const reach = Math.max(city.height, 1);
  return lines
    .filter((line) => line.turn === city.turn && line.y <= city.y && city.y - line.y <= reach * 6 && Math.abs(line.x - city.x) <= reach * 4)
    .map((line) => line.text)
    .slice(-5);
}
