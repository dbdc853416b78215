import { mostFormWords, type SheetClass, type SheetForm, sheetFormSchema } from '../../shared/sheet-class.ts';
import { type Line, wordsOf } from './label-line.ts';
import { isCopy, isPaper } from './label-words.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { isAddressLine } from './regions.ts';

/** What a sheet says by its title that it is; undefined where it has none of a paper. */
export function classByTitle(lines: readonly Line[]): Exclude<SheetClass, 'label'> | undefined {
  if (!isPaper(lines)) return undefined;
  return isCopy(lines) ? 'copy' : 'document';
}

/**
 * What is alike on every sheet of its kind: no number, nothing in an address, and no word of the parcel's own. Null where that is too
 * little or too much to know one by.
 */
export function formOf(
  { page }: ReadableSheet,
  lines: readonly Line[],
  blocks: ReadonlySet<Line>,
  ownTexts: readonly string[],
): SheetForm | null {
  if (!page) return null;
  const own = new Set(ownTexts.flatMap(wordsOf));
  const isOfAddress = (line: Line): boolean => blocks.has(line) || isAddressLine(lines, line);
  const words = lines.filter((line) => !isOfAddress(line)).flatMap((line) => line.words);
  const fixed = [...new Set(words.filter((word) => /^[A-Z]{2,}$/.test(word) && !own.has(word)))];
  if (fixed.length > mostFormWords) return null;
  const { isFirst, widthMm, heightMm } = page;
  return sheetFormSchema.safeParse({ isFirst, widthMm, heightMm, words: fixed }).data ?? null;
}
