import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitted, hasBarcodeReader, numbers, pages, scanned, stocks } from './fitted-pages.ts';

test.skipIf(!hasBarcodeReader)(
  'every page fits completely on every paper, and its bar codes are readable at 203 and 300 dots per inch',
  async () => {
    for (const [what, page] of Object.entries(pages))
      for (const [paper, stock] of Object.entries(stocks))
        for (const dpi of [203, 300]) {
          const bytes = await page();
          const sheet = await fitted(bytes, stock, dpi);
          const where = `${what} on ${paper} at ${dpi}`;
          const [width, height] = [sheet.image?.width ?? 0, sheet.image?.height ?? 0];
          expect([width <= ((stock.widthMm + 1) / 25.4) * dpi + 1, height <= ((stock.heightMm + 1) / 25.4) * dpi + 1], where).toEqual([
            true,
            true,
          ]);
          expect(scanned(sheet), where).toEqual([...numbers].sort());
        }
  },
  180_000,
);

const real = new URL('../../../shared/labels/second/', import.meta.url);
test.skipIf(!hasBarcodeReader || !existsSync(real))(
  'the bar codes of real labels are read from 4 x 6 inches as from their own page',
  async () => {
    for (const name of ['postnl-a6-landscape.pdf', 'dhl-express-2-pieces-doc.pdf'])
      for (const dpi of [203, 300]) {
        const bytes = new Uint8Array(readFileSync(new URL(name, real)));
        const own = scanned(await fitted(bytes, stocks.A4, 300));
        expect(own.length, name).toBeGreaterThan(0);
        expect(scanned(await fitted(bytes, stocks['4 x 6 inch'], dpi)), `${name} at ${dpi}`).toEqual(own);
      }
  },
);
