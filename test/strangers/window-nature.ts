import type { Dice } from '../crash/dice.ts';

/** The window of a day, and the way the packer's hands use it. */
export interface WindowNature {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly font: 'bundled' | 'dejavu';
  /** Language in which the machine writes numbers. */
  readonly locale: string;
  /** Percentage of actions by touch in place of a key. */
  readonly touches: number;
  /** Percentage of actions by a scan of the command sheet. */
  readonly sheet: number;
}

/** The smallest supported window, in the pixels that are left at the zoom. */
const [leastWidth, leastHeight] = [911, 512];
const sizes = [
  [1024, 768],
  [1280, 720],
  [1366, 700],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
] as const;

export function drawWindow(dice: Dice): WindowNature {
  const [width, height] = sizes[dice.whole(sizes.length)] ?? sizes[0];
  const zooms = [1, 1, 1.1, 1.25, 1.5].filter((zoom) => width / zoom >= leastWidth && height / zoom >= leastHeight);
  return {
    width,
    height,
    zoom: zooms[dice.whole(zooms.length)] ?? 1,
    font: dice.pick(['bundled', 'bundled', 'dejavu'] as const),
    locale: dice.pick(['en-GB', 'de-DE', 'fr-FR', 'pl-PL', 'ar-EG'] as const),
    touches: dice.pick([0, 40, 100] as const),
    sheet: dice.pick([0, 20] as const),
  };
}
