import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readForeignFile, writeNewFile } from '../../electron/files/foreign-file.ts';
import { createHotFolder } from '../../electron/station/hot-folder.ts';
import type { Answer } from '../../shared/ipc.ts';
import { makePipe } from '../fakes/named-pipe.ts';
import { newFolder } from '../later.ts';
import { words } from '../words.ts';

// Possible attacks of a user who may write to the watched folder, and to nothing else on this computer.

const onPosix = process.platform !== 'win32';

const report = { file: '', rows: 1, inOrders: 1, needless: [], skippedRows: 0, taken: 1, unchanged: 0, held: 0 };
const takenAnswer = { ok: true, value: { ...report, isWhole: true, problems: [], skipped: [], remarks: [] } } as Answer<'importOrders'>;

/** A watched folder, and beside it files that nothing may read. */
function watched(onTake: (name: string) => void = () => undefined) {
  const home = newFolder('home');
  const root = join(home, 'share');
  for (const name of ['in', 'work', 'done', 'error']) mkdirSync(join(root, name), { recursive: true });
  const secret = join(home, 'secret');
  writeFileSync(secret, 'the only copy\n');
  const markFile = join(home, 'mark');
  const taken: { name: string; text: string }[] = [];
  let isLeased = false;
  const asked: string[] = [];
  const hot = createHotFolder({
    folder: () => root,
    markFile,
    random: (bytes) => randomBytes(bytes),
    take: () => async (file) => {
      onTake(file.name);
      taken.push({ name: file.name, text: Buffer.from(file.bytes).toString() });
      return takenAnswer;
    },
    lease: {
      isShared: () => isLeased,
      isHere: () => true,
      ask: async (mark) => {
        asked.push(mark);
        return 'here';
      },
      end: () => undefined,
    },
    changed: () => undefined,
    log: () => undefined,
  });
  return {
    hot,
    home,
    root,
    secret,
    taken,
    asked,
    share: () => {
      isLeased = true;
    },
    at: (...names: string[]) => join(root, ...names),
    list: (name: string) => readdirSync(join(root, name)).sort(),
    lay: (name: string, text = `rows of ${name}`) => writeFileSync(join(root, 'in', name), text),
    claimed: (name: string) => join(root, 'work', `${readFileSync(markFile, 'utf8')}~${name}`),
    looks: async (count = 3) => {
      for (let at = 0; at < count; at += 1) await hot.look();
    },
    isSafe: () => expect([readFileSync(secret, 'utf8'), lstatSync(secret).isFile()]).toEqual(['the only copy\n', true]),
  };
}

function largeAt(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 30);
}

test.runIf(onPosix)('does not write through a link in the place of a result', async () => {
  const { at, home, secret, lay, list, looks, isSafe } = watched();
  symlinkSync(secret, at('done', 'orders.csv.result.json'));
  symlinkSync(join(home, 'new-file'), at('done', 'other.csv.result.json'));
  lay('orders.csv');
  lay('other.csv');
  await looks();
  isSafe();
  expect(existsSync(join(home, 'new-file'))).toBe(false);
  expect(list('done')).toEqual([
    ...words('orders-2.csv orders-2.csv.result.json orders.csv.result.json other-2.csv other-2.csv.result.json'),
    ...words('other.csv.result.json'),
  ]);
});

test.runIf(onPosix)('skips links, pipes and sockets in the folder, names them, and takes the files', async () => {
  const { at, secret, lay, list, looks, taken, hot } = watched();
  symlinkSync(secret, at('in', 'a-link.csv'));
  symlinkSync('/dev/zero', at('in', 'b-endless.csv'));
  makePipe(at('in', 'c-pipe.csv'));
  const socket = createServer().listen(at('in', 'd-socket.csv'));
  await once(socket, 'listening');
  lay('e-orders.csv');
  await looks();
  socket.close();
  expect(taken.map(({ name }) => name)).toEqual(['e-orders.csv']);
  expect(list('done')).toEqual(['e-orders.csv', 'e-orders.csv.result.json']);
  expect(hot.state()).toEqual({
    is: 'watching',
    waiting: 0,
    skipped: [
      { name: 'a-link.csv', why: 'link' },
      { name: 'b-endless.csv', why: 'link' },
      { name: 'c-pipe.csv', why: 'no-file' },
      { name: 'd-socket.csv', why: 'no-file' },
    ],
    moreSkipped: 0,
  });
});

