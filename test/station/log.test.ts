import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../electron/station/log.ts';
import { newFolder } from '../later.ts';

test('the log keeps where an error came from, and never its message', () => {
  const dir = newFolder('log');
  const log = createLog(dir, () => new Date('2026-11-30T09:00:00Z'));
  const { stack = '' } = new RangeError('Anna Lehmann, Kastanienallee 84\nlives in Berlin');
  log('bug', { ref: 'K7Q2', stack });
  const line = readFileSync(join(dir, 'station.log'), 'utf8');
  expect(JSON.parse(line)).toMatchObject({ event: 'bug', ref: 'K7Q2', stack: expect.stringMatching(/^ +at .*log\.test\.ts/) });
  expect(line).not.toMatch(/Lehmann|Kastanienallee|Berlin|RangeError/);
});
