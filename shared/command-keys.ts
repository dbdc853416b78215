/** What a command bar code can ask for, and the key that asks for the same in the window. */
export const commandKeys = {
  BUY: 'F12',
  REPRINT: 'F8',
  ASIDE: 'F9',
  NEXT: 'Escape',
  FREE: 'F10',
  PICKUP: 'F12',
  RESUME: 'F10',
  STANDBY: 'F7',
} as const;
export type Command = keyof typeof commandKeys;
export const commands = Object.keys(commandKeys) as [Command, ...Command[]];

/**
 * Begins every command bar code. An order key may not begin with it, so no order can ever be taken for a command. It and all codes behind
 * it use letters that lie on the same key in every keyboard layout that scanners have (B to L, N to P, R to V, X), and count in either
 * case: a scanner set to another country than the PC, and Caps Lock, do not change them.
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
} as const satisfies Record<Command, string>;

/** What the bar code of a command holds. */
export const commandCode = (command: Command): string => `${commandPrefix}${codes[command]}`;

/** Command sheets that were printed before have `PB!` and the name of the command. They still work if the scanner fits the PC. */
const earlierPrefix = 'PB!';

/** The command that a text stands for, or undefined. */
export function commandOf(text: string): Command | undefined {
  const typed = text.toUpperCase();
  return commands.find((command) => typed === commandCode(command) || typed === `${earlierPrefix}${command}`);
}

/** The prefix that keeps a text from being an order key, or undefined. */
export const reservedPrefixOf = (text: string): string | undefined =>
  [commandPrefix, earlierPrefix].find((prefix) => text.toUpperCase().startsWith(prefix));

/** On the test label. It begins as a command does, so no order has it, and it is none. */
export const testLabelCode = `${commandPrefix}TST`;
