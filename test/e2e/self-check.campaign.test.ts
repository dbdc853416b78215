import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '../../electron/station/self-check/report.ts';
import { appCommand } from '../host/launch-app.ts';
import { words } from '../words.ts';

let dir: string;
let temporary: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'packbench-checked-'));
  temporary = join(dir, 'temporary');
  mkdirSync(temporary);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function selfCheck(dataDir: string) {
  const file = join(dir, 'reports/one.json');
  const args = [process.cwd(), `--self-check=${file}`, '--worker-ends=4', `--data-dir=${dataDir}`, `--witness-dir=${join(dir, 'state')}`];
  const child = spawn(appCommand(), args, {
    env: { ...process.env, HOST_HEADED: '0', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (written === '') throw new Error(`there is no report: ${errors}`);
  return { code: code as number | null, output, errors, written, report: JSON.parse(written) as Report };
}
const whyOf = ({ checks }: Report, status: string): Readonly<Record<string, string>> =>
  Object.fromEntries(checks.filter((each) => each.status === status).map(({ name, why }) => [name, why]));

test('the stand-in passes all it can, and names the checks it cannot make', async () => {
  const dataDir = join(dir, 'data');
  const { code, output, errors, written, report } = await selfCheck(dataDir);
  expect(whyOf(report, 'failed')).toEqual({});
  expect(whyOf(report, 'not-checked')).toEqual({
    versions: 'On the stand-in it passed. Node runs the program there, not Electron.',
    sqlite: 'On the stand-in it passed. Node has a SQLite of its own.',
    backup: 'On the stand-in it passed. Node has a SQLite of its own.',
    proxy: 'On the stand-in it passed. It does not ask the operating system for a proxy.',
    'key-store': 'On the stand-in it passed. It keeps its key in a file.',
    spooler: 'Only Windows has this spooler.',
    'sumatra-pdf': 'Only Windows prints documents with SumatraPDF.',
    sandbox: 'It runs Chromium without its sandbox.',
    'worker-threads': 'On the stand-in it passed. They are threads of Node there.',
    'label-processes': 'On the stand-in it passed. They are processes of Node there.',
  });
  expect(Object.keys(whyOf(report, 'ok'))).toEqual(words('certificates printers disk folders page preload page-policy label-picture'));
  expect([code, output, report.host, report.isComplete]).toEqual([0, written, 'stand-in', true]);
  expect(errors).toContain(`8 ok, 0 failed, 10 not checked. Send back ${join(dir, 'reports/one.json')}`);
  for (const name of [homedir(), hostname()]) expect(written).not.toContain(name);
  // The self-check inspected the folders of the bench without creating them, and removed its own. A Chromium from npm unpacks itself.
  const left = readdirSync(temporary).filter((name) => name.includes('packbench'));
  expect([readdirSync(dir), left]).toEqual([['reports', 'temporary'], []]);
});

test('a disk without room is reported, and the other checks go on', async () => {
  const { code, report } = await selfCheck('/proc/packbench');
  expect(whyOf(report, 'failed')).toEqual({ disk: 'There is too little room for the data of a bench.' });
  expect([code, report.ok, report.isComplete]).toEqual([1, 7, true]);
});
