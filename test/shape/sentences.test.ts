import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';
import { sentencesIn } from './sentences.ts';

const root = new URL('../..', import.meta.url).pathname;

/**
 * What still says sentences below the renderer, and how many: their codes and parameters are to go up, and the sentences to
 * `renderer/text/`. None is added; one that goes away leaves the list.
 */
const still: Readonly<Record<string, number>> = {
  'electron/bench/documents/papers.ts': 1,
  'electron/bench/pickup/pickup.ts': 1,
  'electron/credentials/data-key.ts': 3,
  'electron/journal/journal-error.ts': 5,
  'electron/paper/paper.ts': 3,
  'electron/paper/test-label.ts': 3,
  'electron/shell/main.ts': 1,
};

test('no sentence for people stands below the renderer, but where it is named', () => {
  const files = sourceFiles(root, ['shared', 'electron']).filter((file) => !file.startsWith('electron/training/'));
  const counts = new Map(files.map((file) => [file, sentencesIn(readFileSync(`${root}/${file}`, 'utf8')).length]));
  expect([...counts].filter(([file, count]) => count > (still[file] ?? 0))).toEqual([]);
  expect(Object.keys(still).filter((file) => !counts.get(file))).toEqual([]);
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
])('none is found in %s', (source) => {
  expect(sentencesIn(source)).toEqual([]);
});
