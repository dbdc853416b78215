import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HotFolder, SkippedFile } from '../../shared/bench.ts';
import type { Answer } from '../../shared/ipc.ts';
import { type FileReason, maxOrderFileBytes } from '../../shared/order-file-reason.ts';
import type { Reason } from '../../shared/reason.ts';
import type { Log } from '../bench/ports/log.ts';
import { writeDurably } from '../files/durable-file.ts';
import { type HeldFolder, holdFolder, readForeignFile, replaceForeignFile, unfitToRead, writeNewFile } from '../files/foreign-file.ts';
import { removeOnceFree, renameOnceFree } from '../files/held-file.ts';
import type { FolderHolder, FolderLease } from './folder-lease.ts';

/**
 * Other programs put files into `in`. `work` holds the files that a bench has claimed. `done` and `error` hold finished files, each with a
 * result file.
 */
const folders = ['in', 'work', 'done', 'error'] as const;
type Folders = Readonly<Record<(typeof folders)[number], HeldFolder>>;

type Random = (bytes: number) => Uint8Array;

interface HotFolderParts {
  /** Empty if no folder is watched. */
  readonly folder: () => string;
  /** Keeps the mark that identifies files claimed by this bench. Bench names can change, and several benches may have the same name. */
  readonly markFile: string;
  readonly random: Random;
  /**
   * Undefined while no file can be taken: the files wait in place. If the environment closes during an import, the call is refused and the
   * file stays claimed.
   */
  readonly take: () =>
    | ((file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }) => Promise<Answer<'importOrders'>>)
    | undefined;
  readonly lease: FolderLease;
  readonly changed: () => void;
  readonly log: Log;
}

/** Claimed files that could not be finished are tried again after this many looks. */
const retryLooks = 10;
/** With this many unfinished files no further file is claimed: it would probably not finish either. */
const mostStuck = 20;
/** Number of skipped files that are named. */
const mostNamed = 5;
/** Together with the mark in front and the ending of its result file, a name must stay within the limit of the file system. */
const longestNameBytes = 200;
/** Results of the looks at a folder. */
interface Finds {
  looks: number;
  /** Size and time of the files in `in`, as the last look found them. */
  seen: Map<string, string>;
  /** Files that the last look could not take. */
  skipped: Map<string, SkippedFile['why']>;
  /** Claimed files that could not be finished, and the look at which each is tried again. */
  readonly stuck: Map<string, { readonly why: SkippedFile['why']; readonly again: number }>;
  /** The last file of this run that ended in `error`, as long as it is still there. */
  inError: { readonly name: string; readonly reasons: readonly Reason[] } | undefined;
}

/**
 * Imports the order files that other programs put into a folder. A bench claims a file by renaming it, once two looks in a row have found
 * it with the same size and time; if several benches try, one gets it. Files that were claimed when the program ended are taken at the next
 * look. A missing share is looked for again, and nothing of it is lost. Of the benches that share a ledger, one takes all files, so that an
 * older file never comes after a newer one. If that bench stops, the next one continues with the files it had claimed.
 *
 * Any user or program may write to the folder. Links are never followed, pipes and devices never opened, existing files never written to. A
 * file that cannot be read or moved is skipped and named; the others are taken. A file that makes the program throw ends in `error`.
 */
