import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dots = ['..', '%2e%2e', '%2E%2e', '.%2e', '%2e.', '..%00', '%252e%252e', '..;', '．．', '%c0%ae%c0%ae', '. .', '...', '~', '$HOME'];
const slashes = ['/', '%2f', '%2F', '%5c', '%5C', '\\', '//', '%252f', '%c0%af', '／'];
const absolute = [
  '//etc/passwd',
  '/etc/passwd',
  '/%2fetc%2fpasswd',
  '/C:/Windows/win.ini',
  '/C%3a%5cWindows%5cwin.ini',
  '/%5c%5cserver%5cshare%5cindex.html',
  '/file:///etc/passwd',
  '/index.html%00.js',
  '/index.html/..',
  '/INDEX.HTML',
  '/Index.html',
  '/index.html.',
  '/index.html::$DATA',
  '/index.html%20',
  '/data.json',
  '/CON.html',
  `/${'a/'.repeat(4000)}index.html`,
  `/${'%2e%2e%2f'.repeat(500)}secret.html`,
  '/%',
  '/%zz',
  '/%ff%fe.html',
  '/assets%00/index.html',
];

/** Paths that lead out of a folder of pages, or to something that is no page, in many spellings. */
export const hostilePaths: readonly string[] = [
  ...dots.flatMap((dot) => slashes.flatMap((slash) => [`/${dot}${slash}secret.html`, `/${dot}${slash}renderer-other${slash}secret.html`])),
  ...absolute,
];

/** A folder of pages beside files that must not be answered. Returns its path; the files are removed at the end of the process. */
export function pagesBesideSecrets(): string {
  const home = mkdtempSync(join(tmpdir(), 'packbench-traversal-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const root = join(home, 'renderer');
  for (const folder of [root, `${root}-other`]) mkdirSync(folder);
  for (const file of ['secret.html', 'renderer-other/secret.html', 'renderer/index.html', 'renderer/label-picture.worker-1a.js'])
    writeFileSync(join(home, file), `<script nonce="__NONCE__">${file}</script>`);
  writeFileSync(join(root, 'data.json'), '{}');
  return root;
}
