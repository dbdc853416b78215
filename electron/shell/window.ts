import { join } from 'node:path';
import { app, BrowserWindow, Menu, protocol, session } from 'electron';
import { answerPage } from './pages.ts';
import { zoomByKeys } from './zoom.ts';

const home = 'app://bundle/index.html';
/** Set only by the development server, and ignored in a packaged program. */
const developmentUrl = (): string | undefined => (app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']);

const webRtcPolicy = 'disable_non_proxied_udp';
/** Nothing listens at this port: a proxy at this address reaches nothing. */
const deadEnd = 'http://127.0.0.1:9';

/** Must run before the app is ready. Makes `app://` a standard, secure origin, and gives pages no more rights than web pages. */
export function prepareWindow(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  app.enableSandbox();
  // SECURITY: no request filter applies to WebRTC; this blocks it over UDP
  app.commandLine.appendSwitch('webrtc-ip-handling-policy', webRtcPolicy);
}

/** The proxy that the operating system names for an address, in PAC style. The window's own session has none. */
export const systemProxyFor = (url: string): Promise<string> => session.fromPartition('system-proxy').resolveProxy(url);

/** True if a frame shows a page of this program. Compares the scheme and the host, because some parsers treat the origin as opaque. */
export function isOurPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'app:' && url.host === 'bundle') return true;
  const development = developmentUrl();
  return development !== undefined && url.origin === new URL(development).origin;
}

export interface OpenedWindow {
  readonly window: BrowserWindow;
  /** Settles once the page is loaded, or the window was closed before. */
  readonly loaded: Promise<void>;
}

/** Opens the one window. It is shown once its page is drawn, or never if `isHidden`. `nonce` returns new random text for each page. */
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
    // Omitted instead of false: false removes the green button on macOS.
    ...(options.fullScreen && { fullscreen: true }),
    // Electron saves the window's position and restores it onto an existing screen. Full screen from the command line is not saved:
    // otherwise the next start without the option would be full screen too, with no way out.
    name: 'bench',
    windowStatePersistence: !options.fullScreen,
    title: 'Packbench',
    backgroundColor: '#EEF0F2',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      // SECURITY: the page runs in the operating system's sandbox, without Node, apart from the preload script's context
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      spellcheck: false,
      // SECURITY: a passer-by cannot read the page or call the program with keys for developers
      devTools: !app.isPackaged,
    },
  });
  lockContents(window);
  zoomByKeys(window);
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
    // The window was closed while it was loading: nothing waits for the page any more.
    if (!window.isDestroyed()) throw error;
  }
}

/** On macOS the keys for copy, paste, undo and quit need a menu. On other systems a menu would take keys from the page. */
const menu = (): Menu | null =>
  process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]) : null;

async function lockSession(): Promise<void> {
  // SECURITY: no permission is ever granted to the page
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  // SECURITY: the page can only load our own files; only the main process calls the service
  session.defaultSession.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isAllowedRequest(details.url) }));
  // SECURITY: this also blocks WebRTC over TCP, which no policy forbids and no filter sees
  const development = developmentUrl();
  const bypass = development === undefined ? '' : `;${new URL(development).host}`;
  await session.defaultSession.setProxy({ mode: 'fixed_servers', proxyRules: deadEnd, proxyBypassRules: `<-loopback>${bypass}` });
}

function isAllowedRequest(text: string): boolean {
  if (/^(app:\/\/bundle\/|blob:|data:)/.test(text)) return true;
  if (!app.isPackaged && text.startsWith('devtools:')) return true;
  const development = developmentUrl();
  return development !== undefined && new URL(text).host === new URL(development).host;
}

function lockContents(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.setWebRTCIPHandlingPolicy(webRtcPolicy);
  const stay = (event: { preventDefault: () => void; readonly url: string }): void => {
    if (!isOurPage(event.url)) event.preventDefault();
  };
  // SECURITY: no frame of the window can leave our page
  webContents.on('will-navigate', stay);
  webContents.on('will-frame-navigate', stay);
  webContents.on('will-redirect', stay);
  // SECURITY: no second window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // SECURITY: no embedded browser
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}
