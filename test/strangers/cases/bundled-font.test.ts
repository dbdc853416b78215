import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPage } from '../../../electron/shell/pages.ts';
import { newFolder } from '../../later.ts';

const asset = 'inter-latin-wght-normal.woff2';
const bundled = readFileSync(new URL(`../../../node_modules/@fontsource-variable/inter/files/${asset}`, import.meta.url));

test('a machine with only DejaVu gets the font from the program, and the page loads it from nowhere else', async () => {
  const root = newFolder('pages');
  writeFileSync(join(root, asset), bundled);
  const answer = await answerPage(`app://bundle/${asset}`, root, 'once');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('font/woff2');
  expect(answer.headers.get('content-security-policy')).toContain("font-src 'self'");
  expect(Buffer.from(await answer.arrayBuffer()).equals(bundled)).toBe(true);
});

test('every style of the program asks for the bundled font first', () => {
  const tokens = readFileSync(new URL('../../../renderer/look/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toMatch(/--font: "Inter Variable"/);
  const faces = readFileSync(new URL('../../../node_modules/@fontsource-variable/inter/wght.css', import.meta.url), 'utf8');
  for (const letters of ['latin', 'latin-ext', 'greek', 'cyrillic']) expect(faces).toContain(`inter-${letters}-wght-normal.woff2`);
});
