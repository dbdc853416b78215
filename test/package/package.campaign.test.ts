import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { Arch } from 'electron-builder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import config from '../../build/electron-builder.ts';
import { createSpoolerLine } from '../../electron/printers/spooler-line.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeWinspool, whyNoWinspool } from '../fakes/winspool.ts';

const run = promisify(execFile);
const resources = (): string => join(dir, 'dist/linux-unpacked/resources');
const dir = mkdtempSync(join(tmpdir(), 'packbench-package-'));
const taken = join(dir, 'taken apart');
let files: string[] = [];

/** What electron-builder needs of an Electron distribution to build the archive; there is no program in it. */
function emptyElectron(): string {
  const folder = join(dir, 'electron');
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'resources/readme'])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), manifest.devDependencies.electron);
  return folder;
}

beforeAll(async () => {
  if (!existsSync('out/main/main.js')) throw new Error('Run "npm run build" first: this looks at what would be packed.');
  const args = [
    '--linux',
    'dir',
    '--config',
    'build/electron-builder.ts',
    `-c.electronDist=${emptyElectron()}`,
    `-c.directories.output=${join(dir, 'dist')}`,
  ];
  await run(process.execPath, ['node_modules/electron-builder/cli.js', ...args]);
  extractAll(join(resources(), 'app.asar'), taken);
  files = listPackage(join(resources(), 'app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'));
}, 90_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the package holds the built program and its entry', () => {
  for (const file of [
    `/${manifest.main.replace('./', '')}`,
    '/out/main/pdf-worker.js',
    '/out/main/zpl-worker.js',
    '/out/main/winspool-process.js',
    '/out/preload/preload.cjs',
    '/out/renderer/index.html',
    '/package.json',
  ])
    expect(files).toContain(file);
});

test('the libraries that cannot be bundled are packed whole enough to run', () => {
  for (const name of Object.keys(manifest.dependencies)) expect(files).toContain(`/node_modules/${name}/package.json`);
  expect(files).toContain('/node_modules/@hyzyla/pdfium/dist/pdfium.wasm');
  expect(files).toContain('/node_modules/@hyzyla/pdfium/dist/index.esm.js');
  expect(files).toContain('/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
});

test('tools, tests, sources and the Node of development stay out', () => {
  const packages = new Set(files.flatMap((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  for (const name of [...Object.keys(manifest.devDependencies), ...Object.keys(manifest.optionalDependencies)])
    expect(packages).not.toContain(name);
  expect(files.filter((file) => /^\/(test|electron|renderer|shared|build)\//.test(file))).toEqual([]);
  expect(files.filter((file) => /\.(ts|tsx|map)$/.test(file))).toEqual([]);
});

test('every library that is not bundled loads from the package, with all that it loads itself', async () => {
  writeFileSync(
    join(taken, 'load.mjs'),
    `for (const name of ${JSON.stringify(Object.keys(manifest.dependencies))}) await import(name).then(
      () => console.log(name),
      (error) => console.log(name + ': ' + error.message),
    );`,
  );
  const { stdout } = await run(process.execPath, ['load.mjs'], { cwd: taken });
  expect(stdout.trim().split('\n')).toEqual(Object.keys(manifest.dependencies));
});

const missing = whyNoWinspool();
const mustRun = Boolean(process.env['CI']);
if (missing !== undefined && !mustRun) console.log(`SKIPPED: the packed program and the spooler of Windows: ${missing}`);
test.skipIf(missing !== undefined && !mustRun)('what is packed speaks with the spooler of Windows', async () => {
  const windows = makeWinspool(join(taken, 'out/main/winspool-process.js'));
  windows.queue('Zebra', {});
  const said = await createSpoolerLine(windows.startSpooler).call(10_000, 'queues');
  windows.stop();
  expect(said).toMatchObject({ is: 'said', value: [{ name: 'Zebra' }] });
});

test('the sources and the tools of the libraries stay out', () => {
  expect(files.filter((file) => /\.(cc|hh|inc|S|asm|def)$|^\/node_modules\/(koffi\/(vendor|doc|lib)|pdfkit\/\.yarn)\//.test(file))).toEqual(
    [],
  );
});

test('SumatraPDF lies beside the archive, where Windows can start it, and nowhere else', () => {
  const programs = readdirSync(resources(), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.exe'));
  expect(programs).toEqual(['SumatraPDF-3.4.6-32.exe']);
  expect(files.filter((file) => file.endsWith('.exe'))).toEqual([]);
});

test('a package for a system without its part of koffi is not made', async () => {
  const { beforePack } = config;
  if (typeof beforePack !== 'function') throw new Error('nothing looks before it packs');
  const forWindowsOnArm = { electronPlatformName: 'win32', arch: Arch.arm64 } as Parameters<typeof beforePack>[0];
  expect(() => beforePack(forWindowsOnArm)).toThrow('@koromix/koffi-win32-arm64 is not installed');
});
