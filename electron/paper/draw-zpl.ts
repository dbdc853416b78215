import { inflateSync } from 'node:zlib';
import { ready } from 'zpl-renderer-js';
import { drawableZpl } from './drawable-zpl.ts';
import { fitPage, type GreyImage, inkOf, placeOnPaper, type Stock, tooLargeForPaper } from './fit-page.ts';
import type { PdfPage } from './pdf-pages.ts';
import { putsInk } from './zpl-sheets.ts';
import { zplTokens } from './zpl-tokens.ts';
import { tokensInDots } from './zpl-units.ts';

/** Canvas of a sheet, in dots: wider than all print heads but the widest. Each dot takes time, so it is no longer than a label needs. */
const canvas = { width: 1300, widest: 2600 };
/** The largest canvas; drawing takes about eight bytes per dot. */
const mostDots = 8_000_000;
/** If so many rows at the bottom are empty, nothing was cut off: no field has a gap as large. */
const emptyBelow = 400;
/** Most fields are no higher, in dots. */
const usualField = 200;
/** The library uses 8 dots per millimetre. */
const dotsPerMm = 8;
/** A little more than the widest print head of four inches at 203 dots per inch. */
const mostDotsAt203 = 850;

/** A sheet as a ZPL printer of `dpi` would print it. */
export interface DrawnSheet extends GreyImage {
  readonly dpi: 203 | 300;
}

/**
 * Draws a gated sheet in black and white, one dot for each dot of a ZPL printer. ZPL does not contain the resolution: a label that is too
 * wide for a print head of 203 dpi was made for 300 dpi. A long label is drawn whole; throws if it is longer than any paper.
 */
export async function drawSheet(zpl: Uint8Array): Promise<DrawnSheet> {
  const drawable = drawableZpl(zpl);
  const { printWidth, lastField } = extentOf(zpl);
  const width = Math.min(canvas.widest, Math.max(canvas.width, printWidth));
  const longest = Math.floor(mostDots / width);
  for (let height = lastField + usualField + emptyBelow; height <= longest; height = Math.min(longest, height * 2)) {
    const image = await pictureOf(drawable, width, height);
    const ink = inkOf(image);
    // A print head prints black or white only.
    if (ink && ink.y + ink.height + emptyBelow <= height)
      return { ...image, grey: image.grey.map((grey) => (grey < 128 ? 0 : 255)), dpi: printWidth > mostDotsAt203 ? 300 : 203 };
    if (height === longest) break;
  }
  throw new Error(`the label is longer than ${longest} dots, and would be cut off: print it on a printer that takes ZPL`);
}

/** Returns the one picture that a sheet draws; throws if there are none or several. */
async function pictureOf(drawable: string, width: number, height: number): Promise<GreyImage> {
  const { api } = await ready;
  const drawn = await api.zplToBase64MultipleAsync(drawable, width / dotsPerMm, height / dotsPerMm, dotsPerMm);
  const inked = drawn.map((png) => greyOfPng(Buffer.from(png, 'base64'))).filter((image) => inkOf(image) !== undefined);
  const [image] = inked;
  if (!image || inked.length > 1) throw new Error(`this ZPL draws ${inked.length} pictures where one was expected`);
  return image;
}

/**
 * Returns the width that the sheet declares, or else the start of its rightmost field; and the start of its lowest field. A field that
 * prints nothing is ignored.
 */
function extentOf(zpl: Uint8Array): { readonly printWidth: number; readonly lastField: number } {
  let [printWidth, home, at, farthest, lastField] = [0, 0, { x: 0, y: 0 }, 0, 0];
  for (const token of tokensInDots(zplTokens(zpl).tokens)) {
    const numbers = token.parameters.split(token.delimiter).map((number) => Number.parseInt(number, 10) || 0);
    const [x = 0, y = 0] = numbers;
    if (token.command === '^PW') printWidth = x;
    if (token.command === '^LH') home = Math.max(home, y);
    if (token.command === '^FO' || token.command === '^FT') at = { x, y };
    // A numbered field gets its text elsewhere.
    if (token.command !== '^FN' && !putsInk(token)) continue;
    farthest = Math.max(farthest, at.x);
    lastField = Math.max(lastField, at.y);
  }
  return { printWidth: printWidth || farthest, lastField: lastField + home };
}

/** Returns the whole drawn sheet on a page of the paper's size. Throws if it does not fit. */
export function pageOfSheet(image: DrawnSheet, onto: Stock): PdfPage {
  const { dpi } = image;
  const ink = inkOf(image) ?? { x: 0, y: 0, width: 1, height: 1 };
  const points = (dots: number): number => (dots / dpi) * 72;
  const part = { x: points(ink.x), y: points(ink.y), width: points(ink.width), height: points(ink.height) };
  // Every dot of it is ink: even if it is nearly as large as the paper, no dot may fall beyond the edge.
  const fit = fitPage({ ...part, width: Number.POSITIVE_INFINITY }, part, onto);
  if (!fit) throw new Error(tooLargeForPaper);
  // Never redrawn in another size: the same dots move closer together, so that bars keep their proportions.
  const placed = placeOnPaper(image, fit, dpi / 72, onto, dpi / fit.scale);
  return {
    widthPoints: (onto.widthMm / 25.4) * 72,
    heightPoints: (onto.heightMm / 25.4) * 72,
    texts: [],
    picture: true,
    map: undefined,
    image: placed,
  };
}

/** Reads a PNG with one byte of grey per dot, as `zpl-renderer-js` draws it; throws for any other PNG. */
export function greyOfPng(png: Uint8Array): GreyImage {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.readUInt32BE(24) !== 0x08_00_00_00) throw new Error('not a grey PNG of eight bits');
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: (width + 1) * height });
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (width + 1)] ?? 0;
    const from = y * (width + 1) + 1;
    const to = y * width;
    for (let x = 0; x < width; x += 1) {
      const left = x > 0 ? (grey[to + x - 1] ?? 0) : 0;
      const above = y > 0 ? (grey[to + x - width] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (grey[to + x - width - 1] ?? 0) : 0;
      grey[to + x] = (rows[from + x] ?? 0) + guessed(filter, left, above, corner);
    }
  }
  return { width, height, grey };
}

/** Returns the predicted value: the row holds the difference from it. */
function guessed(filter: number, left: number, above: number, corner: number): number {
  if (filter < 2) return filter * left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
