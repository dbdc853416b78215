// Reads the report of a test run and prints the evidence for each security item: `npm run test:security`, and at the end of `npm test`.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { items, type Level } from './items.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly meta?: { readonly counted?: Readonly<Record<string, number>> };
    }[];
  }[];
}

const [file = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
const ran = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map((each) => ({ ...each, file: relative(process.cwd(), name) })),
);
const missing: string[] = [];
const levels: Record<Level, number> = { proven: 0, configured: 0, packaged_only: 0 };

for (const { no, name, level, tests } of items) {
  const evidence = tests.map(([of, title]) => {
    const found = ran.filter((each) => each.file === of && each.title.startsWith(title));
    const passed = found.filter(({ status }) => status === 'passed');
    if (passed.length === 0 || passed.length < found.length) missing.push(`${no}: "${title}" in ${of}`);
    return `${of.replace(/^test\//, '')} "${title}" ${passed.length}/${found.length}`;
  });
  levels[level] += 1;
  console.log(`${no.padEnd(4)}${level.padEnd(14)}${name.padEnd(30)}${evidence.join('; ')}`);
}

for (const { title, meta } of ran)
  if (meta?.counted)
    console.log(
      `${title}: ${Object.entries(meta.counted)
        .map(([what, count]) => `${what}=${count}`)
        .join(' ')}`,
    );
for (const each of missing) console.error(`NO EVIDENCE ${each}`);
const mutants = ran.filter(({ title }) => title.startsWith('mutant: '));
const survived = mutants.filter(({ status }) => status !== 'passed');
for (const { title } of survived) console.error(`SURVIVED ${title}`);
const counts = Object.entries(levels).map(([level, count]) => `${level}=${count}`);
console.log(`items=${items.length} ${counts.join(' ')} mutants=${mutants.length} survived=${survived.length}`);
process.exitCode = missing.length + survived.length === 0 && mutants.length > 0 ? 0 : 1;
