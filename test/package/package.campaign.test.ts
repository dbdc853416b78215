import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRawHeader } from '@electron/asar';
import { Arch } from 'electron-builder';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import config from '../../build/electron-builder.ts';
import { fuseFileIn, wrongFuses } from '../../build/fuses.ts';
import { icns, iconPng, linuxSizes } from '../../build/icon.ts';
import { bundledParts, licencesFile, sbomFile } from '../../build/parts/shipped.ts';
import { workerFiles } from '../../build/worker-files.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { createSpoolerLine } from '../../electron/printers/spooler-line.ts';
import type { WorkerProcesses } from '../../electron/workers/worker-process.ts';
import manifest from '../../package.json' with { type: 'json' };
import { emptyAddress } from '../../shared/address.ts';
import { onePage } from '../fakes/one-page-pdf.ts';
import { makeWinspool, whyNoWinspool } from '../fakes/winspool.ts';
import { openPdf } from '../paper/open-pdf.ts';
import { startWine, whyNoWine } from '../windows/wine.ts';
import { fused } from './fused.ts';
import { type LinuxInstallers, linuxInstallers, type Packed, packFor, type System } from './pack.ts';

/** A computer on which the packed program runs. */
interface Computer {
  /** Runs a script to its end and returns its output. */
  run(script: string): Promise<string>;
  workers(script: string): WorkerProcesses;
  stop(): unknown;
}

async function thisLinux(): Promise<Computer> {
  const windows = makeWinspool();
  windows.queue('Zebra', {});
  return {
    run: async (script) => (await promisify(execFile)(process.execPath, [script])).stdout,
    workers: windows.spooler,
    stop: windows.stop,
  };
}

const systems: readonly (readonly [System, string | undefined, () => Promise<Computer>, readonly string[]])[] = [
  ['linux', whyNoWinspool(), thisLinux, ['Zebra']],
  // There is no print server, so Windows has no queues.
  ['win32', whyNoWine(), () => startWine({ env: { ...process.env, CUPS_SERVER: '127.0.0.1:1' } }), []],
];
const mustRun = Boolean(process.env['CI']);
for (const [system, missing] of systems)
  if (missing !== undefined && !mustRun) console.log(`SKIPPED: the package for ${system}: ${missing}`);

/** The hash that Electron compares before it opens the archive: of the archive's list of files, each with its own hash. */
const headerHash = ({ resources }: Packed): string =>
  createHash('sha256')
    .update(getRawHeader(join(resources, 'app.asar')).headerString)
    .digest('hex');

/** The lists of parts beside the archive. */
function listsOf({ resources }: Packed): { readonly sbom: ReadonlySet<string>; readonly licences: string } {
  const sbom = JSON.parse(readFileSync(join(resources, sbomFile), 'utf8')) as { readonly components: readonly Component[] };
  for (const { purl, version, licenses, hashes } of sbom.components) {
    expect([version, licenses[0]?.expression], purl).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    if (purl.startsWith('pkg:npm/')) expect(hashes?.[0]?.content, purl).toMatch(/^([\da-f]{64}|[\da-f]{128})$/);
  }
  return {
    sbom: new Set(sbom.components.map(({ name, version }) => `${name} ${version}`)),
    licences: readFileSync(join(resources, licencesFile), 'utf8'),
  };
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly content: string }[];
}

/** Every package in the archive, by its own `package.json`, and every package of the bundles. */
function packagesIn({ files, taken }: Packed): readonly string[] {
  const manifests = files.filter((file) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file));
  const inside = manifests.map((file) => JSON.parse(readFileSync(join(taken, file), 'utf8')) as { name: string; version: string });
  return [...inside, ...bundledParts('.')].map(({ name, version }) => `${name} ${version}`);
}

/** Parts of a syntax tree node: those of an import, and those of a call. */
interface AskingNode {
  readonly source: { readonly value?: unknown } | null;
  readonly callee: { readonly name?: string };
  readonly arguments: readonly { readonly value?: unknown }[];
}

/** Names of the modules that a built file imports. */
function askedFor(path: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { source, callee, arguments: given } = node as Partial<AskingNode>;
    const isCall = callee?.name?.endsWith('require') === true;
    const asked = isCall ? given?.[0]?.value : source?.value;
    if (typeof asked === 'string') names.add(asked);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(readFileSync(path, 'utf8')));
  return names;
}

