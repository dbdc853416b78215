import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { watchdogMs } from '../watchdog.ts';
import { launchApp } from './launch-app.ts';

interface Fixture {
  /** Typed any: the fixture echoes values of every shape. */
  invoke(channel: string, value?: unknown): Promise<any>;
  count(upTo: number): void;
  onNumber(listener: (value: number) => void): () => void;
  loadedAt: number;
}
interface Seen {
  navigations: string[];
  opened: string[];
  console: { level: string; message: string }[];
  closes: number;
}
type FixtureWindow = Window & { fixture: Fixture; compilesWasm(): boolean; workerCompilesWasm(): Promise<boolean> };
declare const window: FixtureWindow;

vi.stubEnv('HOST_STAND_IN', '1');

const appFolder = join(import.meta.dirname, 'fixture-app');
const temp = mkdtempSync(join(tmpdir(), 'host-test-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

async function start(name: string, env: Record<string, string> = {}): Promise<{ app: ElectronApplication; page: Page }> {
  const app = await launchApp({ userData: join(temp, name), appFolder, env });
  const page = await app.firstWindow({ timeout: watchdogMs });
  await page.getByRole('heading', { name: 'Host fixture' }).waitFor();
  return { app, page };
}

describe('a running app', () => {
  let app: ElectronApplication;
  let page: Page;
  const seen = (): Promise<Seen> => page.evaluate(() => window.fixture.invoke('seen'));

  beforeAll(async () => {
    ({ app, page } = await start('shared'));
  });
  afterAll(() => app.close());

  test('the page has the size of its window', async () => {
    expect(await page.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([1366, 768]);
    expect(await (await app.browserWindow(page)).evaluate((window) => window.getBounds())).toEqual({
      x: 0,
      y: 0,
      width: 1366,
      height: 768,
    });
  });

  test('app returns the same values as Electron', async () => {
    const facts = await app.evaluate(({ app }) => [app.getName(), app.getVersion(), app.isPackaged, app.getPath('userData')]);
    expect(facts).toEqual(['host-fixture', '1.2.3', false, join(temp, 'shared')]);
    expect(await app.evaluate(({ session }) => session.defaultSession.resolveProxy('https://example.invalid'))).toBe('DIRECT');
    expect(await app.evaluate(() => process.argv.slice(1))).toEqual([`--user-data-dir=${join(temp, 'shared')}`, appFolder]);
  });

  test('values of every cloneable kind go to main and back', async () => {
    const back = await page.evaluate(async () => {
      const bytes = new Uint8Array([1, 2, 255]);
      const value: Record<string, unknown> = {
        bytes,
        none: undefined,
        nothing: null,
        big: 12n,
        not: Number.NaN,
        minus: -0,
        at: new Date(5),
        list: ['a', ['b']],
      };
      value['map'] = new Map([['a', new Set([1])]]);
      value['self'] = value;
      const echo = await window.fixture.invoke('echo', value);
      return [
        echo.bytes instanceof Uint8Array && [...echo.bytes].join(),
        'none' in echo && echo.none === undefined,
        echo.nothing,
        echo.big === 12n,
        Number.isNaN(echo.not),
        Object.is(echo.minus, -0),
        echo.at instanceof Date && echo.at.getTime(),
        JSON.stringify(echo.list),
        echo.map.get('a').has(1),
        echo.self === echo,
      ];
    });
    expect(back).toEqual(['1,2,255', true, null, true, true, true, 5, '["a",["b"]]', true, true]);
  });

  test('errors read as they do in Electron', async () => {
    const failure = (channel: string): Promise<string> =>
      page.evaluate((name) => window.fixture.invoke(name).catch((error: Error) => String(error)), channel);
    expect(await failure('fail')).toBe("Error: Error invoking remote method 'fail': TypeError: it broke");
    expect(await failure('nobody')).toBe("Error: Error invoking remote method 'nobody': Error: No handler registered for 'nobody'");
    expect(await failure('unsendable')).toContain('An object could not be cloned.');
  });

  test('main receives the frame that calls it', async () => {
    const sender = await page.evaluate(() => window.fixture.invoke('sender'));
    expect(sender).toEqual({ url: 'app://bundle/index.html', origin: 'app://bundle', isTop: true });
  });

  test('the page reaches main only through the preload', async () => {
    expect(await page.evaluate(() => Object.keys(window).filter((name) => /require|process|electron|host/i.test(name)))).toEqual([]);
  });

  test('pushes arrive all and in order', async () => {
    const numbers = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const received: number[] = [];
          const stop = window.fixture.onNumber((value) => {
            received.push(value);
            if (received.length < 200) return;
            stop();
            resolve(received);
          });
          window.fixture.count(200);
        }),
    );
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  });

  test('a reload runs the preload again', async () => {
    const before = await page.evaluate(() => window.fixture.loadedAt);
    await page.reload();
    expect(await page.evaluate(() => window.fixture.loadedAt)).toBeGreaterThan(before);
    expect(await page.evaluate(() => window.fixture.invoke('echo', 'still here'))).toBe('still here');
  });

  test('a test answers the dialogs', async () => {
    await app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/orders.csv'] });
    });
    expect(await page.evaluate(() => window.fixture.invoke('pick'))).toEqual(['/orders.csv']);
  });

  test('the app refuses new windows, from a script and from a link', async () => {
    expect(await page.evaluate(() => window.open('https://example.invalid/script'))).toBeNull();
    await page.getByRole('link', { name: 'New window' }).click();
    await expect.poll(async () => (await seen()).opened).toEqual(['https://example.invalid/script', 'https://example.invalid/new']);
    await expect.poll(() => app.windows().length).toBe(1);
  });

  test('the app vetoes a navigation', async () => {
    await page.getByRole('link', { name: 'Away' }).click();
    await expect.poll(async () => (await seen()).navigations).toContain('https://example.invalid/away');
    expect(await page.evaluate(() => window.fixture.invoke('sender'))).toMatchObject({ url: 'app://bundle/index.html' });
  });

  test('every file carries its own policy', async () => {
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)).toBe('rgb(0, 128, 0)');
    expect(await page.evaluate(() => window.compilesWasm())).toBe(false);
    expect(await page.evaluate(() => window.workerCompilesWasm())).toBe(true);
    const injected = await page.evaluate(() => {
      const style = document.head.appendChild(document.createElement('style'));
      style.textContent = 'h1 { color: red; }';
      return getComputedStyle(document.querySelector('h1') as Element).color;
    });
    expect(injected).toBe('rgb(0, 128, 0)');
    expect((await seen()).console).toContainEqual({ level: 'error', message: expect.stringContaining('Content Security Policy') });
  });

  test('each answer has a nonce of its own', async () => {
    const nonce = (): Promise<string> => page.evaluate(() => document.querySelector('style')?.nonce ?? '');
    const before = await nonce();
    await page.reload();
    expect(await nonce()).not.toBe(before);
  });

  test('webRequest refuses a request', async () => {
    const load = (): Promise<string> =>
      page.evaluate(() =>
        fetch('page.js').then(
          (response) => String(response.status),
          () => 'refused',
        ),
      );
    expect(await load()).toBe('200');
    await app.evaluate(({ session }) => {
      session.defaultSession.webRequest.onBeforeRequest(({ url }, done) => done({ cancel: url.endsWith('.js') }));
    });
    expect(await load()).toBe('refused');
    await app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeRequest(null));
    expect(await load()).toBe('200');
  });

  test('encrypts and decrypts secrets, and refuses a damaged one', async () => {
    const answer = await page.evaluate(() => window.fixture.invoke('encrypt', 'courier key ü'));
    expect(answer).toEqual({
      isAvailable: true,
      isHidden: true,
      opened: { shouldReEncrypt: false, result: 'courier key ü' },
      refused: expect.any(String),
    });
    expect(statSync(join(temp, 'shared', 'stand-in.key')).mode & 0o777).toBe(0o600);
  });

  test('a utility process answers', async () => {
    expect(await page.evaluate(() => window.fixture.invoke('askWorker', { bytes: new Uint8Array([7]) }))).toEqual({
      received: { bytes: new Uint8Array([7]) },
    });
  });

  test('a second app on the same data ends at once with its own exit code', async () => {
    const bin = join(import.meta.dirname, 'electron-bin');
    const second = promisify(execFile)(bin, [`--user-data-dir=${join(temp, 'shared')}`, appFolder]);
    await expect(second).rejects.toMatchObject({ code: 7 });
  });
});

