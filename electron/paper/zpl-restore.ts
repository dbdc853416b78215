import type { Stock } from './fit-page.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';

/**
 * Settings that a label needs for itself and that stay in force behind its `^XZ`, each with what a printer has when it is switched on.
 * Source: Zebra, ZPL II Programming Guide, volume one, the comments of each command and its "Initial Value at Power-up". What a printer
 * that is set up for its paper has instead, and nobody can know here, does not pass the gate (`zpl-gate.ts`).
 *
 * | command | the guide | here |
 * |---|---|---|
 * | `^MU` | carries over until a new one; a conversion ends where both its numbers are the same | dots, no conversion |
 * | `^JM` | "the effects are persistent" | `A`, all dots |
 * | `^MD` | relative to the saved darkness, each by itself | `0` |
 * | `^PW` `^LL` | "the setting is retained until you turn off the printer or send a new" one | the paper that Setup has for this printer |
 * | `^LH` | retained likewise | `0,0` |
 * | `^LR` `^PM` `^PO` | active until turned off | `N` |
 * | `^FW` | retained likewise | `N` |
 * | `^CF` `^BY` `^CI` | in effect until the next one | `A,9,5` · `2,3,10` · `0` |
 * | `^CV` | "remains active from format to format" | `N` |
 * | `~DG` `~DY` `^DF` | stay in the memory until the printer is turned off | deleted |
 */
const neutral: Readonly<Record<string, string>> = {
  '^JM': 'A',
  '^MD': '0',
  '^LH': '0,0',
  '^LR': 'N',
  '^PM': 'N',
  '^PO': 'N',
  '^FW': 'N',
  '^CF': 'A,9,5',
  '^BY': '2,3,10',
  '^CI': '0',
  '^CV': 'N',
};

/** `^MU` comes first: what follows it is in dots. */
const inOrder = ['^MU', '^JM', '^MD', '^PW', '^LL', '^LH', '^LR', '^PM', '^PO', '^FW', '^CF', '^BY', '^CI', '^CV'];

/** Settings that a label may leave behind, all of which are restored. */
export const isRestored = (command: string): boolean => inOrder.includes(command);

/** A label made for the paper may round its size another way. */
const toleranceMm = 1.5;

const stores = new Set(['~DG', '~DY', '^DF']);

/**
 * A gated sheet, with what sets the printer back behind it, so that whatever prints next finds it as it was: in a format that draws nothing.
 * Nothing is added to a sheet that leaves nothing.
 */
export function restoredBehind(sheet: Uint8Array, { widthMm, heightMm }: Stock, dpi: number): Uint8Array {
  const { tokens } = zplTokens(sheet);
  const last = new Map(tokens.map((token) => [token.command, token]));
  const dots = (mm: number): number => Math.round((mm / 25.4) * dpi);
  const sizes: Readonly<Record<string, number>> = { '^PW': dots(widthMm), '^LL': dots(heightMm) };
  const restoring = inOrder.flatMap((command) => {
    const left = last.get(command);
    if (!left) return [];
    const size = sizes[command];
    if (size !== undefined) return Math.abs(Number(left.parameters) - size) <= dots(toleranceMm) ? [] : [`${command}${size}`];
    const value = command === '^MU' ? unitsOf(left) : (neutral[command] ?? '');
    return left.parameters.trim().toUpperCase() === value ? [] : [`${command}${value}`];
  });
  const names = new Set(tokens.filter(({ command }) => stores.has(command)).map(nameOf));
  const deleting = [...names].map((name) => `^IDR:${name}.*^FS`);
  if (restoring.length + deleting.length === 0) return sheet;
  return new Uint8Array(Buffer.concat([sheet, Buffer.from(`\n^XA${[...restoring, ...deleting].join('')}^XZ\n`, 'latin1')]));
}

/** Dots, and the end of a conversion from one resolution to another. */
function unitsOf({ parameters, delimiter }: ZplToken): string {
  const [, from = ''] = parameters.split(delimiter);
  return /^\d+$/.test(from.trim()) ? `D,${from.trim()},${from.trim()}` : 'D';
}

/** What the gate let through: a name in the memory that a printer loses when it is turned off. */
const nameOf = ({ parameters, delimiter }: ZplToken): string =>
  (parameters.split(delimiter)[0] ?? '')
    .trim()
    .replace(/^R:/i, '')
    .replace(/\.[A-Z0-9]*$/i, '')
    .toUpperCase();
