import type { Box } from './fit-page.ts';
import type { PdfPage } from './pdf-pages.ts';
import type { ReadableSheet } from './positioned-text.ts';
import { holds, isInside, type Parties, type Region, regionsOf } from './regions.ts';
import { mayHoldAnother } from './second-label-on-page.ts';
import { zplMap } from './zpl-map.ts';
import type { ReadZpl } from './zpl-text.ts';

export interface PlacedSheet extends ReadableSheet {
  /** Its place on a page with several sheets: in points of a PDF, in dots of ZPL. */
  readonly box?: Box;
}

export function sheetsOfPdf({ texts, picture, map }: PdfPage, parties: Parties): readonly PlacedSheet[] {
  const whole = { texts, picture, barcodeData: undefined };
  // The page is too large for a map.
  if (!map) return [sheetOf(whole, { isLarge: true }, parties)];
  const regions = regionsOf({ texts, width: map.width, height: map.height, drawMap: () => map, perDot: 1, codes: undefined }, parties);
  return regions.map((region) => {
    if (regions.length === 1) return sheetOf(whole, region, parties);
    const part = { ...whole, texts: texts.filter((text) => isInside(region.box, text, 1)), part: partOf(region), box: region.box };
    return sheetOf(part, region, parties);
  });
}

export function sheetsOfZpl(read: ReadZpl, parties: Parties): readonly PlacedSheet[] {
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
      box: inDots(region.box, drawn.perDot),
    };
    return sheetOf(part, region, parties);
  });
}

const inDots = ({ x, y, width, height }: Box, perDot: number): Box => ({
  x: x * perDot,
  y: y * perDot,
  width: width * perDot,
  height: height * perDot,
});

const sheetOf = <Sheet extends ReadableSheet>(sheet: Sheet, { isLarge }: Pick<Region, 'isLarge'>, parties: Parties): Sheet => ({
  ...sheet,
  isShared: mayHoldAnother(sheet, parties, isLarge),
});

const partOf = ({ isPaper }: Region): 'sheet' | 'paper' => (isPaper ? 'paper' : 'sheet');
