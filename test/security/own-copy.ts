import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { editedFiles } from '../strangers/edited.ts';
import type { Edit } from '../strangers/wrong.ts';

// Modules of the shell and of the stand-in for Electron hold state, and a lock is removed from their source. So each run gets a copy of
// its own inside this process: a module whose address ends with `?copy=NUMBER` imports copies with the same number.

const root = new URL('../../', import.meta.url);
const outMain = fileURLToPath(new URL('out/main', root));
const edited = new Map<string, ReadonlyMap<string, string>>();
const copied = /^file:.*\/(?:electron\/shell|electron\/bench\/tracking|electron\/courier|test\/host|build)\/[\w./-]+\.ts$/;
const numberIn = (url: string | undefined): string | undefined => /\?copy=(\d+)$/.exec(url ?? '')?.[1];

registerHooks({
  resolve(specifier, context, next) {
    const number = numberIn(context.parentURL);
    if (number === undefined) return next(specifier, context);
    if (specifier === 'electron') return { url: new URL(`test/host/electron.ts?copy=${number}`, root).href, shortCircuit: true };
    const found = next(specifier, context);
    return copied.test(found.url) ? { ...found, url: `${found.url}?copy=${number}` } : found;
  },
  load(url, context, next) {
    const number = numberIn(url);
    const loaded = next(url, context);
    if (number === undefined) return loaded;
    const file = url.slice(root.href.length).replace(/\?.*$/, '');
    const source = edited.get(number)?.get(file) ?? readFileSync(fileURLToPath(url.replace(/\?.*$/, '')), 'utf8');
    // Pages and the preload are the built ones.
    const inPlace = file.startsWith('electron/') ? source.replaceAll('import.meta.dirname', JSON.stringify(outMain)) : source;
    return { ...loaded, source: inPlace };
  },
});

let last = 0;

/** Imports modules of the project from copies of their own, with these edits. Returns a function that imports one by its path. */
export function copyOf(edits: readonly Edit[] = []): <T>(path: string) => Promise<T> {
  const number = String(++last);
  edited.set(number, editedFiles(edits, root));
  return (path) => import(new URL(`${path}?copy=${number}`, root).href);
}
