import type { Address } from '../../shared/address.ts';
import type { Message } from '../../shared/message.ts';
import type { PaperReason } from '../../shared/paper-reason.ts';
import type { Drawable, LabelSize, PaperFormat, PrinterSettings } from '../../shared/printer.ts';
import type { EncodedDocument, EncodedPaper } from '../bench/ports/courier.ts';
import type { LabelMarks, LabelOwner, LabelSheet, Paper, Sheet } from '../bench/ports/paper.ts';
import { filesOfPdf, isWholePdf } from '../files/whole-pdf.ts';
import { codesOfTexts, numbersInBarcodes } from './barcode-text.ts';
import { bitmapOfGrey } from './bitmap.ts';
import { judgeLabel } from './compare-label.ts';
import { pagesOfDocument } from './document-pages.ts';
import { drawableZpl } from './drawable-zpl.ts';
import { type Box, type GreyImage, isOnPaper, type Stock } from './fit-page.ts';
import { fillBox } from './ink-map.ts';
import { digestOf, type LabelFacts } from './label-question.ts';
import { pageSize, shownSize, zplSize } from './label-size.ts';
import { createLastRead } from './last-read.ts';
import { type PageParts, partsOfPages } from './own-labels.ts';
import { type PdfPage, PdfRefused, pagesOf } from './pdf-pages.ts';
import { linesAndWords, sheetsOn } from './positioned-text.ts';
import { overprintZpl } from './sample-overprint.ts';
import { sheetsOfPdf } from './sheets-of-page.ts';
import { sniff } from './sniff.ts';
import { foreignInZpl, judgeZplLabel, type ReadZplLabel, readZplLabel } from './zpl-label.ts';
import { zplPictureLabel } from './zpl-picture.ts';
import { restoredBehind } from './zpl-restore.ts';
import { zplWithout } from './zpl-without.ts';

/** The result, or why there is none. */
export type Made<T> = { readonly is: 'made'; readonly value: T } | { readonly is: 'refused'; readonly why: Message };

/** A sheet of a ZPL label, with its number among all sheets. */
interface ZplSheet {
  readonly bytes: Uint8Array;
  readonly page: number;
}

const noMarks: LabelMarks = { codes: [], numbers: [], texts: [] };

/** Resolution of a page for the spooler: fine enough for small print and every bar code. */
const spoolerDpi = 300;
/** Resolution of a page for the bar code reader, which loses small square codes in a finer drawing. */
const scannerDpi = 203;
/** The size of usual labels; larger ones are not drawn more coarsely. */
const scannerPaper = { widthMm: 110, heightMm: 160 };
/** Largest number of sheets of a label that are searched for bar codes. */
const mostLookedAt = 12;
/** Resolution of a page on the screen, and the largest picture a window shows at once. */
const windowDpi = 150;
const mostWindowDots = 8_000_000;
const pointsPerInch = 72;
/** The parcels of a batch are at the service at the same time, and their labels wait for each other at the printer. */
const mostKept = [4_000_000, 50] as const;

const made = <T>(value: T): Made<T> => ({ is: 'made', value });
const refused = (why: Message): Made<never> => ({ is: 'refused', why });

/** Reads labels, and keeps what it read last: one label is read for its recipient, its numbers, its pages and its parts. */
interface LabelReader {
  zpl(bytes: Uint8Array): ReadZplLabel;
  pdf(bytes: Uint8Array): Promise<Made<readonly PdfPage[]>>;
  clear(): void;
}

function createLabelReader(): LabelReader {
  const zplRead = createLastRead<ReadZplLabel>(...mostKept);
  let lastPdf: { readonly bytes: Uint8Array; readonly pages: readonly PdfPage[] } | undefined;
  return {
    zpl(bytes) {
      const known = zplRead.find(bytes);
      if (known) return known;
      const read = readZplLabel(bytes);
      zplRead.keep(bytes, read);
      return read;
    },
    async pdf(bytes) {
      if (lastPdf && Buffer.compare(lastPdf.bytes, bytes) === 0) return made(lastPdf.pages);
      const read = await wholePages(bytes, { texts: true, map: true });
      if (read.is === 'made') lastPdf = { bytes, pages: read.value };
      return read;
    },
    clear: zplRead.clear,
  };
}

/**
 * Reads, compares, cuts and draws documents from outside. Runs in a separate process (`paper-process.ts`), which is killed if it takes too
 * long: nothing here is safe from a file that was made to stall it or to fill its memory. Throws if the PDF engine throws.
 */
