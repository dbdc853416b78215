import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';

/** What closing a folder needs of Windows. */
export interface Windows {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a program of Windows and answers what it wrote. Throws if it fails. */
  readonly run: (program: string, args: readonly string[]) => string;
  /** What `icacls /save` wrote about the rights of a folder. Throws if it cannot be asked. */
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

/** A folder in the profile of the user has the rights of that profile: nobody else reads there. */
export function isInProfile(folder: string, { env }: Pick<Windows, 'env'>): boolean {
  const inside = (parent: string | undefined): boolean => {
    if (!parent) return false;
    const way = win32.relative(parent, folder);
    return !way.startsWith('..') && !win32.isAbsolute(way);
  };
  return inside(env['USERPROFILE']) || inside(env['LOCALAPPDATA']) || inside(env['APPDATA']);
}

/** Everyone, the users of this computer, all who signed in, interactive users, guests. */
const others = /\(A;[^)]*;(?:WD|BU|AU|IU|BG|AN)\)/;

/** Whether other users of this computer may read a folder. Undefined if Windows cannot be asked. */
export function othersMayRead(folder: string, windows: Windows): boolean | undefined {
  try {
    return others.test(windows.rightsOf(folder));
  } catch {
    return undefined;
  }
}

/** The system, administrators and this user; by number, since the names are other ones in each language. */
const always = ['*S-1-5-18', '*S-1-5-32-544'];

/**
 * Takes the rights that a folder inherited from it, so that this user alone, administrators and the system may read there. False if
 * others may read all the same, as on a disk that knows no rights.
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
