import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import { bareCode } from '../../shared/scan.ts';
import { isOfForm, type LabelPage, type SheetClass, type SheetForm } from '../../shared/sheet-class.ts';
import type { ExpectedLabels } from '../bench/ports/paper.ts';
import { recipientBlock, senderBlock } from './address-block.ts';
import { codesOfBarcodes, codesOfTexts } from './barcode-text.ts';
import { isCityLine } from './city-line.ts';
import { type Direction, directionOf } from './label-direction.ts';
import { type Line, linesOf } from './label-line.ts';
import { isFormOnLabel } from './label-words.ts';
import { type Likeness, likenessAt } from './likeness.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { hasSentences, isAddressLine } from './regions.ts';
import { classByTitle, formOf } from './sheet-class.ts';
import { isToOther } from './to-other.ts';

/** No label has as many lines of text, and the time of a comparison grows with their square. */
const mostTexts = 2000;

/** One sheet as it was read. */
interface Compared {
  readonly sheet: ReadableSheet;
  readonly lines: readonly Line[];
  readonly senders: ReadonlySet<Line>;
  readonly verdict: LabelVerdict;
  readonly direction: Direction;
  readonly namesBoth: boolean;
  /** Class by its title, or by a user's decision on its form; undefined if there is neither. */
  readonly sheetClass: SheetClass | undefined;
  readonly isPaper: boolean;
  /** Null if the form cannot be recognised again. */
  readonly form: SheetForm | null;
  /** True if a user decided what sheets of this form are. */
  readonly isDecided: boolean;
}

/** The verdict on a label, and the class of each of its pages. */
export interface ComparedLabel {
  readonly verdict: LabelVerdict;
  readonly pages: readonly LabelPage[];
  /** The codes of each label of a shipment of several parcels, in order; empty if they are not as many as the parcels. */
  readonly codesOfLabels: readonly (readonly string[])[];
}

/**
 * Checks that this is the label of this recipient. Looks on every sheet for the name, and near it for the postal code or the street; the
 * sender's block is left out. Also checks the direction of the parcel. A sheet whose addresses cannot be read is `cannot-compare`, never
 * `other`. Beside a label that matches, two kinds of sheets pass: a receipt, and a return label. A return label is addressed to the sender,
 * from the recipient's name at any address, because a parcel to a service point comes back from the recipient's home. A user must check
 * every other sheet. Finally the labels are counted: `wrong-number` if some are missing or left over.
 */
export const compareLabel = (...asked: Parameters<typeof judgeLabel>): LabelVerdict => judgeLabel(...asked).verdict;

/** Like `compareLabel`, and also returns the class of each page. The class is found first, and skips no part of the comparison. */
export function judgeLabel(sheets: readonly ReadableSheet[], recipient: Address, sender: Address, expected: ExpectedLabels): ComparedLabel {
  if (sheets.length === 0)
    return { verdict: { kind: 'cannot-compare', why: { code: 'label-without-sheet' } }, pages: [], codesOfLabels: [] };
  if (sheets.some(({ texts }) => texts.length > mostTexts))
    return { verdict: { kind: 'cannot-compare', why: { code: 'label-has-many-texts', most: mostTexts } }, pages: [], codesOfLabels: [] };
  const compared = sheets.map((sheet) => readSheet(sheet, recipient, sender, expected, sheets.length > 1));
  if (compared.some(({ verdict, sheet }) => verdict.kind === 'match' && sheet.isShared === true))
    return {
      verdict: { kind: 'cannot-compare', why: { code: 'page-of-several' } },
      pages: pagesOf(compared, compared, [], []),
      codesOfLabels: [],
    };
  const goesOut = compared.some(({ verdict, direction, isPaper }) => verdict.kind === 'match' && direction === 'out' && !isPaper);
  const isBack = ({ direction, namesBoth, isPaper }: Compared): boolean =>
    (direction === 'back' || (direction === 'likely-back' && goesOut)) && namesBoth && !isPaper;
  const back = compared.filter(isBack);
  const ours = compared.filter((each) => each.verdict.kind === 'match' && !isBack(each));
  const plain = ours.filter((each) => !each.isPaper);
  // If no label came without a customs form, the form is on the label.
  const matching = plain.some(({ direction }) => direction === 'out')
    ? plain
    : ours.filter((each) => !each.isPaper || isFormOnLabel(each.lines));
  const out = matching.filter(({ direction }) => direction === 'out');
  const unclear = matching.filter(({ direction }) => direction !== 'out');
  const rest = compared.filter((each) => !back.includes(each) && !matching.includes(each));
  const codes = new Set([...out, ...unclear, ...back].flatMap(({ sheet }) => codesOf(sheet, [recipient, sender])));
  const isOurs = out.length > 0 || unclear.length > 0;
  // A return label that names our recipient shows whose sheets these are. Advice beside it is not a label of another order, and no label at
  // all.
  const isOnlyBack = !isOurs && back.some(({ verdict }) => verdict.kind === 'match');
  const asked = isOnlyBack ? rest.filter((each) => !isAdviceAlone(each)) : rest;
  // Without a label on its way to the recipient, one on its way back is no better than any other.
  const verdicts = [...asked, ...(isOurs ? [] : back.filter(({ verdict }) => verdict.kind === 'other'))].map((each) =>
    verdictBeside(each, isOurs || isOnlyBack, codes, [recipient, sender]),
  );
  const verdict =
    verdicts.find((verdict) => verdict.kind === 'other') ??
    verdicts.find((verdict) => verdict.kind === 'cannot-compare') ??
    (unclear.length > 0
      ? { kind: 'cannot-compare', why: { code: 'label-direction-unclear' } }
      : countLabels(
          out.map(({ sheet }) => sheet),
          back.map(({ sheet }) => sheet),
          expected,
          [recipient, sender],
        ));
  const repeated = repeatedIn(out, expected.parcels);
  const once = matching.filter((each) => !repeated.includes(each));
  return {
    verdict,
    pages: pagesOf(compared, matching, back, repeated),
    codesOfLabels:
      expected.parcels > 1 && once.length === expected.parcels ? once.map(({ sheet }) => codesOf(sheet, [recipient, sender])) : [],
  };
}

