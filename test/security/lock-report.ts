import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type CallName, contract } from '../../shared/ipc.ts';
import type { Edit } from '../strangers/wrong.ts';
import { words } from '../words.ts';
import { openedLinks, refusedLinks } from './links.ts';
import { type Frame, openShell, type ShellCopy } from './shell-copy.ts';
import { hostilePaths, pagesBesideSecrets } from './traversal.ts';

const home = 'app://bundle/index.html';
const development = 'http://localhost:5173/';
const strangers = ['https://example.com/', 'app://other/index.html', 'http://bundle/', 'file:///etc/passwd', 'no address', development];
export const calls = Object.keys(contract.calls) as CallName[];

/** A frame that is gone, as Electron gives it: it is no longer null, and every look at it throws. */
const disposed = new Proxy({} as NonNullable<Frame>, {
  get: () => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  },
});

/** Frames that must not call: one inside of our page, one that is null, one that is gone, and pages of others. */
export const foreignFrames: Readonly<Record<string, Frame>> = {
  'inside our page': { parent: {}, url: home },
  null: null,
  disposed,
  ...Object.fromEntries(strangers.map((url) => [url, { parent: null, url }])),
};

/** Every permission that Electron can ask for, from its own types. */
export const permissions: readonly string[] = [
  ...new Set(
    [...readFileSync('node_modules/electron/electron.d.ts', 'utf8').matchAll(/permission: ((?:'[\w-]+'(?: \| )?)+)/g)].flatMap(
      ([, names = '']) => names.split(' | ').map((name) => name.slice(1, -1)),
    ),
  ),
];

const pagesRoot = pagesBesideSecrets();

/** The page's preferences that the program asks for, each one. */
function preferencesOf({ electron }: ShellCopy): Record<string, unknown> {
  const [window] = electron.BrowserWindow.getAllWindows();
  const { preload = '', ...others } = window!.webContents.getLastWebPreferences();
  return { ...others, preload: basename(preload) };
}

function reactions({ electron }: ShellCopy) {
  const { webContents } = electron.BrowserWindow.getAllWindows()[0]!;
  const prevents = (name: string, url: string): boolean => {
    let isPrevented = false;
    webContents.emit(name, { url, preventDefault: () => (isPrevented = true) });
    return isPrevented;
  };
  const moves = ['will-navigate', 'will-frame-navigate', 'will-redirect'];
  return {
    webRtc: webContents.getWebRTCIPHandlingPolicy(),
    leaves: moves.flatMap((name) => strangers.filter((url) => !prevents(name, url)).map((url) => `${name} ${url}`)),
    stays: moves.every((name) => !prevents(name, home)),
    webview: prevents('will-attach-webview', home),
    opens: [home, ...strangers].map((url) => webContents.askToOpen({ url, frameName: '', features: '' }).action),
  };
}

async function grantsOf({ electron }: ShellCopy): Promise<unknown> {
  const session = electron.session.defaultSession as unknown as Record<string, (...given: unknown[]) => unknown>;
  const asked = (permission: string): Promise<unknown> =>
    new Promise((resolve) => session['permissionRequestHandler']?.(null, permission, resolve));
  return {
    requested: (await Promise.all(permissions.map(async (each) => ((await asked(each)) === false ? [] : [each])))).flat(),
    checked: permissions.filter((each) => session['permissionCheckHandler']?.(null, each) !== false),
    devices: ['serial', 'hid', 'usb'].filter((deviceType) => session['devicePermissionHandler']?.({ deviceType }) !== false),
  };
}

async function pagesOf({ pages }: ShellCopy) {
  const ask = (path: string) => pages.answerPage(`app://bundle${path}`, pagesRoot, 'n0nce');
  const headersOf = async (path: string) => Object.fromEntries((await ask(path)).headers);
  const answered = await Promise.all(hostilePaths.map(async (path) => ((await ask(path)).status === 404 ? [] : [path])));
  return {
    page: await headersOf('/index.html'),
    worker: await headersOf('/label-picture.worker-1a.js'),
    answered: answered.flat(),
    types: (await ask('/data.json')).status,
  };
}

