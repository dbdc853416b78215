import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HotFolder } from '../../shared/bench.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { Log } from '../bench/ports/log.ts';
import { writeDurably } from '../files/durable-file.ts';
import { renameOnceFree } from '../files/held-file.ts';
import type { FolderHolder, FolderLease } from './folder-lease.ts';
import { orderFileBytes } from './order-file-bytes.ts';

/** Others lay files into `in`; `work` holds what a bench has claimed; `done` and `error` what became of it, with a result file beside. */
const folders = ['in', 'work', 'done', 'error'] as const;

interface HotFolderParts {
  /** Empty where none is watched. */
  readonly folder: () => string;
  /** Keeps the mark that tells what this bench has claimed from what others did: names of benches change, and several have the same. */
  readonly markFile: string;
  readonly random: (bytes: number) => Uint8Array;
  /** Undefined while nothing can be taken: the files wait where they are. A file that the end of its world cut short is refused. */
  readonly take: () =>
    | ((file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }) => Promise<Answer<'importOrders'>>)
    | undefined;
  readonly lease: FolderLease;
  readonly changed: () => void;
  readonly log: Log;
}

/**
 * Takes the order files that others lay into a folder. A file is claimed by renaming it, once two looks in a row have found it with the
 * same size and time; of several benches one gets it. What was claimed when the program ended is taken at the next look. A share that is
 * away is looked for again, and nothing of it is lost. Of benches that share a ledger one takes all of them, so that an older file never
 * comes behind a newer one; where it falls silent the next one goes on with what it had claimed.
 */
