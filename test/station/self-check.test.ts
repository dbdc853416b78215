import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Platform } from '../../electron/station/platform.ts';
import { mask, maskAll, type Names } from '../../electron/station/self-check/mask.ts';
import { plainChecks, workerChecks } from '../../electron/station/self-check/plain-checks.ts';
import { type Check, type CheckResult, type Report, runChecks } from '../../electron/station/self-check/report.ts';
import { newFolder } from '../later.ts';
import { plainPlatform } from '../path/plain-platform.ts';

let dir: string;
beforeEach(() => {
  dir = newFolder('self-check');
});

const run = async (
  checks: readonly Check[],
  { isStandIn = false, keep = (() => undefined) as (report: Report) => void } = {},
): Promise<Report> =>
  runChecks(checks, {
    isStandIn,
    keep,
    onResult: () => undefined,
    now: () => new Date('2026-11-28T09:00:00Z'),
    elapsed: () => performance.now(),
  });
const check = (name: string, run: Check['run'], more: Partial<Check> = {}): Check => ({ name, limitMs: 10_000, run, ...more });
const resultsOf = ({ checks }: Report): unknown[] => checks.map(({ name, status, why }) => [name, status, why]);

test('a check that throws, one that rejects and one that hangs do not stop the others', async () => {
  const report = await run([
    check('throws', () => {
      throw new Error('broken');
    }),
    check('rejects', () => Promise.reject(new Error('refused'))),
    check('hangs', () => new Promise(() => undefined), { limitMs: 50 }),
    check('answers', () => ({ facts: { number: 7 } })),
  ]);
  expect(resultsOf(report)).toEqual([
    ['throws', 'failed', 'broken'],
    ['rejects', 'failed', 'refused'],
    ['hangs', 'failed', 'No answer within 0.05 s.'],
    ['answers', 'ok', ''],
  ]);
  expect(report).toMatchObject({ ok: 1, failed: 3, notChecked: 0, isComplete: true, madeAt: '2026-11-28T09:00:00.000Z' });
  expect(report.checks[3]?.facts).toEqual({ number: 7 });
});

test('a check that answers after its limit changes nothing', async () => {
  const late = check('late', () => wait(100, { facts: { number: 7 } }), { limitMs: 20 });
  const report = await run([late, check('next', () => wait(150, {}))]);
  expect(resultsOf(report)).toEqual([
    ['late', 'failed', 'No answer within 0.02 s.'],
    ['next', 'ok', ''],
  ]);
});

test('the report left by a crash names the check that was running', async () => {
  let left: Report | undefined;
  const crash = check('crash', async () => {
    await turn();
    left = kept.at(-1);
    return {};
  });
  const kept: Report[] = [];
  await run([check('before', () => ({})), crash, check('after', () => ({}))], { keep: (report) => kept.push(report) });
  expect(left?.isComplete).toBe(false);
  expect(resultsOf(left!)).toEqual([
    ['before', 'ok', ''],
    ['crash', 'failed', 'The program ended during this check.'],
    ['after', 'not-checked', 'The program ended before this check.'],
  ]);
});

test('a result that depends on the stand-in is not counted as checked there', async () => {
  const own = { onStandIn: 'It keeps its key in a file.' };
  const checks = [check('passes', () => ({}), own), check('fails', () => ({ failed: 'no' }), own), check('plain', () => ({}))];
  expect(resultsOf(await run(checks, { isStandIn: true }))).toEqual([
    ['passes', 'not-checked', 'On the stand-in it passed. It keeps its key in a file.'],
    ['fails', 'failed', 'no'],
    ['plain', 'ok', ''],
  ]);
  expect(resultsOf(await run(checks))).toContainEqual(['passes', 'ok', '']);
});

const jane: Names = { home: 'C:\\Users\\jane.doe', user: 'jane.doe', computer: 'BENCH-7', domain: 'ACME' };

test.each([
  ['C:\\Users\\jane.doe\\AppData\\Roaming\\Packbench', '~\\AppData\\Roaming\\Packbench'],
  ['c:\\users\\JANE.DOE\\AppData', '~\\AppData'],
  ['C:\\Users\\JANEDO~1\\AppData\\Local\\Temp\\x', 'C:\\Users\\<user>\\AppData\\Local\\Temp\\x'],
  ['/home/otto/data', '/home/<user>/data'],
  ['\\\\files01\\home$\\jane.doe\\data', '\\\\<server>\\home$\\<user>\\data'],
  ['ENOENT: no such file, open "\\\\files01\\home$\\x"', 'ENOENT: no such file, open "\\\\<server>\\home$\\x"'],
  ['the profile of ACME\\jane.doe on bench-7', 'the profile of <domain>\\<user> on <computer>'],
  ['C:\\Program Files\\Packbench\\jane.doesnt.exe', 'C:\\Program Files\\Packbench\\jane.doesnt.exe'],
])('no name is left in %s', (text, masked) => {
  expect(mask(text, jane)).toBe(masked);
});

