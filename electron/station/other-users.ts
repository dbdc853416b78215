import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ComputerWarning } from '../../shared/computer-warning.ts';

/**
 * Each user of a computer has a separate data folder, and so a journal without the other users' purchases. Every user who packs live leaves
 * a mark in a folder that all users can read, and reads the other marks.
 */
export interface OtherUsers {
  /** Looks at most once per interval, however often it is called. `isLive`: this bench buys real parcels. Never throws. */
  look(isLive: boolean): void;
  warnings(): readonly ComputerWarning[];
}

const markSchema = z.object({ user: z.string().max(200), dataDir: z.string(), liveAt: z.iso.datetime() });

const longestMark = 4_096;
const everyMs = 60_000;
/** A user who has not packed for this long counts as gone. */
const recentMs = 30 * 24 * 3_600_000;

export function createOtherUsers({
  folder,
  user,
  dataDir,
  now,
}: {
  /** Shared by all users of this computer; undefined if there is no such folder. */
  readonly folder: string | undefined;
  readonly user: string;
  readonly dataDir: string;
  readonly now: () => Date;
}): OtherUsers {
  const own = `${createHash('sha256').update(`${user}\n${dataDir}`).digest('hex').slice(0, 16)}.json`;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let found: readonly ComputerWarning[] = [];

  function others(root: string): ComputerWarning[] {
    const at = now().getTime();
    return readdirSync(root)
      .filter((name) => name.endsWith('.json') && name !== own)
      .flatMap((name) => {
        const mark = readMark(join(root, name));
        const isOther = mark !== undefined && mark.user !== user && at - Date.parse(mark.liveAt) < recentMs;
        return isOther ? [{ code: 'other-user' as const, user: mark.user, at: mark.liveAt }] : [];
      });
  }

  return {
    look(isLive) {
      const at = now().getTime();
      if (folder === undefined || Math.abs(at - lookedAt) < everyMs) return;
      lookedAt = at;
      try {
        mkdirSync(folder, { recursive: true });
        if (isLive) writeFileSync(join(folder, own), JSON.stringify({ user, dataDir, liveAt: now().toISOString() }));
        found = others(folder);
      } catch {
        // An unreadable folder shows nothing about other users: the last result stays.
      }
    },
    warnings: () => found,
  };
}

/** Reads another user's mark defensively; an unreadable mark counts as none. */
function readMark(file: string): z.infer<typeof markSchema> | undefined {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > longestMark) return undefined;
    return markSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
