import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Ways to start a program's own file as Node, or a file of JavaScript in a new process. The fuses of a package forbid both. */
const ways =
  /process\.execPath|\bexecPath\b|RUN_AS_NODE|child_process'\)?\.fork|\{[^}]*\bfork\b[^}]*\}\s*(?:=|from)|node:cluster|NODE_OPTIONS['"\]]*\s*[:=][^=]/;

const sources = (pattern: string): (readonly [string, string])[] => globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')]);

test.each(['electron/**/*.ts', 'shared/**/*.ts', 'out/main/*.js', 'out/preload/*.cjs'])(
  'nothing in %s starts a process of Node',
  (pattern) => {
    const found = sources(pattern);
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(([file, text]) => ways.exec(text)?.[0].concat(` in ${file}`) ?? [])).toEqual([]);
  },
);

test('every worker process is one of Electron, and every thread one of this process', () => {
  const text = readFileSync('electron/shell/main.ts', 'utf8');
  expect(text.match(/\.fork\(/g)).toEqual(['.fork(']);
  expect(text).toContain('utilityProcess.fork(');
});

test.each([
  "spawn(process.execPath, ['worker.js'])",
  "import { fork } from 'node:child_process'",
  "const { fork } = require('child_process')",
  "env: { ELECTRON_RUN_AS_NODE: '1' }",
  "import cluster from 'node:cluster'",
])('the search finds %s', (text) => {
  expect(text).toMatch(ways);
});
