/**
 * Photographs every scene in light and dark and checks what it sees: `npm run shots`, or `npm run shots -- orders track`
 * for the scenes whose names hold one of these words. Directly: `npm run build && npx node test/shots/shoot.ts ship`.
 *
 * It uses the built page in `out/renderer` and answers it from `scenes.ts` through `fake-station.ts`. Pictures go to
 * `out/shots/<scene>-<theme>.png`, 1366×768; scenes marked `large` also at 1920×1080. Ends with exit code 1 and a list
 * when a page broke the Content-Security-Policy, wrote an error to the console or is not accessible (axe).
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_HELP, findChromium } from '../host/find-chromium.ts';
import { installFakeStation, planText } from './fake-station.ts';
import { type Scene, scenes } from './scenes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pageFolder = join(root, 'out/renderer');
const shotFolder = join(root, 'out/shots');
const themes = ['light', 'dark'] as const;
const planPath = 'shots-plan.json';
const screenKeys = { ship: 'F1', orders: 'F2', pickup: 'F3', track: 'F4', resolve: 'F5', setup: 'F6' } as const;

// The policy of the app's own pages; a worker that draws ZPL may run wasm, the page may not.
const policy = (nonce: string, isWorker: boolean): string =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'${isWorker ? " 'wasm-unsafe-eval'" : ''}; style-src 'self' 'nonce-${nonce}'; ` +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
};

/** Serves the built page, and beside it the plan of the scene that is open. */
async function servePage(): Promise<{ url: string; server: Server; show: (plan: string) => void }> {
  let served = 0;
  let plan = '';
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname)).replace(/^[/\\.]+/, '') || 'index.html';
    served += 1;
    const nonce = `shots${String(served)}`;
    if (path === planPath) {
      response.end(plan);
      return;
    }
    readFile(join(pageFolder, path)).then(
      (bytes) => {
        response.setHeader('content-type', mediaTypes[extname(path)] ?? 'application/octet-stream');
        response.setHeader('content-security-policy', policy(nonce, /worker/i.test(path)));
        response.end(path.endsWith('.html') ? bytes.toString('utf8').replaceAll('__NONCE__', nonce) : bytes);
      },
      // Browsers ask for an icon that no page of ours has.
      () => response.writeHead(path === 'favicon.ico' ? 204 : 404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page is not served');
  const show = (text: string) => {
    plan = text;
  };
  return { url: `http://127.0.0.1:${String(address.port)}/`, server, show };
}

async function openBrowser(): Promise<Browser> {
  for await (const executablePath of findChromium(process.env, process.platform, false)) {
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--font-render-hinting=none'] });
  }
  throw new Error(`There is no Chromium to photograph with. ${CHROMIUM_HELP}`);
}

/** What was wrong in any picture, one line each. */
const findings = { violations: [] as string[], axe: [] as string[] };
let sceneName = '';

/** One page for all scenes of a size. 1080p shows the same layout, the window zoomed by 1.4. */
async function openPage(browser: Browser, url: string, isLarge: boolean): Promise<Page> {
  const size = isLarge
    ? { viewport: { width: 1371, height: 771 }, deviceScaleFactor: 1.4 }
    : { viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 };
  const page = await browser.newPage({ timezoneId: 'Europe/Amsterdam', locale: 'en-GB', reducedMotion: 'reduce', ...size });
  page.setDefaultTimeout(5000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') findings.violations.push(`${sceneName}: ${message.text()}`);
  });
  page.on('pageerror', (error) => findings.violations.push(`${sceneName}: ${error.message}`));
  await page.clock.setFixedTime(new Date('2026-11-19T15:12:00.000Z'));
  await page.addInitScript(installFakeStation, url + planPath);
  return page;
}

async function play(page: Page, scene: Scene, url: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(url);
  await page.locator('.stage').waitFor();
  if (scene.snapshot.frame.world !== null) await page.keyboard.press(screenKeys[scene.screen]);
  await scene.act?.(page);
  await page.waitForTimeout(scene.settleMs ?? 100);
}

async function shoot(page: Page, scene: Scene, ending: string): Promise<number> {
  let shots = 0;
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(shotFolder, `${scene.name}-${theme}${ending}.png`) });
    shots += 1;
    if (ending) continue;
    await page.evaluate(axe.source);
    const found = await page.evaluate(
      (rules) => window.axe.run(document, rules ? { runOnly: { type: 'rule', values: rules } } : {}),
      theme === 'dark' ? ['color-contrast'] : null,
    );
    for (const violation of found.violations) {
      findings.axe.push(`${scene.name}-${theme}: ${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
    }
  }
  return shots;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const words = process.argv.slice(2);
const chosen = scenes.filter((scene) => words.length === 0 || words.some((word) => scene.name.includes(word)));
if (!existsSync(join(pageFolder, 'index.html'))) {
  console.error('There is no built page in out/renderer: run `npm run build` first.');
  process.exit(1);
}
await mkdir(shotFolder, { recursive: true });
const { url, server, show } = await servePage();
const browser = await openBrowser();
let shots = 0;
try {
  for (const isLarge of [false, true]) {
    const page = await openPage(browser, url, isLarge);
    for (const scene of chosen.filter(({ large }) => large || !isLarge)) {
      sceneName = scene.name;
      try {
        show(planText(scene));
        await play(page, scene, url);
        shots += await shoot(page, scene, isLarge ? '-1080p' : '');
      } catch (error) {
        findings.violations.push(`${scene.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
for (const line of [...findings.violations, ...findings.axe]) console.error(line);
console.log(`shots=${String(shots)} violations=${String(findings.violations.length)} axe=${String(findings.axe.length)}`);
process.exitCode = findings.violations.length + findings.axe.length > 0 || shots === 0 ? 1 : 0;