export type PaperWork = ReturnType<typeof createPaperWork>;

export function createPaperWork() {
  const read = createLabelReader();
  return {
    async labelIn(bytes: Uint8Array): Promise<Made<EncodedPaper>> {
      const sniffed = sniff(bytes);
      return sniffed.is === 'unreadable' ? refused(sniffed.why) : made({ format: sniffed.is, bytes: sniffed.bytes });
    },

    compare: (...question: Parameters<Paper['compare']>): Promise<LabelFacts> => compare(read, ...question),

    /** Warms up the JIT, so that the first parcel is compared as fast as later ones. */
    async practise(): Promise<void> {
      const { practised } = await import('./practise.ts');
      for (const question of practised()) await compare(read, ...question);
      read.clear();
    },

    marks: (label: EncodedPaper, people: readonly Address[]): Promise<LabelMarks> => marksOf(read, label, people),
    numbersInPicture: (label: EncodedPaper): Promise<readonly string[]> => numbersInPicture(read, label),

    async leftOut(label: EncodedPaper): Promise<readonly string[]> {
      const sniffed = sniff(label.bytes);
      return sniffed.is === 'ZPL' ? read.zpl(sniffed.bytes).label.stripped : [];
    },

    async labelSize(label: EncodedPaper, dpi: number): Promise<LabelSize | null> {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return null;
      if (sniffed.is === 'ZPL') return zplSize(read.zpl(sniffed.bytes).label.sheets[0], dpi);
      for await (const page of pagesOf(sniffed.bytes, { texts: false })) return pageSize(page);
      return null;
    },

    async labelSheets(label: EncodedPaper, to: LabelSheetsFor): Promise<Made<readonly LabelSheet[]>> {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return refused(sniffed.why);
      return sniffed.is === 'ZPL' ? zplLabelSheets(read.zpl(sniffed.bytes), to) : pdfLabelSheets(read, sniffed.bytes, to);
    },

    documentSheets: (label: EncodedPaper, pages: readonly number[], to: DocumentSheetsFor): Promise<Made<readonly Sheet[]>> =>
      documentSheets(read, label, pages, to),
    drawables: (paper: { readonly bytes: Uint8Array }): Promise<Made<readonly Drawable[]>> => drawablesOf(read, paper.bytes),
    document,

    /** Undefined if it is one file already, or cannot be drawn. */
    async asOneFile(paper: EncodedDocument): Promise<Sheet | undefined> {
      const drawn = filesOfPdf(paper.bytes).length > 1 ? await document(paper, false) : undefined;
      return drawn?.is === 'made' ? drawn.value : undefined;
    },

    /** Throws if a PDF cannot be opened, for example without its password. */
    async openPdf(bytes: Uint8Array): Promise<void> {
      for await (const _page of pagesOf(bytes, { texts: false })) return;
    },

    async separator(printer: PrinterSettings, format: PaperFormat, group: Parameters<Paper['separator']>[2]): Promise<Sheet> {
      const { separatorSheet } = await import('./separator.ts');
      return separatorSheet(printer, format, group);
    },

    async scannerSheets(printer: PrinterSettings, format: PaperFormat): Promise<readonly Sheet[]> {
      const { scannerSheetZpl } = await import('./scanner-sheet.ts');
      if (format === 'ZPL') return scannerSheetZpl(printer).map((bytes) => ({ format, bytes }));
      const drawn: Sheet[] = [];
      for (const bytes of scannerSheetZpl({ ...printer, dpi: scannerDpi }))
        drawn.push(await pdfSheetOf([await drawnZpl(bytes, printer)], false));
      return drawn;
    },

    async testPage(benchName: string): Promise<Sheet> {
      const { testPagePdf } = await import('./test-label.ts');
      return { format: 'PDF', bytes: await testPagePdf(benchName) };
    },

    async packingSlip(...asked: Parameters<Paper['packingSlip']>): Promise<Made<Sheet>> {
      const { packingSlipPdf } = await import('./packing-slip.ts');
      return made({ format: 'PDF', bytes: await packingSlipPdf(...asked) });
    },
  };
}

type LabelSheetsFor = Parameters<Paper['labelSheets']>[1];
type DocumentSheetsFor = Parameters<Paper['documentSheets']>[2];

