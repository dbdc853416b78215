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
import { isWrappedByPassphrase, unwrapByPassphrase, type WrapByPassphrase, wrapByPassphrase } from '../credentials/passphrase.ts';
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
  /** Stores what `next` makes of the present keys, wrapped as the key is now, and uses it from then on. */
  keep(next: (all: Uint8Array) => Uint8Array): Promise<void>;
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
  let byPassphrase: WrapByPassphrase | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** One after the other: a key that was wrapped before a change must not replace a later one. */
  async function write(wrap: () => Promise<Uint8Array>, written: () => void): Promise<void> {
    const turn = writing.then(async () => {
      const wrapped = await wrap();
      // First the copy: a copy that is ahead of the file opens whatever the file opens.
      const copy = join(parts.backupFolder(), 'data-key');
      if (existsSync(copy)) writeDurably(copy, wrapped);
      writeDurably(keyFile, wrapped);
      written();
    });
    writing = turn.catch(() => undefined);
    await turn;
  }

  async function guess(passphrase: string): Promise<Answer<'openData'>> {
    const kept = guesses();
    const waitMs = wait.waitMs(kept);
    if (waitMs > 0) return fail('pin-too-soon', new Date(platform.now().getTime() + waitMs).toISOString());
    // Counted before it is compared, so that no restart takes a guess back.
    keep(wait.counted(kept));
    const opened = await unwrapByPassphrase(readFileSync(keyFile), passphrase);
    if (!opened) return fail('passphrase-wrong');
    keep(noGuesses);
    byPassphrase = opened.wrap;
    dataKey.use(opened.key);
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
      const next = passphrase === '' ? undefined : await wrapByPassphrase(passphrase, platform.random);
      await write(
        async () => next?.(dataKey.all()) ?? (await platform.wrapKey(dataKey.all())),
        () => {
          byPassphrase = next;
        },
      );
      parts.note(passphrase === '' ? 'passphrase-removed' : 'passphrase-set');
      return ok({});
    },
    async keep(next) {
      let all: Uint8Array = noKey;
      await write(
        async () => {
          all = next(dataKey.all());
          if (isSet() && byPassphrase) return byPassphrase(all);
          const wrapped = await platform.wrapKey(all);
          // Nothing is encrypted with a key that could not be read again.
          if (!Buffer.from(await platform.unwrapKey(wrapped)).equals(all)) throw new Error('The key store does not return the new key.');
          return wrapped;
        },
        () => dataKey.use(all),
      );
    },
  };
}

const noKey = new Uint8Array();

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Damaged by hand: the count starts again.
    return undefined;
  }
}
