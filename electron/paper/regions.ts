import type { Address } from '../../shared/address.ts';
import { holdsDoor, recipientBlock, senderBlock } from './address-block.ts';
import { codesOfTexts, fewestPrintedDigits } from './barcode-text.ts';
import { isCityLine } from './city-line.ts';
import type { Box, GreyImage } from './fit-page.ts';
import { type Band, barsIn, fillBox, whiteBands, withoutLines } from './ink-map.ts';
import { belowOf, besideOf, isNear, type Line, linesOf, readings } from './label-line.ts';
import { captionOf, isPaper as isPaperTitle } from './label-words.ts';
import { type PositionedText, placeOf } from './positioned-text.ts';
import { isBeforeNumbers, isTownLine } from './recipient-on-label.ts';

/** The data of a page that is needed to find its regions. */
export interface DrawnPage {
  readonly texts: readonly PositionedText[];
  /** Size of the page on its map. A dot of the map is about a point, or `perDot` units of the texts' positions. */
  readonly width: number;
  readonly height: number;
  readonly drawMap: () => GreyImage;
  /** The map without frames and lines, if the format identifies them. */
  readonly drawUnlined?: () => GreyImage;
  readonly perDot: number;
  /** Boxes of bar codes on the map; undefined if only the drawing can show them. */
  readonly codes: readonly Box[] | undefined;
}
export interface Parties {
  readonly recipient: Address;
  readonly sender: Address;
}

/** Smallest gap between two labels, in dots of the map; it is larger if their outlines are guessed. */
const leastBand = { seen: 2, guessed: 6 } as const;
/**
 * Limits for a document beside a label: on a page that is larger than a label, far from the label, and with more words than a label has in
 * a corner. It is a document if it has whole sentences, or names no one.
 */
const paperBeside = { page: 250_000, band: 12, words: 12, sentences: 3, sentenceWords: 6 } as const;
/** No label is wider or higher, or has a larger area, in dots of the map: 4 x 6 inches lying, 100 x 200 mm standing. */
const largestLabel = { width: 450, height: 600, area: 180_000 } as const;
/**
 * If frames or lines touch the labels that they separate, each label has the same room: largest distance from the middle, as a fraction of
 * the length.
 */
const offMiddleAlongLine = 0.1;
/** In the very middle of a page as large as two labels, a band may be of any width; this is the largest distance from the middle. */
const offMiddleOfTwo = 0.02;
/** Largest number of cuts, one inside the other. */
const deepest = 3;

/** A line with the facts that the cut needs. */
interface Marked {
  readonly line: Line;
  readonly at: { readonly x: number; readonly y: number };
  readonly isAddress: boolean;
  /** True for the first line of an address if a town and its postal code are on two lines or in two fields. */
  readonly opensAddress: boolean;
}
export interface Region {
  readonly box: Box;
  /** True for a document to read, not to stick on a parcel. */
  readonly isPaper: boolean;
  /** True if it is larger than one label. */
  readonly isLarge: boolean;
}
interface Side {
  readonly box: Box;
  readonly marked: readonly Marked[];
  readonly hasCode: boolean;
  readonly addresses: number;
}

/**
 * Returns the parts of a page that are separate sheets: two labels, or a label and a document, with white space or a line to cut along
 * between them. A label has an address and a code; its own parts are never separated.
 */
