import type { PdfPage } from './pdf.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { holds, isInside, type Parties, regionsOf } from './regions.ts';
import { zplMap } from './zpl-map.ts';
import type { ReadZpl } from './zpl-text.ts';

/** The sheets that stand on a page of a PDF. */
export function sheetsOfPdf({ texts, picture, map }: PdfPage, parties: Parties): readonly ReadableSheet[] {
  const regions = map
    ? regionsOf({ texts, width: map.width, height: map.height, drawMap: () => map, perDot: 1, codes: undefined }, parties)
    : [];
  if (regions.length < 2) return [{ texts, picture, barcodeData: undefined, isLarge: regions.every(({ isLarge }) => isLarge) }];
  return regions.map(({ box, isPaper, isLarge }) => ({
    isLarge,
    texts: texts.filter((text) => isInside(box, text, 1)),
    picture,
    barcodeData: undefined,
    part: partOf(isPaper),
  }));
}

/** The same of a sheet of ZPL. */
export function sheetsOfZpl(read: ReadZpl, parties: Parties): readonly ReadableSheet[] {
  const drawn = zplMap(read);
  const parts = regionsOf(drawn, parties);
  if (parts.length < 2) return [{ ...read, isLarge: parts.every(({ isLarge }) => isLarge) }];
  return parts.map(({ box: part, isPaper, isLarge }) => ({
    isLarge,
    part: partOf(isPaper),
    texts: read.texts.filter((text) => isInside(part, text, drawn.perDot)),
    picture: read.picture,
    barcodeData: read.codes
      .filter(({ box: { x, y, width, height } }) => holds(part, { x: (x + width / 2) / drawn.perDot, y: (y + height / 2) / drawn.perDot }))
      .map(({ data }) => data),
  }));
}

const partOf = (isPaper: boolean): 'sheet' | 'paper' => (isPaper ? 'paper' : 'sheet');