/** Switches of Chromium, Node and Electron with which a package must not start, each behind one dash, two dashes or a slash. */
export const hostileArguments: readonly string[] = [
  ...words('inspect inspect=0.0.0.0:9229 inspect-brk inspect-port=0 inspect-wait inspect-publish-uid=http debug=5858'),
  ...words('remote-debugging-port=9222 remote-debugging-pipe remote-debugging-address=0.0.0.0 remote-allow-origins=* no-sandbox'),
  ...words('disable-setuid-sandbox disable-seccomp-filter-sandbox disable-gpu-sandbox no-zygote single-process'),
  ...words('js-flags=--expose-gc enable-blink-features=X enable-features=X disable-features=X'),
  ...words('enable-experimental-web-platform-features disable-web-security allow-running-insecure-content'),
  ...words('allow-file-access-from-files disable-site-isolation-trials ignore-certificate-errors'),
  ...words('ignore-certificate-errors-spki-list=x ssl-key-log-file=/tmp/keys log-net-log=/tmp/net enable-logging'),
  ...words('proxy-server=http://evil.example proxy-pac-url=http://evil.example user-data-dir=/tmp/x witness-dir=/tmp/x'),
  ...words('password-store=basic disk-cache-dir=/tmp/x crash-dumps-dir=/tmp/x enable-crash-reporter auth-server-allowlist=*'),
  ...words('load-extension=/tmp/x app=/tmp/x require=/tmp/x.js import=/tmp/x.mjs experimental-permission use-openssl-ca'),
  ...words('tls-keylog=/tmp/x openssl-config=/tmp/x trace-startup renderer-cmd-prefix=xterm gpu-launcher=xterm'),
  ...words('utility-cmd-prefix=xterm ppapi-plugin-launcher=xterm browser-subprocess-path=/tmp/x type=renderer data-dir orders'),
  ...words('full-screen=1 full-screens disable-gpu-compositing -inspect INSPECT unsafely-treat-insecure-origin-as-secure=x'),
  'host-rules=MAP * evil.example',
  'host-resolver-rules=MAP * x',
  '',
].flatMap((name) => [`--${name}`, `-${name}`, `/${name}`]);

/** Arguments that a packer's or an administrator's shortcut may hold. */
const usualArguments = [
  '--data-dir=/srv/bench',
  '--orders=a.csv',
  '--full-screen',
  '--self-check',
  '--self-check=x.json',
  '--worker-ends=4',
  '--restarts=1',
  '--disable-gpu',
  '--ozone-platform=x11',
  'orders.csv',
];

const accepted = ({ guards }: ShellCopy, os: NodeJS.Platform): readonly string[] =>
  hostileArguments.filter(
    (argument) => !(os !== 'win32' && argument.startsWith('/')) && guards.refusedArguments(['packbench', argument], os).length === 0,
  );

/** How every lock of the shell answers to the worst that can be asked of it. */
export async function lockReport(edits: readonly Edit[] = []) {
  const shell = await openShell(edits);
  process.env['ELECTRON_RENDERER_URL'] = development;
  try {
    const { session } = shell.electron;
    return {
      preferences: preferencesOf(shell),
      everySandbox: shell.wantsSandbox,
      switches: shell.switches,
      proxy: await session.defaultSession.resolveProxy(),
      ...reactions(shell),
      grants: await grantsOf(shell),
      requests: await Promise.all(
        [...strangers, 'ws://localhost:1/', 'devtools://devtools/bundled/inspector.html', home].map((url) =>
          session.allows(url).catch(() => false),
        ),
      ),
      callers: await Promise.all(Object.values(foreignFrames).map((frame) => shell.call('snapshot', frame, {}))),
      entered: shell.entered(),
      ours: await shell.call('snapshot', { parent: null, url: home }, {}),
      unfit: await shell.call('buy', { parent: null, url: home }, { workflowNo: 'one', serviceId: 1 }),
      pages: await pagesOf(shell),
      opened: [...openedLinks, ...refusedLinks].filter((link) => shell.links.readTrackingLink(link) !== undefined),
      accepted: (['linux', 'win32', 'darwin'] as const).flatMap((os) => accepted(shell, os).map((argument) => `${os} ${argument}`)),
      refused: shell.guards.refusedArguments(['packbench', ...usualArguments], 'linux'),
    };
  } finally {
    delete process.env['ELECTRON_RENDERER_URL'];
  }
}
