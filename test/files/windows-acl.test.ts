import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makePrivate } from '../../electron/files/private-folder.ts';
import { closeFolder, isInProfile, othersMayRead, type Windows } from '../../electron/files/windows-acl.ts';

const temp = mkdtempSync(join(tmpdir(), 'packbench-acl-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

const sid = 'S-1-5-21-3623811015-3361044348-30300820-1013';
const inherited = 'data\nD:AI(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;LC;;;BU)\n';
const closed = `data\nD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${sid})\n`;

/** A fake Windows that writes permissions as `icacls /save` does; `knowsRights` false: a disk without permissions. */
function aWindows(knowsRights = true): Windows & { readonly ran: string[][] } {
  const ran: string[][] = [];
  let rights = inherited;
  return {
    ran,
    env: { USERPROFILE: 'C:\\Users\\zoë', LOCALAPPDATA: 'C:\\Users\\zoë\\AppData\\Local', APPDATA: '\\\\server\\profiles\\zoë' },
    run(program, args) {
      ran.push([program, ...args]);
      if (program === 'whoami.exe') return `"bench-3\\zoë","${sid}"\r\n`;
      if (!knowsRights) throw new Error('The parameter is incorrect.');
      rights = closed;
      return '';
    },
    rightsOf: () => rights,
  };
}

test.each([
  ['C:\\Users\\zoë\\AppData\\Local\\Packbench\\data', true],
  ['c:\\users\\ZOË\\Desktop\\Packbench', true],
  ['\\\\server\\profiles\\zoë\\Packbench', true],
  ['C:\\Users\\zoëtwo\\Packbench', false],
  ['C:\\Packbench', false],
  ['D:\\zoë', false],
  ['C:\\Users', false],
])('%s is in the profile of the user: %s', (folder, isInside) => {
  expect(isInProfile(folder, aWindows())).toBe(isInside);
});

test('only the user, administrators and the system may read a folder outside the profile', () => {
  const windows = aWindows();
  expect(othersMayRead('C:\\Packbench', windows)).toBe(true);
  expect(closeFolder('C:\\Packbench', windows)).toBe(true);
  expect(windows.ran.at(-1)).toEqual([
    'icacls.exe',
    'C:\\Packbench',
    '/inheritance:r',
    '/grant:r',
    '*S-1-5-18:(OI)(CI)F',
    '/grant:r',
    '*S-1-5-32-544:(OI)(CI)F',
    '/grant:r',
    `*${sid}:(OI)(CI)F`,
    '/q',
  ]);
});

test('detects a disk without access rights', () => {
  expect(closeFolder('E:\\Packbench', aWindows(false))).toBe(false);
  expect(othersMayRead('E:\\Packbench', { ...aWindows(), rightsOf: () => 'data\nD:(A;;FA;;;WD)\n' })).toBe(true);
});

test('a folder whose rights cannot be read after all is not called private', () => {
  const silent: Windows = {
    ...aWindows(),
    rightsOf: () => {
      throw new Error('no such file');
    },
  };
  expect(closeFolder('C:\\Packbench', silent)).toBe(false);
});

test('the data folder of Windows is closed outside the profile alone', () => {
  const folder = join(temp, 'data');
  const inside = aWindows();
  expect(makePrivate(folder, 'win32', () => ({ ...inside, env: { USERPROFILE: temp.replaceAll('/', '\\') } }))).toBe(true);
  expect(inside.ran).toEqual([]);
  expect(makePrivate(folder, 'win32', () => aWindows())).toBe(true);
  expect(makePrivate(folder, 'win32', () => aWindows(false))).toBe(false);
});
