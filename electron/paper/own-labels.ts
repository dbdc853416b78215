import type { LabelOwner } from '../bench/ports/paper.ts';
import { compareLabel, isLikelyBack } from './compare-label.ts';
import type { Box } from './fit-page.ts';
import { linesOf } from './label-line.ts';
import { isPaper } from './label-words.ts';
import type { PlacedSheet } from './sheets-of-page.ts';

/**
 * A label of the parcel on its way, one on its way back (certainly, or only beside one that goes out), one that the packer has to read, a
 * document to read, or a sheet of an unknown owner.
 */
type Kind = 'out' | 'back' | 'likely-back' | 'doubtful' | 'paper' | 'foreign';

/** Parts of a page with several sheets. Both lists are empty if it holds one sheet, or nothing that certainly belongs to the parcel. */
export interface PageParts {
  readonly own: readonly Box[];
  /** Boxes that are neither the parcel's nor documents to read beside its label. */
  readonly foreign: readonly Box[];
}

/**
 * Finds the parcel's own labels on each page, and the sheets that may belong to another owner. A doubtful sheet counts as the parcel's only
 * if a label is missing: the packer has read it before printing.
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
