import { join } from 'node:path';
import type { Setup } from '../../shared/settings.ts';
import type { BenchContext } from '../bench/context.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Keys } from './keys.ts';
import { createLeadAccess } from './lead-access.ts';
import { createPassphraseLock } from './passphrase-lock.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';
import { createSignIn } from './sign-in.ts';
import type { Changes } from './snapshots.ts';
import { recoveryName } from './world-files.ts';

interface AccessParts {
  readonly platform: Platform;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  readonly backupFolder: () => string;
  readonly fail: BenchContext['fail'];
  readonly changed: Changes['changed'];
  readonly record: (...line: Parameters<Journal['record']>) => void;
  readonly note: (what: string) => void;
  readonly setup: () => Setup;
  /** Continues with data that was locked until now. */
  readonly goOn: () => Promise<void>;
}

/** The parts that decide who may read and change the data of this bench. */
export function openAccess(parts: AccessParts) {
  const { platform, keys, backupFolder, goOn } = parts;
  const recoveryFiles = (): readonly string[] => [backupFolder(), platform.dataDir].map((folder) => join(folder, recoveryName));
  const lead = createLeadAccess({ ...keys, ...parts, recoveryFiles });
  const signIn = createSignIn({ ...keys, ...parts, isLocked: keys.dataKey.isLocked, lead });
  const keyParts = { ...parts, keyFile: keys.dataKeyFile, dataKey: keys.dataKey, checkPin: lead.check };
  const lock = createPassphraseLock({ ...keyParts, opened: goOn });
  return { recoveryFiles, lead, signIn, keyParts, lock };
}
