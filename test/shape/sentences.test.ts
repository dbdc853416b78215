import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';
import { sentencesIn, workshopWordsIn } from './sentences.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Number of sentences per file that no window shows: printed on paper, or shown if no window can be opened. None may grow by accident. */
const outsideTheWindow: Readonly<Record<string, number>> = {
  'electron/bench/documents/papers.ts': 1,
  'electron/bench/pickup/pickup.ts': 1,
  'electron/orders/shops/woocommerce/tell.ts': 1,
  'electron/paper/packing-slip.ts': 4,
  'electron/paper/test-label.ts': 3,
  'electron/station/cannot-start.ts': 11,
  'electron/station/system-boxes.ts': 8,
  'shared/shipped-otherwise.ts': 1,
};

/** Files that show nothing in the window: the training service, and the self-check, whose report goes into a file. */
const withoutWindow = /^electron\/(training\/|(shell|station)\/self-check)/;

test('no sentence of the window is in code below the renderer', () => {
  const files = sourceFiles(root, ['shared', 'electron']).filter((file) => !withoutWindow.test(file));
  const counts = new Map(files.map((file) => [file, sentencesIn(readFileSync(`${root}/${file}`, 'utf8')).length]));
  expect([...counts].filter(([file, count]) => count > (outsideTheWindow[file] ?? 0))).toEqual([]);
  expect(Object.keys(outsideTheWindow).filter((file) => !counts.get(file))).toEqual([]);
});

test.each([
  "refuse('The address must begin with https://');",
  "const why = 'The parcel is too heavy.';",
  'const why = `The box ${name} is gone.`;',
  'return refuse("This is not an address. It looks like https://api.example.com.");',
])('a sentence is found in %s', (source) => {
  expect(sentencesIn(source)).toHaveLength(1);
});

test.each([
  '// The parcel is too heavy.',
  '/** The parcel is too heavy. */',
  "throw new Error('A booking has left the journal.');",
  "log('The log cannot be written.');",
  "const code = 'postal-code';",
  "const documentType = 'Certificate of Origin';",
])('no sentence is found in %s', (source) => {
  expect(sentencesIn(source)).toEqual([]);
});

test('no text of the screens has a word that only its builders use', () => {
  const found = sourceFiles(root, ['renderer/text/en']).flatMap((file) =>
    workshopWordsIn(readFileSync(`${root}/${file}`, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["what: 'The journal is damaged.'", 1],
  ["journal: 'Journal'", 1],
  ['`The ledger does not answer: ${why}`', 1],
  ["'journal-lost': { what: lost }", 0],
  ["// The journal is damaged.\nwhat: 'The records are damaged.'", 0],
  ['`Bench ${journal.bench} is off`', 0],
])('%s has %i', (source, count) => {
  expect(workshopWordsIn(source)).toHaveLength(count);
});
