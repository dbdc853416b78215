import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Lines that a benchmark prints. Rejects if it fails. */
async function linesOf(args: string): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, ['test/benchmarks/run.ts', ...args.split(' ')]);
  return stdout.trimEnd().split('\n');
}

const n = String.raw`\d+(\.\d+)?`;
/** Matches a line that has a number, never `NaN`, in the place of each #. */
const form = (line: string): RegExp => new RegExp(`^${line.replaceAll('#', n)}$`);

// The smallest sizes, no time limits: each benchmark still runs to its end and prints the expected lines.
test.each([
  [
    'scan-to-paper --rounds 1',
    [
      'scan-to-paper station +n=1 p50=#ms p95=#ms ratio=#',
      'scan-to-paper window +n=1 p50=#ms p95=#ms ratio=#',
      'scan-to-paper stage first byte +at=#ms took=#ms',
      'scan-to-paper longest_pause_ms=# after "[a-z ]+", p50 of 1 rounds #, others had the core for # ms of it more',
    ],
  ],
  ['scan-to-paper --rounds 1 --latency 1', ['scan-to-paper station +n=1 p50=#ms p95=#ms ratio=#', 'scan-to-paper longest_pause_ms=# .*']],
  [
    'batch --orders 2 --one-by-one 2',
    [
      ...['one by one', 'offers kept'].map((name) => `batch ${name}: orders=2 asked=# printed=2 at_once=# own_s=# booked_ratio=# .*`),
      'batch one by one: scan_alone_ms=# scan_beside_ms=# in turn with the batch: one_turn_ms=# turns_waited=-?# .*',
      'batch offers kept: scan_alone_ms=# scan_beside_ms=# independent of the batch: scan_ratio=#',
    ],
  ],
  [
    'import --rows 2 --turns 1',
    ['import xlsx rows=1', 'import xml rows=1', 'import rows=2'].map((name) => `${name} ratio=# longest_pause_ms=# rss_mb=#`),
  ],
  ['soak --parcels 4', ['soak parcels=4 rss_mb_at_2=# rss_mb_at_4=# ratio=#']],
  ['courier --rounds 2', ['courier call p50_ms=# bare_p50_ms=# overhead_ms=-?# ratio=#']],
  [
    'journal --parcels 1000 --rounds 2',
    ['journal size of the file in MB: parcels=1000 # parcels=1000 # ratio=#', 'journal bare append and fsync of 60 KB: .* ratio=#'],
  ],
  ['print --rounds 1 --labels 0', ['print Packbench: # ms, ratio=#; of a printer that hung up half-way: unknown', 'print .* ratio=#; .*']],
] as const)('npm run bench -- %s', async (args, forms) => {
  const lines = await linesOf(args);
  for (const each of forms) expect(lines, args).toContainEqual(expect.stringMatching(form(each)));
  expect(lines.at(-1), args).toMatch(form(forms.at(-1) ?? ''));
});
