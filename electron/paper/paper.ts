import { because, type FailureCode } from '../../shared/failure.ts';
import type { PaperReason } from '../../shared/paper-reason.ts';
import type { DocumentFormat, Drawable } from '../../shared/printer.ts';
import { failed, ok } from '../../shared/result.ts';
import type { Said } from '../../shared/said.ts';
import type { EncodedDocument } from '../bench/ports/courier.ts';
import type { Log } from '../bench/ports/log.ts';
import type { LabelMarks, LabelOwner, LabelSheet, Paper, Sheet } from '../bench/ports/paper.ts';
import { filesOfPdf, isWholePdf } from '../files/whole-pdf.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import { createBarcodeReader } from './barcode-reader.ts';
import { codesOfTexts, numbersInBarcodes } from './barcode-text.ts';
import { bitmapOfGrey } from './bitmap.ts';
import { type ComparedLabel, judgeLabel } from './compare-label.ts';
import { pagesOfDocument } from './document-pages.ts';
import { drawableZpl } from './drawable-zpl.ts';
import { isPdf, mediaTypeOf, nameMismatch } from './file-kind.ts';
import { type Box, isOnPaper, type Stock } from './fit-page.ts';
import { fillBox } from './ink-map.ts';
import { createLabelComparer } from './label-comparer.ts';
import { pageSize, shownSize, zplSize } from './label-size.ts';
import { greyPng, pdfOfPages } from './make-pdf.ts';
import { type PageParts, partsOfPages } from './own-labels.ts';
import { createPdfReader, type OpenedPdf, type PdfAsk, type PdfPage, type PdfReader } from './pdf.ts';
import { linesAndWords, sheetsOn } from './positioned-text.ts';
import { overprintZpl } from './sample-overprint.ts';
import { separatorSheet } from './separator.ts';
import { sheetsOfPdf } from './sheets-of-page.ts';
import { sniff } from './sniff.ts';
import { testLabelZpl, testPagePdf } from './test-label.ts';
import { createZplDrawing } from './zpl-drawing.ts';
import type { ZplLabel } from './zpl-label.ts';
import { zplPictureLabel } from './zpl-picture.ts';
import { zplWithout } from './zpl-without.ts';

/** Of a label of ZPL, with its place among all of them. */
interface ZplSheet {
  readonly bytes: Uint8Array;
  readonly page: number;
}

const noMarks: LabelMarks = { codes: [], numbers: [], texts: [] };

/** A page drawn for the spooler: fine enough for small print and every bar code. */
const spoolerDpi = 300;
/** A page drawn for what reads bar codes, which loses small square ones where they are larger. */
const scannerDpi = 203;
/** As large as labels are; what is larger is drawn no coarser for it. */
const scannerPaper = { widthMm: 110, heightMm: 160 };
/** So many sheets of a label are looked at. */
const mostLookedAt = 12;
/** A page drawn for a person's eye. */
const windowDpi = 150;
const pointsPerInch = 72;

/**
 * Reading a label takes milliseconds: the window and the printer get their turn before each question, and one who asks several things of
 * one ZPL label has it read once. `ref` makes the short text a packer reads out.
 */
