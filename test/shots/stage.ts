import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { answerPage } from '../../electron/shell/pages.ts';
import { pressByHand } from '../e2e/hand.ts';
import { CHROMIUM_HELP, findChromium } from '../host/find-chromium.ts';
import { noOmnibox } from '../host/no-omnibox.ts';
import { watchdogMs } from '../watchdog.ts';
import { type FakePlan, fakeStationScript, planText } from './fake-station.ts';

const pageFolder = fileURLToPath(new URL('../../out/renderer', import.meta.url));
const planPath = 'shots-plan.json';

export const hasBuiltPage = (): boolean => existsSync(join(pageFolder, 'index.html'));

export interface Stage {
  /** A page of 1366×768, or of 1920×1080: the same layout, the window zoomed by 1.4. `onFault` receives its errors. */
  readonly openPage: (size: 'usual' | 'large', onFault: (what: string) => void) => Promise<Page>;
  /** Loads the built page from the start, with the answers of the plan. */
  readonly show: (page: Page, plan: FakePlan) => Promise<void>;
  /** Draws the window of a page that was loaded with `show` again, with the answers of this plan. */
  readonly renew: (page: Page, plan: FakePlan) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The built page in a real browser, answered by a fake station and served under the app's own policy. */
export async function openStage(): Promise<Stage> {
  let plan = '';
  const { url, server } = await servePage(() => plan);
  const browser = await openBrowser();
  let renewed = 1_000_000;
  return {
    async openPage(size, onFault) {
      const page = await browser.newPage({
        timezoneId: 'Europe/Amsterdam',
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...(size === 'large'
          ? { viewport: { width: 1371, height: 771 }, deviceScaleFactor: 1.4 }
          : { viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 }),
      });
      page.setDefaultTimeout(watchdogMs);
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') onFault(message.text());
      });
      page.on('pageerror', (error) => onFault(error.message));
      await page.addInitScript({ content: fakeStationScript(url + planPath) });
      return pressByHand(page);
    },
    async show(page, wanted) {
      plan = planText(wanted);
      await page.clock.setFixedTime(new Date('2026-11-19T15:12:00.000Z'));
      await page.goto(`${url}index.html`);
      await page.locator('.stage').waitFor();
    },
    async renew(page, wanted) {
      plan = planText(wanted);
      renewed += 1;
      await page.evaluate((seq) => window.renewStation(seq), renewed);
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Serves the app's own answers on loopback, and beside them the plan of the open scene. */
export async function servePage(plan: () => string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === `/${planPath}`) {
      response.end(plan());
      return;
    }
    answerPage(`app://packbench${path}`, pageFolder, randomUUID()).then(
      async (answer) => {
        // Browsers request an icon, which no page of the app has.
        response.writeHead(path === '/favicon.ico' ? 204 : answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page is not served');
  return { url: `http://127.0.0.1:${String(address.port)}/`, server };
}

export async function openBrowser(): Promise<Browser> {
  for await (const executablePath of findChromium(process.env, process.platform, false)) {
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--font-render-hinting=none', noOmnibox], timeout: watchdogMs });
  }
  throw new Error(`There is no Chromium to open the page in. ${CHROMIUM_HELP}`);
}