export function createHotFolder({ folder, markFile, random, take, lease, changed, log }: HotFolderParts) {
  let state: HotFolder | null = null;
  const finds: Finds = { looks: 0, seen: new Map(), skipped: new Map(), stuck: new Map(), inError: undefined };
  const importing = createImporting({ take, lease, random }, finds);
  let looking: Promise<void> | undefined;
  /** The mark of the folder whose lease was requested last. */
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
    finds.looks += 1;
    finds.skipped = new Map();
    const broken: unknown[] = [];
    const held: HeldFolder[] = [];
    try {
      const entries: (readonly [string, HeldFolder])[] = [];
      for (const name of folders) {
        const at = await heldIn(root, name);
        if (typeof at === 'string') return show({ is: 'unusable', waiting: 0, folder: name });
        held.push(at);
        entries.push([name, at]);
      }
      await lookIn(root, Object.fromEntries(entries) as Folders, broken);
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      finds.seen = new Map();
      show({ is: 'unreachable', waiting: 0 });
    } finally {
      await Promise.all(held.map((each) => each.release()));
    }
    if (broken.length > 0) throw broken[0];
  }

  async function lookIn(root: string, at: Folders, broken: unknown[]): Promise<void> {
    const holder = await holderOf(root);
    if (holder !== 'here') {
      await unchanged(at, finds);
      const waiting = finds.seen.size;
      return show(holder === 'unknown' ? { is: 'asking', waiting } : { is: 'elsewhere', waiting, bench: holder.bench });
    }
    const own = ownMark(markFile, random);
    if (lease.isShared() && lease.isHere()) await followOthers(at, own, finds);
    for (const name of await claimedBefore(at, own, finds)) await importing.finish(at, own, name, broken);
    for (const name of await unchanged(at, finds))
      if ((await mayClaim(at, own)) && (await claim(at, own, name, finds))) await importing.finish(at, own, claimName(own, name), broken);
    await forgetMoved(at, finds);
    const { seen, skipped, stuck, inError } = finds;
    const troubles = [...[...stuck].map(([name, { why }]) => ({ name: name.slice(own.length), why })), ...named(skipped)];
    show({
      is: 'watching',
      waiting: seen.size,
      ...(troubles.length > 0 && { skipped: troubles.slice(0, mostNamed), moreSkipped: Math.max(0, troubles.length - mostNamed) }),
      ...(inError && { inError: { name: inError.name, reasons: [...inError.reasons] } }),
    });
  }

  async function holderOf(root: string): Promise<FolderHolder> {
    if (take() === undefined || !lease.isShared()) return 'here';
    asked = await folderMark(root, random);
    return await lease.ask(asked);
  }

  /** True if the next file may be claimed. Files are taken one by one: a file never replaces an unfinished file of the same name. */
  const mayClaim = async (at: Folders, own: string): Promise<boolean> =>
    importing.isReady() && finds.stuck.size < mostStuck && (await claimedBefore(at, own, finds)).every((name) => finds.stuck.has(name));

  return {
    state: () => state,
    /**
     * Looks once; never two looks at a time. Resolves when all files found are taken. Rejects with the first error that a file caused, once
     * the other files are taken.
     */
    look(): Promise<void> {
      // A large file takes longer than the lease lasts. A share that does not answer this bench may answer another.
      if (importing.isTaking() && asked !== undefined) void lease.ask(asked);
      looking ??= lookOnce().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    /** Waits for the file that is being taken, never for a share that does not answer. */
    async close(): Promise<void> {
      await importing.close();
      lease.end();
    },
  };
}

