import { expect, test } from 'vitest';
import { drawSheet, pageOfSheet } from '../../electron/paper/draw-zpl.ts';
import { type GreyImage, inkOf, type Stock } from '../../electron/paper/fit-page.ts';
import { pdfOfPages } from '../../electron/paper/make-pdf.ts';
import { readBarcodes } from '../../electron/paper/read-barcodes.ts';
import { stocks } from './fitted-pages.ts';
import { sheetsOf } from './gated.ts';
import { openPdf } from './open-pdf.ts';
import { haveRealLabels, printedLabels, realCase } from './real-labels.ts';

const dpis = [203, 300] as const;
/** Alternates, so that each paper meets both print heads. */
const dpiAt = (index: number): number => dpis[index % dpis.length] ?? 203;
/** Each label meets every second paper, alternating, so that each paper meets half of the labels. */
const papersOf = (label: number) => Object.entries(stocks).filter((_, index) => (label + index) % 2 === 0);

async function drawn(bytes: Uint8Array, want: { readonly dpi: number; readonly onto?: Stock }): Promise<readonly GreyImage[]> {
  const opened = await openPdf(bytes, { texts: false, ...want });
  if (opened.is === 'unreadable') throw new Error(JSON.stringify(opened.why));
  // A print head prints only black and white.
  return opened.pages.flatMap(({ image }) => (image ? [{ ...image, grey: image.grey.map((grey) => (grey < 128 ? 0 : 255)) }] : []));
}

/** Bar codes that a scanner reads, with a narrow white margin. */
async function scanned(image: GreyImage): Promise<readonly string[]> {
  const ink = inkOf(image);
  if (!ink) return [];
  const quiet = 24;
  const [width, height] = [ink.width + 2 * quiet, ink.height + 2 * quiet];
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < ink.height; y += 1)
    grey.set(image.grey.subarray((ink.y + y) * image.width + ink.x).subarray(0, ink.width), (quiet + y) * width + quiet);
  return readBarcodes({ width, height, grey });
}

/** Codes that a scanner finds on the paper, after a check that the label is whole on it. */
async function scannedWhole(image: GreyImage, label: GreyImage, stock: Stock, dpi: number, where: string): Promise<readonly string[]> {
  const [ink, was] = [inkOf(image), inkOf(label)];
  if (!ink || !was) throw new Error(`${where}: an empty sheet`);
  expect(
    [image.width, image.height].map((dots) => Math.round((dots / dpi) * 25.4)),
    where,
  ).toEqual([stock.widthMm, stock.heightMm]);
  expect(Math.min(ink.x, ink.y, image.width - ink.x - ink.width, image.height - ink.y - ink.height), where).toBeGreaterThanOrEqual(1);
  const sides = ({ width, height }: { width: number; height: number }): number => Math.max(width, height) / Math.min(width, height);
  expect(Math.abs(sides(ink) / sides(was) - 1), where).toBeLessThan(0.02);
  return scanned(image);
}

test.skipIf(!haveRealLabels).each(printedLabels.ZPL)(
  'the ZPL label %s fits the paper of a PDF-only printer, and its print scans like the original',
  async (file) => {
    const { bytes } = realCase(file);
    const picture = await drawSheet(sheetsOf(bytes)[0] ?? bytes);
    const wanted = await scanned(picture);
    expect(wanted.length).toBeGreaterThan(0);
    const at = printedLabels.ZPL.indexOf(file);
    for (const [paper, stock] of papersOf(at)) {
      const pdf = await pdfOfPages([pageOfSheet(picture, stock)], false);
      const dpi = dpiAt(Math.floor(at / 2));
      const where = `${file} on ${paper} at ${dpi}`;
      const [sheet] = await drawn(pdf, { dpi });
      if (!sheet) throw new Error(where);
      expect(await scannedWhole(sheet, picture, stock, dpi, where), where).toEqual(expect.arrayContaining([...wanted]));
    }
  },
);

test
  .skipIf(!haveRealLabels)
  .each(
    printedLabels.PDF.flatMap((file, at) =>
      Object.entries(stocks).map(([paper, stock], index) => ({ file, paper, stock, dpi: dpiAt(at + index) })),
    ),
  )(
  'the PDF label $file comes whole onto $paper of a printer of $dpi dpi that takes only ZPL, and what is read from its own page is read from the print',
  async ({ file, stock, dpi }) => {
    const { bytes } = realCase(file);
    const pages = await drawn(bytes, { dpi: 203 });
    const wanted: (readonly string[])[] = [];
    for (const page of pages) wanted.push(await scanned(page));
    expect(wanted.flat().length).toBeGreaterThan(0);
    for (const [index, sheet] of (await drawn(bytes, { dpi, onto: stock })).entries())
      expect(await scanned(sheet), `page ${index + 1} at ${dpi}`).toEqual(expect.arrayContaining([...(wanted[index] ?? [])]));
  },
);
