import { compareLabel } from './compare-label.ts';
import type { Box } from './fit-page.ts';
import { linesOf } from './label-line.ts';
import { isPaper } from './label-words.ts';
import type { Parties } from './regions.ts';
import type { PdfSheet } from './sheets-of-page.ts';

/** A label of the parcel on its way, one on its way back, one that a person has to read, or none of it. */
type Kind = 'out' | 'back' | 'doubtful' | 'none';

/**
 * Where a parcel's own labels stand on each page; none where the page is printed whole, because it holds one sheet, or nothing that is
 * surely of the parcel. What a person has to read is among them only where a label is missing: who prints it has read it.
 */
export function ownLabels(
  pages: readonly (readonly PdfSheet[])[],
  { parcels, ...parties }: Parties & { readonly parcels: number },
): readonly (readonly Box[])[] {
  const read = pages.map((sheets) => sheets.map(({ box, ...sheet }) => ({ box, kind: kindOf(sheet, parties) })));
  const isComplete = read.flat().filter(({ kind }) => kind === 'out').length >= parcels;
  return read.map((sheets) => {
    const own = sheets.filter(({ kind }) => kind === 'out' || kind === 'back');
    const printed = isComplete || own.length === 0 ? own : sheets.filter(({ kind }) => kind !== 'none');
    return printed.flatMap(({ box }) => box ?? []);
  });
}

function kindOf(sheet: PdfSheet, { recipient, sender }: Parties): Kind {
  if (sheet.part === 'paper' || isPaper(linesOf(sheet.texts))) return 'none';
  const verdict = compareLabel([sheet], recipient, sender, { parcels: 1, returnAsked: false });
  switch (verdict.kind) {
    case 'match':
      return 'out';
    case 'wrong-number':
      return verdict.returnLabels > 0 ? 'back' : 'none';
    case 'cannot-compare':
      return 'doubtful';
    case 'home-address':
    case 'held-back':
    case 'other':
      return 'none';
  }
}
