import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Ways for a harness to set a limit of its own, which a slow machine would reach. */
const ownLimits = [
  /\b(?:timeout|testTimeout|hookTimeout|asyncUtilTimeout): *[\d_]{3,}/,
  /\b(?:setDefaultTimeout|setDefaultNavigationTimeout|AbortSignal\.timeout)\([\d_]{3,}/,
  /\bwaitForTimeout\(/,
  /\bvi\.wait(?:Until|For)\(/,
  /\bfirstWindow\(\)/,
];
/** Files with a limit of another library, which is measured beside ours. */
const allowed = ['test/benchmarks/print.ts', 'test/shape/limits.test.ts'];

const limitsIn = (source: string): string[] => source.split('\n').filter((line) => ownLimits.some((limit) => limit.test(line)));

test('no harness has another limit than the watchdog', () => {
  const found = sourceFiles(root, ['test', 'build'])
    .filter((file) => !allowed.includes(file))
    .flatMap((file) => limitsIn(readFileSync(`${root}/${file}`, 'utf8')).map((line) => `${file}: ${line.trim()}`));
  expect(found).toEqual([]);
});

test.each([
  '    timeout: 15_000,',
  '  page.setDefaultTimeout(3_000);',
  '  await page.waitForTimeout(100);',
  '  await vi.waitUntil(() => printer.sheets().length > 0, { interval: 10 });',
  '  const page = await app.firstWindow();',
  '  signal: AbortSignal.timeout(5000),',
])('a planted limit is found: %s', (line) => {
  expect(limitsIn(line)).toHaveLength(1);
});

test('only the launcher imports the matchers of Playwright, which wait for 5 s', () => {
  const found = sourceFiles(root, ['test']).filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes("from '@playwright/test'"));
  expect(found.filter((file) => file !== 'test/shape/limits.test.ts')).toEqual(['test/e2e/launch.ts']);
});
