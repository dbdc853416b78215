import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPage, pagePolicy } from '../../../electron/shell/pages.ts';
import { words } from '../../words.ts';

const home = mkdtempSync(join(tmpdir(), 'packbench-pages-'));
const pages = join(home, 'renderer');
beforeAll(() => {
  for (const folder of [pages, `${pages}-other`]) mkdirSync(folder);
  for (const file of ['renderer/index.html', 'renderer/label-picture.worker-1a.js', 'secret.html', 'renderer-other/secret.html'])
    writeFileSync(join(home, file), `<script nonce="__NONCE__">${file}</script>`);
  writeFileSync(join(pages, 'data.json'), '{}');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ask = (path: string) => answerPage(`app://bundle${path}`, pages, 'n0nce');

test.each([
  ...words('/..%2fsecret.html /..%2frenderer-other%2fsecret.html /..%5csecret.html /%2e%2e%2fsecret.html /index.html%00.html'),
  ...words('/data.json /missing.html /% /'),
])('only pages in their folder are answered: %s is not', async (path) => {
  const answer = await ask(path);
  expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
});

test('a page has the nonce of its answer and a policy that names everything that it may do', async () => {
  const answer = await ask('/index.html');
  expect(await answer.text()).toBe('<script nonce="n0nce">renderer/index.html</script>');
  expect(answer.headers.get('content-security-policy')).toBe(pagePolicy('n0nce'));
  const policy = new Map(
    pagePolicy('n0nce')
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'nonce-n0nce'",
    'style-src': "'self' 'nonce-n0nce'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'packbench-workers',
  });
});

test('the worker that draws labels may compile WebAssembly and nothing else', async () => {
  const { headers } = await ask('/label-picture.worker-1a.js');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('answers have the stated type, are for this origin only, and are not cached', async () => {
  const { headers } = await ask('/index.html');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
});