test('a crashed page returns after a reload', async () => {
  const { app } = await start('crashing');
  const next = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents;
    contents.once('render-process-gone', () => contents.reload());
    contents.forcefullyCrashRenderer();
  });
  const page = await next;
  await page.getByRole('heading', { name: 'Host fixture' }).waitFor();
  expect(await page.evaluate(() => window.fixture.invoke('echo', 'again'))).toBe('again');
  expect(app.windows()).toEqual([page]);
  await app.close();
});

test('window.close() asks the app, then closes the window and quits', async () => {
  const { app, page } = await start('closing', { FIXTURE_STAYS_ONCE: '1' });
  const process = app.process();
  const printed: string[] = [];
  process.stdout?.on('data', (data) => printed.push(String(data)));
  const code = new Promise((resolve) => process.once('exit', resolve));
  await page.evaluate(() => window.close());
  expect((await page.evaluate(() => window.fixture.invoke('seen'))).closes).toBe(1);
  await page.evaluate(() => window.close()).catch(() => {});
  expect(await code).toBe(0);
  expect(printed.join('')).toContain('closes=2');
  expect(hostFoldersOf(process.pid)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('a killed app leaves no Chromium behind, and the next start removes its folder', async () => {
  const { app } = await start('killed');
  const pid = app.process().pid;
  const gone = new Promise((resolve) => app.process().once('exit', resolve));
  expect(chromiumsOf(pid)).not.toBe(0);
  app.process().kill('SIGKILL');
  await gone;
  await expect.poll(() => chromiumsOf(pid)).toBe(0);
  const again = await start('killed');
  expect(hostFoldersOf(pid)).toEqual([]);
  await again.app.close();
});

test('without a Chromium that starts, one sentence explains what to do', async () => {
  const launch = launchApp({ userData: join(temp, 'none'), appFolder, env: { HOST_CHROMIUM: '/bin/false' } });
  await expect(launch).rejects.toThrow(/^\/bin\/false did not start: .*apt-get install -y --no-install-recommends chromium/);
});

function hostFoldersOf(pid: number | undefined): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`packbench-host-${String(pid)}-`));
}

/** Counts the processes that run on the profile of this app. */
function chromiumsOf(pid: number | undefined): number {
  const commandLine = (process: string): string => {
    try {
      return readFileSync(`/proc/${process}/cmdline`, 'utf8');
    } catch {
      return ''; // the process ended between the listing and this read
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(`packbench-host-${String(pid)}-`)).length;
}
