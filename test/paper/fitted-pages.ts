import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwip from 'bwip-js/node';
import { onTestFinished } from 'vitest';
import { greyPng, makePdf } from '../../electron/paper/make-pdf.ts';
import type { PdfPage } from '../../electron/paper/pdf-pages.ts';
import { openPdf } from './open-pdf.ts';

export const mm = 72 / 25.4;
export const stocks = {
  '4 x 6 inch': { widthMm: 102, heightMm: 152 },
  A6: { widthMm: 105, heightMm: 148 },
  A4: { widthMm: 210, heightMm: 297 },
  Letter: { widthMm: 216, heightMm: 279 },
} as const;
export const numbers = ['CSP0048151623', '42', 'JD014600006281'];

/** A page of its own size with one label on it: a frame, and three bar codes with bars of a third of a millimetre. */
export const labelPage = (
  width: number,
  height: number,
  label: { x: number; y: number; width: number; height: number },
): Promise<Uint8Array> =>
  makePdf((pdf) => {
    pdf.addPage({ size: [width * mm, height * mm], margin: 0 });
    pdf
      .lineWidth(0.4)
      .rect(label.x * mm, label.y * mm, label.width * mm, label.height * mm)
      .stroke();
    numbers.forEach((number, index) => {
      const [{ sbs }] = bwip.raw('code128', number, {}) as unknown as [{ sbs: readonly number[] }];
      let x = label.x + 8;
      sbs.forEach((modules, at) => {
        if (at % 2 === 0) pdf.rect(x * mm, (label.y + 10 + index * 22) * mm, modules * 0.33 * mm, 16 * mm).fill('#000');
        x += modules * 0.33;
      });
    });
  });

export const pages = {
  'a label in the corner of A4': () => labelPage(210, 297, { x: 5, y: 5, width: 96, height: 144 }),
  'a label lying across the lower half of A4': () => labelPage(210, 297, { x: 35, y: 160, width: 140, height: 95 }),
  'a label in the middle of Letter': () => labelPage(216, 279, { x: 60, y: 60, width: 98, height: 148 }),
  'A6 lying across': () => labelPage(148, 105, { x: 3, y: 3, width: 142, height: 99 }),
  'a label 200 mm long': () => labelPage(99, 200, { x: 2, y: 2, width: 95, height: 196 }),
  'a label of the size of its page': () => labelPage(105, 148, { x: 0, y: 0, width: 105, height: 148 }),
};

export const hasBarcodeReader = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((folder) => existsSync(join(folder, 'zbarimg')));
if (!hasBarcodeReader) console.log('zbarimg is not here: whether the bars of a page that was fitted can be read is not tested.');

export async function fitted(bytes: Uint8Array, onto: { widthMm: number; heightMm: number }, dpi: number): Promise<PdfPage> {
  const opened = await openPdf(bytes, { texts: false, dpi, onto });
  if (opened.is === 'unreadable') throw new Error(JSON.stringify(opened.why));
  const [page] = opened.pages;
  if (!page) throw new Error('no page');
  return page;
}

/** Bar codes that a scanner reads from the page in black and white. */
export function scanned({ image }: PdfPage): readonly string[] {
  if (!image) throw new Error('not drawn');
  const folder = mkdtempSync(join(tmpdir(), 'packbench-fit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sheet.png');
  writeFileSync(
    file,
    greyPng(
      image.grey.map((grey) => (grey < 128 ? 0 : 255)),
      image.width,
      image.height,
    ),
  );
  return execFileSync('zbarimg', ['--raw', '--quiet', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split('\n')
    .sort();
}
