// `npm run test:fuzz -- --runs 100000 [--seed 1]`: sends this number of mutated answers to each operation; the last line summarises the
// results. The heap is kept small (`package.json`), so that an answer which takes hundreds of megabytes ends the run.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz-run.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } });
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) throw new Error('Say how many: --runs 100000 --seed 1');

let strays = 0;
for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(kind, (error: unknown) => {
    strays += 1;
    process.stderr.write(`${kind}: ${String(error)}\n`);
  });

const started = performance.now();
const report = await fuzz(runs, seed);
for (const example of report.examples) process.stdout.write(`${example}\n`);
process.stdout.write(`seed=${seed} seconds=${((performance.now() - started) / 1000).toFixed(1)}\n`);
const uncaught = report.uncaught + strays;
process.stdout.write(
  `operations=${report.operations} runs=${report.runs} uncaught=${uncaught} hangs=${report.hangs} rss_mb=${report.rssMegabytes}\n`,
);
process.exitCode = uncaught + report.hangs > 0 ? 1 : 0;