export function createHotFolder({ folder, markFile, random, take, lease, changed, log }: HotFolderParts) {
  let state: HotFolder | null = null;
  let seen = new Map<string, string>();
  let looking: Promise<void> | undefined;
  let inHand: Promise<unknown> | undefined;
  let isTaking = false;
  let isClosed = false;
  /** The mark of the folder that was asked for last. */
  let asked: string | undefined;

  function show(next: HotFolder | null): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    if (next?.is === 'unreachable' && state?.is !== 'unreachable') log('hot-folder-unreachable');
    state = next;
    changed();
  }

  async function lookOnce(): Promise<void> {
    const root = folder();
    if (root === '') return show(null);
    try {
      for (const name of folders) await mkdir(join(root, name), { recursive: true });
      const holder = await holderOf(root);
      if (holder !== 'here') {
        await unchanged(root);
        const waiting = seen.size;
        return show(holder === 'nobody' ? { is: 'asking', waiting } : { is: 'elsewhere', waiting, bench: holder.bench });
      }
      if (lease.isShared() && lease.isHere()) await followOthers(root);
      for (const name of await claimedBefore(root)) await finish(root, name);
      for (const name of await unchanged(root))
        if ((await mayClaim(root)) && (await claim(root, name))) await finish(root, claimName(name));
      show({ is: 'watching', waiting: seen.size });
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      seen = new Map();
      show({ is: 'unreachable', waiting: 0 });
    }
  }

  /** By which benches know that they watch the same folder, whatever each calls it. */
  async function folderMark(root: string): Promise<string> {
    const at = join(root, '.packbench-folder');
    const write = (flag: 'wx' | 'w'): Promise<void> => writeFile(at, Buffer.from(random(8)).toString('hex'), { flag });
    await write('wx').catch((error: unknown) => {
      if (!isOfFiles(error) || error.code !== 'EEXIST') throw error;
    });
    // Whoever made it did not come to write it. Where two do, both read the same at the next look.
    if ((await readFile(at, 'utf8')) === '') await write('w');
    return await readFile(at, 'utf8');
  }

  async function holderOf(root: string): Promise<FolderHolder> {
    if (take() === undefined || !lease.isShared()) return 'here';
    asked = await folderMark(root);
    return await lease.ask(asked);
  }

  /** What a bench had claimed that does not take the files of this folder any more. */
  async function followOthers(root: string): Promise<void> {
    for (const name of await readdir(join(root, 'work'))) {
      const [, own = ''] = /^[0-9a-f]{16}~(.+)$/.exec(name) ?? [];
      if (own === '' || name.startsWith(mark())) continue;
      await rename(join(root, 'work', name), join(root, 'work', claimName(own))).catch((error: unknown) => {
        if (!isOfFiles(error) || error.code !== 'ENOENT') throw error;
      });
    }
  }

  /** Drawn once, with the first folder that is watched. */
  function mark(): string {
    if (!existsSync(markFile)) writeDurably(markFile, new TextEncoder().encode(Buffer.from(random(8)).toString('hex')));
    return `${readFileSync(markFile, 'utf8')}~`;
  }
  const claimName = (name: string): string => mark() + name;
  async function claimedBefore(root: string): Promise<readonly string[]> {
    const own = mark();
    return (await readdir(join(root, 'work'))).filter((name) => name.startsWith(own)).sort();
  }

  /** One after the other: a file never takes the place of one of its name that is not finished. */
  const mayClaim = async (root: string): Promise<boolean> =>
    !isClosed && take() !== undefined && lease.isHere() && (await claimedBefore(root)).length === 0;

  async function unchanged(root: string): Promise<readonly string[]> {
    const now = new Map<string, string>();
    for (const entry of await readdir(join(root, 'in'), { withFileTypes: true })) {
      const { name } = entry;
      // What programs write before they rename it.
      if (!entry.isFile() || /^[.~]|\.(?:tmp|part|crdownload)$|~$/i.test(name)) continue;
      const { size, mtimeMs } = await stat(join(root, 'in', name));
      now.set(name, `${size} ${mtimeMs}`);
    }
    const before = seen;
    seen = now;
    return [...now].flatMap(([name, is]) => (before.get(name) === is ? [name] : [])).sort();
  }

  async function claim(root: string, name: string): Promise<boolean> {
    try {
      await renameOnceFree(join(root, 'in', name), join(root, 'work', claimName(name)));
    } catch (error) {
      // Another bench was faster, or whoever laid it there took it away.
      if (isOfFiles(error) && error.code === 'ENOENT') return false;
      throw error;
    }
    seen.delete(name);
    return true;
  }

  async function finish(root: string, claimed: string): Promise<void> {
    const from = join(root, 'work', claimed);
    const name = claimed.slice(mark().length);
    const bytes = await orderFileBytes(from);
    const taking = take();
    if (isClosed || !taking || !lease.isHere()) return;
    const taken = taking({ name, bytes });
    inHand = taken;
    isTaking = true;
    const answer = await taken.finally(() => {
      isTaking = false;
    });
    const became = resultOf(name, answer, isClosed);
    if (!became) return;
    const to = join(root, became.lies, await freeName(join(root, became.lies), name));
    // The result first: a file that lies in `done` always has one.
    await writeFile(`${to}.result.json`, `${JSON.stringify(became.result, null, 2)}\n`);
    await renameOnceFree(from, to);
  }

  return {
    state: () => state,
    /** Never two at a time; ends when all that it found is taken. */
    look(): Promise<void> {
      // A large file takes longer than the turn of a bench. A share that does not answer this one may answer another.
      if (isTaking && asked !== undefined) void lease.ask(asked);
      looking ??= lookOnce().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    /** Waits for the file that is being taken, never for a share that does not answer. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled([inHand]);
      lease.end();
    },
  };
}

/** Undefined where it was not read, or not to its end because the program ends: it stays claimed and is read again. */
function resultOf(file: string, answer: Answer<'importOrders'>, isClosed: boolean) {
  if (!answer.ok) {
    const { failure } = answer;
    return failure.code === 'order-file-unreadable' ? { lies: 'error', result: { file, ...failure } } : undefined;
  }
  if (answer.value.isWhole) return { lies: 'done', result: answer.value };
  // A person stopped it.
  return isClosed ? undefined : { lies: 'error', result: { ...answer.value, reasons: [{ code: 'file-cut-short' }] } };
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** `orders.csv`, or `orders-2.csv` where one of that name was taken before. */
async function freeName(dir: string, name: string): Promise<string> {
  const there = new Set(await readdir(dir));
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let at = 2; there.has(free); at += 1) free = `${stem}-${at}${end}`;
  return free;
}
