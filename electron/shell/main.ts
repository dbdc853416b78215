import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { app, dialog, safeStorage, shell, utilityProcess } from 'electron';
import { createAuthorities } from '../station/authorities.ts';
import { cannotStart } from '../station/cannot-start.ts';
import { orderFileBytes } from '../station/order-file-bytes.ts';
import { screenPictureMs, stateFolder } from '../station/platform.ts';
import { buildStation, type Station } from '../station/station.ts';
import { push, serve } from './ipc.ts';
import { openWindow, prepareWindow, systemProxyFor } from './window.ts';

// Before anything connects.
const authorities = createAuthorities();

const given = (name: string): string[] =>
  process.argv.filter((each) => each.startsWith(`--${name}=`)).map((each) => each.slice(name.length + 3));

const [dataDir] = given('data-dir');
const [witnessDir] = given('witness-dir');
// Electron takes absolute paths only.
if (dataDir) app.setPath('userData', resolve(dataDir));
prepareWindow();

if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(giveUp);
else app.quit();

async function start(): Promise<void> {
  const station = await buildStation({
    dataDir: app.getPath('userData'),
    witnessDir: witnessDir
      ? resolve(witnessDir)
      : stateFolder({ os: process.platform, home: homedir(), env: process.env, dataDir: app.getPath('userData') }),
    version: app.getVersion(),
    disk: { reserveBytes: 64 * 1024 * 1024, leastFreeBytes: 500_000_000 },
    os: process.platform,
    wrapKey: async (key) => new Uint8Array(await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64'))),
    unwrapKey: async (bytes) => new Uint8Array(Buffer.from((await safeStorage.decryptStringAsync(Buffer.from(bytes))).result, 'base64')),
    resolveProxy: systemProxyFor,
    trustedCertificates: authorities,
    openExternal: (url) => shell.openExternal(url),
    chooseOrderFile,
    saveFile,
    startPaperWorker: (name) => new Worker(join(import.meta.dirname, `${name}.js`)),
    // Left alone V8 would give its thread as much for what is young as for a whole program.
    startOrderFileWorker: () =>
      new Worker(join(import.meta.dirname, 'order-file-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 24 } }),
    startCopyWorker: () => new Worker(join(import.meta.dirname, 'copy-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 1 } }),
    startSpooler: () => utilityProcess.fork(join(import.meta.dirname, 'winspool-process.js')),
    sumatraPdfPath: join(programsFolder(), 'SumatraPDF-3.4.6-32.exe'),
    now: () => new Date(),
    elapsed: () => performance.now(),
    id: randomUUID,
    random: randomBytes,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    pictureMs: screenPictureMs,
  });
  serve(station.handlers, station.fail, station.log);
  for (const file of given('orders')) await importFile(station, file);
  const window = await openWindow({
    nonce: () => randomBytes(16).toString('base64url'),
    fullScreen: process.argv.includes('--full-screen'),
  });
  void station.warm();
  station.onSnapshot((snapshot) => push(window, 'snapshot', snapshot));

  app.on('second-instance', () => window.focus());
  app.on('window-all-closed', () => app.quit());
  let isClosed = false;
  app.on('before-quit', (event) => {
    if (isClosed) return;
    // A booking under way gets its answer before the program ends, so that quitting never makes an unknown. Quitting twice neither.
    event.preventDefault();
    void station.close().finally(() => {
      isClosed = true;
      app.quit();
    });
  });
}

/** The installer puts programs beside its archive. A checkout has them in their package. */
const programsFolder = (): string => (app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'node_modules/pdf-to-printer/dist'));

/** A file named on the command line. Where it cannot be taken the terminal says so: there is no window yet. */
async function importFile({ handlers }: Station, file: string): Promise<void> {
  const taken = await handlers.importOrders({ name: basename(file), bytes: await orderFileBytes(file) });
  if (taken.ok) return;
  const { code, detail, reasons = [] } = taken.failure;
  const why = [code, detail, ...reasons.map((reason) => JSON.stringify(reason))].filter(Boolean).join(' ');
  process.stderr.write(`${file} was not imported: ${why}\n`);
}

async function chooseOrderFile(): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const chosen = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [{ name: 'Orders', extensions: ['csv', 'txt', 'xlsx', 'json', 'xml'] }],
  });
  const [file] = chosen.filePaths;
  return chosen.canceled || !file ? undefined : { name: basename(file), bytes: await orderFileBytes(file) };
}

async function saveFile(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const chosen = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), name) });
  if (chosen.canceled || !chosen.filePath) return undefined;
  await writeFile(chosen.filePath, bytes);
  return chosen.filePath;
}

function giveUp(error: unknown): void {
  const { title, text } = cannotStart(error);
  dialog.showErrorBox(title, text);
  app.exit(1);
}
