import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Where a program stands that was built. */
type Built = (name: string) => string;
const built = new Map<string, Promise<Built>>();

/**
 * Programs as the packaged one is: without types, in few files, so that they start in half the time. Built once by each process that asks;
 * inside the project, so that its packages are found, and as deep in it as the folders of tests, so that `../../electron` leads there too.
 */
export function bundled(folder: string, input: Readonly<Record<string, string>>): Promise<Built> {
  const building = built.get(folder) ?? build(folder, input);
  built.set(folder, building);
  return building;
}

async function build(folder: string, input: Readonly<Record<string, string>>): Promise<Built> {
  const root = resolve(import.meta.dirname, '..');
  const dir = join(root, 'out', `${folder}-programs`);
  const bundle = await rolldown({ cwd: root, input: { ...input }, platform: 'node', external: [/^[^./]/] });
  await bundle.write({ dir, entryFileNames: '[name].js' });
  await bundle.close();
  return (name) => join(dir, `${name}.js`);
}