export function regionsOf({ texts, width, height, drawMap, drawUnlined, perDot, codes }: DrawnPage, parties: Parties): readonly Region[] {
  const whole: Box = { x: 0, y: 0, width, height };
  const uncut = [{ box: whole, isPaper: false, isLarge: isLarge(whole) }];
  const mayHoldPaper = width * height >= paperBeside.page;
  const mayHoldTwo = mayHoldPaper || isLarge(whole);
  const mayBeCodes = texts.filter(({ text }) => text.replace(/\D/g, '').length >= fewestPrintedDigits).length;
  if (!mayHoldPaper && codes !== undefined && codes.length + mayBeCodes < 2) return uncut;
  const lines = linesOf(texts);
  const opening = addressesOn(lines);
  const marked = lines.map((line): Marked => {
    const { x, y } = placeOf(line);
    return {
      line,
      at: { x: x / perDot, y: y / perDot },
      isAddress: isAddressLine(lines, line),
      opensAddress: opening.has(line),
    };
  });
  if (marked.filter(({ isAddress }) => isAddress).length < (mayHoldPaper ? 1 : 2)) return uncut;
  if (!mayHoldTwo && !mayBeTwoLabels(marked)) return uncut;
  const people = [parties.recipient, parties.sender];
  const codeLines = new Set(lines.filter((line) => codesOfTexts([line], people).length > 0));
  const map = drawMap();
  const codeBoxes = codes ?? barsIn(map);
  const bars = codeBoxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  // Never cuts between the bars of a code.
  const drawn = { ...map, grey: map.grey.slice() };
  for (const box of codeBoxes) fillBox(drawn, box, 0);
  let unlined: GreyImage | undefined;

  const senders = senderBlock(lines, parties.recipient, parties.sender);
  const blocks = [senders, recipientBlock(lines, senders, parties.recipient)];
  /** Never cuts between the lines of one address either. */
  const partsAnAddress = (one: Side, other: Side): boolean =>
    blocks.some((block) =>
      one.marked.some(({ line }) => block.has(line) && other.marked.some(({ line: next }) => block.has(next) && isOfOneBlock(line, next))),
    );

  function* bandsOf(box: Box): Generator<Band> {
    const inOrder = (bands: readonly Band[]): readonly Band[] =>
      bands
        .filter(
          ({ from, to, offMiddle }) =>
            to - from >= (codes ? leastBand.guessed : leastBand.seen) || (mayHoldTwo && offMiddle <= offMiddleOfTwo),
        )
        // Several labels on a page have the same room each.
        .toSorted((a, b) => a.offMiddle - b.offMiddle);
    yield* inOrder(whiteBands(drawn, box));
    unlined ??= (mayHoldTwo ? drawUnlined?.() : undefined) ?? withoutLines(drawn);
    yield* inOrder(whiteBands(unlined, box)).filter(({ offMiddle }) => offMiddle <= offMiddleAlongLine);
  }

  function sideOf(box: Box): Side {
    const inside = marked.filter(({ at }) => holds(box, at));
    return {
      box,
      marked: inside,
      hasCode: inside.some(({ line }) => codeLines.has(line)) || bars.some((bar) => holds(box, bar)),
      addresses: inside.filter(({ opensAddress }) => opensAddress).length,
    };
  }

  function cut(box: Box, depth: number): readonly Side[] {
    const uncut = [sideOf(box)];
    if (depth === 0) return uncut;
    for (const { axis, from, to } of bandsOf(box)) {
      const [one, other] = halves(box, axis, from, to).map(sideOf) as [Side, Side];
      if (partsAnAddress(one, other)) continue;
      const cutOn = (): readonly Side[] => [one, other].flatMap((side) => cut(side.box, depth - 1));
      if (isTwoLabels(one, other, parties)) return cutOn();
      if (to - from < paperBeside.band) continue;
      if (mayHoldTwo && isLabelAndTitled(one, other, parties)) return cutOn();
      if (!isLabelAndPaper(one, other, parties)) continue;
      const parts = cutOn();
      // On a page no larger than a label, text is separated only from several small labels, not from one.
      if (mayHoldPaper || parts.length > 2) return parts;
    }
    return uncut;
  }
  return cut(whole, deepest).map(({ box, ...side }, _at, all) => ({
    box,
    isPaper: all.length > 1 && isPaper({ box, ...side }, parties),
    isLarge: isLarge(box),
  }));
}

const isLarge = ({ width, height }: Box): boolean =>
  width > largestLabel.width || height > largestLabel.height || width * height > largestLabel.area;

/** True if a text begins in a part of the map. */
export function isInside(box: Box, text: PositionedText, perDot: number): boolean {
  const { x, y } = placeOf(text);
  return holds(box, { x: x / perDot, y: y / perDot });
}