test.runIf(onPosix)('reads nothing of a link, a pipe or a folder that was put in the place of a claimed file', async () => {
  const { secret, claimed, lay, looks, taken, list, at, isSafe } = watched();
  await looks(1);
  symlinkSync(secret, claimed('a.csv'));
  makePipe(claimed('b.csv'));
  mkdirSync(claimed('c.csv'));
  lay('d.csv');
  await looks();
  isSafe();
  expect(taken.map(({ name }) => name)).toEqual(['d.csv']);
  expect(list('error').filter((name) => name.endsWith('.json'))).toEqual(['a.csv.result.json', 'b.csv.result.json', 'c.csv.result.json']);
  const results = ['a', 'b', 'c'].map((name) => readFileSync(at('error', `${name}.csv.result.json`), 'utf8'));
  expect(results.map((text) => (JSON.parse(text) as { reasons: object[] }).reasons)).toEqual(Array(3).fill([{ code: 'file-not-regular' }]));
  expect(results.join()).not.toContain('the only copy');
});

test.runIf(onPosix).each(['in', 'work', 'done', 'error'])('takes nothing while "%s" is a link', async (name) => {
  const { at, home, lay, looks, taken, hot } = watched();
  lay('orders.csv');
  const elsewhere = join(home, 'elsewhere');
  mkdirSync(elsewhere);
  renameSync(at(name), join(home, 'aside'));
  symlinkSync(elsewhere, at(name));
  await looks();
  expect([hot.state(), taken, readdirSync(elsewhere)]).toEqual([{ is: 'unusable', waiting: 0, folder: name }, [], []]);
  rmSync(at(name));
  renameSync(join(home, 'aside'), at(name));
  await looks();
  expect(taken).toHaveLength(1);
});

test.runIf(process.platform === 'linux')('puts nothing elsewhere if a folder becomes a link while a file is being taken', async () => {
  const elsewhere = () => join(home, 'elsewhere');
  const { home, at, lay, looks } = watched(() => {
    mkdirSync(elsewhere());
    renameSync(at('done'), at('done-before'));
    symlinkSync(elsewhere(), at('done'));
  });
  lay('orders.csv');
  await looks(2);
  expect(readdirSync(elsewhere())).toEqual([]);
  expect(readdirSync(at('done-before')).sort()).toEqual(['orders.csv', 'orders.csv.result.json']);
});

test('takes files with names of any kind', async () => {
  const { lay, list, looks, taken, hot, at } = watched();
  const names = [
    `${'a'.repeat(251)}.csv`,
    `${'ö'.repeat(125)}.csv`,
    `${'b'.repeat(255)}`,
    'CON',
    'aux.csv',
    'NUL.json',
    'com1.xlsx',
    ' leading.csv',
    'trailing.csv ',
    'dot.csv.',
    ...(onPosix
      ? ['line\nbreak.csv', 'quo"te\'.csv', 'back\\slash.csv', 'col:on.csv', 'star*?.csv', '\u202evsc.right-to-left', 'bell\u0007.csv']
      : []),
    '100% $HOME `id`.csv',
    '\u0301combining.csv',
    '__proto__',
  ];
  for (const name of names) lay(name, name);
  await looks();
  expect(taken.map(({ text }) => text).sort()).toEqual(names.toSorted());
  expect(list('done').filter((name) => !name.endsWith('.result.json'))).toHaveLength(names.length);
  expect(list('done').every((name) => statSync(at('done', name)).isFile())).toBe(true);
  expect([list('in'), list('work'), hot.state()]).toEqual([[], [], { is: 'watching', waiting: 0 }]);
});

test.runIf(process.platform === 'linux')('skips a name that is no text of this computer, and takes the others', async () => {
  const { root, lay, looks, taken, hot } = watched();
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'in', 'b')), Buffer.from([0xfc, 0x2e, 0x63, 0x73, 0x76])]), 'rows');
  lay('orders.csv');
  await looks();
  expect(taken.map(({ name }) => name)).toEqual(['orders.csv']);
  expect(hot.state()).toMatchObject({ is: 'watching', skipped: [{ name: 'b\uFFFD.csv', why: 'name' }] });
});

test('two long names with the same beginning are both kept', async () => {
  const { lay, list, looks, taken } = watched();
  const start = 'x'.repeat(240);
  lay(`${start}-one.csv`);
  lay(`${start}-two.csv`);
  await looks();
  expect(taken).toHaveLength(2);
  expect(list('done').filter((name) => !name.endsWith('.json'))).toHaveLength(2);
});

