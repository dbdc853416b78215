import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** One import of the project: the importing file, the imported file or package, and whether only types are used. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

const pattern =
  /^\s*(?:import|export)\s+(?<type>type\s)?(?:[^'"]*?\sfrom\s+)?['"](?<to>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]\s*\)|new URL\(\s*['"](?<url>\.[^'"]+)['"]/gm;

/** Every import in a text, with relative paths resolved against its file. */
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

/** Rooms that every closed room may use. */
const commonRooms = ['files', 'listener'];

const closedRooms = ['listener', 'courier', 'orders', 'paper', 'printers', 'journal', 'ledger', 'credentials', 'training'];

/** Rooms that import no other room. */
const leaves = ['files', 'workers'];

/** Rooms that hand work to processes beside the program. */
const askWorkers = ['paper', 'orders', 'printers'];

/** Rooms that each room of the bench may use besides the context, the ports and the exchange. */
const benchRooms: Readonly<Record<string, readonly string[]>> = {
  ports: [],
  exchange: [],
  ship: ['labels'],
  batch: ['ship', 'labels', 'print'],
  labels: ['documents'],
  orders: [],
  print: ['labels', 'setup'],
  pickup: ['documents'],
  documents: [],
  tracking: [],
  resolve: ['ship', 'labels', 'documents'],
  setup: [],
};

/** Why an import breaks the import rules; undefined if it keeps them. */
export function breach({ from, to, isTypeOnly }: Import): string | undefined {
  const isOurs = /^(shared|electron|renderer|test|build)\//.test(to);
  if (!isOurs) return breachOfPackage(from, to);
  if (to.startsWith('test/') || to.startsWith('build/')) return 'the product never imports tests or packaging';
  if (from.startsWith('shared/')) return to.startsWith('shared/') ? undefined : 'shared imports nothing of ours';
  if (from.startsWith('renderer/')) return /^(shared|renderer)\//.test(to) ? undefined : 'the renderer imports shared only';
  if (to.startsWith('renderer/')) return 'nobody imports the renderer';
  const [room, target] = [roomOf(from), roomOf(to)];
  if (room === undefined) return `${from} stands in no room`;
  if (leaves.includes(room)) return target === room ? undefined : `${room} is a leaf: it imports nothing of ours`;
  if (to.startsWith('shared/')) return undefined;
  if (room === target) return room === 'bench' ? breachInBench(from, to) : undefined;
  if (room === 'bench') return 'the bench knows the rooms next door only through its ports';
  if (closedRooms.includes(room))
    return commonRooms.includes(target ?? '') ||
      (target === 'workers' && askWorkers.includes(room)) ||
      (isTypeOnly && to.startsWith('electron/bench/ports/'))
      ? undefined
      : 'rooms never import each other';
  if (room === 'calls') {
    if (target !== 'bench') return 'the calls know the bench only: anything else the station hands to them';
    return to.startsWith('electron/bench/ports/') && !isTypeOnly ? 'the calls know types of the ports only' : undefined;
  }
  if (room === 'station') return target === 'shell' ? 'the station knows no Electron' : undefined;
  if (room === 'shell')
    return target === 'station' && from !== 'electron/shell/preload.ts' ? undefined : 'the shell knows the station only';
  return `no rule speaks of ${from}`;
}

function breachInBench(from: string, to: string): string | undefined {
  const [room, target] = [benchRoomOf(from), benchRoomOf(to)];
  const isRoot = (each: string | undefined): each is undefined => each === undefined;
  if (to === 'electron/bench/ship/conversation.ts' && from !== 'electron/bench/bench.ts')
    return 'only the bench itself holds the conversation';
  if (isRoot(room) || room === target || isRoot(target) || target === 'ports' || target === 'exchange') return undefined;
  return benchRooms[room]?.includes(target) ? undefined : `bench/${room} does not know bench/${target}`;
}

function breachOfPackage(from: string, name: string): string | undefined {
  if (/^electron(\/|$)/.test(name) && !from.startsWith('electron/shell/')) return 'only the shell knows the package electron';
  if (from.startsWith('shared/') && !['zod', 'temporal-polyfill'].includes(name))
    return 'shared uses zod and Temporal, and no other package';
  if (from.startsWith('renderer/') && (name.startsWith('node:') || name === 'undici'))
    return 'the renderer has neither Node nor the network';
  if (from.startsWith('electron/bench/') && !name.startsWith('node:') && !['zod', 'p-queue'].includes(name))
    return 'the bench uses no package but zod and a queue';
  if (from.startsWith('electron/bench/') && /^node:(http|https|net|tls|fs|sqlite|child_process)/.test(name))
    return 'the bench touches the world through ports only';
  if (name === 'node:sqlite' && !from.startsWith('electron/journal/')) return 'the journal holds the only SQL';
  if (name === 'pg' && !from.startsWith('electron/ledger/') && from !== 'electron/orders/ask-postgres.ts')
    return 'the ledger and a look-up of orders alone speak with PostgreSQL';
  if (name.startsWith('mysql2') && from !== 'electron/orders/ask-mysql.ts') return 'a look-up of orders alone speaks with MySQL';
  if (name === 'tedious' && from !== 'electron/orders/ask-sql-server.ts') return 'a look-up of orders alone speaks with SQL Server';
  return undefined;
}

const roomOf = (file: string): string | undefined => /^electron\/([\w-]+)\//.exec(file)?.[1];

const benchRoomOf = (file: string): string | undefined => /^electron\/bench\/([\w-]+)\//.exec(file)?.[1];

/** Circular imports: groups of files that reach each other. */
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
