/**
 * Photographs every scene in light and dark and checks what it sees: `npm run shots`, or `npm run shots -- orders track`
 * for the scenes whose names hold one of these words. Directly: `npm run build && npx node test/shots/shoot.ts ship`.
 *
 * `npm run shots -- --long` makes every text 15 % longer, in light only, and fails where one is then cut.
 *
 * It uses the built page in `out/renderer` and answers it from `scenes.ts` through `fake-station.ts`. Pictures go to
 * `out/shots/<scene>-<theme>.png`, 1366×768; scenes marked `large` also at 1920×1080. Ends with exit code 1 and a list
 * when a page broke the Content-Security-Policy, wrote an error to the console or is not accessible (axe).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { frame } from '../../renderer/text/frame.ts';
import { lengthenTexts } from './longer-texts.ts';
import { type Scene, scenes, screenKeys } from './scenes.ts';
import { hasBuiltPage, openStage } from './stage.ts';

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
const isLong = process.argv.includes('--long');
const words = process.argv.slice(2).filter((word) => word !== '--long');
const chosen = scenes.filter((scene) => words.length === 0 || words.some((word) => scene.name.includes(word)));

/** What was wrong in any picture, one line each. */
const violations: string[] = [];
const inaccessible: string[] = [];
let shots = 0;

async function shoot(page: Page, scene: Scene, ending: string): Promise<void> {
  if (scene.snapshot.frame.world !== null) await page.keyboard.press(screenKeys[scene.screen]);
  await scene.act?.(page);
  await page.waitForTimeout(100);
  // A label takes longer than a list, and the picture is of the label.
  await page.getByText(frame.labelDrawing).waitFor({ state: 'hidden' });
  if (isLong) return shootLonger(page, scene);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(shotFolder, `${scene.name}-${theme}${ending}.png`) });
    shots += 1;
    if (ending === '') await checkAccess(page, `${scene.name}-${theme}`, theme === 'dark');
  }
}

async function shootLonger(page: Page, scene: Scene): Promise<void> {
  violations.push(...(await page.evaluate(lengthenTexts)).map((fault) => `${scene.name}: ${fault}`));
  await page.screenshot({ path: join(shotFolder, `${scene.name}-long.png`) });
  shots += 1;
}

/** All rules of axe; where only the colours are new, only the rule of colours. */
async function checkAccess(page: Page, name: string, onlyColours: boolean): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    (rules) => window.axe.run(document, rules ? { runOnly: { type: 'rule', values: rules } } : {}),
    onlyColours ? ['color-contrast'] : null,
  );
  for (const { id, nodes } of found.violations) {
    inaccessible.push(`${name}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  }
}

await mkdir(shotFolder, { recursive: true });
const stage = await openStage();
try {
  for (const size of isLong ? (['usual'] as const) : (['usual', 'large'] as const)) {
    let name = '';
    const page = await stage.openPage(size, (what) => violations.push(`${name}: ${what}`));
    for (const scene of chosen.filter(({ large }) => large || size === 'usual')) {
      name = scene.name;
      try {
        await page.emulateMedia({ colorScheme: 'light' });
        await stage.show(page, scene);
        await shoot(page, scene, size === 'large' ? '-1080p' : '');
      } catch (error) {
        violations.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await page.close();
  }
} finally {
  await stage.close();
}
for (const line of [...violations, ...inaccessible]) console.error(line);
console.log(`shots=${String(shots)} violations=${String(violations.length)} axe=${String(inaccessible.length)}`);
process.exitCode = violations.length + inaccessible.length > 0 || shots === 0 ? 1 : 0;
