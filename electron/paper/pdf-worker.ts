import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { type Box, fitPage, inkOf, placeOnPaper } from './fit-page.ts';
import type { PdfAnswer, PdfAsk, PdfPage } from './pdf.ts';
import type { PositionedText } from './positioned-text.ts';

/** PDFium's own functions behind the wrapper: it hands out text without its place. */
interface TextEngine {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => number; readonly free: (pointer: number) => void };
  readonly _FPDFText_LoadPage: (page: number) => number;
  readonly _FPDFText_ClosePage: (text: number) => void;
  readonly _FPDFText_CountChars: (text: number) => number;
  readonly _FPDFText_GetUnicode: (text: number, index: number) => number;
  readonly _FPDFText_GetCharBox: (text: number, index: number, left: number, right: number, bottom: number, top: number) => number;
  readonly _FPDFText_GetCharAngle: (text: number, index: number) => number;
}

const mostPages = 100;
const mostDots = 40_000_000;
/** One byte each, all pages together; about 46 pages of A4 at 300 dpi. */
const mostDotsTogether = 400_000_000;
const mostChars = 50_000;

const library = await PDFiumLibrary.init();

async function answer(ask: PdfAsk): Promise<PdfAnswer> {
  const document = await library.loadDocument(ask.bytes);
  const count = document.getPageCount();
  if (count < 1 || count > mostPages) return { id: ask.id, failed: `the PDF has ${count} pages` };
  const pages: PdfPage[] = [];
  let dots = 0;
  for (let index = 0; index < count; index += 1) {
    const page = document.getPage(index);
    const { originalWidth: widthPoints, originalHeight: heightPoints } = page.getOriginalSize();
    // Text before picture: reading text from a page that was drawn crashes the engine.
    const texts = ask.texts ? textsOf(page, heightPoints) : [];
    const picture = ask.texts ? holdsPicture(page) : false;
    if (ask.dpi === undefined) {
      pages.push({ widthPoints, heightPoints, texts, picture, image: undefined });
      continue;
    }
    const whole = { x: 0, y: 0, width: widthPoints, height: heightPoints };
    const fit = ask.onto && fitPage(whole, (await inkOfPage(document.getPage(index), whole)) ?? whole, ask.onto);
    if (ask.onto && !fit)
      return {
        id: ask.id,
        failed: 'the page is too large for the paper in the printer: put in larger labels, or name another label printer in Setup',
      };
    const scale = (ask.dpi / 72) * (fit?.scale ?? 1);
    const pageDots = widthPoints * heightPoints * scale * scale;
    dots += pageDots;
    if (!(pageDots <= mostDots && dots <= mostDotsTogether)) return { id: ask.id, failed: 'the PDF is too large to be drawn' };
    const drawn = await page.render({ scale, colorSpace: 'Gray', renderFormFields: true });
    const image = { width: drawn.width, height: drawn.height, grey: Uint8Array.from(drawn.data) };
    if (!ask.onto || !fit || fit.part === whole) pages.push({ widthPoints, heightPoints, texts, picture, image });
    else {
      const placed = placeOnPaper(image, fit, scale, ask.onto, ask.dpi);
      pages.push({
        widthPoints: (placed.width / ask.dpi) * 72,
        heightPoints: (placed.height / ask.dpi) * 72,
        texts,
        picture,
        image: placed,
      });
    }
  }
  document.destroy();
  return { id: ask.id, pages };
}

/** One dot is one point. A page that was drawn is gone: it is drawn again from one taken anew. */
async function inkOfPage(page: PDFiumPage, { width, height }: Box): Promise<Box | undefined> {
  if (!(width * height <= mostDots)) return undefined;
  const { data, ...size } = await page.render({ scale: 1, colorSpace: 'Gray', renderFormFields: true });
  return inkOf({ width: size.width, height: size.height, grey: data });
}

function holdsPicture(page: PDFiumPage): boolean {
  for (let index = 0; index < Math.min(page.getObjectCount(), 2000); index += 1) if (page.getObject(index).type === 'image') return true;
  return false;
}

/** The page's lines; a line ends at a line break, at a wide gap (the next column) and where the writing turns. */
function textsOf(page: PDFiumPage, heightPoints: number): readonly PositionedText[] {
  const { module: engine, pageIdx } = page as unknown as { readonly module: TextEngine; readonly pageIdx: number };
  const text = engine._FPDFText_LoadPage(pageIdx);
  const box = engine.wasmExports.malloc(32);
  const lines: PositionedText[] = [];
  let line: { text: string; x: number; y: number; height: number; turn: PositionedText['turn']; end: number } | undefined;
  const finish = (): void => {
    if (line && line.text.trim() !== '') lines.push({ text: line.text.trim(), x: line.x, y: line.y, height: line.height, turn: line.turn });
    line = undefined;
  };
  const count = Math.min(engine._FPDFText_CountChars(text), mostChars);
  for (let index = 0; index < count; index += 1) {
    const code = engine._FPDFText_GetUnicode(text, index);
    if (code === 0x0a || code === 0x0d) {
      finish();
      continue;
    }
    const char = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    if (char.trim() === '') {
      if (line) line.text += ' ';
      continue;
    }
    engine._FPDFText_GetCharBox(text, index, box, box + 8, box + 16, box + 24);
    const numbers = new DataView(engine.HEAPU8.buffer, box, 32);
    const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => numbers.getFloat64(at, true)) as [number, number, number, number];
    const turn = (['N', 'R', 'I', 'B'] as const)[Math.round((-engine._FPDFText_GetCharAngle(text, index) * 2) / Math.PI + 8) % 4] ?? 'N';
    const place = upright(turn, left, right, heightPoints - top, heightPoints - bottom);
    const away =
      line !== undefined &&
      (turn !== line.turn ||
        place.x - line.end > 2.5 * line.height ||
        Math.abs(place.y - line.y) > 1.5 * Math.max(line.height, place.height));
    if (away) finish();
    line ??= { text: '', x: place.x, y: place.y, height: place.height, turn, end: place.end };
    line.text += char;
    line.height = Math.max(line.height, place.height);
    line.y = Math.min(line.y, place.y);
    line.end = place.end;
  }
  finish();
  engine.wasmExports.free(box);
  engine._FPDFText_ClosePage(text);
  return lines;
}

function upright(turn: PositionedText['turn'], left: number, right: number, top: number, bottom: number) {
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

parentPort?.on('message', (ask: PdfAsk) => {
  answer(ask).then(
    (reply) =>
      parentPort?.postMessage(
        reply,
        'pages' in reply ? reply.pages.flatMap(({ image }) => (image ? [image.grey.buffer as ArrayBuffer] : [])) : [],
      ),
    (error: unknown) =>
      parentPort?.postMessage({ id: ask.id, failed: error instanceof Error ? error.message : String(error) } satisfies PdfAnswer),
  );
});
