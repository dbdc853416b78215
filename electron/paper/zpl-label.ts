import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { PaperReason } from '../../shared/paper-reason.ts';
import type { LabelSize } from '../../shared/printer.ts';
import type { ExpectedLabels, LabelMarks, LabelOwner } from '../bench/ports/paper.ts';
import { codesOfBarcodes, numbersInBarcodes } from './barcode-text.ts';
import { pagesOfCouriers } from './code-pages.ts';
import { type ComparedLabel, judgeLabel } from './compare-label.ts';
import type { Box } from './fit-page.ts';
import { type Line, linesOf } from './label-line.ts';
import { zplSize } from './label-size.ts';
import { captionAt, isPaper, isReturn } from './label-words.ts';
import { partsOfPages } from './own-labels.ts';
import { linesAndWords, sheetsOn } from './positioned-text.ts';
import type { Parties } from './regions.ts';
import { type PlacedSheet, sheetsOfZpl } from './sheets-of-page.ts';
import { gateZpl } from './zpl-gate.ts';
import { zplSheets } from './zpl-sheets.ts';
import { type ReadZpl, readZpl, readZplIn } from './zpl-text.ts';

/** Sizes are only compared with each other, so any resolution will do. */
const anyDpi = 203;

export interface ZplLabel {
  /** The reason if it has no sheets. */
  readonly refused: PaperReason | undefined;
  readonly sheets: readonly Uint8Array[];
  /** Commands that the gate left out, if it passed the label. */
  readonly stripped: readonly string[];
  /** Number of copies of one sheet that the label asks for. */
  readonly copies: number;
  readonly marks: LabelMarks;
}

export interface ReadZplLabel {
  readonly label: ZplLabel;
  readonly readable: readonly ReadZpl[];
}

/** Boxes beside the order's own labels that may belong to another owner, sheet by sheet, in dots. */
export type ForeignParts = readonly (readonly Box[])[];

type PartedSheets = readonly (readonly PlacedSheet[])[];
const partedZpl = ({ readable }: ReadZplLabel, parties: Parties): PartedSheets => readable.map((sheet) => sheetsOfZpl(sheet, parties));
const foreignOf = (parted: PartedSheets, owner: LabelOwner): ForeignParts => partsOfPages(parted, owner).map(({ foreign }) => foreign);

export const foreignInZpl = (read: ReadZplLabel, owner: LabelOwner): ForeignParts => foreignOf(partedZpl(read, owner), owner);

export function readZplLabel(bytes: Uint8Array): ReadZplLabel {
  const refused = (why: string, stripped: readonly string[] = []): ReadZplLabel => ({
    label: {
      refused: { code: 'label-refused-at-gate', why },
      sheets: [],
      stripped,
      copies: 0,
      marks: { codes: [], numbers: [], texts: [] },
    },
    readable: [],
  });
  const gated = gateZpl(bytes);
  if (gated.is === 'refused') return refused(gated.why);
  const cut = zplSheets(gated.zpl);
  if (cut.is === 'refused') return refused(cut.why, gated.stripped);
  const readable = cut.sheets.map(readZpl);
  const barcodes = readable.flatMap(({ barcodeData }) => barcodeData);
  const marks = {
    codes: codesOfBarcodes(barcodes),
    numbers: numbersInBarcodes(barcodes),
    texts: linesAndWords(readable.flatMap(({ texts }) => texts)),
  };
  return { label: { refused: undefined, sheets: cut.sheets, stripped: gated.stripped, copies: cut.copies, marks }, readable };
}

export const compareZplLabel = (...asked: Parameters<typeof judgeZplLabel>): LabelVerdict => judgeZplLabel(...asked).verdict;

export interface JudgedZpl extends ComparedLabel {
  readonly foreign: ForeignParts;
}

/**
 * A courier may declare no code page, or a wrong one, so a name that is not on the label is searched for in every page. If the packer must
 * be asked in any page, that verdict wins, because in a wrong page another door may be read as none.
 */
export function judgeZplLabel(read: ReadZplLabel, recipient: Address, sender: Address, expected: ExpectedLabels): JudgedZpl {
  const judged = judgeReading(read, recipient, sender, expected);
  if (judged.verdict.kind !== 'other' || !read.readable.some(({ dependsOnPage }) => dependsOnPage)) return judged;
  const again = pagesOfCouriers.map((page) => {
    const readable = read.label.sheets.map((sheet, at) => withWordsOf(read.readable[at], readZplIn(sheet, page)));
    return judgeReading({ ...read, readable }, recipient, sender, expected);
  });
  const inPage = (kind: LabelVerdict['kind']): JudgedZpl | undefined => again.find(({ verdict }) => verdict.kind === kind);
  return inPage('cannot-compare') ?? inPage('wrong-number') ?? inPage('match') ?? judged;
}

/** The captions and titles that the label has in its own page are kept in all other pages. */
function withWordsOf(own: ReadZpl | undefined, other: ReadZpl): ReadZpl {
  const isWord = (line: Line): boolean => captionAt(line) !== undefined || isReturn([line]) || isPaper([line]);
  const texts = other.texts.map((text, at) => {
    const before = own?.texts[at];
    return before && linesOf([before]).some(isWord) ? before : text;
  });
  return { ...other, texts };
}

function judgeReading(read: ReadZplLabel, recipient: Address, sender: Address, expected: ExpectedLabels): JudgedZpl {
  const { refused, copies, sheets: pages } = read.label;
  if (refused !== undefined) return { verdict: { kind: 'cannot-compare', why: refused }, pages: [], codesOfLabels: [], foreign: [] };
  // The size helps to distinguish a sheet from others.
  const sizeOf = (at: number): LabelSize | null => (pages.length > 1 ? zplSize(pages[at], anyDpi) : null);
  const parted = partedZpl(read, { recipient, sender });
  const judged = judgeLabel(
    parted.flatMap((sheets, at) => sheetsOn(sheets, at, sizeOf(at))),
    recipient,
    sender,
    expected,
  );
  const { parcels, isToServicePoint = false } = expected;
  const foreign = foreignOf(parted, { recipient, sender, parcels, isToServicePoint });
  if (judged.verdict.kind !== 'match' || copies <= expected.parcels) return { ...judged, foreign };
  return {
    ...judged,
    foreign,
    verdict: { kind: 'cannot-compare', why: { code: 'label-asks-copies', copies, parcels: expected.parcels } },
  };
}