async function compare(read: LabelReader, ...question: Parameters<Paper['compare']>): Promise<LabelFacts> {
  const [label, recipient, sender, expected] = question;
  const digest = digestOf(...question);
  const unreadable = (why: Message): LabelFacts => ({
    digest,
    verdict: { kind: 'cannot-compare', why },
    pages: [],
    codesOfLabels: [],
    marks: undefined,
    leftOut: [],
  });
  const sniffed = sniff(label.bytes);
  if (sniffed.is === 'unreadable') return unreadable(sniffed.why);
  if (sniffed.is === 'ZPL') {
    const zpl = read.zpl(sniffed.bytes);
    const { verdict, pages, codesOfLabels } = judgeZplLabel(zpl, recipient, sender, expected);
    return { digest, verdict, pages, codesOfLabels, marks: zpl.label.marks, leftOut: zpl.label.stripped };
  }
  const opened = await read.pdf(sniffed.bytes);
  if (opened.is === 'refused') return unreadable(opened.why);
  const sheets = opened.value.flatMap((page, at) => sheetsOn(sheetsOfPdf(page, { recipient, sender }), at, pageSize(page)));
  return { digest, ...judgeLabel(sheets, recipient, sender, expected), marks: undefined, leftOut: [] };
}

/** Returns the parts of a parcel on pages with several sheets, page by page. */
async function partsOfPdf(
  read: LabelReader,
  bytes: Uint8Array,
  owner: LabelOwner,
): Promise<readonly (PageParts & { readonly page: PdfPage })[]> {
  const opened = await read.pdf(bytes);
  if (opened.is === 'refused') return [];
  const parts = partsOfPages(
    opened.value.map((page) => sheetsOfPdf(page, owner)),
    owner,
  );
  return opened.value.flatMap((page, at) => (parts[at] ? [{ ...parts[at], page }] : []));
}

/** Returns the boxes of labels to cut out: on pages larger than the paper, or on pages that also hold sheets of another owner. */
async function labelsToCut(read: LabelReader, bytes: Uint8Array, stock: Stock, of: LabelOwner): Promise<readonly (readonly Box[])[]> {
  const isLarge = ({ widthPoints: width, heightPoints: height }: PdfPage): boolean => !isOnPaper({ width, height }, stock);
  return (await partsOfPdf(read, bytes, of)).map(({ own, foreign, page }) => (isLarge(page) || foreign.length > 0 ? own : []));
}

/**
 * Returns the sheets of a ZPL label without parts of other owners. Of equal sheets at most one per parcel is kept, even if the label asks
 * for more copies. Undefined if something cannot be left out.
 */
function ownSheets(read: ReadZplLabel, of: LabelOwner): readonly ZplSheet[] | undefined {
  const { sheets, copies } = read.label;
  const foreign = foreignInZpl(read, of);
  const own: ZplSheet[] = [];
  for (const [at, sheet] of sheets.entries()) {
    const before = sheets.slice(0, at).filter((each) => Buffer.compare(each, sheet) === 0).length;
    if (copies > of.parcels && before >= of.parcels) continue;
    const left = foreign[at]?.length ? zplWithout(sheet, foreign[at]) : sheet;
    if (!left) return undefined;
    own.push({ bytes: left, page: at + 1 });
  }
  return own;
}

async function zplLabelSheets(read: ReadZplLabel, { printer, dpi, stock, sample, of }: LabelSheetsFor): Promise<Made<LabelSheet[]>> {
  if (read.label.refused !== undefined) return refused(read.label.refused);
  const sheets = of ? ownSheets(read, of) : read.label.sheets.map((sheet, at) => ({ bytes: sheet, page: at + 1 }));
  if (!sheets) return refused({ code: 'sheet-cannot-be-parted' });
  if (printer === 'ZPL') {
    const forPrinter = (zpl: Uint8Array): Uint8Array => restoredBehind(sample ? overprintZpl(zpl, dpi) : zpl, stock, dpi);
    return made(sheets.map(({ bytes: zpl, page }) => ({ format: 'ZPL', page, bytes: forPrinter(zpl) })));
  }
  const drawn: LabelSheet[] = [];
  for (const { bytes: sheet, page } of sheets) drawn.push({ ...(await pdfSheetOf([await drawnZpl(sheet, stock)], sample)), page });
  return made(drawn);
}

