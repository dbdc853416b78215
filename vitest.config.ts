import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    server: { deps: { external: [/zpl-renderer-js/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/host/**'],
          environment: 'node',
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      // One browser at a time: several at once starve each other on two cores.
      {
        extends: true,
        test: { name: 'window', include: ['test/host/**/*.test.ts', 'test/e2e/**/*.test.ts'], fileParallelism: false, ...slow },
      },
    ],
  },
});
