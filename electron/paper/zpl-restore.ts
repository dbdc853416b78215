import type { Stock } from './fit-page.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';

/**
 * Settings that a label needs and that stay in force after its `^XZ`, each with its value when a printer is switched on. Source: Zebra,
 * ZPL II Programming Guide, volume one, the comments of each command and its "Initial Value at Power-up". Settings that depend on the setup
 * of a printer for its paper are unknown to this program, so they do not pass the gate (`zpl-gate.ts`).
 *
 * | command | the guide | here |
 * |---|---|---|
 * | `^MU` | carries over until a new one; a conversion ends if both its numbers are the same | dots, no conversion |
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

/** `^MU` comes first: the values after it are in dots. */
const inOrder = ['^MU', '^JM', '^MD', '^PW', '^LL', '^LH', '^LR', '^PM', '^PO', '^FW', '^CF', '^BY', '^CI', '^CV'];

/** True for settings that a label may leave changed; all of them are restored. */
export const isRestored = (command: string): boolean => inOrder.includes(command);

/** A label made for this paper may round its size differently. */
const toleranceMm = 1.5;

const stores = new Set(['~DG', '~DY', '^DF']);

/**
 * Appends commands to a gated sheet that restore the printer's settings, in a format that draws nothing, so that later labels are not
 * affected. Returns the sheet unchanged if there is nothing to restore.
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

/** Dots as the unit, and the end of a conversion between resolutions. */
function unitsOf({ parameters, delimiter }: ZplToken): string {
  const [, from = ''] = parameters.split(delimiter);
  return /^\d+$/.test(from.trim()) ? `D,${from.trim()},${from.trim()}` : 'D';
}

/** Returns the name that the gate passed: always in the memory that a printer loses when it is turned off. */
const nameOf = ({ parameters, delimiter }: ZplToken): string =>
  (parameters.split(delimiter)[0] ?? '')
    .trim()
    .replace(/^R:/i, '')
    .replace(/\.[A-Z0-9]*$/i, '')
    .toUpperCase();
