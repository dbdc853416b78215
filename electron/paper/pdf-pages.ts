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

/** PDFium's own functions: the wrapper returns text without its position. */
interface TextEngine {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => number; readonly free: (pointer: number) => void };
  readonly _FPDFText_LoadPage: (page: number) => number;
  readonly _FPDFText_ClosePage: (text: number) => void;
  readonly _FPDFText_CountChars: (text: number) => number;
  readonly _FPDFText_GetUnicode: (text: number, index: number) => number;
  readonly _FPDFText_GetLooseCharBox: (text: number, index: number, box: number) => number;
  readonly _FPDFText_GetCharAngle: (text: number, index: number) => number;
  /** In quarter turns, clockwise. */
  readonly _FPDFPage_GetRotation: (page: number) => number;
  /** Converts page coordinates to whole dots of a page of this size, as it is shown. */
  readonly _FPDF_PageToDevice: (...page_left_top_width_height_turn_x_y_toX_toY: number[]) => boolean;
}

const mostPages = 100;
const mostDots = 40_000_000;
/** One byte each, for all pages together; about 46 pages of A4 at 300 dpi. */
const mostDotsTogether = 400_000_000;
const mostChars = 50_000;
/** The precision of a character's position. */
const dotsPerPoint = 64;
/** A page of A3 at one dot per point. */
const mostMapDots = 1_100_000;

let library: Promise<PDFiumLibrary> | undefined;

/** Reason why this program refuses a PDF. Any other error came from the engine, which may be broken by it. */
export class PdfRefused extends Error {}

/** The data that is wanted of the pages of a PDF. */
export interface PageRequest {
  readonly texts: boolean;
  /** A drawing of the page with one dot per point, if the page is no larger than office paper. */
  readonly map?: boolean;
  /** Draws every page at this resolution; without it nothing is drawn. */
  readonly dpi?: number;
  /** A page with more dots is drawn more coarsely. */
  readonly mostPageDots?: number;
  /** Pages that are larger than this paper are fitted to it; the size of the page is then that of the paper. */
  readonly onto?: Stock;
  /** Parts per page: each part is placed on a sheet of its own, and the rest of the page is left out. */
  readonly parts?: readonly (readonly Box[])[];
}

/**
 * Yields the pages of a PDF, or of several concatenated ones, one by one, so that never all drawings are held in memory. Throws
 * `PdfRefused` for a PDF that this program does not draw, and the error of the engine for a file it cannot read.
 */
