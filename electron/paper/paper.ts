import type { Worker } from 'node:worker_threads';
import type { FailureCode } from '../../shared/failure.ts';
import type { DocumentFormat, Drawable } from '../../shared/printer.ts';
import { failed, ok } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import type { LabelMarks, Paper, Sheet } from '../bench/ports/paper.ts';
import { isWholePdf } from '../files/whole-pdf.ts';
import { createBarcodeReader } from './barcode-reader.ts';
import { codesOfTexts, numbersInBarcodes } from './barcode-text.ts';
import { bitmapOfGrey } from './bitmap.ts';
import { compareLabel } from './compare-label.ts';
import { pagesOfDocument } from './document-pages.ts';
import { isPdf, mediaTypeOf, nameMismatch } from './file-kind.ts';
import { createLabelComparer } from './label-comparer.ts';
import { pageSize, zplSize } from './label-size.ts';
import { greyPng, pdfOfPages } from './make-pdf.ts';
import { createPdfReader, type PdfPage, type PdfReader } from './pdf.ts';
import { linesAndWords } from './positioned-text.ts';
import { overprintZpl } from './sample-overprint.ts';
import { sheetsOfPdf } from './sheets-of-page.ts';
import { sniff } from './sniff.ts';
import { testLabelZpl, testPagePdf } from './test-label.ts';
import type { PaperWorker } from './worker-line.ts';
import { createZplDrawing } from './zpl-drawing.ts';
import { zplPictureLabel } from './zpl-picture.ts';

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

/**
 * Reading a label takes milliseconds: the window and the printer get their turn before each question, and one who asks several things of
 * one ZPL label has it read once. `ref` makes the short text a packer reads out.
 */
export function createPaper({
  ref,
  log,
  startPaperWorker,
}: {
  readonly ref: () => string;
  readonly log: Log;
  readonly startPaperWorker: (name: PaperWorker) => Worker;
}): Paper {
  const pdf = createPdfReader(() => startPaperWorker('pdf-worker'));
  const labels = createLabelComparer({ startWorker: () => startPaperWorker('label-worker'), log });
  const barcodes = createBarcodeReader(() => startPaperWorker('barcode-worker'));
  const zplDrawing = createZplDrawing(() => startPaperWorker('zpl-worker'));
  const refuse = <C extends FailureCode>(code: C, detail: string) => failed({ code, ref: ref(), detail });

  /** What is read or drawn of a PDF that was cut may look like all of it. */
  const openWhole: PdfReader['open'] = async (bytes, want) =>
    isWholePdf(bytes) ? pdf.open(bytes, want) : { is: 'unreadable', why: 'the PDF is not whole: its end or a part of it is missing' };

  return {
    warm: labels.warm,

    beginToCompare(label, recipient, sender, expected) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'ZPL') labels.begin({ bytes: sniffed.bytes, recipient, sender, expected });
    },

    async compare(label, recipient, sender, expected) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return { kind: 'cannot-compare', why: sniffed.why };
      if (sniffed.is === 'ZPL') return labels.compare({ bytes: sniffed.bytes, recipient, sender, expected });
      const opened = await openWhole(sniffed.bytes, { texts: true });
      if (opened.is === 'unreadable') return { kind: 'cannot-compare', why: opened.why };
      const sheets = opened.pages.flatMap((page) => sheetsOfPdf(page, { recipient, sender }));
      return compareLabel(sheets, recipient, sender, expected);
    },

    async marks(label, people) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return noMarks;
      if (sniffed.is === 'ZPL') return (await labels.read(sniffed.bytes)).marks;
      const opened = await pdf.open(sniffed.bytes, { texts: true });
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

    async labelSheets(label, { printer, dpi, stock, sample }) {
      const sniffed = sniff(label.bytes);
      if (sniffed.is === 'unreadable') return refuse('label-unreadable', sniffed.why);
      if (sniffed.is === 'ZPL') {
        const { refused, sheets } = await labels.read(sniffed.bytes);
        if (refused !== undefined) return refuse('label-unreadable', refused);
        if (printer === 'ZPL')
          return ok(sheets.map((bytes): Sheet => ({ format: 'ZPL', bytes: sample ? overprintZpl(bytes, dpi) : bytes })));
        const drawn = await zplDrawing.draw(sheets, stock);
        if (drawn.is === 'unreadable') return refuse('label-unreadable', drawn.why);
        return ok(await Promise.all(drawn.pages.map((page) => pdfSheetOf([page], sample))));
      }
      const opened = await openWhole(sniffed.bytes, { texts: false, dpi: printer === 'ZPL' ? dpi : spoolerDpi, onto: stock });
      if (opened.is === 'unreadable') return refuse('label-unreadable', opened.why);
      const sheets: Sheet[] = [];
      for (const page of opened.pages) sheets.push(printer === 'ZPL' ? zplSheetOf(page, dpi, sample) : await pdfSheetOf([page], sample));
      return ok(sheets);
    },

    async drawables(paper) {
      const sniffed = sniff(paper.bytes);
      if (sniffed.is === 'unreadable') return refuse('label-unreadable', sniffed.why);
      if (sniffed.is === 'ZPL') {
        const { refused, sheets } = await labels.read(sniffed.bytes);
        return ok(
          (refused === undefined ? sheets : [sniffed.bytes]).map((bytes): Drawable => ({ format: 'ZPL', bytes: new Uint8Array(bytes) })),
        );
      }
      const opened = await pdf.open(sniffed.bytes, { texts: false, dpi: windowDpi });
      return opened.is === 'unreadable' ? refuse('label-unreadable', opened.why) : ok(opened.pages.map(pngOf));
    },

    async document({ format, bytes }, sample) {
      const made = await pdfOfDocument(format, bytes);
      if (typeof made === 'string') return refuse('document-unreadable', made);
      const opened = await openWhole(made, { texts: false, dpi: spoolerDpi });
      return opened.is === 'unreadable' ? refuse('document-unreadable', opened.why) : ok(await pdfSheetOf(opened.pages, sample));
    },

    async refusal(name, bytes) {
      const mismatch = nameMismatch(name, bytes);
      if (mismatch !== undefined || !isPdf(bytes)) return mismatch;
      const opened = await pdf.open(bytes, { texts: false });
      return opened.is === 'unreadable' && Buffer.from(bytes).includes('/Encrypt') ? `${name} is locked with a password.` : undefined;
    },
    mediaTypeOf,

    testLabel: (printer, benchName) => ({ format: 'ZPL', bytes: testLabelZpl(printer, benchName) }),
    testPage: async (benchName) => ({ format: 'PDF', bytes: await testPagePdf(benchName) }),
    close: async () => {
      await Promise.all([pdf.close(), labels.close(), zplDrawing.close(), barcodes.close()]);
    },
  };
}

/** The PDF of a document, or why there is none. */
async function pdfOfDocument(format: DocumentFormat, bytes: Uint8Array): Promise<Uint8Array | string> {
  switch (format) {
    case 'PDF': {
      const sniffed = sniff(bytes);
      if (sniffed.is === 'PDF') return sniffed.bytes;
      return sniffed.is === 'unreadable' ? sniffed.why : 'a document printer takes PDF only';
    }
    case 'ZPL':
      return 'a document printer takes PDF only';
    case 'OTHER':
      return 'it is in a form nobody knows';
    case 'PNG':
    case 'JPEG':
    case 'HTML':
    case 'TEXT':
      return pagesOfDocument(format, bytes).catch((error: unknown) => `it cannot be drawn: ${String(error)}`);
  }
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
