import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { safeFileName } from '../../electron/printers/folder.ts';
import { createPrinters } from '../../electron/printers/printers.ts';

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

test('documents are kept under their titles and never replace one another', async () => {
  const first = await printers.print(settings(folder), pdf('one'), 'Manifest 2026/11/20', unmarked);
  const second = await printers.print(settings(folder), pdf('two'), 'Manifest 2026/11/20', unmarked);
  expect(first).toEqual({ is: 'sent', detail: join(folder, 'Manifest-2026-11-20.pdf') });
  expect(second).toEqual({ is: 'sent', detail: join(folder, 'Manifest-2026-11-20-2.pdf') });
  expect(await readFile(join(folder, 'Manifest-2026-11-20.pdf'), 'utf8')).toBe('one');
  expect(await readFile(join(folder, 'Manifest-2026-11-20-2.pdf'), 'utf8')).toBe('two');
});

test('the last folder of the path is made by the first document', async () => {
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
])('a title becomes a safe name: %j', (title, name) => {
  expect(safeFileName(title)).toBe(name);
});
