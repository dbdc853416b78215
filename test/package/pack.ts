import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import manifest from '../../package.json' with { type: 'json' };
import { windowsModules } from '../windows/wine.ts';
import { usualFuses } from './fused.ts';

const run = promisify(execFile);

export type System = 'linux' | 'win32' | 'darwin';

/** The output of electron-builder, without Electron. */
export interface Packed {
  /** Every file of the archive, each with a leading slash. */
  readonly files: readonly string[];
  /** The folder that contains the archive. */
  readonly resources: string;
  /** The extracted archive, with the files that are unpacked beside it. */
  readonly taken: string;
  /** The packed folder, which an installer would contain. */
  readonly folder: string;
}

/** Packs the built program for a system into `folder`. */
export async function packFor(system: System, folder: string): Promise<Packed> {
  const project = system === 'win32' ? windowsProject(join(folder, 'project')) : resolve('.');
  const asked = { linux: ['--linux', 'dir', '--x64'], win32: ['--win', 'dir', '--x64'], darwin: ['--mac', 'dir', '--arm64'] };
  await pack(asked[system], { system, folder, project });
  const unpacked = join(folder, 'dist', { linux: 'linux-unpacked', win32: 'win-unpacked', darwin: 'mac-arm64' }[system]);
  const resources = join(unpacked, system === 'darwin' ? 'Packbench.app/Contents/Resources' : 'resources');
  const archive = join(resources, 'app.asar');
  const taken = join(folder, 'taken apart');
  extractAll(archive, taken);
  return { files: listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/')), resources, taken, folder: unpacked };
}

interface Packing {
  readonly system: System;
  readonly folder: string;
  readonly project?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function pack(asked: readonly string[], { system, folder, project = resolve('.'), env = {} }: Packing): Promise<void> {
  if (!existsSync('out/main/main.js')) throw new Error('Run "npm run build" first: this looks at what would be packed.');
  const args = [
    ...asked,
    '--config',
    resolve('build/electron-builder.ts'),
    `-c.electronDist=${emptyElectron(join(folder, 'electron'), system)}`,
    `-c.directories.output=${join(folder, 'dist')}`,
  ];
  await run(process.execPath, [resolve('node_modules/electron-builder/cli.js'), ...args], {
    cwd: project,
    env: { ...process.env, ...env },
  });
}

/** Linux installers that electron-builder makes with stand-in tools, which only record their input. */
export interface LinuxInstallers {
  /** Debian packages that the .deb depends on. */
  readonly depends: readonly string[];
  /** Path of the script that the .deb runs before it replaces files. */
  readonly beforeInstall: string | undefined;
  /** The folder that the .deb installs the program in. */
  readonly installedIn: string | undefined;
  /** The runtime at the head of the AppImage, by its name among the tools. */
  readonly runtime: string;
  /** The desktop entry of the AppImage. */
  readonly desktopEntry: string;
  /** Paths of the pictures in the AppImage. */
  readonly icons: readonly string[];
}

export async function linuxInstallers(folder: string): Promise<LinuxInstallers> {
  const tools = join(folder, 'tools');
  // Each at the path where both kinds of tools have it; the older one needs FUSE 2.
  const runtimes = { 'runtimes/runtime-x64': 'needs nothing', 'runtime-x64': 'needs FUSE 2' };
  const keeps = join(folder, 'kept');
  for (const name of ['runtimes', 'lib/x64', 'linux-x64', '../kept']) mkdirSync(join(tools, name), { recursive: true });
  for (const [name, is] of Object.entries(runtimes)) writeFileSync(join(tools, name), is);
  const squash = `#!/bin/sh\ncp "$1"/*.desktop '${keeps}' && (cd "$1" && find . -name '*.png') > '${keeps}/icons' && dd if=/dev/zero of="$2" bs=1000 count=1 2>/dev/null\n`;
  for (const place of ['', 'linux-x64'])
    for (const [name, script] of [
      ['mksquashfs', squash],
      ['desktop-file-validate', '#!/bin/sh\n'],
    ] as const)
      writeFileSync(join(tools, place, name), script, { mode: 0o755 });
  const fpm = join(tools, 'fpm');
  writeFileSync(fpm, `#!/bin/sh\nprintf '%s\\n' "$@" > '${keeps}/fpm'\nwhile [ "$1" != --package ]; do shift; done; echo > "$2"\n`, {
    mode: 0o755,
  });
  await pack(['--linux', 'AppImage', 'deb', '--x64'], {
    system: 'linux',
    folder,
    env: { APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: fpm },
  });
  const kept = readdirSync(keeps);
  const given = readFileSync(join(keeps, 'fpm'), 'utf8').split('\n');
  const image = readdirSync(join(folder, 'dist')).find((name) => name.endsWith('.AppImage'));
  if (image === undefined) throw new Error('no AppImage was made');
  const head = readFileSync(join(folder, 'dist', image), 'latin1');
  return {
    depends: given.flatMap((each, at) => (given[at - 1] === '-d' ? [each] : [])),
    beforeInstall: given.flatMap((each) => /^--before-install=(.+)$/.exec(each)?.[1] ?? [])[0],
    installedIn: given.flatMap((each) => /\/=(\/.+)$/.exec(each)?.[1] ?? [])[0],
    runtime: Object.values(runtimes).find((is) => head.startsWith(is)) ?? 'none',
    icons: readFileSync(join(keeps, 'icons'), 'utf8').trim().split('\n'),
    desktopEntry: readFileSync(join(keeps, kept.find((name) => name.endsWith('.desktop')) ?? ''), 'utf8'),
  };
}

/** The parts of an Electron distribution that electron-builder needs to build the archive. The program in it is not Electron's. */
function emptyElectron(folder: string, system: System): string {
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'resources/readme']) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), manifest.devDependencies.electron);
  if (system === 'linux') writeFileSync(join(folder, 'electron'), usualFuses());
  else if (system === 'darwin') emptyMacApp(join(folder, 'Electron.app/Contents'));
  else {
    const program = unsigned(readFileSync('node_modules/pdf-to-printer/dist/SumatraPDF-3.4.6-32.exe'));
    writeFileSync(join(folder, 'electron.exe'), Buffer.concat([program, usualFuses()]));
  }
  return folder;
}