async function pdfLabelSheets(read: LabelReader, bytes: Uint8Array, to: LabelSheetsFor): Promise<Made<LabelSheet[]>> {
  const { printer, dpi, stock, sample, of } = to;
  if (!isWhole(bytes)) return refused({ code: 'pdf-not-whole' });
  const parts = of ? await labelsToCut(read, bytes, stock, of) : [];
  const pageOf = parts.flatMap((boxes, at) => (boxes.length > 0 ? boxes.map(() => at + 1) : [at + 1]));
  return orRefused(async () => {
    const sheets: LabelSheet[] = [];
    for await (const page of pagesOf(bytes, { texts: false, dpi: printer === 'ZPL' ? dpi : spoolerDpi, onto: stock, parts })) {
      const sheet = printer === 'ZPL' ? zplSheetOf(page, { dpi, stock, sample }) : await pdfSheetOf([page], sample);
      const of = pageOf[sheets.length] ?? sheets.length + 1;
      sheets.push({ ...sheet, page: of, isCut: (parts[of - 1]?.length ?? 0) > 0 });
    }
    return sheets;
  });
}

async function document({ format, bytes }: EncodedDocument, sample: boolean): Promise<Made<Sheet>> {
  const pdf = await pdfOfDocument(format, bytes);
  if ('code' in pdf) return refused(pdf);
  if (!isWhole(pdf)) return refused({ code: 'pdf-not-whole' });
  return orRefused(() => pdfSheetOf(pagesOf(pdf, { texts: false, dpi: spoolerDpi }), sample));
}

async function marksOf(read: LabelReader, label: EncodedPaper, people: readonly Address[]): Promise<LabelMarks> {
  const sniffed = sniff(label.bytes);
  if (sniffed.is === 'unreadable') return noMarks;
  if (sniffed.is === 'ZPL') return read.zpl(sniffed.bytes).label.marks;
  const opened = await read.pdf(sniffed.bytes);
  const lines = opened.is === 'refused' ? [] : opened.value.flatMap(({ texts }) => texts);
  const codes = codesOfTexts(lines, people);
  return { codes, numbers: codes, texts: linesAndWords(lines) };
}

async function numbersInPicture(read: LabelReader, label: EncodedPaper): Promise<readonly string[]> {
  const sniffed = sniff(label.bytes);
  if (sniffed.is === 'unreadable') return [];
  const { readBarcodes } = await import('./read-barcodes.ts');
  const codes: string[] = [];
  const look = async ({ image }: PdfPage): Promise<void> => void (image && codes.push(...(await readBarcodes(image))));
  let looked = 0;
  if (sniffed.is === 'ZPL')
    for (const sheet of read.zpl(sniffed.bytes).label.sheets.slice(0, mostLookedAt)) await look(await drawnZpl(sheet, scannerPaper));
  else
    for await (const page of pagesOf(sniffed.bytes, { texts: false, dpi: scannerDpi })) {
      await look(page);
      if ((looked += 1) === mostLookedAt) break;
    }
  return numbersInBarcodes(codes);
}

async function documentSheets(
  read: LabelReader,
  label: EncodedPaper,
  pages: readonly number[],
  { stock, sample, of }: DocumentSheetsFor,
): Promise<Made<readonly Sheet[]>> {
  const sniffed = sniff(label.bytes);
  if (sniffed.is === 'unreadable') return refused(sniffed.why);
  const sheets = new Map<number, Sheet>();
  const inOrder = (): readonly Sheet[] => pages.flatMap((page) => sheets.get(page) ?? []);
  if (sniffed.is === 'ZPL') {
    for (const [at, sheet] of read.zpl(sniffed.bytes).label.sheets.entries())
      if (pages.includes(at + 1)) sheets.set(at + 1, await pdfSheetOf([await drawnZpl(sheet, stock)], sample));
    return made(inOrder());
  }
  if (!isWhole(sniffed.bytes)) return refused({ code: 'pdf-not-whole' });
  const parts = of ? await partsOfPdf(read, sniffed.bytes, of) : [];
  return orRefused(async () => {
    let number = 0;
    for await (const page of pagesOf(sniffed.bytes, { texts: false, dpi: spoolerDpi })) {
      number += 1;
      if (!pages.includes(number)) continue;
      const own = parts[number - 1]?.own ?? [];
      sheets.set(number, await pdfSheetOf([withoutParts(page, own, spoolerDpi / pointsPerInch)], sample));
    }
    return inOrder();
  });
}

