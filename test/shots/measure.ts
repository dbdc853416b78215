import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { frame } from '../../renderer/text/en/frame.ts';
import { keyOf } from '../../shared/key-meanings.ts';
import { pageWaits } from '../e2e/page-waits.ts';
import { watchdogMs } from '../watchdog.ts';
import { findLayoutFaults, type LayoutFault } from './layout.ts';
import { lengthenTexts } from './longer-texts.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** Window sizes in which Packbench is used. 911×512 is what 1366×768 shows at 150 % zoom. */
export const windowSizes = ['1024x768', '1280x720', '1366x700', '1366x768', '1920x1080', '911x512'] as const;
export type WindowSize = (typeof windowSizes)[number];
export const usualSize: WindowSize = '1366x768';

/** The font that the program includes, and the one of a bare Linux. */
export const windowFonts = { bundled: null, dejavu: 'DejaVu Sans' } as const;
export type WindowFont = keyof typeof windowFonts;

export interface Measure {
  readonly sizes: readonly WindowSize[];
  readonly fonts: readonly WindowFont[];
  /** True to measure once more, in the bundled font, with longer texts. */
  readonly isLong: boolean;
  /** Destination of the pictures, with a folder for each size and font. `ofAll`: of everything, otherwise only of faults. */
  readonly pictures?: { readonly folder: string; readonly ofAll: boolean };
}

export interface Measured extends LayoutFault {
  /** Scene, size and font. */
  readonly where: string;
}

/** Brings the page to the state that the scene shows. */
export async function playScene(page: Page, scene: Scene): Promise<void> {
  if (scene.snapshot.frame.world !== null) await page.keyboard.press(keyOf(scene.screen));
  await scene.act?.(page);
  await pageWaits(page, 100);
  // A label takes longer than a list, and the picture must show the label.
  await page.getByText(frame.labelDrawing).waitFor({ state: 'hidden' });
}

/** Opens the scene once and checks it in every size and font. */
export async function measureScene(stage: Stage, page: Page, scene: Scene, measure: Measure): Promise<Measured[]> {
  const found: Measured[] = [];
  const look = async (size: WindowSize, font: string): Promise<void> => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [width, height]);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.waitForFunction(fadesAreKnown, undefined, { timeout: watchdogMs });
    const faults = await page.evaluate(findLayoutFaults);
    found.push(...faults.map((fault) => ({ ...fault, where: `${scene.name} ${size} ${font}` })));
    const { pictures } = measure;
    if (!pictures || (faults.length === 0 && !pictures.ofAll)) return;
    const folder = join(pictures.folder, `${size}-${font}`);
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${scene.name}.png`) });
  };
  await page.setViewportSize({ width: 1366, height: 768 });
  await stage.show(page, scene);
  await playScene(page, scene);
  for (const font of measure.fonts) {
    await page.evaluate(useFont, windowFonts[font]);
    for (const size of measure.sizes) await look(size, font);
  }
  if (measure.isLong) {
    await page.evaluate(useFont, null);
    await page.evaluate(lengthenTexts);
    for (const size of measure.sizes) await look(size, 'longer');
  }
  return found;
}

/**
 * Runs in the page: true if every list that continues below has the scroll position for its fade. A list that became longer than its place
 * gets it some frames later, more of them on a slow computer, and fades only then.
 */
function fadesAreKnown(): boolean {
  return [...document.querySelectorAll('body *')].every((element) => {
    const { animationName, overflowY } = getComputedStyle(element);
    const isToFade =
      animationName === 'to-the-end' && ['auto', 'scroll'].includes(overflowY) && element.scrollHeight > element.clientHeight + 2;
    return !isToFade || element.getAnimations().some(({ timeline }) => timeline !== null && timeline.currentTime !== null);
  });
}

/** Runs in the page: draws it in this font of the machine, or with null in the bundled one. Throws if the font is missing. */
export async function useFont(name: string | null): Promise<void> {
  const { style } = document.documentElement;
  if (name === null) {
    style.removeProperty('--font');
    await document.fonts.ready;
    if (![...document.fonts].some(({ status }) => status === 'loaded')) throw new Error('The bundled font was not loaded.');
    return;
  }
  const pen = document.createElement('canvas').getContext('2d');
  const widthIn = (font: string): number | undefined => {
    if (pen) pen.font = `40px ${font}`;
    return pen?.measureText('Packbench 1,184').width;
  };
  const isMissing = ['serif', 'monospace'].every((other) => widthIn(`"${name}", ${other}`) === widthIn(other));
  if (isMissing) throw new Error(`${name} is not installed: apt-get install -y fonts-dejavu-core`);
  style.setProperty('--font', `"${name}"`);
}
