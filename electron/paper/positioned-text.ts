import type { LabelSize } from '../../shared/printer.ts';
import type { Box } from './fit-page.ts';

/** A line of readable text. Its position is turned so that the text reads from left to right and lines follow downwards. */
export interface PositionedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Direction on the paper; lines of different turns never belong together. */
  readonly turn: 'N' | 'R' | 'I' | 'B';
}

/** The middle of a text's first character on the paper. */
export function placeOf({ x, y, height, turn }: PositionedText): { readonly x: number; readonly y: number } {
  const [along, middle] = [x + height / 4, y + height / 2];
  switch (turn) {
    case 'N':
      return { x: along, y: middle };
    case 'R':
      return { x: -middle, y: along };
    case 'I':
      return { x: -along, y: -middle };
    case 'B':
      return { x: middle, y: -along };
  }
}

/** Estimated: most characters are half as wide as high. */
export const lengthOf = (text: string, height: number): number => text.length * height * 0.5;

/** Estimates the box that a text covers on the paper. */
export function textBox({ text, x, y, height, turn }: PositionedText): Box {
  const long = lengthOf(text, height);
  switch (turn) {
    case 'N':
      return { x, y, width: long, height };
    case 'R':
      return { x: -y - height, y: x, width: height, height: long };
    case 'I':
      return { x: -x - long, y: -y - height, width: long, height };
    case 'B':
      return { x: y, y: -x - long, width: height, height: long };
  }
}

/**
 * The readable content of one sheet. `barcodeData`, as a scanner reads it, is undefined if the format does not distinguish bars from
 * pictures.
 */
export interface ReadableSheet {
  readonly texts: readonly PositionedText[];
  readonly barcodeData: readonly string[] | undefined;
  readonly picture: boolean;
  /** Part of a page with several sheets: a sheet of its own, or a document to read beside a label. */
  readonly part?: 'sheet' | 'paper';
  /** True if another owner's label may be on it too, which could not be separated. */
  readonly isShared?: boolean;
  /** The page that it is, or is a part of. */
  readonly page?: SheetPage;
}

export interface SheetPage {
  /** Counted from 1. */
  readonly no: number;
  readonly isFirst: boolean;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
}

/** Adds the page to each of its sheets. */
export const sheetsOn = (sheets: readonly ReadableSheet[], at: number, size: LabelSize | null): readonly ReadableSheet[] => {
  const { widthMm = null, heightMm = null } = size ?? {};
  return sheets.map((sheet) => ({ ...sheet, page: { no: at + 1, isFirst: at === 0, widthMm, heightMm } }));
};

/** Returns the lines and their words, as printed: a reference is one of them. */
export const linesAndWords = (lines: readonly PositionedText[]): readonly string[] => [
  ...new Set(lines.flatMap(({ text }) => [text, ...text.split(/[\s:,;]+/)]).filter((text) => text !== '')),
];
