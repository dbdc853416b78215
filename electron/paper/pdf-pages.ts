import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { filesOfPdf } from '../files/whole-pdf.ts';
import { type Box, type Fit, fitPage, type GreyImage, inkOf, isOnPaper, placeOnPaper, type Stock, tooLargeForPaper } from './fit-page.ts';
import type { PositionedText } from './positioned-text.ts';

export interface PdfPage {
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly texts: readonly PositionedText[];
  readonly picture: boolean;
  readonly image: GreyImage | undefined;
  readonly map: GreyImage | undefined;
}

/** PDFium's own functions behind the wrapper: it hands out text without its place. */
interface TextEngine {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => number; readonly free: (pointer: number) => void };
  readonly _FPDFText_LoadPage: (page: number) => number;
  readonly _FPDFText_ClosePage: (text: number) => void;
  readonly _FPDFText_CountChars: (text: number) => number;
  readonly _FPDFText_GetUnicode: (text: number, index: number) => number;
  readonly _FPDFText_GetLooseCharBox: (text: number, index: number, box: number) => number;
  readonly _FPDFText_GetCharAngle: (text: number, index: number) => number;
  /** In quarters, clockwise. */
  readonly _FPDFPage_GetRotation: (page: number) => number;
  /** Where a place of the page's own is, in whole dots of a page so large as it is shown. */
  readonly _FPDF_PageToDevice: (...page_left_top_width_height_turn_x_y_toX_toY: number[]) => boolean;
}

const mostPages = 100;
const mostDots = 40_000_000;
/** One byte each, all pages together; about 46 pages of A4 at 300 dpi. */
const mostDotsTogether = 400_000_000;
const mostChars = 50_000;
/** As finely as the place of a letter is known. */
const dotsPerPoint = 64;
/** A page of A3, seen from afar. */
const mostMapDots = 1_100_000;

let library: Promise<PDFiumLibrary> | undefined;

/** Why a PDF has no pages for us. Anything else that is thrown came from the engine, which may be broken by it. */
export class PdfRefused extends Error {}

/** What is wanted of the pages of a PDF. */
export interface PdfWant {
  readonly texts: boolean;
  /** The page in dots of a point, if it is no larger than a sheet of an office. */
  readonly map?: boolean;
  /** Draws every page at this resolution; left out draws nothing. */
  readonly dpi?: number;
  /** A page that would have more dots is drawn more coarsely. */
  readonly mostPageDots?: number;
  /** Pages that are larger than this paper are brought onto it, and the size of a page is then that of the paper. */
  readonly onto?: Stock;
  /** Of a page with parts each comes onto a sheet of its own, and nothing else of the page does. */
  readonly parts?: readonly (readonly Box[])[];
}

/**
 * The pages of a PDF, or of several behind each other, one by one, so that drawings of all of them are never held together. Throws
 * `PdfRefused` for what this program does not draw, and whatever the engine throws at a file it cannot read.
 */
export async function* pagesOf(bytes: Uint8Array, want: PdfWant): AsyncGenerator<PdfPage> {
  library ??= PDFiumLibrary.init();
  const engine = await library;
  const documents: PDFiumDocument[] = [];
  try {
    for (const file of filesOfPdf(bytes).slice(0, mostPages + 1)) documents.push(await engine.loadDocument(file));
    const places = documents.flatMap((document) => Array.from({ length: document.getPageCount() }, (_, at) => ({ document, at })));
    const count = places.length;
    if (count < 1 || count > mostPages) throw new PdfRefused(`the PDF has ${count} pages`);
    let dots = 0;
    for (const [index, { document, at }] of places.entries()) {
      const pageAnew = (): PDFiumPage => document.getPage(at);
      const page = pageAnew();
      const { originalWidth: widthPoints, originalHeight: heightPoints } = page.getOriginalSize();
      // Text before picture: reading text from a page that was drawn crashes the engine.
      const texts = want.texts ? textsOf(page, widthPoints, heightPoints) : [];
      const picture = want.texts ? holdsPicture(page) : false;
      const map = want.map ? await mapOfPage(pageAnew(), { width: widthPoints, height: heightPoints }) : undefined;
      const { dpi, onto } = want;
      if (dpi === undefined) {
        yield { widthPoints, heightPoints, texts, picture, map, image: undefined };
        continue;
      }
      const whole = { x: 0, y: 0, width: widthPoints, height: heightPoints };
      const parts = onto ? (want.parts?.[index] ?? []) : [];
      for (const part of parts.length > 0 ? parts : [whole]) {
        const fit = onto && (await fitPart(pageAnew, whole, part, onto));
        if (onto && !fit) throw new PdfRefused(tooLargeForPaper);
        const fine = (dpi / 72) * (fit?.scale ?? 1);
        const scale = want.mostPageDots ? Math.min(fine, Math.sqrt(want.mostPageDots / (widthPoints * heightPoints))) : fine;
        const pageDots = widthPoints * heightPoints * scale * scale;
        dots += pageDots;
        if (!(pageDots <= mostDots && dots <= mostDotsTogether)) throw new PdfRefused('the PDF is too large to be drawn');
        const drawn = await pageAnew().render({ scale, colorSpace: 'Gray', renderFormFields: true });
        const image = { width: drawn.width, height: drawn.height, grey: Uint8Array.from(drawn.data) };
        if (!onto || !fit || fit.part === whole) yield { widthPoints, heightPoints, texts, picture, map, image };
        else {
          const placed = placeOnPaper(image, fit, scale, onto, dpi);
          const [width, height] = [(placed.width / dpi) * 72, (placed.height / dpi) * 72];
          yield { widthPoints: width, heightPoints: height, texts, picture, map, image: placed };
        }
      }
    }
  } finally {
    for (const document of documents) document.destroy();
  }
}

