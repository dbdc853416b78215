import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** One import of ours: from which file, of which file or package, and whether only its types are used. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

const pattern =
  /^\s*(?:import|export)\s+(?<type>type\s)?(?:[^'"]*?\sfrom\s+)?['"](?<to>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]\s*\)|new URL\(\s*['"](?<url>\.[^'"]+)['"]/gm;

/** Every import in a text, with relative paths resolved against the file it stands in. */
export function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(pattern)].map(({ groups = {} }) => {
    const to = groups['to'] ?? groups['lazy'] ?? groups['url'] ?? '';
    return { from, to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to, isTypeOnly: groups['type'] !== undefined };
  });
}

export function sourceFiles(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
}

export const importsUnder = (root: string, folders: readonly string[]): Import[] =>
  sourceFiles(root, folders).flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));

const closedRooms = ['courier', 'orders', 'paper', 'printers', 'journal', 'credentials', 'training'];
const shell = new Set(['electron/main.ts', 'electron/window.ts', 'electron/ipc.ts', 'electron/preload.ts']);
const builders = new Set(['electron/station.ts', 'electron/world.ts', 'electron/handlers.ts']);

/** Why an import breaks the rule of who may import whom, or undefined where it keeps it. */
export function breach({ from, to, isTypeOnly }: Import): string | undefined {
  const isOurs = /^(shared|electron|renderer|test|build)\//.test(to);
  if (!isOurs) return breachOfPackage(from, to);
  if (to.startsWith('test/') || to.startsWith('build/')) return 'the product never imports tests or packaging';
  if (from.startsWith('shared/')) return to.startsWith('shared/') ? undefined : 'shared imports nothing of ours';
  if (from.startsWith('renderer/')) return /^(shared|renderer)\//.test(to) ? undefined : 'the renderer imports shared only';
  if (to.startsWith('renderer/')) return 'nobody imports the renderer';
  if (to.startsWith('shared/')) return undefined;
  const room = roomOf(from);
  if (room === 'bench') return roomOf(to) === 'bench' ? undefined : 'the bench knows the rooms next door only through its ports';
  if (room && closedRooms.includes(room)) {
    if (roomOf(to) === room) return undefined;
    return isTypeOnly && to === 'electron/bench/ports.ts' ? undefined : 'rooms never import each other';
  }
  if (from === 'electron/preload.ts') return 'the preload imports the contract only';
  if (from === 'electron/ipc.ts' || from === 'electron/window.ts')
    return to === 'electron/window.ts' || to === 'electron/pages.ts' || (isTypeOnly && to.startsWith('electron/bench/'))
      ? undefined
      : 'the shell knows no rooms';
  if (from === 'electron/main.ts')
    return /^electron\/(station|ipc|window|log|platform)\.ts$/.test(to) ? undefined : 'main hands over and knows no rooms';
  if (builders.has(from)) return shell.has(to) ? 'the station knows no Electron' : undefined;
  if (/^electron\/(log|settings|snapshots|platform|pages|link)\.ts$/.test(from))
    return isTypeOnly && /^electron\/(bench\/ports|platform)\.ts$/.test(to) ? undefined : 'a leaf of the main process imports shared only';
  return `no rule speaks of ${from}`;
}

function breachOfPackage(from: string, name: string): string | undefined {
  if (/^electron(\/|$)/.test(name) && !shell.has(from)) return 'the package electron appears in four files only';
  if (from.startsWith('shared/') && name !== 'zod') return 'shared uses zod and no other package';
  if (from.startsWith('renderer/') && (name.startsWith('node:') || name === 'undici'))
    return 'the renderer has neither Node nor the network';
  if (from.startsWith('electron/bench/') && !name.startsWith('node:') && name !== 'zod') return 'the bench uses no package';
  if (from.startsWith('electron/bench/') && /^node:(http|https|net|tls|fs|sqlite|child_process)/.test(name))
    return 'the bench touches the world through ports only';
  if (name === 'node:sqlite' && !from.startsWith('electron/journal/')) return 'the journal holds the only SQL';
  return undefined;
}

const roomOf = (file: string): string | undefined => /^electron\/([\w-]+)\//.exec(file)?.[1];

/** Files that reach themselves by their imports, those that reach each other together. */
export function circles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const reachedFrom = (start: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const { to } of next.get(file) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        open.push(to);
      }
    return reached;
  };
  const reach = new Map([...next.keys()].map((file) => [file, reachedFrom(file)]));
  const inCircle = [...reach].filter(([file, reached]) => reached.has(file)).map(([file]) => file);
  const groups = Map.groupBy(inCircle, (file) =>
    inCircle
      .filter((each) => reach.get(file)?.has(each))
      .toSorted()
      .join(' '),
  );
  return [...groups.values()].map((files) => files.toSorted());
}
