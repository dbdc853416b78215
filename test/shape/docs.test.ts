import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { words } from '../words.ts';
import { brokenLinks, longParagraphs, missingNames, type Page, pagesOf, quotedWords, treeOf } from './docs.ts';

const root = new URL('../..', import.meta.url).pathname;
const tree = treeOf(root);
const pages = pagesOf(root, tree);

const page = (text: string): Page => ({ path: 'docs/page.md', text });
const small: ReadonlySet<string> = new Set(words('docs docs/page.md docs/other.md electron electron/bench electron/bench/bench.ts'));
const other: Page = { path: 'docs/other.md', text: '# Other\n\n## Set it up\n' };

test('every link of a document leads to an existing file and heading', () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.flatMap((each) => brokenLinks(each, pages, tree))).toEqual([]);
});

test.each(['[a](gone.md)', '[a](other.md#gone)', '[a](#gone)', '[a](../electron/gone.ts)'])('reports the broken link %s', (text) => {
  expect(brokenLinks(page(text), [page(text), other], small)).toHaveLength(1);
});

test.each(['[a](other.md)', '[a](other.md#set-it-up)', '[a](../electron/bench/)', '[a](https://example.com/gone)', '`[a](gone.md)`'])(
  'accepts the link %s',
  (text) => {
    expect(brokenLinks(page(text), [page(text), other], small)).toEqual([]);
  },
);

test('every source file and folder named in a document exists', () => {
  expect(pages.flatMap((each) => missingNames(each, tree))).toEqual([]);
});

test.each(['`electron/bench/gone.ts`', '`gone.ts`', '`gone.sql`', '`electron/gone/`'])('reports the missing name %s', (text) => {
  expect(missingNames(page(text), small)).toHaveLength(1);
});

test.each(['`electron/bench/bench.ts`', '`bench.ts`', '`other.md`', '`electron/bench/`', '`npm test`', '`settings.json`', '`*-layout.ts`'])(
  'accepts the name %s',
  (text) => {
    expect(missingNames(page(text), small)).toEqual([]);
  },
);

test('every command named in a document is a script of the project', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?<name>[\w:-]*\w)/g)].flatMap(({ groups }) => {
      const name = groups?.['name'] ?? '';
      return name in scripts ? [] : [`${path}: ${name}`];
    }),
  );
  expect(missing).toEqual([]);
});

test('the architecture fits in 150 lines', () => {
  const architecture = pages.find(({ path }) => path === 'docs/architecture.md');
  expect(architecture?.text.split('\n').length).toBeLessThanOrEqual(150);
});

test('every folder of the product has a README', () => {
  const folders = [...tree].filter((path) => /^(?:shared|electron|renderer|ledger)(?:\/|$)/.test(path) && !/\.\w+$/.test(path));
  expect(folders.filter((folder) => !tree.has(`${folder}/README.md`))).toEqual([]);
});

const manual = pages.filter(({ path }) => path.startsWith('docs/manual/'));

test('no paragraph of the manual has more than 80 words', () => {
  expect(manual.flatMap((each) => longParagraphs(each, 80))).toEqual([]);
  expect(longParagraphs(page(`${'word '.repeat(80)}\n\n1. ${'word '.repeat(81)}`), 80)).toHaveLength(1);
});

test('the manual quotes texts that are on the screens', () => {
  const texts = [...tree]
    .filter((path) => path.startsWith('renderer/text/en/') && path.endsWith('.ts'))
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    .join('\n');
  const missing = manual.flatMap((each) => quotedWords(each).flatMap((words) => (texts.includes(words) ? [] : [`${each.path}: ${words}`])));
  expect(manual.flatMap(quotedWords).length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('reads quoted words, and two of a path to a tab', () => {
  expect(quotedWords(page('Press *Save*, **not** `*code*`, in *Setup → Account*.'))).toEqual(['Save', 'Setup', 'Account']);
});