export const holds = ({ x, y, width, height }: Box, at: { readonly x: number; readonly y: number }): boolean =>
  at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;

const halves = ({ x, y, width, height }: Box, axis: 'across' | 'along', from: number, to: number): readonly [Box, Box] =>
  axis === 'across'
    ? [
        { x, y, width, height: from - y },
        { x, y: to, width, height: y + height - to },
      ]
    : [
        { x, y, width: from - x, height },
        { x: to, y, width: x + width - to, height },
      ];

const postalCode = String.raw`(\d{4,5}|\d{3} \d{2}|\d{2} \d{3}|\d{4} ?[A-Z]{1,2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{1,2})`;
/** "L Aquila" is the remainder of "L'Aquila". */
const townWords = String.raw`([A-Z] )?[A-Z]{3,}( [A-Z]+)*( \d{1,2})?`;
/** A town and its postal code, and nothing else: they may be in either order, and on two lines. */
const townAlone = new RegExp(`^(${townWords} ${postalCode}|${postalCode} ${townWords})$`);

/** "TRK#" and "REF: ORD" are not towns, whatever number follows. */
const isOfNumber = ({ text, words }: Line): boolean => text.includes('#') || isBeforeNumbers(words[0] ?? '');

/** True if a line is a town and its postal code. */
export const isTownAndCode = (line: Line): boolean => isCityLine(line) || (!isOfNumber(line) && townAlone.test(line.words.join(' ')));

/** True if a line holds a town and its postal code, alone or together with the line below or beside it. */
export const isAddressLine = (lines: readonly Line[], line: Line): boolean =>
  isCityLine(line) || (!isOfNumber(line) && readings(lines, line).some((words) => townAlone.test(words.join(' '))));

/** A British postcode, which is alone below its town. */
const britishCode = /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{1,2}$/;

/** "C.P.: 28013", on labels with a caption for each part of an address. */
const captionedCode = new RegExp(
  `^(PLZ|ZIP( CODE)?|POST ?CODE|POSTN(UMME)?R|POSTAL CODE|CAP|C ?P|CODIGO POSTAL|CODE POSTAL|KOD( POCZTOWY)?) ${postalCode}$`,
);

/** True if this line is a town with its postal code, a town right above its British postcode, or a postal code with its caption. */
export function opensTown(lines: readonly Line[], line: Line): boolean {
  if (isCityLine(line) || captionedCode.test(line.words.join(' '))) return true;
  const below = belowOf(lines, line);
  return below !== undefined && britishCode.test(below.words.join(' ')) && townAlone.test([...line.words, ...below.words].join(' '));
}

/** Returns the first line of each town with its postal code. The line to the right of a line belongs to it before the line below does. */
function addressesOn(lines: readonly Line[]): ReadonlySet<Line> {
  const whole = lines.filter(isTownAndCode);
  const opening = new Set(whole);
  const taken = new Set(whole);
  for (const one of lines) {
    if (taken.has(one) || isOfNumber(one)) continue;
    const other = [besideOf(lines, one), belowOf(lines, one)].find(
      (each) => each && !taken.has(each) && isAsHigh(one, each) && townAlone.test([...one.words, ...each.words].join(' ')),
    );
    if (!other) continue;
    opening.add(one);
    taken.add(one);
    taken.add(other);
  }
  return opening;
}

const isAsHigh = (one: Line, other: Line): boolean =>
  Math.max(one.height, other.height) <= 1.2 * Math.max(1, Math.min(one.height, other.height));

/** True if a side is a label on its own: it has a code, an address, and also the address of origin or a "to" caption. */
const isLabel = ({ hasCode, addresses, marked }: Side): boolean =>
  hasCode && (addresses > 1 || (addresses === 1 && marked.some(({ line }) => captionOf(line) === 'to')));

/** Necessary for two labels, wherever the page is cut: without two labels, a page no larger than one label is not divided. */
function mayBeTwoLabels(marked: readonly Marked[]): boolean {
  const addresses = marked.filter(({ opensAddress }) => opensAddress).length;
  const captions = marked.filter(({ line }) => captionOf(line) === 'to').length;
  return addresses >= 2 && addresses + captions >= 4;
}