async function drawablesOf(read: LabelReader, bytes: Uint8Array): Promise<Made<readonly Drawable[]>> {
  const sniffed = sniff(bytes);
  if (sniffed.is === 'unreadable') return refused(sniffed.why);
  if (sniffed.is === 'ZPL') {
    const { refused: why, sheets } = read.zpl(sniffed.bytes).label;
    const drawable = (bytes: Uint8Array): Drawable => ({ format: 'ZPL', bytes: new Uint8Array(Buffer.from(drawableZpl(bytes))) });
    return made(why === undefined ? sheets.map((sheet) => ({ ...drawable(sheet), size: shownSize(sheet) })) : [drawable(sniffed.bytes)]);
  }
  return orRefused(async () => {
    const { greyPng } = await import('./make-pdf.ts');
    const drawn: Drawable[] = [];
    for await (const page of pagesOf(sniffed.bytes, { texts: false, dpi: windowDpi, mostPageDots: mostWindowDots })) {
      const { width, height, grey } = drawnPage(page);
      drawn.push({ format: 'PNG', bytes: new Uint8Array(greyPng(grey, width, height)) });
    }
    return drawn;
  });
}

/** Returns a refusal for `PdfRefused`; an error of the PDF engine ends the process. */
async function orRefused<T>(make: () => Promise<T>): Promise<Made<T>> {
  try {
    return made(await make());
  } catch (error) {
    if (error instanceof PdfRefused) return refused(error.message);
    throw error;
  }
}

/** A PDF that was cut off may look complete when it is read or drawn. */
const isWhole = (bytes: Uint8Array): boolean => filesOfPdf(bytes).every(isWholePdf);

async function wholePages(bytes: Uint8Array, request: Parameters<typeof pagesOf>[1]): Promise<Made<readonly PdfPage[]>> {
  if (!isWhole(bytes)) return refused({ code: 'pdf-not-whole' });
  return orRefused(async () => {
    const pages: PdfPage[] = [];
    for await (const page of pagesOf(bytes, request)) pages.push(page);
    return pages;
  });
}

/** Returns the PDF of a document, or why there is none. */
async function pdfOfDocument(format: EncodedDocument['format'], bytes: Uint8Array): Promise<Uint8Array | PaperReason> {
  switch (format) {
    case 'PDF': {
      const sniffed = sniff(bytes);
      if (sniffed.is === 'PDF') return sniffed.bytes;
      return sniffed.is === 'unreadable' ? sniffed.why : { code: 'document-takes-pdf' };
    }
    case 'ZPL':
      return { code: 'document-takes-pdf' };
    case 'OTHER':
      return { code: 'document-of-no-kind' };
    case 'PNG':
    case 'JPEG':
    case 'HTML':
    case 'TEXT':
      return pagesOfDocument(format, bytes).catch((error: unknown) => ({ code: 'document-undrawable', why: String(error) }) as const);
  }
}

/** Draws a gated sheet on a page of the paper's size. The drawing library takes 200 MB of memory. */
async function drawnZpl(sheet: Uint8Array, onto: Stock): Promise<PdfPage> {
  const { drawSheet, pageOfSheet } = await import('./draw-zpl.ts');
  return pageOfSheet(await drawSheet(sheet), onto);
}

/** Returns a drawn page with some of its parts left white. */
function withoutParts(page: PdfPage, parts: readonly Box[], dotsPerPoint: number): PdfPage {
  if (!page.image || parts.length === 0) return page;
  const image = { ...page.image, grey: page.image.grey.slice() };
  for (const { x, y, width, height } of parts)
    fillBox(image, { x: x * dotsPerPoint, y: y * dotsPerPoint, width: width * dotsPerPoint, height: height * dotsPerPoint }, 255);
  return { ...page, image };
}

function drawnPage({ image }: PdfPage): GreyImage {
  if (!image) throw new Error('a page was not drawn');
  return image;
}

async function pdfSheetOf(pages: Iterable<PdfPage> | AsyncIterable<PdfPage>, sample: boolean): Promise<Sheet> {
  const { pdfOfPages } = await import('./make-pdf.ts');
  return { format: 'PDF', bytes: await pdfOfPages(pages, sample) };
}

function zplSheetOf(page: PdfPage, { dpi, stock, sample }: Pick<LabelSheetsFor, 'dpi' | 'stock' | 'sample'>): Sheet {
  const { grey, width, height } = drawnPage(page);
  const bytes = zplPictureLabel(bitmapOfGrey(grey, width, height));
  return { format: 'ZPL', bytes: restoredBehind(sample ? overprintZpl(bytes, dpi) : bytes, stock, dpi) };
}
