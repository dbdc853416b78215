import { expect, onTestFinished, test } from 'vitest';
import { createPaper } from '../../electron/paper/paper.ts';
import { pagesOf } from '../../electron/paper/pdf-pages.ts';
import { readBarcodes } from '../../electron/paper/read-barcodes.ts';
import { scannerSheetZpl } from '../../electron/paper/scanner-sheet.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { workers } from '../fakes/workers.ts';

const address = 'tcp://10.0.4.30:9100';

test.each([
  [152, 1],
  [76, 2],
  [32, 5],
])('the sheet on labels %d mm high has %d pages', (heightMm, pages) => {
  expect(scannerSheetZpl({ address, widthMm: 102, heightMm, dpi: 203 })).toHaveLength(pages);
});

test('a scanner reads all codes of the command sheet printed as a PDF', async () => {
  expect.assertions(2);
  const paper = createPaper({ ref: () => 'REF1', log: () => undefined, workers });
  onTestFinished(() => paper.close());
  const [sheet, ...others] = await paper.scannerSheets({ address: 'queue:Zebra', dpi: 203, widthMm: 102, heightMm: 152 }, 'PDF');
  expect([sheet?.format, others]).toEqual(['PDF', []]);
  for await (const { image } of pagesOf(sheet?.bytes ?? new Uint8Array(), { texts: false, dpi: 203 }))
    expect(image && (await readBarcodes(image)).toSorted()).toEqual(sheetCodes.toSorted());
});

test.each([
  { widthMm: 102, heightMm: 152, dpi: 300 as const },
  { widthMm: 57, heightMm: 32, dpi: 203 as const },
  { widthMm: 210, heightMm: 297, dpi: 300 as const },
])('on %o the bar codes fit on the sheet with their quiet zones', (stock) => {
  for (const sheet of scannerSheetZpl({ address, ...stock })) {
    const zpl = Buffer.from(sheet).toString('utf8');
    const [width, height] = [/\^PW(\d+)/, /\^LL(\d+)/].map((size) => Number(size.exec(zpl)?.[1]));
    const places = [...zpl.matchAll(/\^FO(\d+),(\d+)\^BY(\d+),3,(\d+)[^\n]*\^FD([^\n]+)\^FS/g)];
    expect(places.length).toBeGreaterThan(0);
    for (const [, left, top, bar, high, field = ''] of places) {
      const characters = field.replaceAll(/_[0-9a-f]{2}/g, '?').length;
      expect(Number(bar)).toBeGreaterThanOrEqual(2);
      expect(Number(left)).toBeGreaterThanOrEqual(10 * Number(bar));
      expect(Number(left) + Number(bar) * (45 + 11 * characters)).toBeLessThanOrEqual(width ?? 0);
      expect(Number(top) + Number(high)).toBeLessThan(height ?? 0);
    }
  }
});