/** A part is cut out to what is drawn in it, and so is a page that is larger than the paper. */
async function fitPart(pageAnew: () => PDFiumPage, whole: Box, part: Box, onto: Stock): Promise<Fit | undefined> {
  const isWhole = part === whole;
  if (isWhole && isOnPaper(whole, onto)) return fitPage(whole, whole, onto);
  const map = await mapOfPage(pageAnew(), whole, mostDots);
  const ink = (map && inkOf(map, part)) ?? part;
  return fitPage(isWhole ? whole : { ...part, width: Number.POSITIVE_INFINITY }, ink, onto);
}

/** One dot is one point. A page that was drawn is gone: it is drawn again from one taken anew. */
async function mapOfPage(page: PDFiumPage, { width, height }: Omit<Box, 'x' | 'y'>, most = mostMapDots): Promise<GreyImage | undefined> {
  if (!(width * height <= most)) return undefined;
  const { data, ...size } = await page.render({ scale: 1, colorSpace: 'Gray', renderFormFields: true });
  return { width: size.width, height: size.height, grey: Uint8Array.from(data) };
}

function holdsPicture(page: PDFiumPage): boolean {
  for (let index = 0; index < Math.min(page.getObjectCount(), 2000); index += 1) if (page.getObject(index).type === 'image') return true;
  return false;
}

/** Of one letter, in points from the upper left corner of the page. */
interface LetterBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** What stands in one row without a wide gap. */
interface Run extends PositionedText {
  readonly end: number;
}

/**
 * The page's lines; a line ends at a line break, at a wide gap (the next column), and where the writing turns, changes its size or goes
 * back, as it does where a page that is upside down is read from left to right.
 */
function textsOf(page: PDFiumPage, widthPoints: number, heightPoints: number): readonly PositionedText[] {
  const { module: engine, pageIdx } = page as unknown as { readonly module: TextEngine; readonly pageIdx: number };
  const text = engine._FPDFText_LoadPage(pageIdx);
  const box = engine.wasmExports.malloc(16);
  const runs: Run[] = [];
  let lastAngle = -1;
  let run: { text: string; x: number; y: number; height: number; turn: PositionedText['turn']; end: number } | undefined;
  const finish = (): void => {
    if (run && run.text.trim() !== '') runs.push({ ...run, text: run.text.trim() });
    run = undefined;
  };
  const [across, along] = [widthPoints, heightPoints].map((points) => Math.round(points * dotsPerPoint)) as [number, number];
  const asShown = (x: number, y: number): readonly [x: number, y: number] => {
    engine._FPDF_PageToDevice(pageIdx, 0, 0, across, along, 0, x, y, box, box + 4);
    const numbers = new DataView(engine.HEAPU8.buffer, box, 8);
    return [numbers.getInt32(0, true) / dotsPerPoint, numbers.getInt32(4, true) / dotsPerPoint];
  };
  const boxOf = (index: number): LetterBox => {
    // As high as its font, whichever letter it is.
    engine._FPDFText_GetLooseCharBox(text, index, box);
    const numbers = new DataView(engine.HEAPU8.buffer, box, 16);
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => numbers.getFloat32(at, true));
    const [[x1, y1], [x2, y2]] = [asShown(left, top), asShown(right, bottom)];
    return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
  };
  const pageTurn = engine._FPDFPage_GetRotation(pageIdx);
  const count = Math.min(engine._FPDFText_CountChars(text), mostChars);
  let next: LetterBox | undefined;
  for (let index = 0; index < count; index += 1) {
    const char = charOf(engine._FPDFText_GetUnicode(text, index));
    const own = next;
    next = undefined;
    if (char === '\n') {
      finish();
      continue;
    }
    if (char === ' ') {
      if (run) run.text += ' ';
      continue;
    }
    const here = own ?? boxOf(index);
    const isWord = index + 1 < count && charOf(engine._FPDFText_GetUnicode(text, index + 1)).trim() !== '';
    if (isWord) next = boxOf(index + 1);
    const quarters = (engine._FPDFText_GetCharAngle(text, index) * 2) / Math.PI + 8;
    const angle = (Math.round(quarters) + pageTurn) % 4;
    const isSloped = Math.abs(quarters - Math.round(quarters)) > 0.05;
    const turn: PositionedText['turn'] =
      (next && turnBetween(here, next)) ?? (angle === lastAngle && run ? run.turn : (turns[angle] ?? 'N'));
    lastAngle = angle;
    const place = upright(turn, here);
    if (run && (turn !== run.turn || !goesOn(run, place, isSloped))) finish();
    run ??= { text: '', x: place.x, y: place.y, height: place.height, turn, end: place.end };
    run.text += char;
    run.height = Math.max(run.height, place.height);
    run.y = Math.min(run.y, place.y);
    run.end = place.end;
  }
  finish();
  engine.wasmExports.free(box);
  engine._FPDFText_ClosePage(text);
  return joined(runs);
}

