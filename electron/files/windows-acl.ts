import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';

/** The parts of Windows that closing a folder needs. */
export interface Windows {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a program of Windows and returns its output. Throws if it fails. */
  readonly run: (program: string, args: readonly string[]) => string;
  /** Returns the rights of a folder as `icacls /save` writes them. Throws if `icacls` fails. */
  readonly rightsOf: (folder: string) => string;
}

const longestRunMs = 10_000;

export function thisWindows(): Windows {
  const { env } = process;
  const programs = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32');
  const run: Windows['run'] = (program, args) =>
    execFileSync(join(programs, program), args, { encoding: 'utf8', timeout: longestRunMs, windowsHide: true, stdio: 'pipe' });
  return {
    env,
    run,
    rightsOf(folder) {
      const saved = mkdtempSync(join(tmpdir(), 'packbench-rights-'));
      try {
        run('icacls.exe', [folder, '/save', join(saved, 'rights'), '/q']);
        return readFileSync(join(saved, 'rights'), 'utf16le');
      } finally {
        rmSync(saved, { recursive: true, force: true });
      }
    },
  };
}

/** True if the folder is in the profile of the user: it has the rights of that profile, so no other user can read it. */
export function isInProfile(folder: string, { env }: Pick<Windows, 'env'>): boolean {
  const inside = (parent: string | undefined): boolean => {
    if (!parent) return false;
    const way = win32.relative(parent, folder);
    return !way.startsWith('..') && !win32.isAbsolute(way);
  };
  return inside(env['USERPROFILE']) || inside(env['LOCALAPPDATA']) || inside(env['APPDATA']);
}

/** Everyone, users of this computer, authenticated users, interactive users, guests, anonymous users. */
const others = /\(A;[^)]*;(?:WD|BU|AU|IU|BG|AN)\)/;

/** True if other users of this computer may read a folder. Undefined if Windows cannot be asked. */
export function othersMayRead(folder: string, windows: Windows): boolean | undefined {
  try {
    return others.test(windows.rightsOf(folder));
  } catch {
    return undefined;
  }
}

/** The system and the administrators, by SID, because their names differ in each language. */
const always = ['*S-1-5-18', '*S-1-5-32-544'];

/**
 * Removes the inherited rights of a folder, so that only this user, administrators and the system may read it. Returns false if others can
 * still read it, as on a disk without permissions.
 */
export function closeFolder(folder: string, windows: Windows): boolean {
  try {
    const [user] = /S-1-[\d-]+/.exec(windows.run('whoami.exe', ['/user', '/fo', 'csv', '/nh'])) ?? [];
    if (!user) return false;
    const grants = [...always, `*${user}`].flatMap((each) => ['/grant:r', `${each}:(OI)(CI)F`]);
    windows.run('icacls.exe', [folder, '/inheritance:r', ...grants, '/q']);
  } catch {
    return false;
  }
  return othersMayRead(folder, windows) === false;
}
