import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import manifest from '../../package.json' with { type: 'json' };
import { windowsModules } from '../windows/wine.ts';

const run = promisify(execFile);

export type System = 'linux' | 'win32';

/** What electron-builder made, without Electron. */
export interface Packed {
  /** Every file of the archive, with a slash in front. */
  readonly files: readonly string[];
  /** The folder that the archive lies in. */
  readonly resources: string;
  /** The archive taken apart, with what lies unpacked beside it. */
  readonly taken: string;
}

/** Packs the built program for a system into `folder`. */
export async function packFor(system: System, folder: string): Promise<Packed> {
  if (!existsSync('out/main/main.js')) throw new Error('Run "npm run build" first: this looks at what would be packed.');
  const project = system === 'linux' ? resolve('.') : windowsProject(join(folder, 'project'));
  const args = [
    system === 'linux' ? '--linux' : '--win',
    'dir',
    '--x64',
    '--config',
    resolve('build/electron-builder.ts'),
    `-c.electronDist=${emptyElectron(join(folder, 'electron'), system)}`,
    `-c.directories.output=${join(folder, 'dist')}`,
  ];
  await run(process.execPath, [resolve('node_modules/electron-builder/cli.js'), ...args], { cwd: project });
  const resources = join(folder, 'dist', system === 'linux' ? 'linux-unpacked' : 'win-unpacked', 'resources');
  const archive = join(resources, 'app.asar');
  const taken = join(folder, 'taken apart');
  extractAll(archive, taken);
  return { files: listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/')), resources, taken };
}

/** What electron-builder needs of an Electron distribution to build the archive. The program in it is not Electron's. */
function emptyElectron(folder: string, system: System): string {
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'resources/readme']) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), manifest.devDependencies.electron);
  if (system === 'linux') writeFileSync(join(folder, 'electron'), '');
  else writeFileSync(join(folder, 'electron.exe'), unsigned(readFileSync('node_modules/pdf-to-printer/dist/SumatraPDF-3.4.6-32.exe')));
  return folder;
}

/** A program of Windows without its signature: electron-builder writes into it, and does so to none that is signed. */
function unsigned(program: Buffer): Buffer {
  const optionalHeader = program.readUInt32LE(0x3c) + 24;
  const firstDirectory = optionalHeader + (program.readUInt16LE(optionalHeader) === 0x20b ? 112 : 96);
  const signature = firstDirectory + 4 * 8;
  program.fill(0, signature, signature + 8);
  return program;
}

/** The project as it is installed on Windows: koffi has another part there. */
function windowsProject(folder: string): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, object>> };
  const installed = Object.entries(packages).flatMap(([path, is]) => ('dev' in is || 'optional' in is || path === '' ? [] : [path]));
  const licence = 'node_modules/@fontsource-variable/inter/LICENSE';
  for (const path of ['package.json', 'out', licence, ...installed]) cpSync(path, join(folder, path), { recursive: true });
  const part = '@koromix/koffi-win32-x64';
  cpSync(join(windowsModules, part), join(folder, 'node_modules', part), { recursive: true });
  return folder;
}