/** Whether a letter belongs to the run before it. On a slope the boxes of letters lie over each other. */
function goesOn(run: Omit<Run, 'text' | 'turn'>, place: Omit<Run, 'text' | 'turn'>, isSloped: boolean): boolean {
  const [low, high] = [Math.min(run.height, place.height), Math.max(run.height, place.height)];
  const gap = place.x - run.end;
  if (isSloped) return gap <= 2.5 * high;
  if (Math.abs(place.y - run.y) > 1.5 * high) return false;
  const isOtherSize = high > 1.25 * low && gap > 0.2 * low;
  return gap <= 0.9 * high && gap >= -0.25 * low && !isOtherSize;
}

/** Runs of one row that stand as near as words do, put together in the order they are read. */
function joined(runs: readonly Run[]): readonly PositionedText[] {
  const lines: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.x - b.x)) {
    const at = lines.findIndex((line) => {
      const gap = run.x - line.end;
      return (
        line.turn === run.turn &&
        Math.abs(line.y - run.y) <= 0.2 * run.height &&
        Math.abs(line.height - run.height) <= 0.2 * run.height &&
        gap >= -0.2 * run.height &&
        gap <= 0.6 * run.height
      );
    });
    const before = lines[at];
    if (before) lines[at] = { ...before, text: `${before.text} ${run.text}`, end: run.end };
    else lines.push(run);
  }
  return lines.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ text, x, y, height, turn }) => ({ text, x, y, height, turn }));
}

const turns = ['N', 'R', 'I', 'B'] as const;

/** A line break, a blank, or the character itself. */
function charOf(code: number): string {
  if (code === 0x0a || code === 0x0d) return '\n';
  const char = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  return char.trim() === '' ? ' ' : char;
}

/** Which way two letters of one word follow each other on the paper; a page may be mirrored and its angles with it. */
function turnBetween(a: LetterBox, b: LetterBox): PositionedText['turn'] | undefined {
  const right = b.left + b.right - a.left - a.right;
  const down = b.top + b.bottom - a.top - a.bottom;
  if (Math.max(Math.abs(right), Math.abs(down)) > 4 * (a.bottom - a.top + a.right - a.left)) return undefined;
  // What is written on a slope has the turn of its angle.
  if (Math.abs(right) > 2.5 * Math.abs(down)) return right > 0 ? 'N' : 'I';
  if (Math.abs(down) > 2.5 * Math.abs(right)) return down > 0 ? 'R' : 'B';
  return undefined;
}

function upright(turn: PositionedText['turn'], { left, right, top, bottom }: LetterBox) {
  switch (turn) {
    case 'N':
      return { x: left, end: right, y: top, height: bottom - top };
    case 'R':
      return { x: top, end: bottom, y: -right, height: right - left };
    case 'I':
      return { x: -right, end: -left, y: -bottom, height: bottom - top };
    case 'B':
      return { x: -bottom, end: -top, y: left, height: right - left };
  }
}