export function createPaper({
  ref,
  log,
  workers,
}: {
  readonly ref: () => string;
  readonly log: Log;
  readonly workers: WorkerProcesses;
}): Paper {
  const pdf = createPdfReader(workers);
  const labels = createLabelComparer({ workers, log });
  const barcodes = createBarcodeReader(workers);
  const zplDrawing = createZplDrawing(workers);
  const refuse = <C extends FailureCode>(code: C, why: string | PaperReason) => failed({ code, ref: ref(), ...because(why) });

  /** What is read or drawn of a PDF that was cut may look like all of it. */
  const openWhole: PdfReader['open'] = async (bytes, want) =>
    filesOfPdf(bytes).every(isWholePdf) ? pdf.open(bytes, want) : { is: 'unreadable', why: { code: 'pdf-not-whole' } };

  let lastRead: { readonly bytes: Uint8Array; readonly opened: Promise<OpenedPdf> } | undefined;
  /** What is asked last is not read and drawn again: one label is asked for its recipient, its numbers, its pages and its parts. */
  async function readPdf(bytes: Uint8Array): Promise<OpenedPdf> {
    if (!lastRead || Buffer.compare(lastRead.bytes, bytes) !== 0)
      lastRead = { bytes: new Uint8Array(bytes), opened: openWhole(bytes, { texts: true, map: true }) };
    const { opened } = lastRead;
    const read = await opened;
    if (read.is === 'unreadable' && lastRead?.opened === opened) lastRead = undefined;
    return read;
  }

  async function judge(...[label, recipient, sender, expected]: Parameters<Paper['compare']>): Promise<ComparedLabel> {
    const unreadable = (why: Said): ComparedLabel => ({ verdict: { kind: 'cannot-compare', why }, pages: [] });
    const sniffed = sniff(label.bytes);
    if (sniffed.is === 'unreadable') return unreadable(sniffed.why);
    if (sniffed.is === 'ZPL') return labels.compare({ bytes: sniffed.bytes, recipient, sender, expected });
    const opened = await readPdf(sniffed.bytes);
    if (opened.is === 'unreadable') return unreadable(opened.why);
    const sheets = opened.pages.flatMap((page, at) => sheetsOn(sheetsOfPdf(page, { recipient, sender }), at, pageSize(page)));
    return judgeLabel(sheets, recipient, sender, expected);
  }

  /** What of a parcel stands on pages with several sheets, page by page. */
  async function partsOfPdf(bytes: Uint8Array, owner: LabelOwner): Promise<readonly (PageParts & { readonly page: PdfPage })[]> {
    const opened = await readPdf(bytes);
    if (opened.is === 'unreadable') return [];
    const parts = partsOfPages(
      opened.pages.map((page) => sheetsOfPdf(page, owner)),
      owner,
    );
    return opened.pages.flatMap((page, at) => (parts[at] ? [{ ...parts[at], page }] : []));
  }

  /** The labels that are cut out: of pages larger than the paper, or with something on them that is not the owner's. */
  async function labelsToCut(bytes: Uint8Array, stock: Stock, of: LabelOwner): Promise<PdfAsk['parts']> {
    const isLarge = ({ widthPoints: width, heightPoints: height }: PdfPage): boolean => !isOnPaper({ width, height }, stock);
    return (await partsOfPdf(bytes, of)).map(({ own, foreign, page }) => (isLarge(page) || foreign.length > 0 ? own : []));
  }

  /**
   * The sheets of a label of ZPL without what is not its owner's, and no more of one sheet than parcels, whatever it asks for. Undefined where
   * something cannot be left out.
   */
  async function ownSheets(bytes: Uint8Array, { sheets, copies }: ZplLabel, of: LabelOwner): Promise<readonly ZplSheet[] | undefined> {
    const foreign = await labels.foreignIn(bytes, of);
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

  async function document({ format, bytes }: EncodedDocument, sample: boolean): ReturnType<Paper['document']> {
    const made = await pdfOfDocument(format, bytes);
    if ('code' in made) return refuse('document-unreadable', made);
    const opened = await openWhole(made, { texts: false, dpi: spoolerDpi });
    return opened.is === 'unreadable' ? refuse('document-unreadable', opened.why) : ok(await pdfSheetOf(opened.pages, sample));
  }

  return {
    labelIn(bytes) {
      const sniffed = sniff(bytes);
      return sniffed.is === 'unreadable' ? undefined : { format: sniffed.is, bytes: sniffed.bytes };
    },

    warm: labels.warm,

    beginToCompare(label, recipient, sender, expected) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'ZPL') labels.begin({ bytes: sniffed.bytes, recipient, sender, expected });
    },

    compare: async (...asked) => (await judge(...asked)).verdict,
    pages: async (...asked) => (await judge(...asked)).pages,

    async marks(label, people) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return noMarks;
      if (sniffed.is === 'ZPL') return (await labels.read(sniffed.bytes)).marks;
      const opened = await readPdf(sniffed.bytes);
      const lines = opened.is === 'unreadable' ? [] : opened.pages.flatMap(({ texts }) => texts);
      const codes = codesOfTexts(lines, people);
      return { codes, numbers: codes, texts: linesAndWords(lines) };
    },

    async numbersInPicture(label) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return [];
      const opened =
        sniffed.is === 'PDF'
          ? await pdf.open(sniffed.bytes, { texts: false, dpi: scannerDpi })
          : await zplDrawing.draw((await labels.read(sniffed.bytes)).sheets.slice(0, mostLookedAt), scannerPaper);
      const pages = opened.is === 'pages' ? opened.pages.slice(0, mostLookedAt) : [];
      return numbersInBarcodes(await barcodes.read(pages.flatMap(({ image }) => (image ? [image] : []))));
    },

    leftOut(label) {
      const sniffed = sniff(label.bytes);
      return sniffed.is === 'ZPL' ? labels.readNow(sniffed.bytes).stripped : [];
    },

    async labelSize(label, dpi) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return null;
      if (sniffed.is === 'ZPL') return zplSize((await labels.read(sniffed.bytes)).sheets[0], dpi);
      const opened = await pdf.open(sniffed.bytes, { texts: false });
      return opened.is === 'unreadable' ? null : pageSize(opened.pages[0]);
    },

    async labelSheets(label, { printer, dpi, stock, sample, of }) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return refuse('label-unreadable', sniffed.why);
      if (sniffed.is === 'ZPL') {
        const label = await labels.read(sniffed.bytes);
        if (label.refused !== undefined) return refuse('label-unreadable', label.refused);
        const sheets = of ? await ownSheets(sniffed.bytes, label, of) : label.sheets.map((bytes, at) => ({ bytes, page: at + 1 }));
        if (!sheets) return refuse('label-unreadable', { code: 'sheet-cannot-be-parted' });
        if (printer === 'ZPL')
          return ok(
            sheets.map(({ bytes, page }): LabelSheet => ({ format: 'ZPL', bytes: sample ? overprintZpl(bytes, dpi) : bytes, page })),
          );
        const drawn = await zplDrawing.draw(
          sheets.map(({ bytes }) => bytes),
          stock,
        );
        if (drawn.is === 'unreadable') return refuse('label-unreadable', drawn.why);
        return ok(
          await Promise.all(
            drawn.pages.map(async (page, at) => ({ ...(await pdfSheetOf([page], sample)), page: sheets[at]?.page ?? at + 1 })),
          ),
        );
      }
      const parts = of ? await labelsToCut(sniffed.bytes, stock, of) : [];
      const opened = await openWhole(sniffed.bytes, { texts: false, dpi: printer === 'ZPL' ? dpi : spoolerDpi, onto: stock, parts });
      if (opened.is === 'unreadable') return refuse('label-unreadable', opened.why);
      const pageOf = parts.flatMap((boxes, at) => (boxes.length > 0 ? boxes.map(() => at + 1) : [at + 1]));
      const sheets: LabelSheet[] = [];
      for (const [at, page] of opened.pages.entries()) {
        const sheet = printer === 'ZPL' ? zplSheetOf(page, dpi, sample) : await pdfSheetOf([page], sample);
        const of = pageOf[at] ?? at + 1;
        sheets.push({ ...sheet, page: of, isCut: (parts[of - 1]?.length ?? 0) > 0 });
      }
      return ok(sheets);
    },

    async documentSheets(label, pages, { stock, sample, of }) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return refuse('document-unreadable', sniffed.why);
      const isDrawn = sniffed.is === 'PDF';
      const opened = isDrawn
        ? await openWhole(sniffed.bytes, { texts: false, dpi: spoolerDpi })
        : await zplDrawing.draw((await labels.read(sniffed.bytes)).sheets, stock);
      if (opened.is === 'unreadable') return refuse('document-unreadable', opened.why);
      const parts = isDrawn && of ? await partsOfPdf(sniffed.bytes, of) : [];
      const asked = pages.flatMap((page) => {
        const drawn = opened.pages[page - 1];
        return drawn ? [withoutParts(drawn, parts[page - 1]?.own ?? [], spoolerDpi / pointsPerInch)] : [];
      });
      return ok(await Promise.all(asked.map((page) => pdfSheetOf([page], sample))));
    },

    async drawables(paper) {
      const sniffed = sniff(paper.bytes);
      if (sniffed.is === 'unreadable') return refuse('label-unreadable', sniffed.why);
      if (sniffed.is === 'ZPL') {
        const { refused, sheets } = await labels.read(sniffed.bytes);
        const drawable = (bytes: Uint8Array): Drawable => ({ format: 'ZPL', bytes: new Uint8Array(Buffer.from(drawableZpl(bytes))) });
        return ok(
          refused === undefined ? sheets.map((sheet) => ({ ...drawable(sheet), size: shownSize(sheet) })) : [drawable(sniffed.bytes)],
        );
      }
      const opened = await pdf.open(sniffed.bytes, { texts: false, dpi: windowDpi });
      return opened.is === 'unreadable' ? refuse('label-unreadable', opened.why) : ok(opened.pages.map(pngOf));
    },

    document,

    async asOneFile(paper) {
      const drawn = paper.format === 'PDF' && filesOfPdf(paper.bytes).length > 1 ? await document(paper, false) : undefined;
      return drawn?.ok ? drawn.value : paper;
    },

    async refusal(name, bytes) {
      const mismatch = nameMismatch(name, bytes);
      if (mismatch !== undefined || !isPdf(bytes)) return mismatch;
      const opened = await pdf.open(bytes, { texts: false });
      return opened.is === 'unreadable' && Buffer.from(bytes).includes('/Encrypt') ? `${name} is locked with a password.` : undefined;
    },
    mediaTypeOf,

    separator: separatorSheet,
    testLabel: (printer, benchName) => ({ format: 'ZPL', bytes: testLabelZpl(printer, benchName) }),
    testPage: async (benchName) => ({ format: 'PDF', bytes: await testPagePdf(benchName) }),
    close() {
      for (const each of [pdf, labels, zplDrawing, barcodes]) each.close();
    },
  };
}

