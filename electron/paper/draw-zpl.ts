import { ready } from 'zpl-renderer-js';
import { drawableZpl } from './drawable-zpl.ts';
import { fitPage, type GreyImage, inkOf, placeOnPaper, type Stock, tooLargeForPaper } from './fit-page.ts';
import type { PdfPage } from './pdf.ts';
import { greyOfPng } from './png.ts';
import { zplTokens } from './zpl-tokens.ts';

/** Of what a sheet is drawn on: wider than any print head but the widest, and longer than any label. */
const canvas = { width: 1300, widest: 2600, height: 2600 };
/** To the library a millimetre is so many dots. */
const dotsPerMm = 8;
/** The widest print head of four inches at 203 dots per inch, and a little. */
const mostDotsAt203 = 850;

/** A sheet as a printer of `dpi` that takes ZPL would print it. */
export interface DrawnSheet extends GreyImage {
  readonly dpi: 203 | 300;
}

/**
 * A gated sheet in black and white, a dot for each dot of a printer that takes ZPL. ZPL does not say how large these are: what is too wide
 * for a head of 203 to the inch was made for one of 300.
 */
export async function drawSheet(zpl: Uint8Array): Promise<DrawnSheet> {
  const { api } = await ready;
  const printWidth = printWidthOf(zpl);
  const width = Math.min(canvas.widest, Math.max(canvas.width, printWidth));
  const drawn = await api.zplToBase64MultipleAsync(drawableZpl(zpl), width / dotsPerMm, canvas.height / dotsPerMm, dotsPerMm);
  const inked = drawn.map((png) => greyOfPng(Buffer.from(png, 'base64'))).filter((image) => inkOf(image) !== undefined);
  const [image] = inked;
  if (!image || inked.length > 1) throw new Error(`this ZPL draws ${inked.length} pictures where one was expected`);
  // A print head knows black and white.
  return { ...image, grey: image.grey.map((grey) => (grey < 128 ? 0 : 255)), dpi: printWidth > mostDotsAt203 ? 300 : 203 };
}

/** As it says itself, or as far as its fields begin. */
function printWidthOf(zpl: Uint8Array): number {
  const { tokens } = zplTokens(zpl);
  const numbersOf = (...commands: readonly string[]): readonly number[] =>
    tokens.filter(({ command }) => commands.includes(command)).map(({ parameters }) => Number.parseInt(parameters, 10) || 0);
  return numbersOf('^PW').at(-1) || Math.max(0, ...numbersOf('^FO', '^FT'));
}

/** A drawn sheet whole on a page of the paper's size. */
export function pageOfSheet(image: DrawnSheet, onto: Stock): PdfPage {
  const { dpi } = image;
  const ink = inkOf(image) ?? { x: 0, y: 0, width: 1, height: 1 };
  const points = (dots: number): number => (dots / dpi) * 72;
  const part = { x: points(ink.x), y: points(ink.y), width: points(ink.width), height: points(ink.height) };
  // Every dot of it is ink: however near to the paper's size, none may fall beyond its edge.
  const fit = fitPage({ ...part, width: Number.POSITIVE_INFINITY }, part, onto);
  if (!fit) throw new Error(tooLargeForPaper);
  // Never drawn anew in another size: the same dots, only nearer to each other, so that bars keep their proportions.
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
