import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { PaperReason } from '../../shared/paper-reason.ts';
import type { LabelSize } from '../../shared/printer.ts';
import type { ExpectedLabels, LabelMarks, LabelOwner } from '../bench/ports/paper.ts';
import { codesOfBarcodes, numbersInBarcodes } from './barcode-text.ts';
import { type ComparedLabel, judgeLabel } from './compare-label.ts';
import type { Box } from './fit-page.ts';
import { zplSize } from './label-size.ts';
import { partsOfPages } from './own-labels.ts';
import { linesAndWords, sheetsOn } from './positioned-text.ts';
import { sheetsOfZpl } from './sheets-of-page.ts';
import { gateZpl } from './zpl-gate.ts';
import { zplSheets } from './zpl-sheets.ts';
import { readZpl } from './zpl-text.ts';

/** Sizes are compared with each other alone. */
const anyDpi = 203;

/** What a ZPL label holds. */
export interface ZplLabel {
  /** Why it has no sheets. */
  readonly refused: PaperReason | undefined;
  readonly sheets: readonly Uint8Array[];
  /** What the gate left out where it passed it. */
  readonly stripped: readonly string[];
  /** How many of one sheet it asks for. */
  readonly copies: number;
  readonly marks: LabelMarks;
}

export interface ReadZplLabel {
  readonly label: ZplLabel;
  readonly readable: readonly ReturnType<typeof readZpl>[];
}

/** Where something stands beside the order's own labels that may be somebody else's, sheet by sheet, in dots. */
export type ForeignParts = readonly (readonly Box[])[];

export const foreignInZpl = ({ readable }: ReadZplLabel, owner: LabelOwner): ForeignParts =>
  partsOfPages(
    readable.map((sheet) => sheetsOfZpl(sheet, owner)),
    owner,
  ).map(({ foreign }) => foreign);

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

export function judgeZplLabel(
  { label: { refused, copies, sheets: pages }, readable }: ReadZplLabel,
  recipient: Address,
  sender: Address,
  expected: ExpectedLabels,
): ComparedLabel {
  if (refused !== undefined) return { verdict: { kind: 'cannot-compare', why: refused }, pages: [] };
  // By its size a sheet is told from others.
  const sizeOf = (at: number): LabelSize | null => (pages.length > 1 ? zplSize(pages[at], anyDpi) : null);
  const sheets = readable.flatMap((sheet, at) => sheetsOn(sheetsOfZpl(sheet, { recipient, sender }), at, sizeOf(at)));
  const judged = judgeLabel(sheets, recipient, sender, expected);
  if (judged.verdict.kind !== 'match' || copies <= expected.parcels) return judged;
  return {
    ...judged,
    verdict: { kind: 'cannot-compare', why: { code: 'label-asks-copies', copies, parcels: expected.parcels } },
  };
}
