import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editedFiles } from './edited.ts';
import type { Wrong } from './wrong.ts';

const slugs = ['wrongs', 'shops/wrongs'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url)).map((file) => `${folder}/${file.replace(/\.ts$/, '')}`),
);

test.each(slugs)('the bug “%s” can still be injected: each of its texts occurs once in the source', async (slug) => {
  const { wrong } = (await import(`./${slug}.ts`)) as { readonly wrong: Wrong };
  expect(editedFiles(wrong.edits, new URL('../../', import.meta.url)).size).toBeGreaterThan(0);
});
