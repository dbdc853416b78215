import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepInFolder, safeFileName } from '../../electron/printers/folder.ts';
import { createPrinters, createSeenFolders } from '../../electron/printers/printers.ts';

let folder: string;
const unmarked = (): void => undefined;
const printers = createPrinters({ platform: process.platform, folder: join(tmpdir(), 'packbench-no-queue'), ref: () => 'P1' });
const settings = (path: string) => ({ address: `folder:${path}`, dpi: 203, widthMm: 210, heightMm: 297 }) as const;
const pdf = (text: string) => ({ format: 'PDF', bytes: Buffer.from(text) }) as const;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-printer-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('documents are stored under their titles and never replace one another', async () => {
  const first = await printers.print(settings(folder), pdf('one'), 'Manifest 2026/11/20', unmarked);
  const second = await printers.print(settings(folder), pdf('two'), 'Manifest 2026/11/20', unmarked);
  expect(first).toEqual({ is: 'sent', detail: join(folder, 'Manifest-2026-11-20.pdf') });
  expect(second).toEqual({ is: 'sent', detail: join(folder, 'Manifest-2026-11-20-2.pdf') });
  expect(await readFile(join(folder, 'Manifest-2026-11-20.pdf'), 'utf8')).toBe('one');
  expect(await readFile(join(folder, 'Manifest-2026-11-20-2.pdf'), 'utf8')).toBe('two');
});

test('a document gets its name once it is complete, and nothing else stays in the folder', async () => {
  const seen: (readonly string[])[] = [];
  const watched = {
    async link(from: string, to: string): Promise<void> {
      seen.push((await readdir(folder)).filter((name) => !name.startsWith('.')));
      expect(await readFile(from, 'utf8')).toBe('whole');
      await link(from, to);
    },
  };
  await writeFile(join(folder, 'a.pdf'), 'as it was');
  expect(await keepInFolder(folder, pdf('whole'), 'a', watched)).toBe(join(folder, 'a-2.pdf'));
  expect(seen).toEqual([['a.pdf'], ['a.pdf']]);
  expect((await readdir(folder)).sort()).toEqual(['a-2.pdf', 'a.pdf']);
  expect(await readFile(join(folder, 'a.pdf'), 'utf8')).toBe('as it was');
});

test('a volume without hard links still stores documents and replaces none', async () => {
  const without = { link: () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' })) };
  await writeFile(join(folder, 'a.pdf'), 'as it was');
  expect(await keepInFolder(folder, pdf('one'), 'a', without)).toBe(join(folder, 'a-2.pdf'));
  expect(await readFile(join(folder, 'a-2.pdf'), 'utf8')).toBe('one');
  expect(await readFile(join(folder, 'a.pdf'), 'utf8')).toBe('as it was');
  expect((await readdir(folder)).sort()).toEqual(['a-2.pdf', 'a.pdf']);
});

test('a folder that disappears counts as away: it is not ready, nothing is stored there, and it works once back', async () => {
  const path = join(folder, 'share');
  await mkdir(path);
  expect(await printers.print(settings(path), pdf('one'), 'one', unmarked)).toMatchObject({ is: 'sent' });
  await rename(path, join(folder, 'elsewhere'));
  expect(await printers.status(settings(path))).toEqual({ kind: 'not-ready', reason: 'not-ready' });
  expect(await printers.print(settings(path), pdf('two'), 'two', unmarked)).toMatchObject({
    is: 'not-sent',
    failure: { code: 'printer-not-ready' },
  });
  expect(await readdir(folder)).toEqual(['elsewhere']);
  await rename(join(folder, 'elsewhere'), path);
  expect(await printers.print(settings(path), pdf('two'), 'two', unmarked)).toMatchObject({ is: 'sent' });
  expect(await readdir(path)).toEqual(['one.pdf', 'two.pdf']);
});

test('the empty mount point of an unmounted share is not the share; mounted again, it is', async () => {
  const devices = new Map([
    ['/mnt', 1],
    ['/mnt/share', 7],
  ]);
  const seen = createSeenFolders(async (path) => devices.get(path) ?? 1);
  expect(await seen.isAway('/mnt/share')).toBe(false);
  devices.set('/mnt/share', 1);
  expect(await seen.isAway('/mnt/share')).toBe(true);
  devices.set('/mnt/share', 9);
  expect(await seen.isAway('/mnt/share')).toBe(false);
});

test('a folder within a share is away with it, even if one with its name remains under the mount point', async () => {
  const devices = new Map<string, number>();
  const seen = createSeenFolders(async (path) => devices.get(path) ?? 1);
  const isAway = () => seen.isAway('/mnt/share/docs/paper');
  const mount = (device: number): void => {
    for (const path of ['/mnt/share', '/mnt/share/docs', '/mnt/share/docs/paper']) devices.set(path, device);
  };
  expect(await isAway()).toBe(false);
  mount(7);
  expect(await isAway()).toBe(false);
  devices.clear();
  expect([await isAway(), await isAway()]).toEqual([true, true]);
  mount(9);
  expect(await isAway()).toBe(false);
});

test('a folder on a system that does not report mounts is away only once it is gone', async () => {
  const places = new Set(['/', '/documents', '/documents/paper']);
  const seen = createSeenFolders((path) => (places.has(path) ? Promise.resolve(0) : Promise.reject(new Error('ENOENT'))));
  const isAway = () => seen.isAway('/documents/paper');
  expect(await isAway()).toBe(false);
  places.delete('/documents/paper');
  expect(await isAway()).toBe(true);
  places.add('/documents/paper');
  expect(await isAway()).toBe(false);
});

test('the last folder of the path is created by the first document', async () => {
  const path = join(folder, 'documents');
  expect(await printers.status(settings(path))).toEqual({ kind: 'keeps-files' });
  expect(await printers.print(settings(path), pdf('one'), 'a', unmarked)).toMatchObject({ is: 'sent' });
  expect(await readdir(path)).toEqual(['a.pdf']);
});

test('a folder that cannot be used is not ready and takes nothing', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const path of [file, join(folder, 'missing', 'too')]) {
    expect(await printers.status(settings(path))).toEqual({ kind: 'not-ready', reason: 'not-ready' });
    expect(await printers.print(settings(path), pdf('one'), 'a', unmarked)).toMatchObject({
      is: 'not-sent',
      failure: { code: 'print-failed' },
    });
  }
});

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['Štítek č. 5: “Brno”', 'Štítek-č.-5-Brno'],
  ['con', '_con'],
  ['LPT1.x', '_LPT1.x'],
  ['...', 'document'],
  ['a\0b\nc', 'a-b-c'],
])('a title becomes a safe file name: %j', (title, name) => {
  expect(safeFileName(title)).toBe(name);
});
