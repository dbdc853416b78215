import { expect, onTestFinished, test } from 'vitest';
import { makePdf } from '../../electron/paper/make-pdf.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import type { Address } from '../../shared/address.ts';
import { workers } from '../fakes/workers.ts';
import { advice, anna, corners, label, mm, type Pdf, page, paul, person, receipt, type Spot, sender, words } from './pages-of-labels.ts';

const verdictOf = async (draw: (pdf: Pdf) => void, parcels = 1) => compared(await page(draw), parcels);

async function compared(bytes: Uint8Array, parcels: number) {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  onTestFinished(() => paper.close());
  return paper.compare({ format: 'PDF', bytes }, anna, sender, { parcels, returnAsked: false });
}

test('four labels on A4 are four labels', async () => {
  const four = (pdf: Pdf): void => corners.forEach((corner, piece) => label(pdf, corner, anna, `JD01 4600 0062 81${piece}0 11`));
  expect(await verdictOf(four, 4)).toEqual({ kind: 'match' });
  expect(await verdictOf(four, 3)).toMatchObject({ kind: 'wrong-number', labels: 4, parcels: 3 });
});

test.each([0, 1, 2, 3])('a label of another order in corner %i of a page is asked about', async (foreign) => {
  const verdict = await verdictOf((pdf) => {
    corners.forEach((corner, piece) => {
      if (piece === foreign) label(pdf, corner, paul, 'JD01 4600 0062 9999 22');
      else label(pdf, corner, anna, `JD01 4600 0062 81${piece}0 11`);
    });
  }, 3);
  expect(verdict).toEqual({ kind: 'cannot-compare', why: { code: 'part-without-name' } });
});

test('distinguishes two labels with a cut line between them', async () => {
  const two = (other: Address) => (pdf: Pdf) => {
    label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
    label(pdf, corners[2], other, 'JD01 4600 0062 8200 11');
    pdf.lineWidth(1).dash(6, { space: 6 }).moveTo(0, 421).lineTo(595, 421).stroke();
  };
  expect(await verdictOf(two(anna), 2)).toEqual({ kind: 'match' });
  expect((await verdictOf(two(paul))).kind).toBe('cannot-compare');
});

test('a receipt and instructions below a label are not labels, and ask nothing', async () => {
  expect(
    await verdictOf((pdf) => {
      label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
      words(pdf, { x: 10, y: 160 }, advice);
    }),
  ).toEqual({ kind: 'match' });
  expect(
    await verdictOf((pdf) => {
      label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
      words(pdf, { x: 110, y: 20 }, receipt);
      words(pdf, { x: 10, y: 160 }, advice);
    }),
  ).toEqual({ kind: 'match' });
});

test("another recipient's address below a label is asked about", async () => {
  const verdict = await verdictOf((pdf) => {
    label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
    words(pdf, { x: 10, y: 160 }, ['Paul Weber', 'Lindenweg 3', '80331 Muenchen']);
  });
  expect(verdict.kind).toBe('cannot-compare');
});

/** Bars that reach from the first label into the second: no white gap separates the two. */
const barsAcross = (pdf: Pdf): void => {
  for (let bar = 0; bar < 120; bar += 1) pdf.rect(30 + bar * 4, 180, 1 + (bar % 3), 20).fill('#000');
};
const captioned = (pdf: Pdf, { x, y }: Spot): void =>
  ['FROM', 'TO'].forEach((caption, row) => pdf.fontSize(6).text(caption, x * mm + 10, y * mm + 3 + row * 48, { lineBreak: false }));
const mayBeShared = { kind: 'cannot-compare', why: { code: 'page-of-several' } };

test("another order's label that cannot be cut from ours is asked about by its number", async () => {
  const two = (other: Address, number: string) => (pdf: Pdf) => {
    label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
    label(pdf, corners[1], other, number);
    barsAcross(pdf);
  };
  expect(await verdictOf(two(paul, 'JD01 4600 0062 9999 22'))).toEqual(mayBeShared);
  // In the recipient's town, and in the sender's.
  const lena = person('Lena Vogt', 'Torstrasse', '9', '10435', 'Berlin');
  expect(await verdictOf(two(lena, 'JD01 4600 0062 9999 22'))).toEqual(mayBeShared);
  expect(await verdictOf(two({ ...lena, postalCode: '20457', city: 'Hamburg' }, 'JD01 4600 0062 9999 22'))).toEqual(mayBeShared);
  expect(await verdictOf(two(anna, 'JD01 4600 0062 8100 11'))).toEqual({ kind: 'match' });
});

