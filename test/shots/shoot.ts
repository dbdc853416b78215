/**
 * Takes a picture of every scene in light and dark and checks it: `npm run shots`, or `npm run shots -- orders track`
 * for the scenes whose names contain one of these words. Directly: `npm run build && npx node test/shots/shoot.ts ship`.
 *
 * It uses the built page in `out/renderer` and answers it from `scenes.ts` through `fake-station.ts`. Pictures go to
 * `out/shots/<scene>-<theme>.png`, 1366×768; scenes marked `large` also at 1920×1080. Ends with exit code 1 and a list
 * if a page broke the Content-Security-Policy, wrote an error to the console or is not accessible (axe).
 *
 * `npm run shots -- --sizes --fonts --long` checks every scene in every window size of Packbench, on a machine without the
 * bundled font, and with longer texts: words 40 % longer, short texts twice as long. Each of the three options also works alone, and `1024x768` selects one size. Pictures
 * of faults, or of everything with `--pictures`, go to `out/shots/<size>-<font>/<scene>.png`. Ends with exit code 1 if a part is
 * cut, covers another one, or is a control out of view.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { layoutFaultKinds } from './layout.ts';
import { type Measure, type Measured, measureScene, playScene, usualSize, type WindowFont, windowFonts, windowSizes } from './measure.ts';
import { scenes } from './scenes.ts';
import { hasBuiltPage, openStage, type Stage } from './stage.ts';

const shotFolder = fileURLToPath(new URL('../../out/shots', import.meta.url));

declare global {
  interface Window {
    axe: typeof axe;
  }
}

if (!hasBuiltPage()) {
  console.error('There is no built page in out/renderer: run `npm run build` first.');
  process.exit(1);
}
const options = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const sizes = windowSizes.filter((size) => named.includes(size));
const words = named.filter((word) => !/^\d+x\d+$/.test(word));
const chosen = scenes.filter((scene) => words.length === 0 || words.some((word) => scene.name.includes(word)));

/** Faults in any picture, one line each. */
const violations: string[] = [];

await mkdir(shotFolder, { recursive: true });
const stage = await openStage();
try {
  await (options.size + sizes.length > 0 ? measure(stage) : shootAll(stage));
} finally {
  await stage.close();
}

/** Takes every scene once in each theme. */
async function shootAll({ openPage, show }: Stage): Promise<void> {
  const inaccessible: string[] = [];
  let shots = 0;
  for (const size of ['usual', 'large'] as const) {
    let name = '';
    const page = await openPage(size, (what) => violations.push(`${name}: ${what}`));
    for (const scene of chosen.filter(({ large }) => large || size === 'usual')) {
      name = scene.name;
      try {
        await page.emulateMedia({ colorScheme: 'light' });
        await show(page, scene);
        await playScene(page, scene);
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          await page.screenshot({ path: join(shotFolder, `${name}-${theme}${size === 'large' ? '-1080p' : ''}.png`) });
          shots += 1;
          if (size === 'usual') inaccessible.push(...(await checkAccess(page, `${name}-${theme}`, theme === 'dark')));
        }
      } catch (error) {
        violations.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await page.close();
  }
  for (const line of [...violations, ...inaccessible]) console.error(line);
  console.log(`shots=${String(shots)} violations=${String(violations.length)} axe=${String(inaccessible.length)}`);
  process.exitCode = violations.length + inaccessible.length > 0 || shots === 0 ? 1 : 0;
}

/** Runs all rules of axe, or only the colour rule if only the colours are new. One line for each violation. */
async function checkAccess(page: Page, name: string, onlyColours: boolean): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    (rules) => window.axe.run(document, rules ? { runOnly: { type: 'rule', values: rules } } : {}),
    onlyColours ? ['color-contrast'] : null,
  );
  return found.violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** Measures every scene in each size and font. */
async function measure(of: Stage): Promise<void> {
  const wanted: Measure = {
    sizes: sizes.length > 0 ? sizes : options.has('--sizes') ? windowSizes : [usualSize],
    fonts: options.has('--fonts') ? (Object.keys(windowFonts) as WindowFont[]) : ['bundled'],
    isLong: options.has('--long'),
    pictures: { folder: shotFolder, ofAll: options.has('--pictures') },
  };
  const found: Measured[] = [];
  let name = '';
  const page = await of.openPage('usual', (what) => violations.push(`${name}: ${what}`));
  for (const scene of chosen) {
    name = scene.name;
    try {
      const faults = await measureScene(of, page, scene, wanted);
      for (const { where, kind, what } of faults) console.error(`${where}: ${kind}: ${what}`);
      found.push(...faults);
    } catch (error) {
      violations.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const line of violations) console.error(line);
  const fonts = wanted.fonts.length + (wanted.isLong ? 1 : 0);
  const counts = layoutFaultKinds.map((kind) => `${kind}=${String(found.filter((fault) => fault.kind === kind).length)}`);
  console.log(
    `shots=${String(chosen.length * wanted.sizes.length * fonts)} sizes=${String(wanted.sizes.length)} fonts=${String(fonts)} ${counts.join(' ')} violations=${String(violations.length)}`,
  );
  process.exitCode = found.length + violations.length > 0 || chosen.length === 0 ? 1 : 0;
}
