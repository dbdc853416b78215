import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOtherUsers } from '../../electron/station/other-users.ts';

const temp = mkdtempSync(join(tmpdir(), 'packbench-users-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));
let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(temp, 'machine-')), 'Packbench', 'users');
});

const day = 24 * 3_600_000;
let at = Date.UTC(2026, 10, 28, 9);
const userOf = (user: string, dataDir = `C:\\Users\\${user}\\Packbench`) =>
  createOtherUsers({ folder, user, dataDir, now: () => new Date(at) });

test('a second user who packs live on this computer is detected, and reported only to the others', () => {
  const [anna, ben] = [userOf('anna'), userOf('ben')];
  anna.look(true);
  ben.look(false);
  expect(ben.warnings()).toEqual([{ code: 'other-user', user: 'anna', at: '2026-11-28T09:00:00.000Z' }]);
  at += 61_000;
  anna.look(true);
  expect(anna.warnings()).toEqual([]);
});

test('a user who only trains is not recorded', () => {
  userOf('anna').look(false);
  const ben = userOf('ben');
  ben.look(true);
  expect(ben.warnings()).toEqual([]);
});

test('a user who has not packed here for a month does not count', () => {
  userOf('anna').look(true);
  at += 31 * day;
  const ben = userOf('ben');
  ben.look(true);
  expect(ben.warnings()).toEqual([]);
});

test('one user with two data folders does not count as another user', () => {
  userOf('anna').look(true);
  const again = userOf('anna', 'D:\\Packbench');
  again.look(true);
  expect(again.warnings()).toEqual([]);
});

test('unexpected files among the marks are ignored', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.json'), '{"user":');
  writeFileSync(join(folder, 'b.json'), JSON.stringify({ user: 'x'.repeat(5_000), dataDir: '', liveAt: new Date(at).toISOString() }));
  mkdirSync(join(folder, 'c.json'));
  symlinkSync('/dev/zero', join(folder, 'd.json'));
  const ben = userOf('ben');
  ben.look(true);
  expect(ben.warnings()).toEqual([]);
});

test('a computer without that folder, or without access to it, causes no error', () => {
  const none = createOtherUsers({ folder: undefined, user: 'ben', dataDir: '', now: () => new Date(at) });
  none.look(true);
  writeFileSync(join(temp, 'closed'), '');
  const closed = createOtherUsers({ folder: join(temp, 'closed', 'users'), user: 'ben', dataDir: '', now: () => new Date(at) });
  closed.look(true);
  expect([none.warnings(), closed.warnings()]).toEqual([[], []]);
});
