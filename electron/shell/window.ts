import { join } from 'node:path';
import { app, BrowserWindow, Menu, protocol, session } from 'electron';
import { answerPage } from './pages.ts';

const home = 'app://bundle/index.html';
/** Set by the development server only, and believed only outside a package. */
const developmentUrl = (): string | undefined => (app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']);

const webRtcPolicy = 'disable_non_proxied_udp';
/** Nothing listens at this port: who is sent there reaches nothing. */
const deadEnd = 'http://127.0.0.1:9';

/** Must run before the app is ready: `app://` behaves as a proper, secure origin, and no page gets more than a page of the web. */
export function prepareWindow(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  app.enableSandbox();
  // SECURITY: WebRTC is asked by no request filter; by UDP it goes nowhere
  app.commandLine.appendSwitch('webrtc-ip-handling-policy', webRtcPolicy);
}

/** The proxy that the operating system names for an address, in PAC style. The window's own session has none. */
export const systemProxyFor = (url: string): Promise<string> => session.fromPartition('system-proxy').resolveProxy(url);

/** Whether a frame shows a page of this program. The scheme and host are compared, not the origin, which is opaque to some parsers. */
export function isOurPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'app:' && url.host === 'bundle') return true;
  const development = developmentUrl();
  return development !== undefined && url.origin === new URL(development).origin;
}

export interface OpenedWindow {
  readonly window: BrowserWindow;
  /** Settles when its page is there, or the window was closed before. */
  readonly loaded: Promise<void>;
}

/** The one window, shown as soon as its page is drawn, or never if `isHidden`. `nonce` gives fresh random text for each answer of a page. */
export function openWindow(options: {
  readonly nonce: () => string;
  readonly fullScreen: boolean;
  readonly isHidden?: boolean;
}): OpenedWindow {
  const pages = join(import.meta.dirname, '../renderer');
  protocol.handle('app', (request) => answerPage(request.url, pages, options.nonce()));
  Menu.setApplicationMenu(menu());
  const window = new BrowserWindow({
    width: 1366,
    height: 768,
    // 1366×768 at 150 % zoom
    minWidth: 900,
    minHeight: 500,
    show: false,
    // Left out rather than false: false takes the green button away on macOS.
    ...(options.fullScreen && { fullscreen: true }),
    // Electron keeps the place of the window and brings it back onto a screen that is there. Full screen by the command line is no place
    // to keep: the next start without it would be full screen too, with no way out.
    name: 'bench',
    windowStatePersistence: !options.fullScreen,
    title: 'Packbench',
    backgroundColor: '#EEF0F2',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      // SECURITY: the page runs in the operating system's sandbox, without Node, apart from the preload's world
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  lockContents(window);
  let isKept = options.fullScreen;
  window.once('persisted-state-restored', () => {
    isKept = true;
  });
  window.once('ready-to-show', () => {
    if (options.isHidden) return;
    if (!isKept) window.maximize();
    window.show();
  });
  return { window, loaded: load(window) };
}

async function load(window: BrowserWindow): Promise<void> {
  await lockSession();
  try {
    await window.loadURL(developmentUrl() ?? home);
  } catch (error) {
    // Closed while it was loading: no one waits for the page any more.
    if (!window.isDestroyed()) throw error;
  }
}

/** On macOS the keys for copy, paste, undo and quit belong to the menu. Elsewhere a menu would take keys from the page. */
const menu = (): Menu | null =>
  process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]) : null;

async function lockSession(): Promise<void> {
  // SECURITY: no permission is ever granted to the page
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  // SECURITY: the page reaches nothing but our own files; the service is called by the main process alone
  session.defaultSession.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isAllowedRequest(details.url) }));
  // SECURITY: nor does WebRTC by TCP, which no policy forbids and no filter sees
  const development = developmentUrl();
  const bypass = development === undefined ? '' : `;${new URL(development).host}`;
  await session.defaultSession.setProxy({ mode: 'fixed_servers', proxyRules: deadEnd, proxyBypassRules: `<-loopback>${bypass}` });
}

function isAllowedRequest(text: string): boolean {
  if (/^(app:\/\/bundle\/|blob:|data:|devtools:)/.test(text)) return true;
  const development = developmentUrl();
  return development !== undefined && new URL(text).host === new URL(development).host;
}

function lockContents(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.setWebRTCIPHandlingPolicy(webRtcPolicy);
  const stay = (event: { preventDefault: () => void; readonly url: string }): void => {
    if (!isOurPage(event.url)) event.preventDefault();
  };
  // SECURITY: the window never leaves our page, in no frame
  webContents.on('will-navigate', stay);
  webContents.on('will-frame-navigate', stay);
  webContents.on('will-redirect', stay);
  // SECURITY: no second window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // SECURITY: no embedded browser
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}
