import { z } from 'zod';

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
export const commands = [
  'BUY',
  'REPRINT',
  'ASIDE',
  'NEXT',
  'FREE',
  'PICKUP',
  'RESUME',
  'STANDBY',
] as const satisfies readonly (keyof typeof commandKeys)[];
export const commandSchema = z.enum(commands);
export type Command = keyof typeof commandKeys;

/** Begins every command bar code; an order key may not begin with it, so no order can ever be taken for a command. */
export const commandPrefix = 'PB!';

/** On the test label. It begins as a command does, so no order has it, and it is none. */
export const testLabelCode = `${commandPrefix}TEST`;