/** Takes claimed files, one at a time, and moves them into `done` or `error`. */
function createImporting({ take, lease, random }: Pick<HotFolderParts, 'take' | 'lease' | 'random'>, finds: Finds) {
  let inHand: Promise<unknown> | undefined;
  let isTaking = false;
  let isClosed = false;

  async function finish(at: Folders, own: string, claimed: string, broken: unknown[]): Promise<void> {
    const { stuck, looks } = finds;
    const name = claimed.slice(own.length);
    try {
      const bytes = await readForeignFile(at.work.at(claimed), maxOrderFileBytes);
      if (bytes === 'changing') return void stuck.set(claimed, { why: bytes, again: looks + 1 });
      const became = typeof bytes === 'string' ? unreadable(name, { code: 'file-not-regular' }) : await taken(name, bytes, broken);
      if (!became) return;
      const free = await putAside(at, claimed, name, became, random);
      if (became.lies === 'error') finds.inError = { name: free, reasons: became.reasons };
      stuck.delete(claimed);
    } catch (error) {
      if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;
      if (error.code === 'ENOENT') stuck.delete(claimed);
      else stuck.set(claimed, { why: whyOf(error), again: looks + retryLooks });
    }
  }

  /** Undefined if the file stays claimed. */
  async function taken(name: string, bytes: Uint8Array<ArrayBuffer>, broken: unknown[]): Promise<Became | undefined> {
    const taking = take();
    if (isClosed || !taking || !lease.isHere()) return undefined;
    const taken = taking({ name, bytes });
    inHand = taken;
    isTaking = true;
    try {
      return resultOf(name, await taken, isClosed);
    } catch (error) {
      broken.push(error);
      return unreadable(name, { code: 'file-broke-reader' });
    } finally {
      isTaking = false;
    }
  }

  return {
    isReady: (): boolean => !isClosed && take() !== undefined && lease.isHere(),
    isTaking: (): boolean => isTaking,
    finish,
    /** Waits for the file that is being taken. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled([inHand]);
    },
  };
}

/** The mark by which benches recognize the same folder, whatever path each of them uses. */
async function folderMark(root: string, random: Random): Promise<string> {
  const path = join(root, '.packbench-folder');
  const fresh = (): Uint8Array => Buffer.from(Buffer.from(random(8)).toString('hex'));
  const read = async (): Promise<string> => {
    const bytes = await readForeignFile(path, 100);
    return typeof bytes === 'string' ? '' : Buffer.from(bytes).toString('latin1');
  };
  await writeNewFile(path, fresh()).catch((error: unknown) => {
    if (!isOfFiles(error) || error.code !== 'EEXIST') throw error;
  });
  const found = await read();
  if (/^[0-9a-f]{16}$/.test(found)) return found;
  // The bench that created the file has not written it yet, or another program wrote it. If two benches replace it, both read the same
  // mark at the next look.
  await replaceForeignFile(path, fresh(), random);
  return await read();
}

/** The mark of this bench. Created once, when the first folder is watched. */
function ownMark(markFile: string, random: Random): string {
  if (!existsSync(markFile)) writeDurably(markFile, new TextEncoder().encode(Buffer.from(random(8)).toString('hex')));
  return `${readFileSync(markFile, 'utf8')}~`;
}
const claimName = (own: string, name: string): string => own + shortened(name);

/** Takes over files claimed by benches that no longer take the files of this folder. */
async function followOthers({ work }: Folders, mark: string, { skipped }: Finds): Promise<void> {
  for (const name of await readdir(work.path)) {
    const [, own = ''] = /^[0-9a-f]{16}~(.+)$/.exec(name) ?? [];
    if (own === '' || name.startsWith(mark)) continue;
    await renameOnceFree(work.at(name), work.at(claimName(mark, own))).catch((error: unknown) => {
      if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;
      if (error.code !== 'ENOENT') skipped.set(own, whyOf(error));
    });
  }
}

async function claimedBefore({ work }: Folders, own: string, { stuck, looks }: Finds): Promise<readonly string[]> {
  const found = (await readdir(work.path)).filter((name) => name.startsWith(own)).sort();
  for (const name of stuck.keys()) if (!found.includes(name)) stuck.delete(name);
  return found.filter((name) => (stuck.get(name)?.again ?? 0) <= looks);
}

/** Returns the files in `in` that have not changed since the last look. */
async function unchanged({ in: inbox }: Folders, finds: Finds): Promise<readonly string[]> {
  const { skipped, seen: before } = finds;
  const now = new Map<string, string>();
  for (const entry of await readdir(inbox.path, { withFileTypes: true })) {
    const { name } = entry;
    // Temporary names that programs use until they rename the file.
    if (entry.isDirectory() || /^[.~]|\.(?:tmp|part|crdownload)$|~$/i.test(name)) continue;
    await withOneFile(name, skipped, async () => {
      const found = await lstat(inbox.at(name));
      if (found.isFile()) now.set(name, `${found.size} ${found.mtimeMs}`);
      else skipped.set(name, found.isSymbolicLink() ? 'link' : 'no-file');
    });
  }
  finds.seen = now;
  return [...now].flatMap(([name, is]) => (before.get(name) === is ? [name] : [])).sort();
}

/** Records an error about one file in `in` for the screen. Rejects if the whole folder is unavailable. */
async function withOneFile(name: string, skipped: Finds['skipped'], act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;
    // Another bench was faster, or someone removed the file. A name in another encoding than this computer's is listed but never found.
    if (error.code !== 'ENOENT' || name.includes('\uFFFD')) skipped.set(name, whyOf(error));
  }
}

async function claim({ in: inbox, work }: Folders, own: string, name: string, { skipped, stuck, seen }: Finds): Promise<boolean> {
  let isClaimed = false;
  await withOneFile(name, skipped, async () => {
    const unfit = await unfitToRead(inbox.at(name));
    if (unfit) return void skipped.set(name, unfit);
    if (stuck.has(claimName(own, name))) return;
    await renameOnceFree(inbox.at(name), work.at(claimName(own, name)));
    isClaimed = true;
  });
  if (isClaimed) seen.delete(name);
  return isClaimed;
}

/** Moves a finished file into `done` or `error`, with its result, and returns its name there. */
async function putAside(at: Folders, claimed: string, name: string, { lies, result }: Became, random: Random): Promise<string> {
  const to = at[lies];
  const free = await freeName(to.path, name);
  const resultFile = to.at(`${free}.result.json`);
  // Writes the result first, so that a file in `done` always has one.
  await replaceForeignFile(resultFile, Buffer.from(`${JSON.stringify(result, null, 2)}\n`), random);
  try {
    await renameOnceFree(at.work.at(claimed), to.at(free));
  } catch (error) {
    await removeOnceFree(resultFile);
    throw error;
  }
  // If both names refer to the same file, a rename does nothing and reports success.
  await removeOnceFree(at.work.at(claimed));
  return free;
}

/** Forgets the file once someone has taken it out of `error`. */
async function forgetMoved({ error }: Folders, finds: Finds): Promise<void> {
  if (finds.inError && !(await readdir(error.path)).includes(finds.inError.name)) finds.inError = undefined;
}

/** Creates a folder if it is missing, and holds it. Returns what is in its place if that is not a folder. */
async function heldIn(root: string, name: string): ReturnType<typeof holdFolder> {
  const path = join(root, name);
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    if (!isOfFiles(error) || error.code !== 'EEXIST') throw error;
  });
  return await holdFolder(path);
}

