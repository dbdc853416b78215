import { expect, test } from 'vitest';
import { pageOfSheet } from '../../electron/paper/draw-zpl.ts';
import { fitPage, inkOf } from '../../electron/paper/fit-page.ts';
import { fitted, labelPage, mm, pages, stocks } from './fitted-pages.ts';

test('a frame drawn around a label keeps its four sides, even on a turned page', async () => {
  const page = await fitted(await pages['a label lying across the lower half of A4'](), stocks['4 x 6 inch'], 203);
  const ink = page.image && inkOf(page.image);
  // 95 x 140 mm upright, in the middle of the paper.
  expect(ink && [ink.width, ink.height].map((dots) => Math.round((dots / 203) * 25.4))).toEqual([95, 140]);
  expect(ink && Math.abs(2 * ink.x + ink.width - 815)).toBeLessThanOrEqual(4);
});

test('a page that fits is not changed', () => {
  const page = { x: 0, y: 0, width: 288, height: 432 };
  expect(fitPage(page, { x: 20, y: 20, width: 40, height: 40 }, stocks['4 x 6 inch'])).toEqual({ part: page, scale: 1, isTurned: false });
});

test('a page is made smaller only if turning does not help, and never too small for its bar codes', () => {
  const a4 = { x: 0, y: 0, width: 210 * mm, height: 297 * mm };
  const part = (width: number, height: number) => ({ x: 0, y: 0, width: width * mm, height: height * mm });
  expect(fitPage(a4, part(140, 95), stocks['4 x 6 inch'])).toMatchObject({ scale: 1, isTurned: true });
  expect(fitPage(a4, part(95, 140), stocks['4 x 6 inch'])).toMatchObject({ scale: 1, isTurned: false });
  expect(fitPage(a4, part(95, 200), stocks['4 x 6 inch'])).toMatchObject({ scale: 0.75, isTurned: false });
  expect(fitPage(a4, part(200, 280), stocks['4 x 6 inch'])).toBeUndefined();
});

test('a page that is too large for the paper is refused with the reason', async () => {
  const full = await labelPage(210, 297, { x: 5, y: 5, width: 200, height: 287 });
  await expect(fitted(full, stocks['4 x 6 inch'], 203)).rejects.toThrow(/too large for the paper/);
});

test('a label with no margin fits paper of its own size, and is refused if its bar codes would be lost', () => {
  const [width, height] = [812, 1218];
  const sheet = { width, height, grey: new Uint8Array(width * height), dpi: 203 } as const;
  const { image, widthPoints } = pageOfSheet(sheet, { widthMm: 101, heightMm: 152 });
  const ink = image && inkOf(image);
  expect(Math.round((widthPoints / 72) * 25.4)).toBe(101);
  expect([ink?.width, ink?.height]).toEqual([812, 1218]);
  expect(image && ink && ink.x > 0 && ink.x + ink.width < image.width && ink.y + ink.height < image.height).toBe(true);
  expect(() => pageOfSheet(sheet, { widthMm: 57, heightMm: 32 })).toThrow(/too large for the paper/);
});
