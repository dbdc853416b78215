import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const root = new URL('../..', import.meta.url).pathname;

/** A comment that begins so has no verb of its own, and needs a second reading. */
const oddStart = /^\s*(?:\/\/|\/\*\*|\*) (?:What|Who|Whether|Of|So) .*$/gm;

test.each(['/** What the printer said. */', '// So long it may take.', ' * Whether it is whole.'])(
  'an odd start is seen in %s',
  (comment) => {
    expect(comment.match(oddStart)).toHaveLength(1);
  },
);

test('no comment begins with What, Who, Whether, Of or So', () => {
  const files = sourceFiles(root, ['shared', 'electron', 'renderer', 'ledger', 'build', 'test']);
  expect(files.length).toBeGreaterThan(1000);
  const odd = files.flatMap((file) =>
    (readFileSync(`${root}/${file}`, 'utf8').match(oddStart) ?? []).map((line) => `${file}: ${line.trim()}`),
  );
  expect(odd).toEqual([]);
});
