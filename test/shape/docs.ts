import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** A document of the project. `path` is relative to the root of the project. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Folders that are not part of the project's source. */
const skipped = /(?:^|\/)(?:node_modules|\.git|out|dist)(?:\/|$)/;

/** Paths of all files and folders of the project, relative to its root. */
export function treeOf(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.test(path)) continue;
      found.add(path);
      if (entry.isDirectory()) walk(path);
    }
  };
  walk('');
  return found;
}

export const pagesOf = (root: string, tree: ReadonlySet<string>): readonly Page[] =>
  [...tree]
    .filter((path) => path.endsWith('.md') && statSync(join(root, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** Returns GitHub's anchor for a heading. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#+ (?<title>.+)$/gm)].map(({ groups }) => anchorOf(groups?.['title'] ?? '')));

/** Links of a page to files or headings that do not exist. Web addresses are not checked. */
export function brokenLinks(page: Page, pages: readonly Page[], tree: ReadonlySet<string>): readonly string[] {
  return [...withoutCode(page.text).matchAll(/\]\((?<to>[^)\s]+)\)/g)].flatMap(({ groups }) => {
    const to = groups?.['to'] ?? '';
    if (/^[a-z]+:/.test(to)) return [];
    const [file = '', anchor = ''] = to.split('#');
    const path = file === '' ? page.path : normalize(join(dirname(page.path), file)).replace(/\/$/, '');
    if (!tree.has(path)) return [`${page.path}: ${to}`];
    if (anchor === '') return [];
    const target = pages.find((each) => each.path === path);
    return target && !anchorsOf(target.text).has(anchor) ? [`${page.path}: ${to}`] : [];
  });
}

const sourceName = /^[\w./-]+\.(?:tsx?|sql|css|md)$/;
const folderName = /^(?:shared|electron|renderer|ledger|test|build|docs)(?:\/[\w.-]+)*\/$/;

/** Names of source files and folders in `code` of a page that do not exist: whole paths, paths beside the page, or a name alone. */
export function missingNames(page: Page, tree: ReadonlySet<string>): readonly string[] {
  const names = new Set([...tree].map((path) => basename(path)));
  const exists = (name: string): boolean => {
    if (tree.has(name.replace(/\/$/, '')) || tree.has(normalize(join(dirname(page.path), name)))) return true;
    return !name.includes('/') && names.has(name);
  };
  return [...page.text.matchAll(/`(?<code>[^`\n]+)`/g)].flatMap(({ groups }) => {
    const code = groups?.['code'] ?? '';
    return (sourceName.test(code) || folderName.test(code)) && !exists(code) ? [`${page.path}: ${code}`] : [];
  });
}

/** Paragraphs and list items of more than `most` words. Tables and code are not paragraphs. */
export function longParagraphs(page: Page, most: number): readonly string[] {
  return withoutCode(page.text)
    .split(/\n\s*\n|\n(?=\s*(?:\d+\.|-) )/)
    .filter((paragraph) => !paragraph.trimStart().startsWith('|'))
    .filter((paragraph) => paragraph.split(/\s+/).filter((word) => /\w/.test(word)).length > most)
    .map((paragraph) => `${page.path}: ${paragraph.trim().slice(0, 60)}`);
}

/** Screen words that a page of the manual quotes in italics; `Setup → Account` counts as two. */
export const quotedWords = (page: Page): readonly string[] =>
  [...withoutCode(page.text).matchAll(/(?<![*\w])\*(?<words>[^*\n]+)\*(?![*\w])/g)].flatMap(({ groups }) =>
    (groups?.['words'] ?? '').split(' → '),
  );