/** The PDF of a document, or why there is none. */
async function pdfOfDocument(format: DocumentFormat, bytes: Uint8Array): Promise<Uint8Array | PaperReason> {
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

/** A drawn page with some of its parts left white. */
function withoutParts(page: PdfPage, parts: readonly Box[], dotsPerPoint: number): PdfPage {
  if (!page.image || parts.length === 0) return page;
  const image = { ...page.image, grey: page.image.grey.slice() };
  for (const { x, y, width, height } of parts)
    fillBox(image, { x: x * dotsPerPoint, y: y * dotsPerPoint, width: width * dotsPerPoint, height: height * dotsPerPoint }, 255);
  return { ...page, image };
}

function pngOf({ image }: PdfPage): Drawable {
  if (!image) throw new Error('a page was not drawn');
  return { format: 'PNG', bytes: new Uint8Array(greyPng(image.grey, image.width, image.height)) };
}

async function pdfSheetOf(pages: readonly PdfPage[], sample: boolean): Promise<Sheet> {
  return { format: 'PDF', bytes: await pdfOfPages(pages, sample) };
}

function zplSheetOf({ image }: PdfPage, dpi: number, sample: boolean): Sheet {
  if (!image) throw new Error('a page was not drawn');
  const bytes = zplPictureLabel(bitmapOfGrey(image.grey, image.width, image.height));
  return { format: 'ZPL', bytes: sample ? overprintZpl(bytes, dpi) : bytes };
}
