import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { app, type BrowserWindow, safeStorage, shell } from 'electron';
import { type CallName, contract, type Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { maskAll, type Names } from '../station/self-check/mask.ts';
import { type Machine, plainChecks, workerChecks } from '../station/self-check/plain-checks.ts';
import { type Check, type CheckResult, type Found, type Report, runChecks } from '../station/self-check/report.ts';
import type { Fail } from '../station/station.ts';
import { serve } from './ipc.ts';
import { workerPolicy } from './pages.ts';
import { openWindow } from './window.ts';

export interface SelfCheckAsked {
  /** Path of the report; if absent, it goes to the desktop. */
  readonly file: string | undefined;
  readonly workerEnds: number;
}

const usualEnds = 500;

/** Parses `--self-check`, `--self-check=FILE` and `--worker-ends=NUMBER`; undefined without the first. */
export function selfCheckAsked(args: readonly string[]): SelfCheckAsked | undefined {
  const valueOf = (name: string): string | undefined => args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
  const file = valueOf('self-check');
  if (file === undefined && !args.includes('--self-check')) return undefined;
  return { file: file ? resolve(file) : undefined, workerEnds: Number(valueOf('worker-ends') ?? usualEnds) };
}

/** Must run before the app is ready. Leaves an open bench untouched: Chromium gets a temporary profile, which is removed at the end. */
export function keepApartFromBench(): void {
  const profile = mkdtempSync(join(tmpdir(), 'packbench-self-check-'));
  app.setPath('userData', profile);
  process.once('exit', () => {
    try {
      rmSync(profile, { recursive: true, force: true });
    } catch (error) {
      // Windows holds the files that Chromium has open until this process ends.
      if (process.platform !== 'win32') throw error;
    }
  });
}

/** Runs every check, writes the report and ends the program, with exit code 0 if nothing failed. */
export async function runSelfCheck(
  asked: SelfCheckAsked,
  platform: Machine,
  benchFolders: Readonly<Record<string, string>>,
): Promise<void> {
  const file = writableFile(asked.file);
  const isStandIn = process.versions['electron'] === undefined;
  const options = {
    platform,
    folder: mkdtempSync(join(app.getPath('userData'), 'checks-')),
    benchFolders,
    workerEnds: asked.workerEnds,
    keyStore: () => (process.platform === 'linux' && !isStandIn ? safeStorage.getSelectedStorageBackend() : undefined),
  };
  const checks = [...plainChecks(options), ...windowChecks(isStandIn), ...workerChecks(options)];
  const names: Names = {
    home: homedir(),
    user: userInfo().username,
    computer: hostname(),
    domain: process.env['USERDOMAIN'] ?? '',
  };
  // A Windows program may have no terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const report = await runChecks(checks, {
    isStandIn,
    now: platform.now,
    elapsed: platform.elapsed,
    keep: (kept) => writeFileSync(file, textOf({ ...kept, checks: kept.checks.map((each) => maskResult(each, names)) })),
    onResult: (result) => process.stderr.write(`${lineOf(maskResult(result, names))}\n`),
  });
  process.stderr.write(`${report.ok} ok, ${report.failed} failed, ${report.notChecked} not checked. Send back ${file}\n`);
  if (asked.file === undefined) shell.showItemInFolder(file);
  process.stdout.write(readFileSync(file, 'utf8'), () => app.exit(report.failed === 0 ? 0 : 1));
}

const maskResult = (result: CheckResult, names: Names): CheckResult => ({
  ...result,
  why: maskAll(result.why, names),
  facts: maskAll(result.facts, names),
});

const textOf = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;

const lineOf = ({ name, status, why, ms }: CheckResult): string =>
  `${status.padEnd(12)}${name.padEnd(18)}${`${ms} ms`.padStart(9)}  ${why}`.trimEnd();

/** Path for the report: the named file, else the desktop, else the folder for temporary files. */
function writableFile(named: string | undefined): string {
  if (named !== undefined) {
    mkdirSync(dirname(named), { recursive: true });
    return named;
  }
  const name = 'packbench-self-check.json';
  const onDesktop = join(app.getPath('desktop'), name);
  try {
    writeFileSync(onDesktop, '');
    return onDesktop;
  } catch {
    return join(tmpdir(), name); // the desktop is missing, or this user may not write to it
  }
}

const pageMs = 60_000;
const drawMs = 30_000;

/** Checks that need a window: it opens the program's own page and is never shown. */
function windowChecks(isStandIn: boolean): readonly Check[] {
  let opened: Promise<BrowserWindow> | undefined;
  const page = (): Promise<BrowserWindow> => {
    opened ??= openHidden();
    return opened;
  };
  const inPage = async <T>(script: string): Promise<T> => (await page()).webContents.executeJavaScript(script) as Promise<T>;
  return [
    { name: 'page', limitMs: pageMs, run: () => pageLoads(inPage) },
    { name: 'preload', limitMs: pageMs, run: () => preload(inPage) },
    { name: 'page-policy', limitMs: pageMs, run: () => policy(inPage) },
    { name: 'label-picture', limitMs: pageMs, run: () => labelPicture(inPage) },
    {
      name: 'sandbox',
      limitMs: pageMs,
      run: async () => (isStandIn ? { notChecked: 'It runs Chromium without its sandbox.' } : sandbox(await page())),
    },
  ];
}

