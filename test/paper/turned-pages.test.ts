import { expect, onTestFinished, test } from 'vitest';
import { makePdf } from '../../electron/paper/make-pdf.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { workers } from '../fakes/workers.ts';
import { advice, anna, corners, label, type Pdf, paul, receipt, sender, words } from './pages-of-labels.ts';

const [short, long] = [595.28, 841.89];

/** Turns of an A4 page before a label is drawn on it. */
const turns: Readonly<Record<string, { readonly isLying?: boolean; readonly turn: (pdf: Pdf) => void }>> = {
  'as it is': { turn: () => undefined },
  'lying, drawn so': { isLying: true, turn: (pdf) => pdf.translate(long, 0).rotate(90) },
  'upside down, drawn so': { turn: (pdf) => pdf.translate(short, long).rotate(180) },
  'lying the other way, drawn so': { isLying: true, turn: (pdf) => pdf.translate(0, short).rotate(270) },
  'shown lying': { turn: (pdf) => say(pdf, { Rotate: 90 }) },
  'shown upside down': { turn: (pdf) => say(pdf, { Rotate: 180 }) },
  'shown lying the other way': { turn: (pdf) => say(pdf, { Rotate: 270 }) },
  'cut out of a larger sheet': { turn: (pdf) => say(pdf, { MediaBox: [-90, -60, 700, 900], CropBox: [0, 0, short, long] }) },
};
const say = (pdf: Pdf, entries: Readonly<Record<string, unknown>>): void => {
  Object.assign((pdf.page as unknown as { readonly dictionary: { readonly data: object } }).dictionary.data, entries);
};

const newPaper = () => {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  onTestFinished(() => paper.close());
  return paper;
};

const fourOfAnna = (pdf: Pdf): void => corners.forEach((corner, at) => label(pdf, corner, anna, `JD01 4600 0062 81${at}0 11`));
const oneOfPaul = (pdf: Pdf): void =>
  [anna, paul, anna].forEach((to, at) => label(pdf, corners[at] ?? corners[0], to, `JD01 4600 0062 81${at}0 11`));
const withPapers = (pdf: Pdf): void => {
  label(pdf, corners[0], anna, 'JD01 4600 0062 8100 11');
  words(pdf, { x: 110, y: 20 }, receipt);
  words(pdf, { x: 10, y: 160 }, advice);
};

test.each(Object.entries(turns))('labels on a page %s are distinguished and cut from it', async (_how, { isLying, turn }) => {
  const paper = newPaper();
  const whatBecomesOf = async (draw: (pdf: Pdf) => void, parcels: number) => {
    const bytes = await makePdf((pdf) => {
      pdf.addPage({ size: isLying ? [long, short] : [short, long], margin: 0 });
      turn(pdf);
      draw(pdf);
    });
    const { kind } = await paper.compare({ format: 'PDF', bytes }, anna, sender, { parcels, returnAsked: false });
    const stock = { widthMm: 102, heightMm: 152 };
    const of = { recipient: anna, sender, parcels };
    const sheets = await paper.labelSheets({ format: 'PDF', bytes }, { printer: 'ZPL', dpi: 203, stock, sample: false, of });
    return [kind, sheets.ok && sheets.value.length];
  };
  expect(await whatBecomesOf(fourOfAnna, 4)).toEqual(['match', 4]);
  expect(await whatBecomesOf(oneOfPaul, 2)).toEqual(['cannot-compare', 2]);
  expect(await whatBecomesOf(withPapers, 1)).toEqual(['match', 1]);
});
