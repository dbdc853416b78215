import { expect, onTestFinished, test } from 'vitest';
import { inkOf } from '../../electron/paper/fit-page.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import type { Address } from '../../shared/address.ts';
import { workers } from '../fakes/workers.ts';
import { openPdf } from './open-pdf.ts';
import { advice, anna, corners, label, mm, type Pdf, page, paul, receipt, sender, words } from './pages-of-labels.ts';

type Draw = (pdf: Pdf) => void;
const stock = { widthMm: 102, heightMm: 152 };

/** Sheets that leave the label printer for a page of Anna's order. */
async function printed(
  draw: Draw,
  { parcels = 1, onto = stock, isKnown = true, size = 'A4' as 'A4' | readonly [number, number] } = {},
): Promise<readonly string[]> {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  onTestFinished(() => paper.close());
  const of = isKnown ? { recipient: anna, sender, parcels } : undefined;
  const sheets = await paper.labelSheets(
    { format: 'PDF', bytes: await page(draw, size) },
    { printer: 'ZPL', dpi: 203, stock: onto, sample: false, of },
  );
  if (!sheets.ok) throw new Error(JSON.stringify(sheets.failure));
  return sheets.value.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
}

const ofAnna =
  (...pieces: readonly number[]): Draw =>
  (pdf) =>
    pieces.forEach((piece) => label(pdf, corners[piece] ?? corners[0], anna, `JD01 4600 0062 81${piece}0 11`));
const alone = async (piece: number): Promise<string> => (await printed(ofAnna(piece)))[0] ?? '';
const both =
  (...draws: readonly Draw[]): Draw =>
  (pdf) =>
    draws.forEach((draw) => draw(pdf));

test('four labels on A4 come out one by one, each as if it were alone', async () => {
  const sheets = await printed(ofAnna(0, 1, 2, 3), { parcels: 4 });
  expect(sheets).toHaveLength(4);
  expect(new Set(sheets).size).toBe(4);
  for (const piece of [0, 1, 2, 3]) expect(sheets).toContain(await alone(piece));
});

test('only the label comes out of a page with a receipt and instructions', async () => {
  const draw = both(
    ofAnna(0),
    (pdf) => words(pdf, { x: 110, y: 20 }, receipt),
    (pdf) => words(pdf, { x: 10, y: 160 }, advice),
  );
  expect(await printed(draw)).toEqual([await alone(0)]);
});

test("only our own labels come out of a page that also has another recipient's label", async () => {
  const draw = both(ofAnna(0, 3), (pdf) => label(pdf, corners[1], paul, 'JD01 4600 0062 9999 22'));
  expect(await printed(draw, { parcels: 2 })).toEqual([await alone(0), await alone(3)]);
  expect(await printed(draw, { parcels: 3 })).toEqual([await alone(0), await alone(3)]);
});

test('a label that a packer has to read comes out only if one is missing', async () => {
  const elsewhere = { ...anna, street: 'Torstrasse', houseNumber: '9' };
  const draw = both(ofAnna(0), (pdf) => label(pdf, corners[3], elsewhere, 'JD01 4600 0062 9999 22'));
  expect(await printed(draw)).toEqual([await alone(0)]);
  expect(await printed(draw, { parcels: 2 })).toHaveLength(2);
});

/** Two small labels on a page no larger than the paper. */
const small =
  (...people: readonly Address[]): Draw =>
  (pdf) =>
    people.forEach((to, at) => {
      pdf
        .save()
        .translate(10 * mm, at * 76 * mm)
        .scale(0.6);
      label(pdf, { x: 0, y: 0 }, to, `JD01 4600 0062 81${at}0 11`);
      pdf.restore();
    });

test("our label comes out without another recipient's, even if the page is no larger than the paper", async () => {
  const size = [102 * mm, 152 * mm] as const;
  const [own] = await printed(small(anna), { size });
  const both = await printed(small(anna, paul), { size });
  expect(both).toHaveLength(1);
  expect(own).toBeTruthy();
  const inked = both[0]?.length ?? 0;
  const [whole] = await printed(small(anna, paul), { size, isKnown: false });
  expect(inked).toBeLessThan((whole?.length ?? 0) * 0.8);
  expect(await printed(small(anna, anna), { size, parcels: 2 })).toEqual(await printed(small(anna, anna), { size, isKnown: false }));
});

test('a page is printed whole if it fits, if none of it is ours, and if its labels are unknown', async () => {
  const [whole] = await printed(ofAnna(0, 1), { onto: { widthMm: 210, heightMm: 297 }, isKnown: false });
  expect(await printed(ofAnna(0, 1), { onto: { widthMm: 210, heightMm: 297 } })).toEqual([whole]);
  const large = { widthMm: 190, heightMm: 270 };
  const ofPaul = (pdf: Pdf): void => [0, 1].forEach((at) => label(pdf, corners[at] ?? corners[0], paul, `JD01 4600 0062 99${at}9 22`));
  const [unknown] = await printed(ofPaul, { onto: large, isKnown: false });
  expect(await printed(ofPaul, { onto: large })).toEqual([unknown]);
  expect(await printed(ofAnna(0, 1), { onto: large, parcels: 2 })).toHaveLength(2);
});

test('what is next to a label is printed on its page without the label', async () => {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  onTestFinished(() => {
    paper.close();
  });
  const inkOn = async (draw: Draw): Promise<readonly boolean[]> => {
    const of = { recipient: anna, sender, parcels: 1 };
    const asked = { format: 'PDF', bytes: await page(draw) } as const;
    const sheets = await paper.documentSheets(asked, [1], { stock, sample: false, of });
    const opened = sheets.ok && sheets.value[0] ? await openPdf(sheets.value[0].bytes, { texts: false, map: true }) : undefined;
    const map = opened?.is === 'pages' ? opened.pages[0]?.map : undefined;
    if (!map) throw new Error('no page');
    const half = { y: 0, width: 297, height: 842 };
    return [inkOf(map, { ...half, x: 0 }), inkOf(map, { ...half, x: 298 })].map((ink) => ink !== undefined);
  };
  const withReceipt = both(ofAnna(0), (pdf) => words(pdf, { x: 110, y: 20 }, receipt));
  expect(await inkOn(withReceipt)).toEqual([false, true]);
  expect(await inkOn(ofAnna(0))).toEqual([true, false]);
});