test('names are masked in lists and objects, and field names stay', () => {
  const value = { data: '/home/jo/x', list: ['jo', 'joe'], jo: 1 };
  expect(maskAll(value, { home: '/home/jo', user: 'jo', computer: '', domain: '' })).toEqual({
    data: '~/x',
    list: ['<user>', 'joe'],
    jo: 1,
  });
});

const optionsWith = (change: Partial<Platform> = {}, workerEnds = 2) => ({
  platform: plainPlatform(join(dir, 'data'), change),
  folder: dir,
  benchFolders: { data: join(dir, 'data'), state: join(dir, 'state') },
  workerEnds,
  keyStore: () => 'gnome_libsecret',
});
async function resultOf(name: string, change: Partial<Platform> = {}): Promise<CheckResult> {
  const [only] = [...plainChecks(optionsWith(change)), ...workerChecks(optionsWith(change))].filter((each) => each.name === name);
  const { checks } = await run([only!]);
  return checks[0]!;
}

test('every plain check passes here, or names why it cannot run here', async () => {
  const { checks } = await run([...plainChecks(optionsWith()), ...workerChecks(optionsWith())]);
  expect(checks.filter(({ status }) => status !== 'ok').map(({ name, why }) => [name, why])).toEqual([
    ['spooler', 'Only Windows has this spooler.'],
    ['sumatra-pdf', 'Only Windows prints documents with SumatraPDF.'],
  ]);
});

test('the folders of a bench are checked and not created', async () => {
  await resultOf('folders');
  await resultOf('disk');
  expect(readdirSync(dir)).toEqual([]);
});

test('the SQLite facts name its build', async () => {
  const { facts } = await resultOf('sqlite');
  expect(facts).toMatchObject({ threadSafe: 1, journalMode: 'wal', version: expect.stringMatching(/^3\.\d+\.\d+$/) });
  expect(facts['compileOptions']).toContain('THREADSAFE=1');
});

test('a copy of a journal holds at least what the journal held when it began', async () => {
  const { facts } = await resultOf('backup');
  expect(Number(facts['linesInCopy'])).toBeGreaterThanOrEqual(Number(facts['linesBefore']));
  expect(Number(facts['linesAfter'])).toBeGreaterThan(Number(facts['linesBefore']));
});

test.each<[string, string, Partial<Platform>]>([
  ['key-store', 'What was encrypted does not come back the same.', { unwrapKey: async () => new Uint8Array(32) }],
  ['key-store', 'The keychain is locked.', { wrapKey: () => Promise.reject(new Error('The keychain is locked.')) }],
  ['proxy', 'Only a SOCKS proxy is offered, which Packbench cannot use.', { resolveProxy: async () => 'SOCKS5 proxy:1080' }],
  ['disk', 'There is too little room for the data of a bench.', { disk: { reserveBytes: 0, leastFreeBytes: 1e15 } }],
  ['worker-threads', 'no thread', { startCopyWorker: () => failWith('no thread') }],
  ['sumatra-pdf', 'C:\\SumatraPDF.exe is missing.', { os: 'win32', sumatraPdfPath: 'C:\\SumatraPDF.exe' }],
  ['spooler', 'Error: no process', { os: 'win32', workers: { start: () => failWith('no process'), memoryMb: () => undefined } }],
])('%s is reported as failed: %s', async (name, why, change) => {
  expect(await resultOf(name, change)).toMatchObject({ status: 'failed', why });
});

function failWith(message: string): never {
  throw new Error(message);
}

test('a key that is stored almost in plain text is reported as failed', async () => {
  const [keyStore] = plainChecks({ ...optionsWith(), keyStore: () => 'basic_text' }).filter(({ name }) => name === 'key-store');
  expect((await run([keyStore!])).checks[0]).toMatchObject({ status: 'failed', facts: { backend: 'basic_text' } });
});

test('a proxy is reported by its kind, not by its name', async () => {
  const { facts, status } = await resultOf('proxy', { resolveProxy: async () => 'PROXY proxy.acme.example:8080; DIRECT' });
  expect([status, facts]).toEqual(['ok', { entries: ['PROXY', 'DIRECT'] }]);
});

test('SumatraPDF that starts is ok whatever its exit code, because nothing is printed', async () => {
  const program = join(dir, 'SumatraPDF.exe');
  writeFileSync(program, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(await resultOf('sumatra-pdf', { os: 'win32', sumatraPdfPath: program })).toMatchObject({ status: 'ok', facts: { exitCode: 1 } });
});