interface Became {
  readonly lies: 'done' | 'error';
  readonly result: object;
  readonly reasons: readonly Reason[];
}

const unreadable = (file: string, reason: FileReason): Became => ({
  lies: 'error',
  result: { file, code: 'order-file-unreadable', ref: '', detail: '', reasons: [reason] },
  reasons: [reason],
});

/** Undefined if the file was not read, or not completely because the program ends: it stays claimed and is read again. */
function resultOf(file: string, answer: Answer<'importOrders'>, isClosed: boolean): Became | undefined {
  if (!answer.ok) {
    const { failure } = answer;
    const { reasons = [] } = failure;
    return failure.code === 'order-file-unreadable' ? { lies: 'error', result: { file, ...failure }, reasons } : undefined;
  }
  if (answer.value.isWhole) return { lies: 'done', result: answer.value, reasons: [] };
  // A packer stopped it.
  const reasons = [{ code: 'file-cut-short' } as const];
  return isClosed ? undefined : { lies: 'error', result: { ...answer.value, reasons }, reasons };
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** Error codes that concern one file. All others concern the folder: its share is missing, or its disk is full. */
const ofOneFile: ReadonlySet<string> = new Set(
  'EACCES EPERM EBUSY ETXTBSY EINVAL EILSEQ ENAMETOOLONG ENOENT EISDIR ENOTDIR ENOTEMPTY EEXIST ELOOP ENXIO ENODEV EXDEV UNKNOWN'.split(
    ' ',
  ),
);

function whyOf({ code = '' }: NodeJS.ErrnoException): SkippedFile['why'] {
  if (code === 'EACCES' || code === 'EPERM') return 'not-allowed';
  if (code === 'EBUSY' || code === 'ETXTBSY') return 'in-use';
  return ['ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'ENOENT'].includes(code) ? 'name' : 'other';
}

const named = (skipped: ReadonlyMap<string, SkippedFile['why']>): SkippedFile[] => [...skipped].map(([name, why]) => ({ name, why }));

/** `orders.csv`, or `orders-2.csv` if that name is taken. */
async function freeName(dir: string, name: string): Promise<string> {
  const there = new Set(await readdir(dir));
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  let free = name;
  for (let at = 2; there.has(free) || there.has(`${free}.result.json`); at += 1) free = `${stem}-${at}${end}`;
  return free;
}

/** A name of at most `longestNameBytes`, including its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestNameBytes) return name;
  const end = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  let stem = '';
  for (const letter of name) {
    if (Buffer.byteLength(stem + letter + end) > longestNameBytes) break;
    stem += letter;
  }
  return stem + end;
}
