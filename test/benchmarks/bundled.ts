import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Builds programs of a benchmark as the packaged program is: without types, in few files. Inside the project, so that its packages are
 * found. Answers where a program stands.
 */
export async function bundled(benchmark: string, input: Readonly<Record<string, string>>): Promise<(name: string) => string> {
  const dir = resolve('out/bench', benchmark);
  const bundle = await rolldown({ input: { ...input }, platform: 'node', external: [/^[^./]/] });
  await bundle.write({ dir, entryFileNames: '[name].js' });
  await bundle.close();
  return (name) => join(dir, `${name}.js`);
}
