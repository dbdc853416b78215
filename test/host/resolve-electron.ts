// Loaded before everything else: from now on `electron` means the stand-in, for import and require alike.
import { registerHooks } from 'node:module';

const standIn = new URL('./electron.ts', import.meta.url).href;
const names = new Set(['electron', 'electron/main', 'electron/common']);

registerHooks({
  resolve: (specifier, context, next) => (names.has(specifier) ? { url: standIn, shortCircuit: true } : next(specifier, context)),
});
