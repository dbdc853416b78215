import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMirror } from '../fakes/electron-mirror.ts';
import { startWine, type Wine, whyNoWine } from './wine.ts';

const missing = whyNoWine();
const mustRun = Boolean(process.env['CI']);
if (missing !== undefined && !mustRun) console.log(`SKIPPED: npm start on Windows: ${missing}`);

describe.skipIf(missing !== undefined && !mustRun)('npm start on Windows', () => {
  let wine: Wine;
  const program = resolve('build/programs/start.ts');
  beforeAll(async () => {
    if (missing !== undefined) throw new Error(`npm start on Windows cannot be tested: ${missing}`);
    wine = await startWine();
  });
  afterAll(() => wine?.stop());

  test('ends with the reason and exit code 1 if Electron does not come', async () => {
    const mirror = await startMirror((_, response) => response.writeHead(404).end());
    const { code, output, errors } = await wine.end(program, { HOST_STAND_IN: '', ELECTRON_MIRROR: mirror.url });
    await mirror.stop();
    expect([code, output]).toEqual([1, '']);
    expect(mirror.requests).toEqual(['/v45.4.1/electron-v45.4.1-win32-x64.zip']);
    expect(errors.trim().split(/\r?\n/)).toEqual([
      `Electron 45.4.1: connecting to 127.0.0.1:${mirror.port}`,
      `Electron 45.4.1 could not be fetched: 127.0.0.1:${mirror.port} answered 404 (Not Found) for ${mirror.url}v45.4.1/electron-v45.4.1-win32-x64.zip. ` +
        'Name a proxy in HTTPS_PROXY or another source in ELECTRON_MIRROR and start again. ' +
        'Or unpack electron-v45.4.1-win32-x64.zip by hand and name that folder in ELECTRON_OVERRIDE_DIST_PATH.',
    ]);
  });

  test('ends with a sentence if Windows cannot start the installed Electron', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packbench-no-electron-'));
    writeFileSync(join(folder, 'electron.exe'), 'no program');
    const named = `Z:${folder.replaceAll('/', '\\')}`;
    const { code, errors } = await wine.end(program, { HOST_STAND_IN: '', ELECTRON_OVERRIDE_DIST_PATH: named });
    rmSync(folder, { recursive: true });
    expect([code, errors.trim()]).toEqual([1, expect.stringMatching(/electron\.exe could not be started: spawn /)]);
  });

  test('does not try to run the stand-in, which only works on Linux', async () => {
    const { code, errors } = await wine.end(program, { HOST_STAND_IN: '1' });
    expect([code, errors.trim()]).toEqual([1, 'The stand-in does not run on Windows: leave HOST_STAND_IN out.']);
  });
});
