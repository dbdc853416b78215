import type { PressMeaning } from './key-meanings.ts';

/** Commands of command bar codes, and the meaning of the key for the same command in the window. */
export const commandKeys = {
  BUY: 'commit',
  REPRINT: 'reprint',
  ASIDE: 'aside',
  NEXT: 'leave',
  FREE: 'leave',
  PICKUP: 'commit',
  RESUME: 'save',
  STANDBY: 'save',
  TAKE: 'accept',
  JOIN: 'save',
  APART: '2',
  LATER: 'later',
  BOX: 'box',
  NOTED: 'save',
  UNPACK: 'unpack',
  NOTHING: '1',
  DAMAGED: '2',
  FAINT: '3',
  LOST: '4',
  OTHER: '5',
  UNREADABLE: '1',
  NOTHERE: '2',
} as const satisfies Readonly<Record<string, PressMeaning>>;
export type Command = keyof typeof commandKeys;
export const commands = Object.keys(commandKeys) as [Command, ...Command[]];

/**
 * Prefix of every command bar code. An order key may not begin with it, so no order can be mistaken for a command. The prefix and all
 * codes use letters that are on the same key in every keyboard layout that scanners have (B to L, N to P, R to V, X), in either case. So
 * a scanner set to another country than the PC, and Caps Lock, do not change them.
 */
export const commandPrefix = 'XPBX';
/** Any two differ in at least two letters. */
const codes = {
  BUY: 'BUX',
  REPRINT: 'REP',
  ASIDE: 'PUT',
  NEXT: 'NEX',
  FREE: 'FRE',
  PICKUP: 'PIC',
  RESUME: 'GON',
  STANDBY: 'STB',
  TAKE: 'LIK',
  JOIN: 'ONE',
  APART: 'SPL',
  LATER: 'LTR',
  BOX: 'CTN',
  NOTED: 'KNO',
  UNPACK: 'UNP',
  NOTHING: 'NIL',
  DAMAGED: 'TRN',
  FAINT: 'FNT',
  LOST: 'LOS',
  OTHER: 'ELS',
  UNREADABLE: 'BLN',
  NOTHERE: 'HER',
} as const satisfies Record<Command, string>;

/** The content of a command's bar code. */
export const commandCode = (command: Command): string => `${commandPrefix}${codes[command]}`;

/**
 * Command sheets printed by earlier versions contain `PB!` and the name of the command. They still work if the scanner's layout matches
 * the PC.
 */
const earlierPrefix = 'PB!';

export function commandOf(text: string): Command | undefined {
  const typed = text.toUpperCase();
  return commands.find((command) => typed === commandCode(command) || typed === `${earlierPrefix}${command}`);
}

/** The prefix that keeps a text from being an order key, or undefined. */
export const reservedPrefixOf = (text: string): string | undefined =>
  [commandPrefix, earlierPrefix].find((prefix) => text.toUpperCase().startsWith(prefix));

/** Code of the test label. It begins like a command, so no order can have it, but it is not a command. */
export const testLabelCode = `${commandPrefix}TST`;
