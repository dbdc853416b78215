/** The paper in a label printer, in millimetres. */
export interface Stock {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** In points (1/72 inch), from the upper left corner. */
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

/** The way a page is placed on the paper: the part of it, its scale, and whether it is turned clockwise. */
export interface Fit {
  readonly part: Box;
  readonly scale: number;
  readonly isTurned: boolean;
}

const pointsPerMm = 72 / 25.4;
/** Tolerance for the gap of the printer and the rounding of the page. */
const toleranceMm = 1;
/** Margin around a part that was cut out, if there is room. */
const marginMm = 1;
/** Bars at a smaller scale are lost at 203 dots per inch. */
const leastScale = 0.6;

export const tooLargeForPaper =
  'the page is too large for the paper in the printer: put in larger labels, or name another label printer in Setup';

/** Grey below this value is ink: a hairline drawn at one dot per point is pale grey. */
const ink = 250;

/** Returns the box around all ink, in a part of an image or in all of it; undefined if there is none. */
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

/** True if a page, in points, is no larger than the paper. */
export const isOnPaper = ({ width, height }: Pick<Box, 'width' | 'height'>, { widthMm, heightMm }: Stock): boolean =>
  width <= (widthMm + toleranceMm) * pointsPerMm && height <= (heightMm + toleranceMm) * pointsPerMm;

/**
 * Returns how a page fits whole on the paper: unchanged if possible, otherwise the part with ink, turned if that helps, and scaled down
 * only if nothing else helps. Undefined if its bars would become too narrow to be read.
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

/** Places the part of a page, drawn at `dotsPerPoint`, in the middle of a sheet of the paper's size at `dpi`. */
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
