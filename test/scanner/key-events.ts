import type { Dice } from '../crash/dice.ts';

/** Data that the window receives for one key: from the system, with nothing of the program in it. */
export interface Down {
  readonly is: 'down';
  readonly atMs: number;
  readonly code: string;
  readonly key: string;
  readonly shift: boolean;
  readonly altGr: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly capsLock: boolean;
  readonly isRepeat: boolean;
  readonly isComposed: boolean;
}
export interface Up {
  readonly is: 'up';
  readonly atMs: number;
  readonly code: string;
  readonly key: string;
}
/** The system inserted a text that has no key of its own. */
export interface Inserted {
  readonly is: 'inserted';
  readonly atMs: number;
  readonly text: string;
}
export type KeyEvent = Down | Up | Inserted;

const nothingHeld = { shift: false, altGr: false, ctrl: false, alt: false, capsLock: false, isRepeat: false, isComposed: false };

export const down = (atMs: number, code: string, key: string, change: Partial<Omit<Down, 'is'>> = {}): Down => ({
  is: 'down',
  ...nothingHeld,
  atMs,
  code,
  key,
  ...change,
});
export const up = (atMs: number, code: string, key: string): Up => ({ is: 'up', atMs, code, key });

/** Returns a number from 0 up to but not including 1. */
export const fraction = (dice: Dice): number => dice.whole(2 ** 30) / 2 ** 30;