function emptyMacApp(contents: string): void {
  const helper = join(contents, 'Frameworks/Electron Helper.app/Contents');
  for (const folder of [contents, helper]) {
    mkdirSync(join(folder, 'MacOS'), { recursive: true });
    writeFileSync(join(folder, 'Info.plist'), '<?xml version="1.0"?><plist version="1.0"><dict></dict></plist>');
  }
  mkdirSync(join(contents, 'Resources'));
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  mkdirSync(framework);
  writeFileSync(join(framework, 'Electron Framework'), usualFuses());
  writeFileSync(join(contents, 'MacOS/Electron'), '');
  writeFileSync(join(helper, 'MacOS/Electron Helper'), '');
}

/** Removes the signature of a Windows program: electron-builder edits the program, but not if it is signed. */
function unsigned(program: Buffer): Buffer {
  const optionalHeader = program.readUInt32LE(0x3c) + 24;
  const firstDirectory = optionalHeader + (program.readUInt16LE(optionalHeader) === 0x20b ? 112 : 96);
  const signature = firstDirectory + 4 * 8;
  program.fill(0, signature, signature + 8);
  return program;
}

/** The project as installed on Windows, where koffi has a different native part. */
function windowsProject(folder: string): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, object>> };
  const installed = Object.entries(packages).flatMap(([path, is]) => ('dev' in is || 'optional' in is || path === '' ? [] : [path]));
  for (const path of ['package.json', 'out', ...installed]) cpSync(path, join(folder, path), { recursive: true });
  const part = '@koromix/koffi-win32-x64';
  cpSync(join(windowsModules, part), join(folder, 'node_modules', part), { recursive: true });
  return folder;
}
