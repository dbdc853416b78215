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

/** Others lay files into `in`; `work` holds what a bench has claimed; `done` and `error` what became of it, with a result file beside. */
const folders = ['in', 'work', 'done', 'error'] as const;
type Folders = Readonly<Record<(typeof folders)[number], HeldFolder>>;

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

/** Claimed files that cannot be finished are tried again at each such look. */
const retryLooks = 10;
/** With more of them nothing else is claimed: it would end there too. */
const mostStuck = 20;
/** Of the files that are skipped so many are named. */
const mostNamed = 5;
/** With the mark before it and the ending of its result behind it a name must not be longer than a file system allows. */
const longestNameBytes = 200;

/**
 * Takes the order files that others lay into a folder. A file is claimed by renaming it, once two looks in a row have found it with the
 * same size and time; of several benches one gets it. What was claimed when the program ended is taken at the next look. A share that is
 * away is looked for again, and nothing of it is lost. Of benches that share a ledger one takes all of them, so that an older file never
 * comes behind a newer one; where it falls silent the next one goes on with what it had claimed.
 *
 * Anybody may write to the folder. Links are never followed, pipes and devices never opened, existing files never written to. A file that
 * cannot be read or moved is skipped and named, the others are taken. A file that breaks the program ends in `error`.
 */