test.runIf(onPosix)('two hard links to one file do not block the folder', async () => {
  const { at, lay, claimed, looks, taken, list } = watched();
  await looks(1);
  lay('orders.csv');
  linkSync(at('in', 'orders.csv'), claimed('orders.csv'));
  await looks();
  lay('later.csv');
  await looks();
  expect(taken.map(({ name }) => name)).toContain('later.csv');
  expect([list('in'), list('work')]).toEqual([[], []]);
});

/** Looks at a folder as an unprivileged user. */
async function lookAsNobody(root: string, data: string): Promise<{ state: unknown; taken: string[] }> {
  const script = new URL('look-at-folder.ts', import.meta.url).pathname;
  const uid = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawn(process.execPath, [script, root, data], { stdio: ['ignore', 'pipe', 'inherit'], ...uid });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(0);
  return JSON.parse(output) as { state: unknown; taken: string[] };
}

test.runIf(onPosix)('skips what it may not read or move, takes the others, and ends', async () => {
  const { root, home, lay, at } = watched();
  for (const folder of [home, root, at('in'), at('work'), at('done'), at('error')]) chmodSync(folder, 0o777);
  lay('a-unreadable.csv');
  lay('b-orders.csv');
  chmodSync(at('in', 'a-unreadable.csv'), 0);
  chmodSync(at('in', 'b-orders.csv'), 0o644);
  makePipe(at('in', 'c-pipe.csv'));
  const data = newFolder('nobody');
  chmodSync(data, 0o777);
  expect(await lookAsNobody(root, data)).toEqual({
    taken: ['b-orders.csv'],
    state: {
      is: 'watching',
      waiting: 1,
      skipped: [
        { name: 'c-pipe.csv', why: 'no-file' },
        { name: 'a-unreadable.csv', why: 'not-allowed' },
      ],
      moreSkipped: 0,
    },
  });
});

test.runIf(process.getuid?.() === 0)(
  'names a claimed file that may not be moved, takes the others, and leaves no result of it',
  async () => {
    const { root, home, lay, at, list } = watched();
    for (const folder of [home, root, at('in'), at('done'), at('error')]) chmodSync(folder, 0o777);
    // A user with write access may put files there, but may not remove files of another user.
    chmodSync(at('work'), 0o1777);
    for (const name of ['a.csv', 'b.csv']) {
      lay(name);
      chmodSync(at('in', name), 0o644);
    }
    const data = newFolder('nobody');
    chmodSync(data, 0o777);
    const { state, taken } = await lookAsNobody(root, data);
    expect(taken).toEqual(['a.csv', 'b.csv']);
    expect(state).toMatchObject({
      is: 'watching',
      skipped: [
        { name: 'a.csv', why: 'not-allowed' },
        { name: 'b.csv', why: 'not-allowed' },
      ],
    });
    expect([list('done'), list('work').length]).toEqual([[], 2]);
  },
);

test.runIf(onPosix).each([
  ['a pipe', (path: string) => makePipe(path)],
  ['a link', (path: string, secret: string) => symlinkSync(secret, path)],
  ['a gigabyte', (path: string) => largeAt(path)],
  ['foreign words', (path: string) => writeFileSync(path, 'x'.repeat(16))],
  ['nothing', (path: string) => writeFileSync(path, '')],
])('makes the mark of a shared folder again if %s stands in its place', async (_what, put) => {
  const { at, secret, share, lay, looks, asked, taken, isSafe } = watched();
  share();
  put(at('.packbench-folder'), secret);
  lay('orders.csv');
  await looks();
  isSafe();
  expect(asked[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set(asked).size).toBe(1);
  expect(taken).toHaveLength(1);
});

test.runIf(process.platform === 'linux')('does not take a file that has become longer than it was', async () => {
  // The kernel reports such a file as empty, and then delivers content.
  expect(await readForeignFile('/proc/self/status', 1000)).toBe('changing');
});

test.runIf(onPosix)('writes no new file where one, or a link to one, is there', async () => {
  const { at, secret, isSafe } = watched();
  symlinkSync(secret, at('done', 'link'));
  symlinkSync(at('nothing'), at('done', 'dangling'));
  for (const path of [secret, at('done', 'link'), at('done', 'dangling')])
    await expect(writeNewFile(path, Buffer.from('written over'))).rejects.toThrow('EEXIST');
  isSafe();
  expect(existsSync(at('nothing'))).toBe(false);
});

test('reads one byte more of a file that is too large', async () => {
  const { at, lay } = watched();
  lay('large.csv', 'x'.repeat(1001));
  expect((await readForeignFile(at('in', 'large.csv'), 1000)).length).toBe(1001);
  expect((await readForeignFile(at('in', 'large.csv'), 500)).length).toBe(501);
});
