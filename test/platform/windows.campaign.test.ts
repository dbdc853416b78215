import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until, watched } from '../watchdog.ts';
import { fileUrl, type Started, startWine, type Wine, whyNoWine, windowsModules, windowsPath } from '../windows/wine.ts';
import type { Day } from './day.ts';

// The built main process on a Node for Windows: it boots, trains, buys and prints two parcels, backs up and quits.

const missing = whyNoWine();
const mustRun = Boolean(process.env['CI']);
if (missing !== undefined && !mustRun) console.log(`SKIPPED: the program under Wine: ${missing}`);

const project = resolve(import.meta.dirname, '../..');
const modules = ['node-22.ts', '../host/resolve-electron.ts', '../platform/day.ts'];

describe.skipIf(missing !== undefined && !mustRun)('the built program on Windows', () => {
  const begun = performance.now();
  let wine: Wine;
  const holders: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    if (missing !== undefined) throw new Error(`The program under Wine cannot be tested: ${missing}`);
    if (!existsSync(join(project, 'out/main/main.js'))) throw new Error('npm run build comes first.');
    wine = await startWine({ modules: windowsModules });
  });
  afterEach(async () => {
    for (const letGo of holders.splice(0)) await letGo();
  });
  afterAll(async () => {
    await wine?.stop();
    console.log(`platform=windows seconds=${((performance.now() - begun) / 1000).toFixed(0)}`);
  });

  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Started =>
    wine.node(
      [
        ...modules.flatMap((module) => ['--import', fileUrl(module)]),
        windowsPath(join(project, 'test/host/start-main.ts')),
        windowsPath(project),
        ...args,
      ],
      { HOST_WINDOW: 'none', ...env },
    );

  /** Runs a whole day and returns its result. */
  async function day(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Day> {
    const { child, output, complained } = start(args, env);
    const [code] = (await watched('the day ends', once(child, 'exit'), () => output() + complained())) as [number];
    const line = output()
      .split('\n')
      .find((each) => each.startsWith('DAY {'));
    if (code !== 0 || line === undefined) throw new Error(`The day ended with ${code}: ${output()}${complained()}`);
    expect(complained()).not.toContain('Error sending from webFrameMain');
    return JSON.parse(line.slice('DAY '.length)) as Day;
  }

  /** Holds a file as another program does, until the test ends. */
  async function hold(path: string, heldMs: number, freeMs: number): Promise<void> {
    const mark = `C:\\holding-${holders.length}`;
    const { child, complained } = wine.node(
      [windowsPath(join(import.meta.dirname, '../windows/hold-file.ts')), path, String(heldMs), String(freeMs), mark],
      {},
    );
    const file = wine.fileOf(mark.slice(3));
    holders.push(async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(file, { force: true });
    });
    const isThere = existsSync(wine.fileOf(path.slice(3)));
    await until('the file is held', () => existsSync(file) && (!isThere || readFileSync(file, 'utf8') === 'held'), complained);
  }

  const done = {
    platform: 'win32',
    states: [
      ['booked', 'printed'],
      ['booked', 'printed'],
    ],
    backups: 1,
  };

  test('keeps its data in LOCALAPPDATA, which no other user can read', async () => {
    const of = await day([]);
    expect(of).toMatchObject({ ...done, warnings: [] });
    expect(of.dataDir).toMatch(/^C:\\users\\[^\\]+\\AppData\\Local\\Packbench\\data$/i);
    const file = (name: string): string => wine.fileOf(join(of.dataDir.slice(3), name).replaceAll('/', '\\'));
    // The wrapping key of the data key, beside it and beside the copies.
    for (const name of ['safe-storage-key', 'backups\\safe-storage-key', 'backups\\data-key'])
      expect(existsSync(file(name)), name).toBe(true);
  });

  test("works in another user's profile, with blanks, umlauts, other scripts and a long name", async () => {
    const folder = `C:\\users\\Ana Žižek\\Päck bench für Größe 梱包台\\${'lang'.repeat(30)}\\data`;
    const of = await day([`--data-dir=${folder}`]);
    // Wine cannot close a folder, and this is reported.
    expect(of).toMatchObject({ ...done, dataDir: folder, warnings: ['folder-open'] });
  });

  test('starts and prints while a program still holds a print file of the last run', async () => {
    const sheet = 'C:\\held\\printing\\sheet-x\\sheet-x.pdf';
    mkdirSync(dirname(wine.fileOf(sheet.slice(3))), { recursive: true });
    writeFileSync(wine.fileOf(sheet.slice(3)), 'x');
    await hold(sheet, 600_000, 0);
    expect(await day(['--data-dir=C:\\held'])).toMatchObject(done);
    expect(existsSync(wine.fileOf(sheet.slice(3)))).toBe(true);
  });

  test('saves its settings although a scanner keeps opening the file', async () => {
    await hold('C:\\scanned\\settings.json', 700, 150);
    expect(await day(['--data-dir=C:\\scanned'])).toMatchObject(done);
  });

  test('a kill in its first second does not lock the next start out of its data', async () => {
    const args = ['--data-dir=C:\\killed'];
    const folder = wine.fileOf('killed');
    const { child } = start(args);
    await until('the program has begun', () => existsSync(join(folder, 'log')));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(join(folder, 'data-key'))).toBe(false);
    expect(await day(args)).toMatchObject(done);
  });

  test('detects another user who packed live on this computer', async () => {
    const marks = wine.fileOf('ProgramData\\Packbench\\users');
    mkdirSync(marks, { recursive: true });
    const mark = { user: 'late-shift', dataDir: 'C:\\Users\\late-shift', liveAt: new Date().toISOString() };
    writeFileSync(join(marks, 'late-shift.json'), JSON.stringify(mark));
    expect((await day(['--data-dir=C:\\second'])).warnings).toEqual(['other-user', 'folder-open']);
  });
});
