// The smallest app that covers Packbench's use of Electron.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, protocol, safeStorage, session, utilityProcess } from 'electron';

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
app.enableSandbox();

const types = { '.html': 'text/html', '.js': 'text/javascript' };
const pagePolicy = (nonce) => `default-src 'none'; script-src 'self'; style-src 'nonce-${nonce}'; connect-src 'self'; worker-src 'self'`;
const workerPolicy = "script-src 'self' 'wasm-unsafe-eval'";

async function answer(request) {
  const { pathname } = new URL(request.url);
  const nonce = randomBytes(16).toString('base64');
  try {
    const text = await readFile(join(import.meta.dirname, 'page', pathname), 'utf8');
    const policy = pathname === '/worker.js' ? workerPolicy : pagePolicy(nonce);
    return new Response(text.replaceAll('__NONCE__', nonce), {
      headers: { 'content-type': types[extname(pathname)], 'content-security-policy': policy },
    });
  } catch {
    return new Response('not here', { status: 404 });
  }
}

const seen = { navigations: [], opened: [], console: [], closes: 0 };

function openWindow() {
  const window = new BrowserWindow({
    width: 1366,
    height: 768,
    show: false,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    seen.closes += 1;
    if (process.env.FIXTURE_STAYS_ONCE === '1' && seen.closes === 1) event.preventDefault();
  });
  window.webContents.on('will-navigate', (event, url) => {
    seen.navigations.push(url);
    event.preventDefault();
  });
  window.webContents.on('console-message', ({ level, message }) => seen.console.push({ level, message }));
  window.webContents.setWindowOpenHandler(({ url }) => {
    seen.opened.push(url);
    return { action: 'deny' };
  });
  return window.loadURL('app://bundle/index.html');
}

ipcMain.handle('echo', (_event, value) => value);
ipcMain.handle('sender', ({ sender, senderFrame }) => ({
  url: senderFrame.url,
  origin: senderFrame.origin,
  isTop: senderFrame.parent === null && senderFrame === sender.mainFrame,
}));
ipcMain.handle('fail', () => {
  throw new TypeError('it broke');
});
ipcMain.handle('unsendable', () => () => {});
ipcMain.handle('seen', () => seen);
ipcMain.handle('pick', async () => (await dialog.showOpenDialog({ properties: ['openFile'] })).filePaths);
ipcMain.handle('encrypt', async (_event, plain) => {
  const encrypted = await safeStorage.encryptStringAsync(plain);
  const opened = await safeStorage.decryptStringAsync(encrypted);
  const spoiled = Buffer.from(encrypted);
  spoiled[spoiled.length - 1] ^= 1;
  const refused = await safeStorage.decryptStringAsync(spoiled).catch((error) => error.message);
  return { isAvailable: await safeStorage.isAsyncEncryptionAvailable(), isHidden: !encrypted.includes(plain), opened, refused };
});
ipcMain.handle('askWorker', (_event, value) => {
  const { promise, resolve } = Promise.withResolvers();
  const worker = utilityProcess.fork(join(import.meta.dirname, 'utility.js'), [], { stdio: 'pipe' });
  worker.once('message', (message) => {
    worker.kill();
    resolve(message);
  });
  worker.postMessage(value);
  return promise;
});
ipcMain.on('count', (event, upTo) => {
  for (let number = 1; number <= upTo; number += 1) event.sender.send('number', number);
});

app.on('window-all-closed', () => app.quit());
app.on('will-quit', () => console.log(`closes=${seen.closes}`));
if (!app.requestSingleInstanceLock()) app.exit(7);
void app.whenReady().then(() => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answerPermission) => answerPermission(false));
  protocol.handle('app', answer);
  return openWindow();
});
