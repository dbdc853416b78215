import type { Address } from '../../shared/address.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { ExpectedLabels, LabelMarks } from '../bench/ports/paper.ts';
import { codesOfBarcodes, numbersInBarcodes } from './barcode-text.ts';
import { compareLabel } from './compare-label.ts';
import { linesAndWords } from './positioned-text.ts';
import { sheetsOfZpl } from './sheets-of-page.ts';
import { gateZpl } from './zpl-gate.ts';
import { zplSheets } from './zpl-sheets.ts';
import { readZpl } from './zpl-text.ts';

/** What a ZPL label holds. */
export interface ZplLabel {
  /** Why it has no sheets. */
  readonly refused: string | undefined;
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

export function readZplLabel(bytes: Uint8Array): ReadZplLabel {
  const refused = (why: string, stripped: readonly string[] = []): ReadZplLabel => ({
    label: { refused: `refused at the gate: ${why}`, sheets: [], stripped, copies: 0, marks: { codes: [], numbers: [], texts: [] } },
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

export function compareZplLabel(
  { label: { refused, copies }, readable }: ReadZplLabel,
  recipient: Address,
  sender: Address,
  expected: ExpectedLabels,
): LabelVerdict {
  if (refused !== undefined) return { kind: 'cannot-compare', why: refused };
  const sheets = readable.flatMap((sheet) => sheetsOfZpl(sheet, { recipient, sender }));
  const verdict = compareLabel(sheets, recipient, sender, expected);
  return verdict.kind === 'match' && copies > expected.parcels
    ? {
        kind: 'cannot-compare',
        why: `the label asks the printer for ${copies} copies of itself, and ${expected.parcels === 1 ? 'one was' : `${expected.parcels} were`} bought`,
      }
    : verdict;
}
