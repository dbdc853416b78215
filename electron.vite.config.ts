import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { noteBundledPackages } from './build/parts/collect.ts';
import { workerFiles } from './build/worker-files.ts';
import { contract } from './shared/ipc.ts';

const at = (path: string): string => resolve(import.meta.dirname, path);
const names = { calls: Object.keys(contract.calls), pushes: Object.keys(contract.pushes) };

export default defineConfig({
  main: {
    plugins: [noteBundledPackages('main')],
    build: {
      outDir: at('out/main'),
      rolldownOptions: {
        input: {
          main: at('electron/shell/main.ts'),
          ...Object.fromEntries(Object.entries(workerFiles).map(([name, source]) => [name, at(source)])),
          'copy-worker': at('electron/journal/copy-worker.ts'),
        },
      },
    },
  },
  preload: {
    // The preload needs the names of the contract, not its schemas: they would make it a hundred times as large.
    plugins: [noteBundledPackages('preload')],
    define: { CONTRACT_NAMES: JSON.stringify(names) },
    build: {
      outDir: at('out/preload'),
      rolldownOptions: { input: { preload: at('electron/shell/preload.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [react(), noteBundledPackages('renderer')],
    // electron/shell/pages.ts puts fresh random text in place of this with every answer.
    html: { cspNonce: '__NONCE__' },
    worker: { format: 'es', plugins: () => [noteBundledPackages('label-worker')] },
    build: {
      outDir: at('out/renderer'),
      assetsInlineLimit: 0,
      minify: true,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: at('renderer/index.html') },
    },
  },
});
