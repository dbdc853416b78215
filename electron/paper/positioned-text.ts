/** A line of readable text, its place turned so that it reads from left to right and lines follow downwards. */
export interface PositionedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Which way it stands on the paper; lines of different turns never belong together. */
  readonly turn: 'N' | 'R' | 'I' | 'B';
}

/** What can be read on one sheet. `barcodeData`, as a scanner reads it, is undefined where the paper does not tell bars from pictures. */
export interface ReadableSheet {
  readonly texts: readonly PositionedText[];
  readonly barcodeData: readonly string[] | undefined;
  readonly picture: boolean;
}

/** Lines and their words, as printed: a reference is one of them. */
export const linesAndWords = (lines: readonly PositionedText[]): readonly string[] => [
  ...new Set(lines.flatMap(({ text }) => [text, ...text.split(/[\s:,;]+/)]).filter((text) => text !== '')),
];
