import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

export type PinGuess =
  | { readonly is: 'right' }
  | { readonly is: 'wrong' }
  /** Not compared: too many guesses in a row were wrong. */
  | { readonly is: 'too-soon'; readonly waitMs: number };

export interface KeptPin {
  /** True even if its file is gone or cannot be read: then no PIN is right until a new one is set. */
  readonly isSet: () => boolean;
  /**
   * Returns `right` if no PIN is set. Takes about a tenth of a second on purpose.
   */
  readonly guess: (pin: string) => PinGuess;
  /** An empty PIN removes it. */
  readonly set: (pin: string) => void;
}

const pinCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Number of wrong guesses in a row before the next one has to wait: half a minute, then twice as long each time, at most an hour. */
const freeGuesses = 4;
const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;
const waitAfter = (wrong: number): number =>
  wrong < freeGuesses ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, wrong - freeGuesses));

export interface PinClock {
  readonly now: () => Date;
  /** Milliseconds of a clock that cannot be set. */
  readonly elapsed: () => number;
}

/** Wrong guesses in a row, as they are stored. */
export const guessesSchema = z.object({ wrong: z.int().nonnegative(), lastAt: z.iso.datetime().nullable() });
export type Guesses = z.infer<typeof guessesSchema>;
export const noGuesses: Guesses = { wrong: 0, lastAt: null };

const pinSchema = z.object({
  salt: z.string(),
  hash: z.string(),
  wrong: z.int().default(0),
  lastAt: z.iso.datetime().nullable().default(null),
});

/** Makes guessing slow: each wrong guess after the first few waits longer. */
export function createGuessWait({ now, elapsed }: PinClock) {
  /** Start of the wait, by `elapsed`. The system clock is read once per run, at the first guess: setting it later shortens no wait. */
  let since: number | undefined;
  /** How long the next guess has to wait; 0 or less if it need not. */
  function waitMs({ wrong, lastAt }: Guesses): number {
    // A guess made while the clock was ahead must not lock the person out for longer than the wait itself.
    since ??= elapsed() - (lastAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now().getTime() - new Date(lastAt).getTime()));
    return waitAfter(wrong) - (elapsed() - since);
  }
  /** Counts a guess as wrong. Store it before the guess is compared. */
  function counted({ wrong }: Guesses): Guesses {
    since = elapsed();
    return { wrong: wrong + 1, lastAt: now().toISOString() };
  }
  return {
    waitMs,
    counted,
    /** Compares one guess if it need not wait. Counts before it compares, so that no restart takes a guess back. */
    guess(kept: Guesses, keep: (guesses: Guesses) => void, isRight: () => boolean): PinGuess {
      const ms = waitMs(kept);
      if (ms > 0) return { is: 'too-soon', waitMs: ms };
      keep(counted(kept));
      if (!isRight()) return { is: 'wrong' };
      keep(noGuesses);
      return { is: 'right' };
    },
  };
}

/**
 * The PIN in the file `name`. `mark`: a file outside the data folder which shows that a PIN is set, so that it still applies if its file is
 * lost; null if the caller knows it in another way.
 */
export function openPin({
  files,
  name: pinName,
  mark,
  now,
  elapsed,
}: PinClock & { readonly files: EncryptedFiles; readonly name: string; readonly mark: string | null }): KeptPin {
  const wait = createGuessWait({ now, elapsed });
  const isMarked = (): boolean => mark !== null && existsSync(mark);
  const writeMark = (): void => {
    if (mark !== null && !isMarked()) writeDurably(mark, new TextEncoder().encode('A PIN of the lead is set.\n'));
  };

  return {
    isSet: () => files.has(pinName) || isMarked(),
    guess: (pin) => {
      if (!files.has(pinName)) return { is: isMarked() ? 'wrong' : 'right' };
      writeMark();
      const kept = files.read(pinName, pinSchema);
      if (!kept) return { is: 'wrong' };
      const { salt, hash } = kept;
      return wait.guess(
        kept,
        (guesses) => files.write(pinName, { salt, hash, ...guesses }),
        () => timingSafeEqual(hashOf(pin, Buffer.from(salt, 'hex')), Buffer.from(hash, 'hex')),
      );
    },
    set: (pin) => {
      if (!pin) {
        if (mark !== null) removeHeld(mark);
        return files.remove(pinName);
      }
      const salt = randomBytes(16);
      files.write(pinName, { salt: salt.toString('hex'), hash: hashOf(pin, salt).toString('hex') });
      writeMark();
    },
  };
}

const hashOf = (pin: string, salt: Uint8Array): Buffer => scryptSync(pin, salt, 32, pinCost);
