import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { quickFolder } from './test/quick-folder.ts';

const campaigns = 'test/**/*.campaign.test.ts';
/** Campaigns that start many programs at once, or a browser. */
const wantAll = ['benches', 'crash', 'e2e', 'host', 'strangers'].map((room) => `test/${room}/**/*.campaign.test.ts`);
const patient = { expect: { poll: { timeout: 10_000, interval: 10 } } };
/** Node reads TypeScript itself, and each file once: by every process of tests, and by the programs they start. */
const asNodeReadsIt = { experimental: { viteModuleRunner: false } };
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');
const slow = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    env: { TMPDIR: quickFolder },
    // Tests wait half of their time: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    server: { deps: { external: [/zpl-renderer-js/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/host/**', campaigns],
          environment: 'node',
          isolate: false,
          testTimeout: 20_000,
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
          isolate: false,
          testTimeout: 20_000,
        },
      },
      // One browser at a time: several at once starve each other on two cores.
      {
        extends: true,
        test: {
          name: 'window',
          include: ['test/host/**/*.test.ts', 'test/e2e/**/*.test.ts'],
          exclude: [campaigns],
          fileParallelism: false,
          ...asNodeReadsIt,
          ...slow,
        },
      },
      // What takes minutes and draws anew each time: after `npm test`.
      { extends: true, test: { name: 'campaigns', include: [campaigns], exclude: wantAll, ...asNodeReadsIt, ...patient, ...slow } },
      { extends: true, test: { name: 'alone', include: wantAll, fileParallelism: false, ...asNodeReadsIt, ...patient, ...slow } },
    ],
  },
});