/** A receipt or similar document, which states its recipient or its parcel. */
const isTitled = ({ hasCode, addresses, marked }: Side): boolean =>
  (hasCode || addresses > 0) && isPaperTitle(marked.map(({ line }) => line));

/** False for the sender's corner and the recipient's corner of one label. */
function isTwoLabels(one: Side, other: Side, parties: Parties): boolean {
  if (!isLabel(one) || !isLabel(other)) return false;
  return areTwo(one, other, parties);
}

/** A label, and a document whose title shows that it is not a label. */
const isLabelAndTitled = (one: Side, other: Side, parties: Parties): boolean =>
  ((isLabel(one) && isTitled(other)) || (isTitled(one) && isLabel(other))) && areTwo(one, other, parties);

function areTwo(one: Side, other: Side, parties: Parties): boolean {
  const [a, b] = [whoIsOn(one, parties), whoIsOn(other, parties)];
  const isOneLabel = (x: Who, y: Who): boolean => x.recipient && !y.recipient && ((!x.sender && y.sender) || (!x.town && y.town));
  return [a, b].every(({ recipient, sender, stranger }) => recipient || sender || stranger) && !isOneLabel(a, b) && !isOneLabel(b, a);
}

interface Who {
  readonly recipient: boolean;
  /** True if the recipient's town is on it, whoever lives there. */
  readonly town: boolean;
  readonly sender: boolean;
  readonly stranger: boolean;
}

function whoIsOn({ marked }: Side, { recipient, sender }: Parties): Who {
  const lines = marked.map(({ line }) => line);
  const senders = senderBlock(lines, recipient, sender);
  const recipients = recipientBlock(lines, senders, recipient);
  const isKnown = (line: Line): boolean =>
    senders.has(line) || recipients.has(line) || isTownLine(line, recipient) || isTownLine(line, sender);
  return {
    recipient: recipients.size > 0,
    town: lines.some((line) => isTownLine(line, recipient)),
    sender: holdsDoor(lines, senders, sender),
    stranger: marked.some(({ line, isAddress }) => isAddress && !isKnown(line)),
  };
}

/** True if one side holds the whole label, and the other only text that names none of its people. */
function isLabelAndPaper(one: Side, other: Side, parties: Parties): boolean {
  const isPaperBeside = (label: Side, paper: Side): boolean => {
    if (!label.hasCode || label.addresses === 0 || paper.hasCode) return false;
    const words = paper.marked.flatMap(({ line }) => line.words).filter(isWord).length;
    const who = whoIsOn(paper, parties);
    return isAdvice(paper) || ((words >= paperBeside.words || who.stranger) && !who.recipient && !who.sender);
  };
  return isPaperBeside(one, other) || isPaperBeside(other, one);
}

/** True if two lines are as near as lines of one address, and below each other. */
const isOfOneBlock = (one: Line, other: Line): boolean =>
  isNear(one, other, 2.6) && Math.abs(one.x - other.x) <= 3 * Math.max(one.height, other.height);

const isWord = (word: string): boolean => /[A-Z]{2}/.test(word);

/** Instructions for a label may name its recipient, but hold no address. */
const isAdvice = ({ addresses, marked }: Side): boolean =>
  addresses === 0 && !marked.some(({ isAddress }) => isAddress) && hasSentences(marked.map(({ line }) => line));

function isPaper(side: Side, parties: Parties): boolean {
  if (side.hasCode) return false;
  if (isAdvice(side)) return true;
  const who = whoIsOn(side, parties);
  return !who.recipient && !who.sender && (!who.stranger || hasSentences(side.marked.map(({ line }) => line)));
}

/** True if there are more words than a label has: instructions for a label, or its terms. */
export const hasSentences = (lines: readonly Line[]): boolean =>
  lines.filter(({ words }) => words.filter(isWord).length >= paperBeside.sentenceWords).length >= paperBeside.sentences;
