import { commandPrefix } from './command-keys.ts';

/**
 * The codes of the calibration sheet. They begin like commands, so no order has one of them, and none is a command. Everything before the
 * punctuation is on the same key in every layout that scanners have, so a code is identified before the layout is. Any two layouts press
 * different keys for at least two of the punctuation characters. None of these is a dead key (`^`), or starts another code set in ZPL
 * (`>`).
 */
export const sheetCodes: readonly string[] = ['BzQ-10', 'C/:#@', 'D\\|*[', 'FMwY+=246', 'GdeLNoR'].map(
  (rest) => `${commandPrefix}K${rest}`,
);

/** Prefix that no other code has, in either case. */
export const sheetPrefix = `${commandPrefix}K`;
