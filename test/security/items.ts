/**
 * `proven`: what it protects was tried here and refused. `configured`: it is set, a removed setting is noticed, and Electron gives it its
 * effect. `packaged_only`: set and read back here, but only a real packed Electron can show its effect.
 */
export type Level = 'proven' | 'configured' | 'packaged_only';

export interface Item {
  readonly no: string;
  readonly name: string;
  readonly level: Level;
  /** Beginnings of the titles of its tests, each with the file that holds it. Every one must have run and passed. */
  readonly tests: readonly (readonly [file: string, title: string])[];
}

const locks = 'test/security/locks.test.ts';
const packed = 'test/security/package.test.ts';
const fuses = 'test/package/fuses.test.ts';
const hostile = 'test/e2e/hostile-text.test.ts';
const preference: Item['tests'] = [[locks, 'preferences']];
const readBack = (name: string): Item['tests'] => [
  [fuses, 'packing sets all nine fuses'],
  [fuses, `mutant: a program whose fuse ${name} is wrong`],
];

/** The 20 items of Electron's security checklist, and its nine fuses. */
export const items: readonly Item[] = [
  {
    no: 'E1',
    name: 'only secure content',
    level: 'proven',
    tests: [
      [locks, 'requests'],
      [locks, 'proxy'],
    ],
  },
  { no: 'E2', name: 'no Node in the page', level: 'configured', tests: preference },
  { no: 'E3', name: 'context isolation', level: 'configured', tests: preference },
  {
    no: 'E4',
    name: 'sandbox',
    level: 'configured',
    tests: [...preference, [locks, 'everySandbox'], [packed, 'a package that is started with --no-sandbox']],
  },
  { no: 'E5', name: 'permissions', level: 'proven', tests: [[locks, 'grants']] },
  { no: 'E6', name: 'web security', level: 'configured', tests: preference },
  {
    no: 'E7',
    name: 'Content-Security-Policy',
    level: 'proven',
    tests: [
      [locks, 'pages'],
      [hostile, 'no payload in any text of any scene'],
      [hostile, 'the page makes no HTML'],
    ],
  },
  { no: 'E8', name: 'no insecure content', level: 'configured', tests: preference },
  { no: 'E9', name: 'no experimental features', level: 'configured', tests: preference },
  { no: 'E10', name: 'no features of Blink', level: 'configured', tests: preference },
  { no: 'E11', name: 'no webview', level: 'configured', tests: preference },
  { no: 'E12', name: 'no webview is let in', level: 'proven', tests: [[locks, 'webview']] },
  {
    no: 'E13',
    name: 'navigation',
    level: 'proven',
    tests: [
      [locks, 'leaves'],
      [locks, 'stays'],
    ],
  },
  { no: 'E14', name: 'new windows', level: 'proven', tests: [[locks, 'opens']] },
  {
    no: 'E15',
    name: 'links',
    level: 'proven',
    tests: [
      [locks, 'opened'],
      ['test/path/day.test.ts', 'the link to the courier'],
    ],
  },
  {
    no: 'E16',
    name: 'current Electron',
    level: 'proven',
    tests: [['test/security/electron-version.test.ts', 'Electron is one of the three']],
  },
  {
    no: 'E17',
    name: 'sender of a call',
    level: 'proven',
    tests: [
      [locks, 'callers'],
      [locks, 'entered'],
      [locks, '4 frames, every call'],
    ],
  },
  {
    no: 'E18',
    name: 'no file://',
    level: 'proven',
    tests: [
      [locks, 'requests'],
      [locks, 'pages'],
    ],
  },
  {
    no: 'E19',
    name: 'fuses',
    level: 'configured',
    tests: [
      [fuses, 'packing sets all nine fuses'],
      [fuses, 'the script reads a packed folder'],
    ],
  },
  { no: 'E20', name: 'no raw Electron in the page', level: 'proven', tests: [[packed, 'the page receives the named calls']] },
  {
    no: 'F1',
    name: 'RunAsNode off',
    level: 'packaged_only',
    tests: [...readBack('RunAsNode'), ['test/shape/run-as-node.test.ts', 'nothing in']],
  },
  { no: 'F2', name: 'cookies encrypted', level: 'packaged_only', tests: readBack('EnableCookieEncryption') },
  { no: 'F3', name: 'NODE_OPTIONS off', level: 'packaged_only', tests: readBack('EnableNodeOptionsEnvironmentVariable') },
  { no: 'F4', name: '--inspect off', level: 'packaged_only', tests: [...readBack('EnableNodeCliInspectArguments'), [locks, 'accepted']] },
  { no: 'F5', name: 'archive compared', level: 'packaged_only', tests: readBack('EnableEmbeddedAsarIntegrityValidation') },
  { no: 'F6', name: 'only from the archive', level: 'packaged_only', tests: readBack('OnlyLoadAppFromAsar') },
  { no: 'F7', name: 'no snapshot of its own', level: 'packaged_only', tests: readBack('LoadBrowserProcessSpecificV8Snapshot') },
  { no: 'F8', name: 'no rights for file://', level: 'packaged_only', tests: readBack('GrantFileProtocolExtraPrivileges') },
  { no: 'F9', name: 'trap handlers for WebAssembly', level: 'packaged_only', tests: readBack('WasmTrapHandlers') },
];
