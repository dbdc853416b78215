import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Returns the path of a built program. */
type Built = (name: string) => string;
const built = new Map<string, Promise<Built>>();

/**
 * Builds programs as in the package: without types and in few files, so that they start in half the time. Each process that calls this
 * builds them once. They are built inside the project, so that its packages resolve, and at the same depth as the test folders, so that
 * `../../electron` resolves too.
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
