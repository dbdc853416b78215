import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { makePdf } from '../../electron/paper/make-pdf.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';

const at = (name: string, street: string, houseNumber: string, postalCode: string, city: string): Address => ({
  ...emptyAddress,
  name,
  street,
  houseNumber,
  postalCode,
  city,
  country: 'DE',
});
const sender = at('Nordlicht GmbH', 'Hafenstrasse', '12', '20457', 'Hamburg');
const anna = at('Anna Lehmann', 'Kastanienallee', '84', '10435', 'Berlin');
const paul = at('Paul Weber', 'Lindenweg', '3', '80331', 'Muenchen');

const mm = 72 / 25.4;
interface Spot {
  readonly x: number;
  readonly y: number;
}
type Pdf = Parameters<Parameters<typeof makePdf>[0]>[0];
/** A label of 90 x 120 mm: both addresses, bars and the number below them. */
function label(pdf: Pdf, { x, y }: Spot, to: Address, number: string): void {
  const lines = (address: Address, top: number, size: number): void =>
    [address.name, `${address.street} ${address.houseNumber}`, `${address.postalCode} ${address.city}`].forEach((line, row) =>
      pdf.fontSize(size).text(line, x * mm + 10, y * mm + top + row * size * 1.3, { lineBreak: false }),
    );
  lines(sender, 10, 7);
  lines(to, 60, 14);
  for (let bar = 0; bar < 40; bar += 1) pdf.rect(x * mm + 15 + bar * 5, y * mm + 200, 1 + (bar % 3), 60).fill('#000');
  pdf.fontSize(11).text(number, x * mm + 40, y * mm + 268, { lineBreak: false });
}
const words = (pdf: Pdf, { x, y }: Spot, lines: readonly string[]): void =>
  lines.forEach((line, row) => pdf.fontSize(9).text(line, x * mm, y * mm + row * 14, { lineBreak: false }));
const advice = [
  'How to use this label',
  'Print this page in its full size on white paper.',
  'Cut along the line and stick the label on the parcel.',
];
const receipt = ['RECEIPT', 'Anna Lehmann', 'Kastanienallee 84', '10435 Berlin', 'JD01 4600 0062 8100 11'];
const page = (draw: (pdf: Pdf) => void): Promise<Uint8Array> =>
  makePdf((pdf) => {
    pdf.addPage({ size: 'A4', margin: 0 });
    draw(pdf);
  });

async function verdictOf(draw: (pdf: Pdf) => void, parcels = 1) {
  const paper = createPaper({
    ref: () => 'REF',
    log: () => undefined,
    startPaperWorker: (name) => new Worker(new URL(`../../electron/paper/${name}.ts`, import.meta.url)),
  });
  onTestFinished(() => paper.close());
  return paper.compare({ format: 'PDF', bytes: await page(draw) }, anna, sender, { parcels, returnAsked: false });
}

const corners = [
  { x: 5, y: 5 },
  { x: 110, y: 5 },
  { x: 5, y: 153 },
  { x: 110, y: 153 },
] as const;

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
  expect(verdict).toEqual({ kind: 'cannot-compare', why: 'a part of the page beside the label names nobody of this order' });
});

test('two labels with a line to cut along between them are told apart', async () => {
  const two = (other: Address) => (pdf: Pdf) => {
    label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
    label(pdf, corners[2], other, 'JD01 4600 0062 8200 11');
    pdf.lineWidth(1).dash(6, { space: 6 }).moveTo(0, 421).lineTo(595, 421).stroke();
  };
  expect(await verdictOf(two(anna), 2)).toEqual({ kind: 'match' });
  expect((await verdictOf(two(paul))).kind).toBe('cannot-compare');
});

test('a receipt and what to do below a label are no labels, and ask nobody', async () => {
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

test('an address of somebody else below a label is asked about', async () => {
  const verdict = await verdictOf((pdf) => {
    label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
    words(pdf, { x: 10, y: 160 }, ['Paul Weber', 'Lindenweg 3', '80331 Muenchen']);
  });
  expect(verdict.kind).toBe('cannot-compare');
});

/** Bars that reach from the first label into the second: no white paper parts the two. */
const barsAcross = (pdf: Pdf): void => {
  for (let bar = 0; bar < 120; bar += 1) pdf.rect(30 + bar * 4, 180, 1 + (bar % 3), 20).fill('#000');
};
const captioned = (pdf: Pdf, { x, y }: Spot): void =>
  ['FROM', 'TO'].forEach((caption, row) => pdf.fontSize(6).text(caption, x * mm + 10, y * mm + 3 + row * 48, { lineBreak: false }));
const mayBeShared = { kind: 'cannot-compare', why: 'the page of the label may hold a label of somebody else' };

test('a label of another order that cannot be cut from ours is asked about by its number', async () => {
  const two = (other: Address, number: string) => (pdf: Pdf) => {
    label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
    label(pdf, corners[1], other, number);
    barsAcross(pdf);
  };
  expect(await verdictOf(two(paul, 'JD01 4600 0062 9999 22'))).toEqual(mayBeShared);
  // Of our own town, and of our sender's.
  const lena = at('Lena Vogt', 'Torstrasse', '9', '10435', 'Berlin');
  expect(await verdictOf(two(lena, 'JD01 4600 0062 9999 22'))).toEqual(mayBeShared);
  expect(await verdictOf(two({ ...lena, postalCode: '20457', city: 'Hamburg' }, 'JD01 4600 0062 9999 22'))).toEqual(mayBeShared);
  expect(await verdictOf(two(anna, 'JD01 4600 0062 8100 11'))).toEqual({ kind: 'match' });
});

test('a label of another order that cannot be cut from ours and shows no number is asked about by what is above its addresses', async () => {
  const verdict = await verdictOf((pdf) => {
    [anna, paul].forEach((to, at) => {
      label(pdf, corners[at] as Spot, to, at === 0 ? 'JD01 4600 0062 8100 11' : '');
      captioned(pdf, corners[at] as Spot);
    });
    barsAcross(pdf);
  });
  expect(verdict).toEqual(mayBeShared);
});

test("a depot's address, a second number and the town of the route ask nobody", async () => {
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
