import { mayHoldAnother } from './another-label.ts';
import type { Box } from './fit-page.ts';
import type { PdfPage } from './pdf.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { holds, isInside, type Parties, type Region, regionsOf } from './regions.ts';
import { zplMap } from './zpl-map.ts';
import type { ReadZpl } from './zpl-text.ts';

export interface PdfSheet extends ReadableSheet {
  /** Where it stands, in points, on a page of several. */
  readonly box?: Box;
}

/** The sheets that stand on a page of a PDF. */
export function sheetsOfPdf({ texts, picture, map }: PdfPage, parties: Parties): readonly PdfSheet[] {
  const whole = { texts, picture, barcodeData: undefined };
  // Too large to be seen as a whole.
  if (!map) return [sheetOf(whole, { isLarge: true }, parties)];
  const regions = regionsOf({ texts, width: map.width, height: map.height, drawMap: () => map, perDot: 1, codes: undefined }, parties);
  return regions.map((region) => {
    if (regions.length === 1) return sheetOf(whole, region, parties);
    const part = { ...whole, texts: texts.filter((text) => isInside(region.box, text, 1)), part: partOf(region), box: region.box };
    return sheetOf(part, region, parties);
  });
}

/** The same of a sheet of ZPL. */
export function sheetsOfZpl(read: ReadZpl, parties: Parties): readonly ReadableSheet[] {
  const drawn = zplMap(read);
  const { texts, codes, picture, barcodeData } = read;
  const regions = regionsOf(drawn, parties);
  return regions.map((region) => {
    if (regions.length === 1) return sheetOf({ texts, picture, barcodeData }, region, parties);
    const isIn = ({ x, y, width, height }: Box): boolean =>
      holds(region.box, { x: (x + width / 2) / drawn.perDot, y: (y + height / 2) / drawn.perDot });
    const part = {
      part: partOf(region),
      texts: texts.filter((text) => isInside(region.box, text, drawn.perDot)),
      picture,
      barcodeData: codes.filter(({ box }) => isIn(box)).map(({ data }) => data),
    };
    return sheetOf(part, region, parties);
  });
}

const sheetOf = <Sheet extends ReadableSheet>(sheet: Sheet, { isLarge }: Pick<Region, 'isLarge'>, parties: Parties): Sheet => ({
  ...sheet,
  isShared: mayHoldAnother(sheet, parties, isLarge),
});

const partOf = ({ isPaper }: Region): 'sheet' | 'paper' => (isPaper ? 'paper' : 'sheet');
