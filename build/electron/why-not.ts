import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The conditions here that a start of Electron depends on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly userId: number | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Electron's program. */
  readonly binary: string;
  /** Content of a file under /proc; undefined if there is none. */
  readonly setting: (path: string) => string | undefined;
  /** True if a file belongs to root and runs as root for every user (mode 4755). */
  readonly isSetuidRoot: (path: string) => boolean;
}

export const hasDisplay = (platform: NodeJS.Platform, env: Surroundings['env']): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);

/** Kernel settings that keep ordinary programs from creating user namespaces, which Chromium's sandbox needs. */
const restrictions: readonly (readonly [string, string])[] = [
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
];

/**
 * Returns why Electron would end at once on this Linux, and the fix; undefined if no problem is known. This code never switches the sandbox
 * off: only a user who writes `--no-sandbox` does.
 */
export function whyElectronWouldNotStart({ platform, userId, args, env, binary, setting, isSetuidRoot }: Surroundings): string | undefined {
  if (platform !== 'linux') return undefined;
  if (!hasDisplay(platform, env)) return 'Electron needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set.';
  if (args.includes('--no-sandbox')) return undefined;
  if (userId === 0) return 'Electron does not run as root, because its sandbox would protect nothing. Start Packbench as an ordinary user.';
  const restriction = restrictions.find(([path, value]) => setting(path)?.trim() === value);
  const helper = join(dirname(binary), 'chrome-sandbox');
  if (restriction === undefined || isSetuidRoot(helper)) return undefined;
  return (
    `This Linux does not let Electron build its sandbox (${restriction[0]} is ${restriction[1]}). Run these once, then start again:\n` +
    `  sudo chown root:root '${helper}'\n` +
    `  sudo chmod 4755 '${helper}'`
  );
}

/** The surroundings of this process. */
export const surroundingsHere = (binary: string, args: readonly string[]): Surroundings => ({
  platform: process.platform,
  userId: process.getuid?.(),
  args,
  env: process.env,
  binary,
  setting(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined; // this kernel has no such setting
    }
  },
  isSetuidRoot(path) {
    const is = statSync(path, { throwIfNoEntry: false });
    return is !== undefined && is.uid === 0 && (is.mode & 0o7777) === 0o4755;
  },
});
