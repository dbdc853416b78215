import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Headless, launchHeadless } from './launch-headless.ts';
import type { Inside } from './remote-control.ts';

const temp = mkdtempSync(join(tmpdir(), 'host-refusals-'));
const running: Headless[] = [];
afterAll(() => {
  for (const each of running) each.kill();
  rmSync(temp, { recursive: true, force: true });
});

const start = (name: string, appFolder = join(import.meta.dirname, 'fixture-app')): Headless => {
  const program = launchHeadless({ userData: join(temp, name), appFolder });
  running.push(program);
  return program;
};

/** Returns the error of one use of Electron, or `taken`. */
async function refusalOf(program: Headless, use: (inside: Inside) => unknown): Promise<string> {
  return program.evaluate(use).then(
    () => 'taken',
    (error: Error) => error.message,
  );
}

describe('the stand-in refuses the same calls as Electron', () => {
  let program: Headless;
  beforeAll(async () => {
    program = start('running');
    await program.evaluate(({ page }) => page().then(() => undefined));
  });

  test.each<[string, (inside: Inside) => unknown, string]>([
    ['a path that is not absolute', ({ electron }) => electron.app.setPath('userData', 'data'), 'Path must be absolute'],
    ['a path without a value', ({ electron }) => electron.app.setPath('userData', undefined as never), 'conversion failure'],
    ['an unknown name of a path', ({ electron }) => void electron.app.getPath('userdata'), "Failed to get 'userdata' path"],
    ['setting an unknown path', ({ electron }) => electron.app.setPath('data', process.cwd()), 'Failed to set path'],
    ['the sandbox after ready', ({ electron }) => electron.app.enableSandbox(), 'can only be called before app is ready'],
    [
      'a scheme after ready',
      ({ electron }) => electron.protocol.registerSchemesAsPrivileged([{ scheme: 'late' }]),
      'should be called before app is ready',
    ],
    [
      'a second answer for a scheme',
      ({ electron }) => electron.protocol.handle('app', () => new Response()),
      'Failed to register protocol: app',
    ],
    [
      'a second handler for one channel',
      ({ electron }) => electron.ipcMain.handle('echo', () => 1),
      "Attempted to register a second handler for 'echo'",
    ],
    [
      'a handler that is no function',
      ({ electron }) => electron.ipcMain.handle('other', 'text' as never),
      "Expected handler to be a function, but found type 'string'",
    ],
    [
      'an unknown kind of power block',
      ({ electron }) => void electron.powerSaveBlocker.start('prevent-sleep' as never),
      'conversion failure from prevent-sleep',
    ],
    ['an unknown proxy mode', ({ electron }) => electron.session.defaultSession.setProxy({ mode: 'none' as never }), 'Invalid mode'],
    ['a menu that is none', ({ electron }) => electron.Menu.setApplicationMenu({} as never), 'Invalid menu'],
    [
      'a menu item without a label',
      ({ electron }) => void electron.Menu.buildFromTemplate([{}]),
      'must have at least one of label, role or type',
    ],
    [
      'a dialog with a default path that is no text',
      ({ electron }) => electron.dialog.showSaveDialog({ defaultPath: 1 } as never),
      'Default path must be a string',
    ],
    [
      'a box of an unknown type',
      ({ electron }) => electron.dialog.showMessageBox({ type: 'stop', message: '' } as never),
      'Invalid message box type',
    ],
    ['an address that is none', ({ electron }) => electron.shell.openExternal('example'), 'Invalid URL'],
    ['bytes it did not encrypt', ({ electron }) => electron.safeStorage.decryptStringAsync(Buffer.from('plain')), 'Error while decrypting'],
    ['a process without a script', ({ electron }) => void electron.utilityProcess.fork(''), 'Missing UtilityProcess entry script.'],
  ])('%s', async (_what, use, refusal) => {
    expect(await refusalOf(program, use)).toContain(refusal);
  });

  test.each<[string, (inside: Inside) => unknown]>([
    ['an argument', async ({ page }) => (await page()).world()['fixture'].invoke('echo', () => 1)],
    ['an answer', async ({ page }) => (await page()).world()['fixture'].invoke('unsendable')],
  ])('%s that cannot be cloned', async (_what, use) => {
    expect(await refusalOf(program, use)).toContain('An object could not be cloned.');
  });

  test('a push that cannot be cloned is dropped and reported', async () => {
    await program.evaluate(async ({ window }) => (await window()).webContents.send('number', () => 1));
    await expect.poll(program.output).toContain('Error sending from webFrameMain:  Error: An object could not be cloned.');
  });

  test('a closed window refuses every request', async () => {
    const refusals = await program.evaluate(({ electron }) => {
      const window = new electron.BrowserWindow({ show: false });
      const { webContents } = window;
      window.destroy();
      const use = (run: () => unknown): string => {
        try {
          run();
          return 'taken';
        } catch (error) {
          return String(error);
        }
      };
      return [
        () => window.focus(),
        () => window.isVisible(),
        () => window.webContents,
        () => webContents.send('number', 1),
        () => webContents.reload(),
        () => window.isDestroyed() && webContents.isDestroyed(),
      ].map(use);
    });
    expect(refusals).toEqual([...Array.from({ length: 5 }, () => 'TypeError: Object has been destroyed'), 'taken']);
  });
});

test('before the app is ready nothing that needs Chromium works', async () => {
  const appFolder = mkdtempSync(join(temp, 'early-'));
  writeFileSync(join(appFolder, 'package.json'), JSON.stringify({ name: 'early', version: '1.0.0', type: 'module', main: 'main.js' }));
  writeFileSync(
    join(appFolder, 'main.js'),
    `import { app, BrowserWindow, dialog, protocol, safeStorage, session, utilityProcess } from 'electron';
     const uses = {
       window: () => new BrowserWindow(),
       dialog: () => dialog.showOpenDialog({}),
       protocol: () => protocol.handle('app', () => new Response()),
       safeStorage: () => safeStorage.encryptStringAsync('x'),
       session: () => session.defaultSession,
       partition: () => session.fromPartition('x'),
       process: () => utilityProcess.fork('x.js'),
     };
     for (const [name, use] of Object.entries(uses)) {
       const refusal = await Promise.resolve().then(use).then(() => 'taken', (error) => error.message);
       console.log(name + ': ' + refusal);
     }
     app.whenReady().then(() => app.exit(0));`,
  );
  const program = start('early', appFolder);
  expect(await program.ended).toBe(0);
  expect(program.output().trim().split('\n')).toEqual([
    'window: Cannot create BrowserWindow before app is ready',
    'dialog: dialog module can only be used after app is ready',
    'protocol: Session can only be received when app is ready',
    'safeStorage: safeStorage cannot be used before app is ready',
    'session: Session can only be received when app is ready',
    'partition: Session can only be received when app is ready',
    'process: utilityProcess cannot be created before app is ready.',
  ]);
});
