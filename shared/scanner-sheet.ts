import { commandPrefix } from './command-keys.ts';

/**
 * The codes of the calibration sheet. They begin as commands do, so no order has one of them, and none is a command. All that stands before
 * the signs lies on the same key in every layout that scanners have, so a code is known before the country is. Any two countries press
 * different keys for at least two of the signs. None of the signs waits for the next key (`^`), or starts another code set in ZPL (`>`).
 */
export const sheetCodes: readonly string[] = ['BzQ-10', 'C/:#@', 'D\\|*[', 'FMwY+=246', 'GdeLNoR'].map(
  (rest) => `${commandPrefix}K${rest}`,
);

/** What no other code begins with, in either case. */
export const sheetPrefix = `${commandPrefix}K`;
