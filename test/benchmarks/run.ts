// `npm run bench -- NAME`: each benchmark prints its own lines. Figures are ratios within one run, never promises in milliseconds.
const benchmarks: Record<string, () => Promise<{ readonly run: () => Promise<void> }>> = {
  'scan-to-paper': () => import('./scan-to-paper.ts'),
  courier: () => import('./courier.ts'),
  journal: () => import('./journal.ts'),
  import: () => import('./import.ts'),
  soak: () => import('./soak.ts'),
  print: () => import('./print.ts'),
  batch: () => import('./batch.ts'),
  ledger: () => import('./ledger.ts'),
};

// Arguments from the first one that begins with two dashes belong to the benchmark.
const given = process.argv.slice(2);
const options = given.findIndex((argument) => argument.startsWith('--'));
const wanted = options < 0 ? given : given.slice(0, options);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  for (const [name, load] of Object.entries(benchmarks)) if (wanted.length === 0 || wanted.includes(name)) await (await load()).run();
}

export {};