const oneParcel: ExpectedLabels = { parcels: 1, returnAsked: false };

/** True if a sheet is a return label beside a label that goes out, and unclear on its own. */
export function isLikelyBack(sheet: ReadableSheet, recipient: Address, sender: Address): boolean {
  const { direction, namesBoth, isPaper } = readSheet(sheet, recipient, sender, oneParcel, false);
  return direction === 'likely-back' && namesBoth && !isPaper;
}

/** Returns the class of each page: a label if a label is on it, otherwise unclear if anything on it is unclear. */
function pagesOf(
  compared: readonly Compared[],
  there: readonly Compared[],
  back: readonly Compared[],
  repeated: readonly Compared[],
): readonly LabelPage[] {
  const isThere = (each: Compared): boolean => there.includes(each) && !repeated.includes(each);
  const classOf = (each: Compared): LabelPage['is'] => {
    if (repeated.includes(each)) return 'copy';
    if (there.includes(each) || back.includes(each)) return 'label';
    return each.isPaper && each.sheetClass ? each.sheetClass : each.sheet.part === 'paper' ? 'document' : 'unclear';
  };
  const byPage = Map.groupBy(compared, ({ sheet }) => sheet.page?.no ?? 1);
  return [...byPage].map(([page, parts]) => {
    const classes = parts.map(classOf);
    const is = (['label', 'unclear', 'copy', 'document'] as const).find((each) => classes.includes(each)) ?? 'unclear';
    const beside = is === 'label' ? (['copy', 'document'] as const).find((each) => classes.includes(each)) : undefined;
    return { page, is, beside, labels: parts.filter(isThere).length, form: parts.length === 1 ? (parts[0]?.form ?? null) : null };
  });
}

/** A user's decision on a form is not used for a sheet that came alone. */
function readSheet(sheet: ReadableSheet, recipient: Address, sender: Address, expected: ExpectedLabels, isOneOfSeveral: boolean): Compared {
  const lines = linesOf(sheet.texts);
  const senders = senderBlock(lines, recipient, sender);
  const recipients = recipientBlock(lines, senders, recipient);
  const blocks = new Set([...senders, ...recipients]);
  const verdict = compareSheet(sheet, lines, senders, recipient, expected);
  const direction = directionOf(lines, sheet.barcodeData ?? [], senders, recipients, { recipient, sender });
  const goesToOther = verdict.kind === 'match' && direction === 'out' && isToOther(lines, senders, recipients, { recipient, sender });
  // A picture may hide what the text does not show.
  const canBeKnown = verdict.kind === 'match' || !sheet.picture;
  const form =
    isOneOfSeveral && canBeKnown
      ? formOf(sheet, lines, blocks, [...Object.values(recipient), ...Object.values(sender), ...(expected.ownTexts ?? [])])
      : null;
  const known = form ? expected.decided?.find((each) => isOfForm(form, each, verdict.kind === 'match')) : undefined;
  const sheetClass = known?.is ?? classByTitle(lines);
  return {
    sheet,
    lines,
    senders,
    verdict: goesToOther ? { kind: 'cannot-compare', why: { code: 'goes-to-other' } } : verdict,
    direction,
    namesBoth: senders.size > 0 && recipients.size > 0,
    sheetClass,
    isPaper: sheetClass !== undefined && sheetClass !== 'label',
    form,
    isDecided: known !== undefined,
  };
}

