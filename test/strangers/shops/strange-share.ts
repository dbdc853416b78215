import { existsSync, mkdirSync, mkdtempSync, promises, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** What may be wrong with a share, and what a person may truly be told of it. */
export const shareFaults = {
  full: /full/i,
  'read-only': /takes no files|may not/i,
  'no new names': /takes no files|may not/i,
  broken: /cannot be|takes no files/i,
  gone: /cannot be reached|not the folder|not be there/i,
  'not mounted': /not the folder|not be there/i,
} as const;
export type ShareFault = keyof typeof shareFaults;

/** While a file is written: as it is begun, once it is whole, as it is to get its name, and once it has it. */
export const momentsOfWrite = ['begun', 'whole', 'to be named', 'named'] as const;
type Moment = (typeof momentsOfWrite)[number];

const longestWriteMs = 3000;

const failing = (code: string, syscall: string): Error => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });

/** A folder that a shop's program takes files out of as soon as they have their name, on a share that fails as it is told. */
export function openStrangeShare() {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-share-'));
  const real = { ...promises };
  let fault: ShareFault | undefined;
  let held: Promise<void> | undefined;
  let coming: { readonly at: Moment; readonly fault: ShareFault | undefined } | undefined;
  const begun: string[] = [];
  const begunAt = new Map<string, number>();
  const taken: { readonly name: string; readonly text: string }[] = [];
  const isHere = (path: unknown): boolean => typeof path === 'string' && path.startsWith(`${folder}/`);

  function reach(moment: Moment): void {
    if (coming?.at === moment) put(coming.fault);
  }

  Object.assign(promises, {
    async open(path: string, flags?: string, ...others: []) {
      if (!isHere(path) || !flags?.startsWith('w')) return await real.open(path, flags, ...others);
      begun.push(path);
      begunAt.set(basename(path), performance.now());
      await held;
      reach('begun');
      if (fault === 'read-only') throw failing('EROFS', 'open');
      const handle = await real.open(path, flags, ...others);
      const sync = handle.sync.bind(handle);
      if (fault === 'full')
        handle.writeFile = async (bytes) => {
          await handle.write((bytes as Uint8Array).subarray(0, 9));
          throw failing('ENOSPC', 'write');
        };
      handle.sync = async () => {
        if (fault === 'broken') throw failing('EIO', 'fsync');
        await sync();
        reach('whole');
      };
      return handle;
    },
    async rename(from: string, to: string) {
      if (!isHere(from)) return await real.rename(from, to);
      reach('to be named');
      if (fault === 'no new names') throw failing('EACCES', 'rename');
      await real.rename(from, to);
      reach('named');
    },
  });
  syncBuiltinESMExports();

  const unfinished = (): string[] =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('.') && basename(name) !== '.packbench-write-back') : [];
  /** Was being written when the share went away: nobody can take it back then. */
  const cutOff = new Set<string>();
  const away = `${folder}-away`;
  function put(next: ShareFault | undefined): void {
    coming = undefined;
    if (existsSync(away)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(away, folder);
    }
    fault = next;
    if (next !== 'gone' && next !== 'not mounted') return;
    for (const name of unfinished()) cutOff.add(name);
    take();
    renameSync(folder, away);
    if (next === 'not mounted') mkdirSync(folder);
  }

  /** What lies there and has its name. */
  function take(): void {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((each) => !each.startsWith('.'))) {
      taken.push({ name, text: readFileSync(join(folder, name), 'utf8') });
      rmSync(join(folder, name));
    }
  }
  const reader = setInterval(take, 3);
  const litter = () => unfinished().filter((name) => !cutOff.has(name));

  return {
    folder,
    put,
    /** Puts a fault, or takes it away, when the next file comes to this moment. */
    putAt(at: Moment, next: ShareFault | undefined): void {
      coming = { at, fault: next };
    },
    fault: (): ShareFault | undefined => fault,
    /** The names of the unfinished files, as often as one was to be written. */
    begun,
    /** Lets nothing be written until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    taken,
    take,
    /** What nobody will ever take. */
    litter,
    /** A file is being written that will have its name in a moment; what is older lies there for good. */
    isBusy: () => fault === undefined && litter().some((name) => performance.now() - (begunAt.get(name) ?? 0) < longestWriteMs),
    stop() {
      clearInterval(reader);
      Object.assign(promises, real);
      syncBuiltinESMExports();
      for (const each of [folder, away]) rmSync(each, { recursive: true, force: true });
    },
  };
}