export function createHotFolder({ folder, markFile, random, take, lease, changed, log }: HotFolderParts) {
  let state: HotFolder | null = null;
  let seen = new Map<string, string>();
  let looks = 0;
  let skipped = new Map<string, SkippedFile['why']>();
  /** Claimed files that could not be finished, and at which look they are tried again. */
  const stuck = new Map<string, { readonly why: SkippedFile['why']; readonly again: number }>();
  /** The last file of this run that ended in `error`, as long as it lies there. */
  let inError: { readonly name: string; readonly reasons: readonly Reason[] } | undefined;
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
    looks += 1;
    skipped = new Map();
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
      seen = new Map();
      show({ is: 'unreachable', waiting: 0 });
    } finally {
      await Promise.all(held.map((each) => each.release()));
    }
    if (broken.length > 0) throw broken[0];
  }

  async function lookIn(root: string, at: Folders, broken: unknown[]): Promise<void> {
    const holder = await holderOf(root);
    if (holder !== 'here') {
      await unchanged(at);
      const waiting = seen.size;
      return show(holder === 'nobody' ? { is: 'asking', waiting } : { is: 'elsewhere', waiting, bench: holder.bench });
    }
    if (lease.isShared() && lease.isHere()) await followOthers(at);
    for (const name of await claimedBefore(at)) await finish(at, name, broken);
    for (const name of await unchanged(at)) if ((await mayClaim(at)) && (await claim(at, name))) await finish(at, claimName(name), broken);
    await forgetMoved(at);
    const troubles = [...[...stuck].map(([name, { why }]) => ({ name: name.slice(mark().length), why })), ...named(skipped)];
    show({
      is: 'watching',
      waiting: seen.size,
      ...(troubles.length > 0 && { skipped: troubles.slice(0, mostNamed), moreSkipped: Math.max(0, troubles.length - mostNamed) }),
      ...(inError && { inError: { name: inError.name, reasons: [...inError.reasons] } }),
    });
  }

  /** By which benches know that they watch the same folder, whatever each calls it. */
  async function folderMark(root: string): Promise<string> {
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
    // The bench that made it did not come to write it, or somebody else did. Where two benches replace it, both read the same at the next look.
    await replaceForeignFile(path, fresh(), random);
    return await read();
  }

  async function holderOf(root: string): Promise<FolderHolder> {
    if (take() === undefined || !lease.isShared()) return 'here';
    asked = await folderMark(root);
    return await lease.ask(asked);
  }

  /** What a bench had claimed that does not take the files of this folder any more. */
  async function followOthers({ work }: Folders): Promise<void> {
    for (const name of await readdir(work.path)) {
      const [, own = ''] = /^[0-9a-f]{16}~(.+)$/.exec(name) ?? [];
      if (own === '' || name.startsWith(mark())) continue;
      await renameOnceFree(work.at(name), work.at(claimName(own))).catch((error: unknown) => {
        if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;
        if (error.code !== 'ENOENT') skipped.set(own, whyOf(error));
      });
    }
  }

  /** Drawn once, with the first folder that is watched. */
  function mark(): string {
    if (!existsSync(markFile)) writeDurably(markFile, new TextEncoder().encode(Buffer.from(random(8)).toString('hex')));
    return `${readFileSync(markFile, 'utf8')}~`;
  }
  const claimName = (name: string): string => mark() + shortened(name);
  async function claimedBefore({ work }: Folders): Promise<readonly string[]> {
    const own = mark();
    const found = (await readdir(work.path)).filter((name) => name.startsWith(own)).sort();
    for (const name of stuck.keys()) if (!found.includes(name)) stuck.delete(name);
    return found.filter((name) => (stuck.get(name)?.again ?? 0) <= looks);
  }

  /** One after the other: a file never takes the place of one of its name that is not finished. */
  const mayClaim = async (at: Folders): Promise<boolean> =>
    !isClosed &&
    take() !== undefined &&
    lease.isHere() &&
    stuck.size < mostStuck &&
    (await claimedBefore(at)).every((name) => stuck.has(name));

  async function unchanged({ in: inbox }: Folders): Promise<readonly string[]> {
    const now = new Map<string, string>();
    for (const entry of await readdir(inbox.path, { withFileTypes: true })) {
      const { name } = entry;
      // What programs write before they rename it.
      if (entry.isDirectory() || /^[.~]|\.(?:tmp|part|crdownload)$|~$/i.test(name)) continue;
      await withOneFile(name, async () => {
        const found = await lstat(inbox.at(name));
        if (found.isFile()) now.set(name, `${found.size} ${found.mtimeMs}`);
        else skipped.set(name, found.isSymbolicLink() ? 'link' : 'no-file');
      });
    }
    const before = seen;
    seen = now;
    return [...now].flatMap(([name, is]) => (before.get(name) === is ? [name] : [])).sort();
  }

  /** What the operating system refuses of one file in `in` is kept for the screen; where the whole folder is away it rejects. */
  async function withOneFile(name: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;
      // Another bench was faster, or somebody took it away. A name in other letters than this computer's is listed and never found.
      if (error.code !== 'ENOENT' || name.includes('\uFFFD')) skipped.set(name, whyOf(error));
    }
  }

  async function claim({ in: inbox, work }: Folders, name: string): Promise<boolean> {
    let isClaimed = false;
    await withOneFile(name, async () => {
      const unfit = await unfitToRead(inbox.at(name));
      if (unfit) return void skipped.set(name, unfit);
      if (stuck.has(claimName(name))) return;
      await renameOnceFree(inbox.at(name), work.at(claimName(name)));
      isClaimed = true;
    });
    if (isClaimed) seen.delete(name);
    return isClaimed;
  }

  async function finish(at: Folders, claimed: string, broken: unknown[]): Promise<void> {
    const name = claimed.slice(mark().length);
    try {
      const bytes = await readForeignFile(at.work.at(claimed), maxOrderFileBytes);
      if (bytes === 'changing') return void stuck.set(claimed, { why: bytes, again: looks + 1 });
      const became = typeof bytes === 'string' ? unreadable(name, { code: 'file-not-regular' }) : await taken(name, bytes, broken);
      if (!became) return;
      await putAside(at, claimed, name, became);
      stuck.delete(claimed);
    } catch (error) {
      if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;
      if (error.code === 'ENOENT') stuck.delete(claimed);
      else stuck.set(claimed, { why: whyOf(error), again: looks + retryLooks });
    }
  }

  /** Undefined where it stays claimed. */
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

  async function putAside(at: Folders, claimed: string, name: string, { lies, result, reasons }: Became): Promise<void> {
    const to = at[lies];
    const free = await freeName(to.path, name);
    const resultFile = to.at(`${free}.result.json`);
    // The result first: a file that lies in `done` always has one.
    await replaceForeignFile(resultFile, Buffer.from(`${JSON.stringify(result, null, 2)}\n`), random);
    try {
      await renameOnceFree(at.work.at(claimed), to.at(free));
    } catch (error) {
      await removeOnceFree(resultFile);
      throw error;
    }
    // Between two names of one file a rename does nothing, and reports success.
    await removeOnceFree(at.work.at(claimed));
    if (lies === 'error') inError = { name: free, reasons };
  }

  /** A person who has taken a file out of `error` knows of it. */
  async function forgetMoved({ error }: Folders): Promise<void> {
    if (inError && !(await readdir(error.path)).includes(inError.name)) inError = undefined;
  }

  return {
    state: () => state,
    /** Never two at a time; ends when all that it found is taken. Rejects with what a file made the program throw, once the others are taken. */
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

/** Makes a folder where it is missing and holds it; what stands in its place where it is none. */
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

/** Undefined where it was not read, or not to its end because the program ends: it stays claimed and is read again. */
function resultOf(file: string, answer: Answer<'importOrders'>, isClosed: boolean): Became | undefined {
  if (!answer.ok) {
    const { failure } = answer;
    const { reasons = [] } = failure;
    return failure.code === 'order-file-unreadable' ? { lies: 'error', result: { file, ...failure }, reasons } : undefined;
  }
  if (answer.value.isWhole) return { lies: 'done', result: answer.value, reasons: [] };
  // A person stopped it.
  const reasons = [{ code: 'file-cut-short' } as const];
  return isClosed ? undefined : { lies: 'error', result: { ...answer.value, reasons }, reasons };
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** Refusals that concern one file. Every other one concerns the folder: its share is away, or its disk full. */
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

/** `orders.csv`, or `orders-2.csv` where one of that name was taken before. */
async function freeName(dir: string, name: string): Promise<string> {
  const there = new Set(await readdir(dir));
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  let free = name;
  for (let at = 2; there.has(free) || there.has(`${free}.result.json`); at += 1) free = `${stem}-${at}${end}`;
  return free;
}

/** A name of at most `longestNameBytes`, with its ending. */
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