export async function* pagesOf(bytes: Uint8Array, request: PageRequest): AsyncGenerator<PdfPage> {
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
      const reopenPage = (): PDFiumPage => document.getPage(at);
      const page = reopenPage();
      const { originalWidth: widthPoints, originalHeight: heightPoints } = page.getOriginalSize();
      // Text before picture: reading text from a page that was drawn crashes the engine.
      const texts = request.texts ? textsOf(page, widthPoints, heightPoints) : [];
      const picture = request.texts ? containsPicture(page) : false;
      const map = request.map ? await mapOfPage(reopenPage(), { width: widthPoints, height: heightPoints }) : undefined;
      const { dpi, onto } = request;
      if (dpi === undefined) {
        yield { widthPoints, heightPoints, texts, picture, map, image: undefined };
        continue;
      }
      const whole = { x: 0, y: 0, width: widthPoints, height: heightPoints };
      const parts = onto ? (request.parts?.[index] ?? []) : [];
      for (const part of parts.length > 0 ? parts : [whole]) {
        const fit = onto && (await fitPart(reopenPage, whole, part, onto));
        if (onto && !fit) throw new PdfRefused(tooLargeForPaper);
        const fine = (dpi / 72) * (fit?.scale ?? 1);
        const scale = request.mostPageDots ? Math.min(fine, Math.sqrt(request.mostPageDots / (widthPoints * heightPoints))) : fine;
        const pageDots = widthPoints * heightPoints * scale * scale;
        dots += pageDots;
        if (!(pageDots <= mostDots && dots <= mostDotsTogether)) throw new PdfRefused('the PDF is too large to be drawn');
        const drawn = await reopenPage().render({ scale, colorSpace: 'Gray', renderFormFields: true });
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

/** Cuts a part, or a page that is larger than the paper, down to its ink. */
async function fitPart(reopenPage: () => PDFiumPage, whole: Box, part: Box, onto: Stock): Promise<Fit | undefined> {
  const isWhole = part === whole;
  if (isWhole && isOnPaper(whole, onto)) return fitPage(whole, whole, onto);
  const map = await mapOfPage(reopenPage(), whole, mostDots);
  const ink = (map && inkOf(map, part)) ?? part;
  return fitPage(isWhole ? whole : { ...part, width: Number.POSITIVE_INFINITY }, ink, onto);
}

/** One dot is one point. A drawn page cannot be used again, so the caller passes a new one. */
async function mapOfPage(page: PDFiumPage, { width, height }: Omit<Box, 'x' | 'y'>, most = mostMapDots): Promise<GreyImage | undefined> {
  if (!(width * height <= most)) return undefined;
  const { data, ...size } = await page.render({ scale: 1, colorSpace: 'Gray', renderFormFields: true });
  return { width: size.width, height: size.height, grey: Uint8Array.from(data) };
}

function containsPicture(page: PDFiumPage): boolean {
  for (let index = 0; index < Math.min(page.getObjectCount(), 2000); index += 1) if (page.getObject(index).type === 'image') return true;
  return false;
}

/** Box of one character, in points from the upper left corner of the page. */
interface CharBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** A text in one row without a wide gap. */
interface Run extends PositionedText {
  readonly end: number;
}

/**
 * Returns the page's lines. A line ends at a line break, at a wide gap (the next column), and when the text turns, changes its size or goes
 * back. It goes back if a page that is upside down is read from left to right.
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
  const boxOf = (index: number): CharBox => {
    // The box has the height of the font, independent of the character.
    engine._FPDFText_GetLooseCharBox(text, index, box);
    const numbers = new DataView(engine.HEAPU8.buffer, box, 16);
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => numbers.getFloat32(at, true));
    const [[x1, y1], [x2, y2]] = [asShown(left, top), asShown(right, bottom)];
    return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
  };
  const pageTurn = engine._FPDFPage_GetRotation(pageIdx);
  const count = Math.min(engine._FPDFText_CountChars(text), mostChars);
  let next: CharBox | undefined;
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

/** True if a character belongs to the run before it. On a slope the boxes of characters overlap. */
function goesOn(run: Omit<Run, 'text' | 'turn'>, place: Omit<Run, 'text' | 'turn'>, isSloped: boolean): boolean {
  const [low, high] = [Math.min(run.height, place.height), Math.max(run.height, place.height)];
  const gap = place.x - run.end;
  if (isSloped) return gap <= 2.5 * high;
  if (Math.abs(place.y - run.y) > 1.5 * high) return false;
  const isOtherSize = high > 1.25 * low && gap > 0.2 * low;
  return gap <= 0.9 * high && gap >= -0.25 * low && !isOtherSize;
}

/** Joins runs of one row that are as near as words, in reading order. */
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

/** Returns a line break, a blank, or the character itself. */
function charOf(code: number): string {
  if (code === 0x0a || code === 0x0d) return '\n';
  const char = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  return char.trim() === '' ? ' ' : char;
}

/** Returns the direction in which two characters of one word follow each other; a page may be mirrored, and its angles with it. */
function turnBetween(a: CharBox, b: CharBox): PositionedText['turn'] | undefined {
  const right = b.left + b.right - a.left - a.right;
  const down = b.top + b.bottom - a.top - a.bottom;
  if (Math.max(Math.abs(right), Math.abs(down)) > 4 * (a.bottom - a.top + a.right - a.left)) return undefined;
  // Text on a slope has the turn of its angle.
  if (Math.abs(right) > 2.5 * Math.abs(down)) return right > 0 ? 'N' : 'I';
  if (Math.abs(down) > 2.5 * Math.abs(right)) return down > 0 ? 'R' : 'B';
  return undefined;
}

function upright(turn: PositionedText['turn'], { left, right, top, bottom }: CharBox) {
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