type InPage = <T>(script: string) => Promise<T>;

/** Opens a hidden window. Only the call `ping` is answered. */
async function openHidden(): Promise<BrowserWindow> {
  const handlers: Partial<Handlers> = { ping: async () => ok({}) };
  const fail: Fail = (code) => ({ ok: false, failure: { code, ref: '', detail: '' } });
  serve(Promise.resolve({ handlers: handlers as Handlers, fail, log: () => undefined }));
  const { window, loaded } = openWindow({ nonce: () => randomBytes(16).toString('base64url'), fullScreen: false, isHidden: true });
  await loaded;
  return window;
}

async function pageLoads(inPage: InPage): Promise<Found> {
  const [url, title, hasRoot] = await inPage<[string, string, boolean]>(
    "[location.href, document.title, document.getElementById('root') !== null]",
  );
  return hasRoot ? { facts: { url, title } } : { failed: 'The page of the program did not come.', facts: { url, title } };
}

async function preload(inPage: InPage): Promise<Found> {
  const [answers, names] = await inPage<[boolean, string[]]>(
    'Promise.resolve(window.station?.ping({})).then((answer) => [answer?.ok === true, Object.keys(window.station ?? {})])',
  );
  const missing = (Object.keys(contract.calls) as CallName[]).filter((name) => !names.includes(name));
  if (missing.length > 0) return { failed: `The page lacks calls: ${missing.length} of ${Object.keys(contract.calls).length}.` };
  return answers ? { facts: { calls: names.length } } : { failed: 'A call of the page was not answered.' };
}

/** Runs after the script itself, because a debugger may let the script bypass the policy. */
const later = (expression: string): string => `new Promise((resolve) => setTimeout(() => Promise.resolve(${expression}).then(resolve), 0))`;

const nothingOfWasm = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])';

async function policy(inPage: InPage): Promise<Found> {
  const facts = {
    makesHtmlOfText: await inPage<boolean>(
      later("(() => { try { document.createElement('p').innerHTML = 'x'; return true } catch { return false } })()"),
    ),
    evaluatesText: await inPage<boolean>(later("(() => { try { return eval('1') === 1 } catch { return false } })()")),
    compilesWasm: await inPage<boolean>(later(`WebAssembly.compile(${nothingOfWasm}).then(() => true, () => false)`)),
    reachesNetwork: await inPage<boolean>(later("fetch('http://127.0.0.1:9').then(() => true, () => false)")),
    hasNode: await inPage<boolean>("typeof require !== 'undefined' || typeof process !== 'undefined'"),
  };
  const open = Object.entries(facts).flatMap(([name, is]) => (is ? [name] : []));
  return open.length > 0 ? { failed: `The page may do what it must not: ${open.join(', ')}.`, facts } : { facts };
}

/** Draws a label as the window does: in a worker of the page, with WebAssembly. */
async function labelPicture(inPage: InPage): Promise<Found> {
  const worker = readdirSync(join(import.meta.dirname, '../renderer/assets')).find((name) => /^label-picture\.worker.*\.js$/.test(name));
  if (worker === undefined) return { failed: 'The worker that draws labels is not among the built files.' };
  const label = { zpl: '^XA^FO50,50^GB200,100,100^FS^XZ', widthMm: 102, heightMm: 152, dotsPerMm: 8 };
  const drawn = await inPage<{ png?: string; error?: string }>(`new Promise((resolve) => {
    const trusted = trustedTypes.createPolicy('${workerPolicy}', { createScriptURL: (address) => address });
    const worker = new Worker(trusted.createScriptURL('/assets/${worker}'), { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message || 'the worker did not load' });
    setTimeout(() => resolve({ error: 'it took longer than ${drawMs / 1000} s' }), ${drawMs});
    worker.postMessage(${JSON.stringify(label)});
  })`);
  if (drawn.png === undefined) return { failed: `No label was drawn: ${drawn.error}` };
  return { facts: { pictureBytes: Buffer.from(drawn.png, 'base64').length } };
}

const seccompFilter = 2;

/** Checks that the operating system confines the page's process. */
function sandbox(window: BrowserWindow): Found {
  const pid = window.webContents.getOSProcessId();
  const metric = app.getAppMetrics().find((each) => each.pid === pid);
  const seccomp = process.platform === 'linux' ? seccompOf(pid) : null;
  const facts = {
    isSwitchedOff: app.commandLine.hasSwitch('no-sandbox'),
    isSandboxed: metric?.sandboxed ?? null,
    integrityLevel: metric?.integrityLevel ?? null,
    seccomp,
  };
  if (facts.isSwitchedOff) return { failed: 'The program was started with --no-sandbox.', facts };
  const isKept = process.platform === 'linux' ? seccomp === seccompFilter : facts.isSandboxed === true;
  return isKept ? { facts } : { failed: 'The page runs outside of the sandbox.', facts };
}

function seccompOf(pid: number): number | null {
  const [, mode] = /^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return mode === undefined ? null : Number(mode);
}
