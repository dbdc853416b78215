import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { watchdogMs } from '../watchdog.ts';
import { CHROMIUM_HELP, findChromium } from './find-chromium.ts';
import { noOmnibox } from './no-omnibox.ts';
import { openProxyGate } from './proxy-gate.ts';
import { createRunFolder } from './run-folder.ts';

interface RunningChromium {
  context: BrowserContext;
  isHeaded: boolean;
  version: string;
  /** Address to which a second driver, such as a test, can connect. */
  devToolsUrl: string;
}

// The resolver rule keeps Chromium off the network: its usual "quiet" switches still let it look up Google's hosts.
const FLAGS = [
  noOmnibox,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--remote-debugging-port=0',
];

/**
 * Starts Chromium. `switches` are those of the app, as Electron passes them to its Chromium. Rejects with a readable message if no Chromium
 * is found or none starts. Chromium ends when this process does, even by SIGKILL.
 */
export async function startChromium(isHeaded: boolean, switches: readonly string[]): Promise<RunningChromium> {
  const folder = createRunFolder();
  const given = [...switches, `--proxy-server=http://127.0.0.1:${await openProxyGate()}`];
  const failures: string[] = [];
  for await (const executablePath of findChromium(process.env, process.platform, isHeaded)) {
    try {
      return await start(executablePath, folder, isHeaded, given);
    } catch (error) {
      failures.push(`${executablePath} did not start: ${reasonIn(error)}`);
    }
  }
  const wanted = isHeaded ? 'No Chromium, Chrome or Edge that can show a window was found' : 'No Chromium, Chrome or Edge was found';
  const displayHelp = isHeaded ? ' A window also needs a display: without one, leave HOST_HEADED out.' : '';
  throw new Error(`${failures.length > 0 ? failures.join('. ') : wanted}. ${CHROMIUM_HELP}${displayHelp}`);
}

async function start(executablePath: string, folder: string, isHeaded: boolean, given: readonly string[]): Promise<RunningChromium> {
  const profile = join(folder, 'profile');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !isHeaded,
    viewport: null,
    colorScheme: null,
    artifactsDir: folder,
    env: { ...process.env, TMPDIR: folder } as Record<string, string>,
    // Signals end the app, which then closes Chromium; the app may have something to write first.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: watchdogMs,
    args: [...FLAGS, ...given, ...(isHeaded ? ['--app=data:text/html,', '--window-size=1366,768'] : ['--window-size=1366,768'])],
  });
  const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').trim().split('\n');
  return { context, isHeaded, version: context.browser()?.version() ?? '', devToolsUrl: `ws://127.0.0.1:${port ?? ''}${path ?? ''}` };
}

/** Playwright's error contains a page of call log. Chromium's own line explains the failure, if there is one. */
function reasonIn(error: unknown): string {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n');
  const chromiumSaid = lines.find((line) => /shared librar|Missing X server/.test(line))?.replace(/^.*(\[err\]|ERROR:\S+)\s*/, '');
  const reason = chromiumSaid ?? lines[0]?.replace(/^browserType\.\w+:\s*/, '') ?? '';
  return reason.trim().replace(/\.$/, '');
}
