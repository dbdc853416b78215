import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { editedFiles } from '../strangers/edited.ts';
import { watchdogMs } from '../watchdog.ts';
import { type Mutant, roomMutants, windowMutants } from './locks.ts';

// Removes each lock in a copy of the project and runs the tests that guard it. A mutant that no test detects has survived.
const root = join(import.meta.dirname, '../..');
const [wanted = ''] = process.argv.slice(2);

const parts = ['shared', 'electron', 'ledger', 'renderer', 'test', 'build', 'docs', 'out'];

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'packbench-mutants-'));
  // A test reads it as a user without rights.
  chmodSync(copy, 0o755);
  const files = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  for (const part of [...parts, ...files]) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** Runs a command. `isGreen`: it ended without an error. */
function run(copy: string, args: readonly string[]): Promise<{ readonly isGreen: boolean; readonly output: string }> {
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, NO_COLOR: '1', PATH: `${bin}:${process.env['PATH']}` };
  const [script = '', ...rest] = args;
  return new Promise((resolve) => {
    // The watchdog inside ends a command that hangs.
    execFile(process.execPath, [join(root, 'node_modules', script), ...rest], { cwd: copy, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ isGreen: error === null, output: stdout + stderr }),
    );
  });
}

const build = ['electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'];
const tests = (projects: readonly string[], paths: readonly string[], named?: string): string[] => [
  'vitest/vitest.mjs',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--bail=1',
  // A removed lock may let a test wait for something that never comes.
  `--testTimeout=${watchdogMs}`,
  ...paths,
  ...(named === undefined ? [] : ['-t', named]),
];

/**
 * Tests the mutants one after the other, in a copy of its own. Throws if the tests fail with every lock in place, because a failure would
 * then mean nothing. `isBuilt`: the tests use the built program.
 */
async function lane(projects: readonly string[], isBuilt: boolean, mutants: readonly Mutant[]): Promise<readonly string[]> {
  const chosen = mutants.filter(({ title }) => title.includes(wanted));
  const survived: string[] = [];
  if (chosen.length === 0) return survived;
  const copy = copyProject();
  try {
    const whole = await run(copy, tests(projects, [...new Set(chosen.map(({ test }) => test))]));
    if (!whole.isGreen) throw new Error(`With every lock in place the tests are red:\n${whole.output}`);
    for (const { title, edits, test, named } of chosen) {
      const edited = editedFiles(edits, pathToFileURL(`${copy}/`));
      const before = [...edited.keys()].map((file) => [file, readFileSync(join(copy, file))] as const);
      for (const [file, source] of edited) writeFileSync(join(copy, file), source);
      const built = isBuilt ? await run(copy, build) : { isGreen: true, output: '' };
      if (!built.isGreen) throw new Error(`"${title}" cannot be built:\n${built.output}`);
      const { isGreen, output } = await run(copy, tests(projects, [test], named));
      const isCaught = !isGreen && /Tests\s+\d+ failed/.test(output);
      if (!isCaught) survived.push(title);
      console.log(`${isCaught ? 'caught  ' : 'SURVIVED'} ${title}`);
      for (const [file, bytes] of before) writeFileSync(join(copy, file), bytes);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return survived;
}

const started = performance.now();
const survived = (
  await Promise.all([lane(['rooms', 'alone'], true, windowMutants), lane(['rooms', 'campaigns'], false, roomMutants)])
).flat();
const all = [...windowMutants, ...roomMutants].filter(({ title }) => title.includes(wanted));
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`mutants=${all.length} survived=${survived.length}`);
process.exitCode = survived.length === 0 ? 0 : 1;
