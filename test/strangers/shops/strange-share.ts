import { existsSync, mkdirSync, mkdtempSync, promises, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Faults of a share, and the messages that are true for each. */
export const shareFaults = {
  full: /full/i,
  'read-only': /takes no files|may not/i,
  'no new names': /takes no files|may not/i,
  broken: /cannot be|takes no files/i,
  gone: /cannot be reached|not the folder|not be there/i,
  'not mounted': /not the folder|not be there/i,
} as const;
export type ShareFault = keyof typeof shareFaults;

/** Moments of writing a file: at its begin, once it is whole, before it gets its name, and after that. */
export const momentsOfWrite = ['begun', 'whole', 'to be named', 'named'] as const;
type Moment = (typeof momentsOfWrite)[number];

const longestWriteMs = 3000;

const failing = (code: string, syscall: string): Error => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });

/** Opens a folder on a share with faults on request. A shop's program takes files out of it as soon as they have their name. */
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
  /** Files that were being written when the share went away: no program can remove them then. */
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

  /** Takes every file that has its name. */
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
    /** Sets or removes a fault when the next file reaches this moment. */
    putAt(at: Moment, next: ShareFault | undefined): void {
      coming = { at, fault: next };
    },
    fault: (): ShareFault | undefined => fault,
    /** Names of the unfinished files, one entry for each write. */
    begun,
    /** Stops all writes until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    taken,
    take,
    /** Returns unfinished files that are never taken. */
    litter,
    /** True while a file is being written that gets its name soon; older ones are litter. */
    isBusy: () => fault === undefined && litter().some((name) => performance.now() - (begunAt.get(name) ?? 0) < longestWriteMs),
    stop() {
      clearInterval(reader);
      Object.assign(promises, real);
      syncBuiltinESMExports();
      for (const each of [folder, away]) rmSync(each, { recursive: true, force: true });
    },
  };
}
