import type { LabelOwner } from '../bench/ports/paper.ts';
import { compareLabel, isLikelyBack } from './compare-label.ts';
import type { Box } from './fit-page.ts';
import { linesOf } from './label-line.ts';
import { isPaper } from './label-words.ts';
import type { PlacedSheet } from './sheets-of-page.ts';

/**
 * A label of the parcel on its way, one on its way back, surely or if one goes out, one that a person has to read, words to read, or a sheet
 * of nobody we know.
 */
type Kind = 'out' | 'back' | 'likely-back' | 'doubtful' | 'paper' | 'foreign';

/** Of a page with several sheets, where they stand; both are empty where it holds one, or nothing that is surely of the parcel. */
export interface PageParts {
  readonly own: readonly Box[];
  /** What is neither the parcel's nor words to read beside its label. */
  readonly foreign: readonly Box[];
}

/**
 * Where a parcel's own labels stand on each page, and what may be somebody else's. What a person has to read is the parcel's only where a
 * label is missing: who prints it has read it.
 */
export function partsOfPages(pages: readonly (readonly PlacedSheet[])[], owner: LabelOwner): readonly PageParts[] {
  if (pages.every((sheets) => sheets.length === 1)) return pages.map(() => ({ own: [], foreign: [] }));
  const read = pages.map((sheets) => sheets.map(({ box, ...sheet }) => ({ box, kind: kindOf(sheet, owner) })));
  const labels = read.flat().filter(({ kind }) => kind === 'out').length;
  const isComplete = labels >= owner.parcels;
  const backs: readonly Kind[] = labels > 0 ? ['back', 'likely-back'] : ['back'];
  return read.map((sheets) => {
    const boxesOf = (...kinds: readonly Kind[]): readonly Box[] =>
      sheets.flatMap(({ box, kind }) => (box && kinds.includes(kind) ? [box] : []));
    const sure = boxesOf('out', ...backs);
    if (sure.length === 0) return { own: [], foreign: [] };
    return isComplete
      ? { own: sure, foreign: boxesOf('doubtful', 'foreign') }
      : { own: boxesOf('out', 'back', 'likely-back', 'doubtful'), foreign: boxesOf('foreign') };
  });
}

function kindOf(sheet: PlacedSheet, { recipient, sender, isToServicePoint = false }: LabelOwner): Kind {
  if (sheet.part === 'paper' || isPaper(linesOf(sheet.texts))) return 'paper';
  const verdict = compareLabel([sheet], recipient, sender, { parcels: 1, returnAsked: false, isToServicePoint });
  switch (verdict.kind) {
    case 'match':
      return 'out';
    case 'wrong-number':
      return verdict.returnLabels > 0 ? 'back' : 'foreign';
    case 'cannot-compare':
      return isLikelyBack(sheet, recipient, sender) ? 'likely-back' : 'doubtful';
    case 'home-address':
    case 'held-back':
    case 'other':
      return 'foreign';
  }
}