/** Only its files are used; its program is for another kind of application. */
const fonts = '@expo-google-fonts/noto-sans';

/** Modules that a bundled library tries to load and does not need: a driver's colours for its debugging. */
const doneWithout: ReadonlySet<string> = new Set(['cardinal']);

describe.each(systems)('the package for %s', (system, missing, startComputer, queues) => {
  describe.skipIf(missing !== undefined && !mustRun)('', () => {
    let dir: string;
    let packed: Packed;
    let computer: Computer;
    beforeAll(async () => {
      if (missing !== undefined) throw new Error(`The package cannot be tested: ${missing}`);
      dir = mkdtempSync(join(tmpdir(), 'packbench-package-'));
      packed = await packFor(system, dir);
      computer = await startComputer();
    });
    afterAll(async () => {
      await computer?.stop();
      rmSync(dir, { recursive: true, force: true });
    });

    /** Runs these lines inside the packed program. */
    function runPacked(lines: string): Promise<string> {
      const script = join(packed.taken, 'run.mjs');
      writeFileSync(script, lines);
      return computer.run(script);
    }

    /** Starts this file of the packed program in a process of its own. */
    const packedWorker = (file: string): WorkerProcesses => computer.workers(join(packed.taken, `out/main/${file}.js`));

    test('holds the built program and its entry', () => {
      for (const file of [
        `/${manifest.main.replace('./', '')}`,
        ...Object.keys(workerFiles).map((name) => `/out/main/${name}.js`),
        '/out/main/copy-worker.js',
        '/out/preload/preload.cjs',
        '/out/renderer/index.html',
        '/package.json',
      ])
        expect(packed.files).toContain(file);
    });

    test('has all nine fuses set', () => {
      expect(wrongFuses(fuseFileIn(packed.folder))).toEqual([]);
    });

    test('contains the engines and fonts that it reads from the disk', () => {
      for (const engine of ['@hyzyla/pdfium/dist/pdfium.wasm', 'zxing-wasm/dist/reader/zxing_reader.wasm'])
        expect(packed.files).toContain(`/node_modules/${engine}`);
      expect(packed.files.filter((file) => file.endsWith('.ttf'))).toEqual(
        ['400Regular', '700Bold'].map((style) => `/node_modules/${fonts}/${style}/NotoSans_${style}.ttf`),
      );
    });

    test('draws a packing slip with its own fonts', async () => {
      const paper = createPaper({ ref: () => '', log: () => undefined, workers: packedWorker('paper-process') });
      onTestFinished(() => paper.close());
      const [day, bookedAt] = ['2026-11-29', '2026-11-29T10:00:00.000Z'];
      const facts = { sender: null, recipient: { ...emptyAddress, name: 'Łódź' }, orders: ['A-17'], shipmentNo: 1, day, bookedAt };
      const slip = { ...facts, hasPrices: false, sections: [], rest: null };
      const drawn = await paper.packingSlip(slip, { widthMm: 210, heightMm: 297 }, false);
      const opened = drawn.ok && (await openPdf(drawn.value.bytes, { texts: true }));
      expect(opened && opened.is === 'pages' && opened.pages[0]?.texts.some(({ text }) => text.includes('Łódź'))).toBe(true);
    });

    test('holds no tools, tests, sources, and no Node of development', () => {
      const { files } = packed;
      const packages = new Set(files.flatMap((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
      for (const name of [...Object.keys(manifest.devDependencies), ...Object.keys(manifest.optionalDependencies)])
        expect(packages).not.toContain(name);
      expect(files.filter((file) => /^\/(test|electron|renderer|shared|build)\//.test(file))).toEqual([]);
      expect(files.filter((file) => /\.(ts|tsx|map)$/.test(file))).toEqual([]);
      expect(
        files.filter((file) => /\.(cc|hh|inc|S|asm|def|lib)$|^\/node_modules\/(koffi\/(vendor|doc|lib)|pdfkit\/\.yarn)\//.test(file)),
      ).toEqual([]);
    });

    test('lists each package that it contains, with its licence', () => {
      const { sbom, licences } = listsOf(packed);
      const packages = packagesIn(packed);
      expect(packages.filter((name) => !sbom.has(name))).toEqual([]);
      expect(packages.length).toBeGreaterThan(80);
      for (const part of sbom) expect(licences).toContain(`\n${part}\n`);
      for (const name of [
        'electron',
        'PDFium',
        'zxing-cpp',
        'libzint',
        'zebrash',
        '@fontsource-variable/inter',
        '@expo-google-fonts/noto-sans',
      ])
        expect(licences).toContain(`\n${name} `);
      expect(sbom.has('SumatraPDF 3.4.6')).toBe(system === 'win32');
    });

    test.skipIf(system !== 'win32')('shows the icon of Packbench', () => {
      expect(readFileSync(fuseFileIn(packed.folder)).includes(iconPng(256))).toBe(true);
    });

    test('contains no library that starts a process of Node, which the fuses forbid', () => {
      const scripts = packed.files.filter((file) => /\.[cm]?js$/.test(file) && existsSync(join(packed.taken, file)));
      const starting = scripts.filter((file) =>
        /(?:spawn|exec|fork)\w*\)?\(\s*process\.execPath|RUN_AS_NODE|\bcluster\.fork/.test(readFileSync(join(packed.taken, file), 'utf8')),
      );
      expect(starting).toEqual([]);
      expect(scripts.length).toBeGreaterThan(10);
    });

    test('loads every library that is not bundled, with its dependencies', async () => {
      const built = packed.files.filter((file) => /^\/out\/main\/.*\.js$/.test(file));
      const asked = built.flatMap((file) => [...askedFor(join(packed.taken, file))]);
      const libraries = new Set([...Object.keys(manifest.dependencies), ...asked.filter((name) => !/^\.|^electron$/.test(name))]);
      const names = [...libraries].filter((name) => !isBuiltin(name) && !doneWithout.has(name) && name !== fonts);
      const output = await runPacked(
        `for (const name of ${JSON.stringify(names)}) await import(name).then(
          () => console.log(name),
          (error) => console.log(name + ': ' + error.message),
        );`,
      );
      expect(output.trim().split(/\r?\n/)).toEqual(names);
      expect(names.length).toBeGreaterThan(0);
    });

    test('draws the page of a label, and reads the barcode on a ZPL label', async () => {
      const paper = createPaper({ ref: () => '', log: () => undefined, workers: packedWorker('paper-process') });
      onTestFinished(() => paper.close());
      const to = { printer: 'ZPL', dpi: 203, stock: { widthMm: 102, heightMm: 152 }, sample: false } as const;
      const sheets = await paper.labelSheets({ format: 'PDF', bytes: onePage() }, to);
      expect(sheets.ok && Buffer.from(sheets.value[0]?.bytes ?? []).toString()).toContain('^PW812^LL1218');
      const label = Buffer.from('^XA^FO50,50^BY2^BCN,90,N,N,N,A^FDPB0123456789^FS^XZ');
      expect(await paper.numbersInPicture({ format: 'ZPL', bytes: label })).toContain('PB0123456789');
    });

    test('speaks with the spooler of Windows', async () => {
      const line = createSpoolerLine(packedWorker('winspool-process'));
      expect(await line.call(10_000, 'queues')).toMatchObject({ is: 'answered', value: queues.map((name) => ({ name })) });
    });

    test.skipIf(system !== 'win32')('has the hash of its archive inside the program', () => {
      expect(readFileSync(fuseFileIn(packed.folder)).includes(headerHash(packed))).toBe(true);
    });

    test('contains only the part of koffi for its system, outside of the archive', () => {
      const parts = packed.files.flatMap((file) => /^\/node_modules\/@koromix\/([^/]+)$/.exec(file)?.[1] ?? []);
      expect(parts).toEqual([`koffi-${system}-x64`]);
      const beside = join(packed.resources, 'app.asar.unpacked/node_modules/@koromix', `koffi-${system}-x64`, `${system}_x64/koffi.node`);
      expect(existsSync(beside)).toBe(true);
    });

    test('has SumatraPDF beside the archive in the Windows package, and nowhere else', () => {
      const programs = readdirSync(packed.resources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.exe'));
      expect(programs).toEqual(system === 'win32' ? ['SumatraPDF-3.4.6-32.exe'] : []);
      expect(packed.files.filter((file) => file.endsWith('.exe'))).toEqual([]);
    });
  });
});

describe('the package for macOS', () => {
  let dir: string;
  let packed: Packed;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'packbench-package-'));
    packed = await packFor('darwin', dir);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('contains the built program, and nothing that only prints on Windows', () => {
    expect(packed.files).toContain(`/${manifest.main.replace('./', '')}`);
    expect(packed.files.filter((file) => /koffi|koromix|\.(node|exe)$/.test(file))).toEqual([]);
    expect(readdirSync(packed.resources)).not.toContain('app.asar.unpacked');
  });

  test('lists each package that it contains, and shows the icon of Packbench', () => {
    const { sbom, licences } = listsOf(packed);
    expect(packagesIn(packed).filter((name) => !sbom.has(name) || !licences.includes(`\n${name}\n`))).toEqual([]);
    expect(sbom.has('koffi 3.3.4')).toBe(false);
    expect(readFileSync(join(packed.resources, 'icon.icns')).equals(icns())).toBe(true);
  });

  test('has all nine fuses set, and the hash of its archive beside them', () => {
    expect(wrongFuses(fuseFileIn(packed.folder))).toEqual([]);
    const plist = readFileSync(join(packed.resources, '../Info.plist'), 'utf8');
    expect(plist).toContain('<key>ElectronAsarIntegrity</key>');
    expect(plist).toContain(`<string>${headerHash(packed)}</string>`);
  });

  test('reads the page of a label without the files that were left out', async () => {
    const script = join(packed.taken, 'run.mjs');
    writeFileSync(
      script,
      "const { pathToFileURL } = await import('node:url'); await import('pdfkit'); await import('@hyzyla/pdfium'); console.log('loaded');",
    );
    expect((await promisify(execFile)(process.execPath, [script])).stdout).toBe('loaded\n');
  });
});

test('a package of an Electron with an unknown fuse is not made', async () => {
  const { afterPack } = config;
  if (typeof afterPack !== 'function') throw new Error('nothing sets the fuses');
  const dir = mkdtempSync(join(tmpdir(), 'packbench-package-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'packbench'), fused('1011000110'));
  await expect(afterPack({ appOutDir: dir } as Parameters<typeof afterPack>[0])).rejects.toThrow('has 10 fuses');
});

describe('the installers for Linux', () => {
  let dir: string;
  let made: LinuxInstallers;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'packbench-installers-'));
    made = await linuxInstallers(dir);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('the AppImage starts without FUSE 2, and its menu entry keeps the sandbox on', () => {
    expect(made.runtime).toBe('needs nothing');
    expect(made.desktopEntry).toMatch(/^Exec=AppRun %U$/m);
  });

  test('the AppImage has an icon of each size', () => {
    for (const size of linuxSizes) expect(made.icons).toContain(`./usr/share/icons/hicolor/${size}x${size}/apps/packbench.png`);
  });

  test('the .deb asks first if Packbench runs, from the folder that it installs it in', () => {
    expect(readFileSync(made.beforeInstall ?? '', 'utf8')).toContain(`program=${made.installedIn}/packbench\n`);
  });

  test('the .deb installs every library that Chromium loads', async ({ skip }) => {
    const known = await debianClosure(made.depends);
    if (known.size === 0) skip('the lists of Debian packages are missing: apt-get update');
    expect(neededByChromium.filter((name) => !known.has(name))).toEqual([]);
    expect(made.depends).toEqual(expect.arrayContaining(['xdg-utils', 'libnotify4', 'libsecret-1-0']));
  });
});

/** Debian packages whose libraries a Chromium of this kind loads as it starts. Source: playwright-core, nativeDeps, debian12-x64. */
const neededByChromium = [
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcairo2',
  'libcups2',
  'libdbus-1-3',
  'libdrm2',
  'libgbm1',
  'libglib2.0-0',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libx11-6',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
];

/** These packages and all their dependencies, by the lists of this Debian; empty if it has none. */
async function debianClosure(names: readonly string[]): Promise<ReadonlySet<string>> {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`);
  const asked = promisify(execFile)('apt-cache', ['depends', '--recurse', ...without, ...names], { maxBuffer: 1e8 });
  const lines = await asked.then(({ stdout }) => stdout.split('\n')).catch(() => []);
  return new Set(lines.filter((line) => /^\w/.test(line)));
}

test('a package for a system without its part of koffi is not made', async () => {
  const { beforePack } = config;
  if (typeof beforePack !== 'function') throw new Error('nothing looks before it packs');
  const forWindowsOnArm = { electronPlatformName: 'win32', arch: Arch.arm64 } as Parameters<typeof beforePack>[0];
  expect(() => beforePack(forWindowsOnArm)).toThrow('@koromix/koffi-win32-arm64 is not installed');
});
