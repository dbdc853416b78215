import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPrinters } from '../../../electron/printers/printers.ts';
import { readyRawQueue, startIppServer } from '../../fakes/ipp-server.ts';
import { newFolder } from '../../later.ts';
import { startPlainStation } from '../../path/plain-station.ts';

let home: string;
beforeEach(() => {
  home = newFolder('clear');
});

const entries = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true });
const filesIn = (folder: string): string[] =>
  entries(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe.skipIf(process.platform === 'win32')('on a system with owners and modes', () => {
  test('a program killed while a queue takes its label leaves no part of the label on the disk', async () => {
    const at = (name: string): string => join(home, name);
    for (const name of ['temp', 'printing']) mkdirSync(at(name));
    // A print server that never answers once it has a document.
    const server = await startIppServer(({ operation }) => (operation === 'send-document' ? undefined : readyRawQueue));
    const label = `^XA^FDZoe Recipient^FS${'^FO1,1^GB1,1,1^FS'.repeat(20_000)}^XZ`.slice(0, 120_000);
    const program = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../fakes/printing-process.ts', import.meta.url)), at('printing'), label],
      { stdio: 'ignore', env: { ...process.env, CUPS_SERVER: server.name, TMPDIR: at('temp') } },
    );
    await expect.poll(() => server.requests().some(({ body }) => body.includes('Recipient'))).toBe(true);
    program.kill('SIGKILL');
    await once(program, 'close');
    const inClear = filesIn(home).filter((file) => readFileSync(file, 'latin1').includes('Recipient'));
    await server.stop();
    expect(inClear).toEqual([]);
  });

  test('files that a killed program left in its print folder are deleted at the next start', () => {
    const folder = join(home, 'printing');
    mkdirSync(join(folder, 'sheet-x'), { recursive: true });
    writeFileSync(join(folder, 'sheet-x', 'sheet.pdf'), 'Zoe Recipient');
    createPrinters({ platform: 'win32', folder, ref: () => 'P1' });
    expect(existsSync(folder)).toBe(false);
  });

  test('no other user can read a data folder, even one that was readable before', async () => {
    const bench = await startPlainStation();
    await bench.ship('ORD-1001');
    const open = (): string[] => [
      ...((statSync(bench.dir).mode & 0o777) === 0o700 ? [] : ['the folder itself']),
      ...entries(bench.dir)
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => (statSync(path).mode & 0o077) !== 0),
    ];
    expect(open()).toEqual([]);
    await bench.reopen(() => {
      for (const path of [bench.dir, ...entries(bench.dir).map((entry) => join(entry.parentPath, entry.name))])
        chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    });
    expect(open()).toEqual([]);
    expect((await bench.call('lastShipments', { limit: 5 })).map(({ state }) => state)).toEqual(['booked']);
  });
});
