import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogFields } from '../../electron/bench/ports/log.ts';
import { createLog, lastLines, mostLogBytes } from '../../electron/station/log.ts';
import { newFolder } from '../later.ts';

const now = (): Date => new Date('2026-11-30T10:00:00.000Z');
const written = (dir: string): string => readFileSync(join(dir, 'station.log'), 'utf8');

test('a line has its time, its event and the fields of the list', () => {
  const dir = newFolder('log');
  createLog(dir, now)('print', { jobId: '9f0c-1', state: 'printed', status: 200 });
  expect(JSON.parse(written(dir))).toEqual({ at: now().toISOString(), event: 'print', state: 'printed', status: 200, jobId: '9f0c-1' });
});

test('a field that is not on the list is not written', () => {
  const dir = newFolder('log');
  createLog(dir, now)('failed', { code: 'no-sender', recipient: 'Zoë Kranjčar', body: { name: 'Zoë' } } as LogFields);
  expect(written(dir)).not.toContain('Zo');
  expect(written(dir)).toContain('no-sender');
});

test.each(['Jürgen Groß', 'ann@example.org', 'Main Street 7', "where name = 'Ann'", 'x'.repeat(81)])(
  'a text that is no code is removed from a line: %s',
  (text) => {
    const dir = newFolder('log');
    createLog(dir, now)('failed', { code: text, state: text });
    expect(JSON.parse(written(dir))).toMatchObject({ code: '(removed)', state: '(removed)' });
  },
);

test('of the stack of a bug only its frames are written', () => {
  const dir = newFolder('log');
  createLog(dir, now)('bug', { stack: 'Error: no street in Ann Smith, Main Street 7\n    at read (file.js:1:2)' });
  expect(JSON.parse(written(dir))).toMatchObject({ stack: '    at read (file.js:1:2)' });
});

test('two files with a limit each hold the log, and the newest lines are kept', () => {
  const dir = newFolder('log');
  const log = createLog(dir, now);
  const line = { state: 'x'.repeat(80), code: 'y'.repeat(80) };
  writeFileSync(join(dir, 'station.log'), `${'z'.repeat(mostLogBytes)}\n`);
  const again = createLog(dir, now);
  for (let count = 0; count < 3; count += 1) again('print', { ...line, count });
  log('print', { count: 9 });
  const sizes = ['station.1.log', 'station.log'].map((name) => statSync(join(dir, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(mostLogBytes + 1000);
  expect(sizes[1]).toBeLessThan(2000);
  expect(lastLines(dir, 2).map(({ count }) => count)).toEqual([2, 9]);
});

test('lines of an older version are filtered again, and half a line is left out', () => {
  const dir = newFolder('log');
  createLog(dir, now)('print', { count: 1 });
  appendFileSync(join(dir, 'station.log'), '{"at":"2026-11-30T10:00:00.000Z","event":"old","code":"Ann Smith","who":"Ann"}\n{"at":"20');
  expect(lastLines(dir, 10)).toEqual([
    { at: now().toISOString(), event: 'print', count: 1 },
    { at: now().toISOString(), event: 'old', code: '(removed)' },
  ]);
});