/** A sheet with text only: it has no address, and nothing that a parcel label carries. A picture may hide either. */
const isAdviceAlone = ({ sheet, lines, senders, verdict }: Compared): boolean =>
  verdict.kind === 'other' && addressOn(lines.filter((line) => !senders.has(line))).length === 0 && !looksLikeParcelLabel(sheet);

/** Returns the verdict on a sheet that is not one of our labels, both beside our labels and without them. */
function verdictBeside(each: Compared, isBesideOurs: boolean, codes: ReadonlySet<string>, people: readonly Address[]): LabelVerdict {
  const { sheet, lines, senders, verdict } = each;
  if (isBesideOurs && sheet.part === 'paper') return { kind: 'match' };
  if (!isBesideOurs || verdict.kind === 'cannot-compare') return verdict;
  if (each.isDecided && each.isPaper) return verdictOnDecided(each, codes, people);
  const address = addressOn(lines.filter((line) => !senders.has(line)));
  if (verdict.kind === 'match' || (each.isPaper && address.length === 0 && codesOf(sheet, people).some((code) => codes.has(code))))
    return { kind: 'match' };
  // The position of a cut is a guess, so a user must look at a part of a page, unless it is advice and its numbers are ours.
  if (sheet.part === 'sheet') {
    const isAdvice = address.length === 0 && hasSentences(lines) && codesOf(sheet, people).every((code) => codes.has(code));
    return isAdvice ? { kind: 'match' } : { kind: 'cannot-compare', why: { code: 'part-without-name' } };
  }
  return address.length > 0 && looksLikeParcelLabel(sheet) ? verdict : { kind: 'cannot-compare', why: { code: 'sheet-without-name' } };
}

/**
 * A user's decision on a form does not show whose this sheet is. A match needs two facts. All numbers on the sheet are on our labels too:
 * the account number of a shop is on the labels of all its parcels. And a sheet that does not name our recipient has no address.
 */
function verdictOnDecided({ sheet, lines, verdict }: Compared, codes: ReadonlySet<string>, people: readonly Address[]): LabelVerdict {
  const hasOnlyOurs = codesOf(sheet, people).every((code) => codes.has(code));
  const isOurs = hasOnlyOurs && (verdict.kind === 'match' || !lines.some((line) => isAddressLine(lines, line)));
  if (isOurs) return { kind: 'match' };
  return verdict.kind === 'other' && looksLikeParcelLabel(sheet) && addressOn(lines).length > 0
    ? verdict
    : { kind: 'cannot-compare', why: { code: 'form-of-other' } };
}

/**
 * Counts the labels. A label that is drawn twice, as couriers do for their archive, may count as one. One return label may stand for all
 * parcels. Labels without any number are counted as they came; otherwise each parcel needs a number of its own.
 */
function countLabels(
  out: readonly ReadableSheet[],
  back: readonly ReadableSheet[],
  { parcels, returnAsked, trackingNos = [] }: ExpectedLabels,
  people: readonly Address[],
): LabelVerdict {
  const numbered = out.flatMap((sheet) => parcelNumbersOn(sheet, people, trackingNos) ?? []);
  const numbers = new Set(numbered).size;
  const isRepeated = numbers < numbered.length && numbers + (out.length - numbered.length) < parcels && !isFreight(out, people);
  const isParcels = (sheets: readonly ReadableSheet[]): boolean => sheets.length === parcels || differing(sheets) === parcels;
  const isComplete = isParcels(out) && (returnAsked ? isParcels(back) || differing(back) === 1 : back.length === 0);
  if (isComplete && !isRepeated) return { kind: 'match' };
  const counted = { labels: out.length, parcels, returnLabels: back.length, returnAsked };
  return { kind: 'wrong-number', ...counted, ...(isRepeated && { numbers }) };
}

/**
 * Returns the key of the parcel on a label: its tracking number if the label carries exactly one of these, otherwise all its codes.
 * Undefined without codes.
 */
function parcelNumbersOn(sheet: ReadableSheet, people: readonly Address[], trackingNos: readonly string[]): string | undefined {
  const codes = codesOf(sheet, people);
  const [number, another] = trackingNos.filter((each) => codes.includes(each));
  if (number !== undefined && another === undefined) return number;
  return codes.length > 0 ? JSON.stringify([...new Set(codes)].sort()) : undefined;
}

const freightNumber = /\b(PRO|AWB|(AIR )?WAYBILL|FREIGHT BILL)\b.*\d/i;

