import { mostFormWords, type SheetClass, type SheetForm, sheetFormSchema } from '../../shared/sheet-class.ts';
import { type Line, wordsOf } from './label-line.ts';
import { isCopy, isPaper } from './label-words.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { isAddressLine } from './regions.ts';

/** Returns the class that the title of a sheet shows; undefined without the title of a document. */
export function classByTitle(lines: readonly Line[]): Exclude<SheetClass, 'label'> | undefined {
  if (!isPaper(lines)) return undefined;
  return isCopy(lines) ? 'copy' : 'document';
}

/**
 * Returns what all sheets of a form have in common: no numbers, nothing in an address, and no words of the parcel. Null if that is too
 * little or too much to recognise a form.
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
