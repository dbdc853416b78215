import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PinCode } from '../../shared/call-codes.ts';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { LockedData } from '../../shared/restored.ts';
import { type Done, ok } from '../../shared/result.ts';
import { isPassphrase } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import type { BenchContext } from '../bench/context.ts';
import type { KeyInUse } from '../credentials/data-key.ts';
import { isWrappedByPassphrase, unwrapByPassphrase, wrapByPassphrase } from '../credentials/passphrase.ts';
import { createGuessWait, type Guesses, guessesSchema, noGuesses } from '../credentials/pin.ts';
import { writeDurably } from '../files/durable-file.ts';
import type { Platform } from './platform.ts';

/** The passphrase of a computer without a key store: it wraps the data key, and is asked at each start. */
export interface PassphraseLock {
  readonly isSet: () => boolean;
  /** The state for the window while the data is locked, else null. */
  readonly locked: () => LockedData | null;
  /** True if nothing of this environment may be stored: no key store and no passphrase protects it. Training needs neither. */
  readonly isMissingFor: (world: World) => boolean;
  /** The warnings without that of a missing key ring, if a passphrase takes its place. */
  readonly withoutSolved: (warnings: readonly ComputerWarning[]) => readonly ComputerWarning[];
  /** Opens the data of this bench. */
  open(passphrase: string): Promise<Answer<'openData'>>;
  /** Sets or replaces it. An empty one returns to the key store of the computer, if there is one. */
  change(passphrase: string, pin: string): Promise<Done<PinCode | 'setting-invalid'>>;
}

interface PassphraseParts {
  readonly platform: Platform;
  readonly keyFile: string;
  readonly dataKey: KeyInUse;
  readonly backupFolder: () => string;
  readonly checkPin: BenchContext['checkPin'];
  readonly fail: BenchContext['fail'];
  readonly note: (what: string) => void;
  /** Called once the data is open: the bench may continue. */
  readonly opened: () => Promise<void>;
}

export function createPassphraseLock(parts: PassphraseParts): PassphraseLock {
  const { platform, keyFile, dataKey, fail } = parts;
  const guessFile = join(platform.dataDir, 'passphrase-guesses');
  const wait = createGuessWait(platform);
  const isSet = (): boolean => existsSync(keyFile) && isWrappedByPassphrase(readFileSync(keyFile));
  const guesses = (): Guesses => {
    if (!existsSync(guessFile)) return noGuesses;
    return guessesSchema.safeParse(jsonOf(readFileSync(guessFile, 'utf8'))).data ?? noGuesses;
  };
  const keep = (kept: Guesses): void => writeDurably(guessFile, new TextEncoder().encode(JSON.stringify(kept)));
  let underWay = false;

  async function guess(passphrase: string): Promise<Answer<'openData'>> {
    const kept = guesses();
    const waitMs = wait.waitMs(kept);
    if (waitMs > 0) return fail('pin-too-soon', new Date(platform.now().getTime() + waitMs).toISOString());
    // Counted before it is compared, so that no restart takes a guess back.
    keep(wait.counted(kept));
    const key = await unwrapByPassphrase(readFileSync(keyFile), passphrase);
    if (!key) return fail('passphrase-wrong');
    keep(noGuesses);
    dataKey.use(key);
    await parts.opened();
    return ok({});
  }

  return {
    isSet,
    locked: () => (dataKey.isLocked() ? { backupFolder: parts.backupFolder(), asks: isSet() ? 'passphrase' : 'recovery-code' } : null),
    isMissingFor: (world) => world !== 'training' && !platform.hasKeyStore() && !isSet(),
    withoutSolved: (warnings) => (isSet() ? warnings.filter(({ code }) => code !== 'no-key-ring') : warnings),
    async open(passphrase) {
      if (!dataKey.isLocked() || !isSet() || underWay) return fail('not-now');
      underWay = true;
      return guess(passphrase).finally(() => {
        underWay = false;
      });
    },
    async change(passphrase, pin) {
      const checked = parts.checkPin(pin);
      if (!checked.ok) return checked;
      if (passphrase === '' ? !platform.hasKeyStore() : !isPassphrase(passphrase))
        return fail('setting-invalid', [{ code: 'passphrase-short' }]);
      const key = dataKey.bytes();
      const wrapped = passphrase === '' ? await platform.wrapKey(key) : await wrapByPassphrase(key, passphrase, platform.random);
      writeDurably(keyFile, wrapped);
      // The copy beside the backups still opens in the previous way until it is replaced.
      const copy = join(parts.backupFolder(), 'data-key');
      if (existsSync(copy)) writeDurably(copy, wrapped);
      parts.note(passphrase === '' ? 'passphrase-removed' : 'passphrase-set');
      return ok({});
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Damaged by hand: the count starts again.
    return undefined;
  }
}