/** True for freight, which goes under one number: its labels name that number, carry no other one, and count their pieces ("1 of 2"). */
function isFreight(sheets: readonly ReadableSheet[], people: readonly Address[]): boolean {
  const lines = sheets.map((sheet) => linesOf(sheet.texts).map(({ text }) => text));
  const pieces = lines.map((texts) =>
    texts.map((text) => /\b(\d+) ?(?:of|\/) ?(\d+)\b/i.exec(text)).find((match) => Number(match?.[2]) === sheets.length),
  );
  const isCounted = new Set(pieces.map((match) => match?.[1])).size === sheets.length && !pieces.includes(undefined);
  const isOfShipment = (code: string): boolean =>
    lines[0]?.some((text) => freightNumber.test(text) && bareCode(text).includes(code)) ?? false;
  return isCounted && sheets.every((sheet) => codesOf(sheet, people).every(isOfShipment));
}

/** Returns the labels that a courier drew again, if there are more labels than parcels. */
function repeatedIn(out: readonly Compared[], parcels: number): readonly Compared[] {
  const first = new Map(out.toReversed().map((each) => [keyOf(each.sheet), each]));
  return out.length > parcels ? out.filter((each) => first.get(keyOf(each.sheet)) !== each) : [];
}

/** Compares labels by their numbers if they carry any. Labels on one page that differ only in a count ("1 of 2") are one label. */
const differing = (sheets: readonly ReadableSheet[]): number => new Set(sheets.map(keyOf)).size;

function keyOf(sheet: ReadableSheet): string {
  const codes = codesOf(sheet, []);
  const texts = sheet.texts.map(({ text }) => text).filter((text) => sheet.part === undefined || !/^\d+ ?(of|\/) ?\d+$/i.test(text.trim()));
  return JSON.stringify((codes.length > 0 ? [...codes] : texts).sort());
}

/** Returns the numbers on a sheet that can identify its parcel. */
const codesOf = ({ barcodeData, texts }: ReadableSheet, people: readonly Address[]): readonly string[] => [
  ...codesOfBarcodes(barcodeData ?? []),
  ...codesOfTexts(texts, people),
];

/** Couriers add receipts and terms. Parcel labels carry a bar code, or the long number below one. */
const looksLikeParcelLabel = ({ barcodeData, texts }: ReadableSheet): boolean =>
  (barcodeData?.length ?? 0) > 0 || texts.some(({ text }) => /\d{6}/.test(text.replace(/\s/g, '')) && /(?:[A-Z0-9]\s?){10}/.test(text));

function compareSheet(
  sheet: ReadableSheet,
  all: readonly Line[],
  senders: ReadonlySet<Line>,
  recipient: Address,
  { isToServicePoint = false }: ExpectedLabels,
): LabelVerdict {
  const lines = all.filter((line) => !senders.has(line));
  const likeness = new Set(lines.map((line) => likenessAt(lines, line, recipient, senders, isToServicePoint)));
  const asked = asks.find((each) => likeness.has(each));
  // A second name beside the address, for the driver to call, does not count.
  if (likeness.has('same') || (likeness.has('same-town') && !likeness.has('other-door'))) return { kind: 'match' };
  if (asked) return { kind: 'cannot-compare', why: { code: whyAsked[asked] } };
  if (all.flatMap((line) => line.words).filter((word) => /[A-Z]{2}/.test(word)).length < 3)
    return { kind: 'cannot-compare', why: { code: sheet.picture ? 'label-is-picture' : 'label-without-text' } };
  const address = addressOn(lines);
  if (address.length === 0 && sheet.picture) return { kind: 'cannot-compare', why: { code: 'label-is-picture' } };
  return { kind: 'other', found: address.length > 0 ? [...address] : lines.slice(0, 5).map((line) => line.text) };
}

const whyAsked = {
  'other-door': 'name-at-other-door',
  'other-town': 'name-in-other-town',
  'other-contact': 'name-of-other-contact',
  'longer-name': 'name-is-longer',
  'stray-code': 'postal-code-strays',
} as const satisfies Partial<Record<Likeness, string>>;
const asks = ['other-door', 'other-town', 'other-contact', 'longer-name', 'stray-code'] as const;

// ---- For the screen ------------------------------------------------------------------------------------------------

/** Returns the last line that looks like "postal code, city", and the lines above it in the same column. */
function addressOn(lines: readonly Line[]): readonly string[] {
  const city = lines.findLast(isCityLine);
  if (!city) return [];
  const reach = Math.max(city.height, 1);
  return lines
    .filter((line) => line.turn === city.turn && line.y <= city.y && city.y - line.y <= reach * 6 && Math.abs(line.x - city.x) <= reach * 4)
    .map((line) => line.text)
    .slice(-5);
}
