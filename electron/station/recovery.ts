import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import { worldSchema } from '../../shared/world.ts';
import type { BenchContext } from '../bench/context.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { KeyInUse } from '../credentials/data-key.ts';
import { makeRecoveryCode, openRecoveryKey, writeRecoveryKey } from '../credentials/recovery-key.ts';
import { writeDurably } from '../files/durable-file.ts';
import { renameHeld } from '../files/held-file.ts';
import { stampOf } from '../journal/backup.ts';
import { holdsJournal, markRestored, restoreMissing } from '../journal/restore.ts';
import type { Platform } from './platform.ts';
import { untrusted } from './save-settings.ts';
import { recoveryName } from './world-files.ts';

export interface RecoveryParts {
  readonly platform: Platform;
  readonly keyFile: string;
  readonly dataKey: KeyInUse;
  readonly backupFolder: () => string;
  readonly files: () => readonly string[];
  readonly credentials: Credentials;
  readonly checkPin: BenchContext['checkPin'];
  readonly fail: BenchContext['fail'];
  readonly log: Log;
  readonly note: (what: string) => void;
  /** Called once everything is in place: the bench may continue. */
  readonly recovered: () => Promise<void>;
  readonly setup: () => Setup;
}

/** Recovers the bench's data on another computer or for another user. */
export interface Recovery {
  /** Encrypts the data key with a new code that is shown once; the previous code no longer works. */
  newCode(pin: string): Answer<'makeRecoveryCode'>;
  /** The same, once the PIN was checked. */
  makeCode(): string;
  /**
   * Takes over the backups of another computer or another user: their data key with the code, and the newest copy of each journal that is
   * missing here. Everything then counts as restored from a backup. A wrong code changes nothing; nothing is deleted.
   */
  recover(folder: string, code: string): Promise<Answer<'recover'>>;
}

export function createRecovery(parts: RecoveryParts): Recovery {
  const { platform, keyFile, dataKey, credentials, fail, log } = parts;
  const runningSince = platform.now();
  function makeCode(): string {
    const code = makeRecoveryCode(platform.random);
    writeRecoveryKey(parts.files(), { dataKey: dataKey.all(), code, salt: platform.random(16), madeAt: platform.now() });
    credentials.markProof();
    return code;
  }
  return {
    newCode(pin) {
      const checked = parts.checkPin(pin);
      if (!checked.ok) return checked;
      const code = makeCode();
      parts.note('recovery-code-made');
      return ok({ code });
    },
    makeCode,
    async recover(folder, code) {
      const from = folder || parts.backupFolder();
      const elsewhere = folder ? untrusted(parts.setup().settings, folder, platform.os) : undefined;
      if (elsewhere) return fail('setting-invalid', [elsewhere]);
      const key = openRecoveryKey(join(from, recoveryName), code);
      if (key === 'missing') return fail('recovery-key-missing', from);
      if (key === 'wrong-code') return fail('recovery-code-wrong');
      const isFresh = !holdsJournal(platform.dataDir) && !worldSchema.options.some(credentials.has);
      if (!dataKey.isLocked() && !isFresh) return fail('recovery-not-empty');
      const { dataDir, now } = platform;
      markRestored({ folder: dataDir, runningSince, now, log });
      const wrapped = await platform.wrapKey(key);
      if (existsSync(keyFile)) renameHeld(keyFile, `${keyFile}.set-aside-${stampOf(now())}`);
      writeDurably(keyFile, wrapped);
      dataKey.use(key);
      restoreMissing({ from, folder: dataDir, now, log });
      writeDurably(join(dataDir, recoveryName), readFileSync(join(from, recoveryName)));
      credentials.markProof();
      log('recovered');
      await parts.recovered();
      return ok(parts.setup());
    },
  };
}