test("another order's label without a number that cannot be cut from ours is asked about by its captions", async () => {
  const verdict = await verdictOf((pdf) => {
    [anna, paul].forEach((to, at) => {
      label(pdf, corners[at] as Spot, to, at === 0 ? 'JD01 4600 0062 8100 11' : '');
      captioned(pdf, corners[at] as Spot);
    });
    barsAcross(pdf);
  });
  expect(verdict).toEqual(mayBeShared);
});

test('a page with two forms and one recipient is asked about, wherever the other recipient lives', async () => {
  const two = (other: Address) =>
    verdictOf((pdf) => {
      [anna, other].forEach((to, at) => {
        label(pdf, corners[at] as Spot, to, 'JD01 4600 0062 8100 11');
        captioned(pdf, corners[at] as Spot);
      });
      barsAcross(pdf);
    });
  const inDublin = person('Sean Byrne', 'Grafton Street', '4', 'D02 AF30', 'Dublin');
  expect(await two(inDublin)).toEqual(mayBeShared);
  expect(await two(anna)).toEqual({ kind: 'match' });
});

test("a depot's address, a second number and the town of the route ask nothing", async () => {
  const verdict = (drawn: readonly string[]) =>
    verdictOf((pdf) => {
      label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
      captioned(pdf, corners[0]);
      drawn.forEach((text, row) => pdf.fontSize(8).text(text, 20 * mm, 48 * mm + row * 12, { lineBreak: false }));
    });
  expect(await verdict(['Depot: FALKE Hub 17', 'Industriering 40, DE-97080 Wuerzburg'])).toEqual({ kind: 'match' });
  expect(await verdict(['4032 7653 1130 9900 0933 0900 10'])).toEqual({ kind: 'match' });
  expect(await verdict(['10435 BERLIN', '4032 7653 1130 9900 0933 0900 10'])).toEqual({ kind: 'match' });
});

/** Frames that share their edges: no white gap crosses the page. */
const framed = (pdf: Pdf, frames: readonly (readonly [x: number, y: number, width: number, height: number])[]): void =>
  frames.forEach(([x, y, width, height]) =>
    pdf
      .lineWidth(1)
      .rect(x * mm, y * mm, width * mm, height * mm)
      .stroke(),
  );

test.each([
  [
    'frames that share their edges',
    (pdf: Pdf) =>
      framed(pdf, [
        [0, 0, 105, 148.5],
        [105, 0, 105, 148.5],
        [0, 148.5, 105, 148.5],
        [105, 148.5, 105, 148.5],
      ]),
  ],
  [
    'lines that meet the frame of the page',
    (pdf: Pdf) =>
      framed(pdf, [
        [2, 2, 206, 293],
        [2, 148.5, 206, 0.1],
        [105, 2, 0.1, 293],
      ]),
  ],
])('distinguishes labels in %s', async (_what, draw) => {
  const four =
    (foreign?: number) =>
    (pdf: Pdf): void => {
      corners.forEach((corner, piece) => label(pdf, corner, piece === foreign ? paul : anna, `JD01 4600 0062 81${piece}0 11`));
      draw(pdf);
    };
  expect(await verdictOf(four(), 4)).toEqual({ kind: 'match' });
  expect(await verdictOf(four(2), 3)).toEqual({ kind: 'cannot-compare', why: { code: 'part-without-name' } });
});

/** Two labels on a sheet that is no larger than a label. */
async function verdictOfSmall(other: Address, parcels: number) {
  const sheet = await makePdf((pdf) => {
    pdf.addPage({ size: [102 * mm, 152 * mm], margin: 0 });
    [anna, other].forEach((to, at) => {
      pdf
        .save()
        .translate(10 * mm, at * 76 * mm)
        .scale(0.6);
      label(pdf, { x: 0, y: 0 }, to, `JD01 4600 0062 81${at}0 11`);
      pdf.restore();
    });
    framed(pdf, [
      [1, 1, 100, 75],
      [1, 76, 100, 75],
    ]);
  });
  return compared(sheet, parcels);
}

test('distinguishes two small labels on one label, in frames that touch', async () => {
  expect(await verdictOfSmall(anna, 2)).toEqual({ kind: 'match' });
  expect(await verdictOfSmall(paul, 1)).toEqual({ kind: 'cannot-compare', why: { code: 'part-without-name' } });
});
