import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/experimental';
import { editedFiles } from './edited.ts';
import type { Edit } from './wrong.ts';

const root = new URL('../../', import.meta.url);
const at = (path: string): string => new URL(path, root).href;

/** Parts of the window that only a browser has, and their replacements if its screens are drawn as words. */
const standIns: Readonly<Record<string, string>> = { [at('renderer/query.ts')]: at('test/strangers/window/query.ts') };
const inWindow = (url: string | undefined): boolean => url?.startsWith(at('renderer/')) ?? false;

/**
 * Lets plain Node load the window's screens, and the whole program with these edits to its source. Call it before the first import of the
 * program. Throws if the text of an edit is not found exactly once.
 */
export function loadProgram(edits: readonly Edit[]): void {
  const edited = new Map([...editedFiles(edits, root)].map(([file, source]) => [at(file), source]));
  registerHooks({
    resolve(specifier, context, next) {
      if (inWindow(context.parentURL) && specifier.endsWith('?worker&url'))
        return { url: 'data:text/javascript,export default ""', shortCircuit: true };
      if (inWindow(context.parentURL) && specifier.endsWith('.css')) return { url: 'data:text/javascript,', shortCircuit: true };
      const resolved = next(specifier, context);
      return inWindow(context.parentURL) && standIns[resolved.url]
        ? { ...resolved, url: standIns[resolved.url] ?? resolved.url }
        : resolved;
    },
    load(url, context, next) {
      if (url.endsWith('?raw')) {
        const raw = readFileSync(fileURLToPath(url.slice(0, -'?raw'.length)), 'utf8');
        return { format: 'module', source: `export default ${JSON.stringify(raw)};`, shortCircuit: true };
      }
      const source = edited.get(url);
      if (url.endsWith('.tsx')) {
        const file = fileURLToPath(url);
        const { code, errors } = transformSync(file, source ?? readFileSync(file, 'utf8'), { lang: 'tsx', jsx: { runtime: 'automatic' } });
        if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors.map(String).join('; ')}`);
        return { format: 'module', source: code, shortCircuit: true };
      }
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}

/** Returns the file of a bug that can be reintroduced. */
export const wrongFile = (slug: string): string => pathToFileURL(fileURLToPath(new URL(`wrongs/${slug}.ts`, import.meta.url))).href;
