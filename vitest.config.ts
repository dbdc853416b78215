import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { quickFolder } from './test/quick-folder.ts';
import { longestTestMs, watchdogMs } from './test/watchdog.ts';

const campaigns = 'test/**/*.campaign.test.ts';
const withBrowser = ['test/e2e/**', 'test/host/**'];
/** Campaigns of which one at a time is enough: of a browser, or of many benches. */
const alone = [...withBrowser, 'test/benches/**'].map((room) => `${room}/*.campaign.test.ts`);
/** What hangs is ended by the one watchdog, which names what it waited for; the limit of a whole test is for what no step watches. */
const patient = { testTimeout: longestTestMs, hookTimeout: longestTestMs, expect: { poll: { timeout: watchdogMs, interval: 10 } } };
/** Node reads TypeScript itself, and each file once: by every process of tests, and by the programs they start. */
const asNodeReadsIt = { experimental: { viteModuleRunner: false } };
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    env: { TMPDIR: quickFolder },
    // Tests wait half of their time: two more than there are cores.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    server: { deps: { external: [/zpl-renderer-js/] } },
    setupFiles: ['test/after-each.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [...withBrowser, campaigns],
          environment: 'node',
          isolate: false,
          ...asNodeReadsIt,
          ...patient,
        },
      },
      // Every screen by itself, in a page without a browser.
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['test/**/*.test.tsx'],
          environment: 'happy-dom',
          env: { TZ: 'Europe/Amsterdam' },
          setupFiles: ['test/renderer/before-each.ts'],
          isolate: false,
          ...patient,
        },
      },
      // One file after the other: several browsers at once starve each other on two cores.
      {
        extends: true,
        test: {
          name: 'window',
          include: withBrowser.map((room) => `${room}/*.test.ts`),
          exclude: [campaigns],
          fileParallelism: false,
          ...asNodeReadsIt,
          ...patient,
        },
      },
      // What takes minutes and draws anew each time: after `npm test`, behind those that run one by one.
      {
        extends: true,
        test: {
          name: 'campaigns',
          include: [campaigns],
          exclude: alone,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
          ...asNodeReadsIt,
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          fileParallelism: false,
          ...asNodeReadsIt,
          ...patient,
        },
      },
    ],
  },
});
