/** The paper in a label printer, in millimetres. */
export interface Stock {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Points, a 72nd of an inch, from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One byte per dot, 0 is black. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** How a page comes onto the paper: this part of it, so much smaller, turned clockwise where it lies. */
export interface Fit {
  readonly part: Box;
  readonly scale: number;
  readonly isTurned: boolean;
}

const pointsPerMm = 72 / 25.4;
/** What a printer's gap and a page's rounding take. */
const toleranceMm = 1;
/** Left free around a part that was cut out, where there is room. */
const marginMm = 1;
/** Narrower bars than so are lost at 203 dots per inch. */
const leastScale = 0.6;

export const tooLargeForPaper =
  'the page is too large for the paper in the printer: put in larger labels, or name another label printer in Setup';

/** At a dot to a point a hair line is pale grey. */
const ink = 250;

/** Where something is drawn, in a part of an image or anywhere; undefined where nothing is. */
export function inkOf({ width, height, grey }: GreyImage, part: Box = { x: 0, y: 0, width, height }): Box | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = part.y; y < Math.min(height, part.y + part.height); y += 1)
    for (let x = part.x; x < Math.min(width, part.x + part.width); x += 1) {
      if ((grey[y * width + x] ?? 255) >= ink) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Whether a page of so many points is no larger than the paper. */
export const isOnPaper = ({ width, height }: Pick<Box, 'width' | 'height'>, { widthMm, heightMm }: Stock): boolean =>
  width <= (widthMm + toleranceMm) * pointsPerMm && height <= (heightMm + toleranceMm) * pointsPerMm;

/**
 * How a page of this size comes whole onto the paper: as it is, else the part with ink, turned, and smaller only where nothing else
 * helps. Undefined where its bars would become too narrow to be read.
 */
export function fitPage(page: Box, drawn: Box, stock: Stock): Fit | undefined {
  if (isOnPaper(page, stock)) return { part: page, scale: 1, isTurned: false };
  const paper = { width: stock.widthMm * pointsPerMm, height: stock.heightMm * pointsPerMm };
  const margin = marginMm * pointsPerMm;
  const scaleOf = (across: number, along: number): number =>
    Math.min(1, (paper.width - 2 * margin) / across, (paper.height - 2 * margin) / along);
  const [upright, turned] = [scaleOf(drawn.width, drawn.height), scaleOf(drawn.height, drawn.width)];
  const scale = Math.max(upright, turned);
  return scale < leastScale ? undefined : { part: drawn, scale, isTurned: turned > upright };
}

/** The part of a page, drawn at `dotsPerPoint`, in the middle of a sheet of the paper's size at `dpi`. */
export function placeOnPaper(image: GreyImage, { part, isTurned }: Fit, dotsPerPoint: number, stock: Stock, dpi: number): GreyImage {
  const [width, height] = [stock.widthMm, stock.heightMm].map((mm) => Math.round((mm / 25.4) * dpi)) as [number, number];
  const grey = new Uint8Array(width * height).fill(255);
  const [left, top] = [Math.floor(part.x * dotsPerPoint), Math.floor(part.y * dotsPerPoint)];
  const cutWidth = Math.min(Math.ceil(part.width * dotsPerPoint) + 1, image.width - left);
  const cutHeight = Math.min(Math.ceil(part.height * dotsPerPoint) + 1, image.height - top);
  const [across, along] = isTurned ? [cutHeight, cutWidth] : [cutWidth, cutHeight];
  const [toX, toY] = [Math.floor((width - across) / 2), Math.floor((height - along) / 2)];
  for (let y = 0; y < cutHeight; y += 1)
    for (let x = 0; x < cutWidth; x += 1) {
      const [atX, atY] = isTurned ? [toX + cutHeight - 1 - y, toY + x] : [toX + x, toY + y];
      if (atX < 0 || atY < 0 || atX >= width || atY >= height) continue;
      grey[atY * width + atX] = image.grey[(top + y) * image.width + left + x] ?? 255;
    }
  return { width, height, grey };
}
