import { randomBytes, randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { app, type BrowserWindow, clipboard, dialog, powerSaveBlocker, safeStorage, shell, utilityProcess } from 'electron';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { Pushes } from '../../shared/ipc.ts';
import { createAuthorities } from '../station/authorities.ts';
import { cannotStart, whyRefused } from '../station/cannot-start.ts';
import { orderFileBytes } from '../station/order-file-bytes.ts';
import { localDataFolder, machineFolder, type Platform, screenPictureMs, stateFolder } from '../station/platform.ts';
import { restoreSafeStorageKey } from '../station/safe-storage-key.ts';
import { buildStation, type Station } from '../station/station.ts';
import { notImported, windowKeepsFailing } from '../station/system-boxes.ts';
import { certificateTrouble } from '../station/system-certificates.ts';
import { readCommandLine } from './command-line.ts';
import { createEnding } from './ending.ts';
import { createFileDialogs } from './file-dialogs.ts';
import { push, serve } from './ipc.ts';
import { keepWindowAlive } from './keep-window-alive.ts';
import { createKeychain } from './keychain.ts';
import { emptyCoreFiles, refusedArguments } from './package-guards.ts';
import { keepApartFromBench, runSelfCheck, selfCheckAsked } from './self-check.ts';
import { showBox } from './system-box.ts';
import { openWindow, prepareWindow, systemProxyFor } from './window.ts';

// Before any connection.
const authorities = createAuthorities();

// SECURITY: before anything is opened. In a checkout these options are for development and tests.
const refused = app.isPackaged ? refusedArguments(process.argv, process.platform) : [];
if (app.isPackaged) emptyCoreFiles(process.platform);

const commandLine = readCommandLine(process.argv, process.cwd());
const { dataDir, witnessDir } = commandLine;
const dataFolder = dataDir ?? usualDataFolder();
if (dataFolder !== undefined) app.setPath('userData', dataFolder);
const selfCheck = selfCheckAsked(process.argv);
const benchData = dataFolder ?? join(app.getPath('appData'), app.getName());
if (selfCheck && refused.length === 0) keepApartFromBench();
prepareWindow();

const elapsed = (): number => performance.now();
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const station = Promise.withResolvers<Station>();
let window: BrowserWindow | undefined;
let programState: Pushes['program'] = { is: 'starting' };

if (refused.length > 0) giveUp(whyRefused(refused));
else if (selfCheck)
  void app
    .whenReady()
    .then(() => runSelfCheck(selfCheck, machine(), { data: benchData, state: witnessFolder(benchData) }))
    .catch(giveUp);
else if (app.requestSingleInstanceLock()) run();
else app.quit();

/** The data folder if the command line names none; undefined if Electron's default is right. */
function usualDataFolder(): string | undefined {
  return process.platform === 'win32' ? localDataFolder({ home: homedir(), env: process.env }) : undefined;
}

function witnessFolder(data: string): string {
  return witnessDir ?? stateFolder({ os: process.platform, home: homedir(), env: process.env, dataDir: data });
}

function run(): void {
  if (process.platform === 'win32') restoreSafeStorageKey(app.getPath('userData'));
  const ending = createEnding({
    station: station.promise,
    window: () => window,
    showClosing: () => show({ is: 'closing', since: new Date().toISOString() }),
    sleep,
    elapsed,
    restarts: commandLine.restarts,
    cannotStart: giveUp,
  });
  process.on('uncaughtException', ending.afterBug);
  process.on('unhandledRejection', ending.afterBug);
  app.on('window-all-closed', () => app.quit());
  app.on('second-instance', (_event, argv, cwd) => {
    const { orders } = readCommandLine(argv, cwd);
    showWindow();
    if (ending.hasBegun()) ending.startAgainWith(orders);
    else void importAll(orders);
  });
  void app
    .whenReady()
    .then(() => start(ending))
    .catch((error: unknown) => {
      // Closed before it was started: nothing is missing.
      if (!ending.hasBegun()) giveUp(error);
    });
}

/** Sends the program's state, besides the station's, to the window; a reloaded page receives it again. */
function show(state: Pushes['program']): void {
  programState = state;
  if (window) push(window, 'program', state);
}

/** Brings the one window to the front after a second start or a click on the icon, even if it was minimized. */
function showWindow(): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

async function start(ending: ReturnType<typeof createEnding>): Promise<void> {
  // On a network with proxy discovery, the first answer takes longer than a request to the service may take.
  void systemProxyFor('https://packbench.invalid/').catch(() => undefined);
  serve(station.promise);
  const opened = openWindow({ nonce: () => randomBytes(16).toString('base64url'), fullScreen: commandLine.fullScreen });
  window = opened.window;
  window.webContents.on('did-finish-load', () => show(programState));
  // Windows ends a session without asking the program to quit. Running requests get their answers first.
  window.on('query-session-end', (event) => {
    if (!isAtWork()) return;
    event.preventDefault();
    ending.begin();
  });
  keepWindowAlive(window, {
    elapsed,
    log: (...line) => void station.promise.then(({ log }) => log(...line)),
    gaveUp: (again) => void askAboutWindow(ending, again),
  });
  // This thread serves the page, and opening the journal keeps the thread busy for a while.
  await opened.loaded;
  const built = await build(window);
  station.resolve(built);
  if (ending.hasBegun()) return;
  isAtWork = built.isAtWork;
  built.onSnapshot((snapshot) => window && push(window, 'snapshot', snapshot));
  void importAll(commandLine.orders);
  void built.warm();
}

let isAtWork = (): boolean => false;

async function askAboutWindow(ending: ReturnType<typeof createEnding>, again: () => void): Promise<void> {
  const { message, detail, buttons } = windowKeepsFailing;
  const answer = await showBox(window, { type: 'warning', message, detail, buttons: [...buttons], noLink: true, cancelId: 0 });
  if (answer === 0) return again();
  ending.startAgainWith([]);
  ending.begin();
}

function build(window: BrowserWindow): Promise<Station> {
  return buildStation({ ...machine(), ...createFileDialogs(window, join(app.getPath('userData'), 'last-folders.json')) });
}

/** The part of a station's platform that comes from Electron and the operating system, without a window. */
function machine(): Omit<Platform, 'chooseOrderFile' | 'saveFile'> {
  return {
    dataDir: app.getPath('userData'),
    witnessDir: witnessFolder(app.getPath('userData')),
    version: app.getVersion(),
    disk: { reserveBytes: 64 * 1024 * 1024, leastFreeBytes: 500_000_000 },
    os: process.platform,
    ...createKeychain({
      os: process.platform,
      userData: app.getPath('userData'),
      sleep,
      elapsed,
      waits: (isWaiting) => show({ is: isWaiting ? 'waits-for-keychain' : 'starting' }),
    }),
    hasKeyStore,
    resolveProxy: systemProxyFor,
    trustedCertificates: authorities,
    computerWarnings,
    machineDir: machineFolder(process.platform, process.env),
    user: userInfo().username,
    openExternal: (url) => shell.openExternal(url),
    copyText: (copied) => clipboard.writeText(copied),
    workers: {
      start: (file, { heapMb }) =>
        utilityProcess.fork(join(import.meta.dirname, `${file}.js`), [], {
          execArgv: [`--js-flags=--max-old-space-size=${heapMb}`],
          serviceName: `Packbench ${file}`,
        }),
      memoryMb(pid) {
        const seen = app.getAppMetrics().find((each) => each.pid === pid);
        return seen && seen.memory.workingSetSize / 1024;
      },
    },
    startCopyWorker: () => new Worker(join(import.meta.dirname, 'copy-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 1 } }),
    keepAwake,
    sumatraPdfPath: join(programsFolder(), 'SumatraPDF-3.4.6-32.exe'),
    now: () => new Date(),
    elapsed,
    id: randomUUID,
    random: randomBytes,
    sleep,
    pictureMs: screenPictureMs,
  };
}

/** The installer puts programs next to its archive. In a checkout they are in their package. */
const programsFolder = (): string => (app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'node_modules/pdf-to-printer/dist'));

function computerWarnings(): ComputerWarning[] {
  const why = certificateTrouble();
  return [
    ...(why ? [{ code: 'certificates-unreadable' as const, why }] : []),
    ...(hasKeyStore() ? [] : [{ code: 'no-key-ring' as const }]),
  ];
}

/** On Linux without a key ring, Electron wraps the key with a password that everybody knows. */
const hasKeyStore = (): boolean =>
  process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());

let blocker: number | undefined;

function keepAwake(isOn: boolean): void {
  if (isOn && blocker === undefined) blocker = powerSaveBlocker.start('prevent-app-suspension');
  if (!isOn && blocker !== undefined) {
    powerSaveBlocker.stop(blocker);
    blocker = undefined;
  }
}

/** Imports files named on a command line. A file that is not imported is reported in a dialog and on the terminal. */
async function importAll(files: readonly string[]): Promise<void> {
  const { handlers } = await station.promise;
  for (const file of files) {
    const why = await importFile(handlers, file).catch((error: unknown) => String(error));
    if (why === undefined) continue;
    process.stderr.write(`${file} was not imported: ${why}\n`);
    const { message, detail, buttons } = notImported(basename(file));
    await showBox(window, { type: 'warning', message, detail, buttons: [...buttons] });
  }
}

/** Returns the reason if the file was not imported. */
async function importFile(handlers: Station['handlers'], file: string): Promise<string | undefined> {
  const taken = await handlers.importOrders({ name: basename(file), bytes: await orderFileBytes(file) });
  if (taken.ok) return undefined;
  const { code, detail, reasons = [] } = taken.failure;
  return [code, detail, ...reasons.map((reason) => JSON.stringify(reason))].filter(Boolean).join(' ');
}

function giveUp(error: unknown): void {
  const { title, text } = cannotStart(error);
  dialog.showErrorBox(title, text);
  app.exit(1);
}
