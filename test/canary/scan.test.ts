import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { makePdf } from '../../electron/paper/make-pdf.ts';
import { newFolder } from '../later.ts';
import { words } from '../paper/pages-of-labels.ts';
import { byteSearch } from './byte-search.ts';
import { type Canary, createScan, encodingNames, filesWith } from './scan.ts';

const name = 'Xanthippe Quillfeather';

async function howFound(canary: Canary, bytes: Uint8Array): Promise<string[]> {
  const scan = createScan([canary, 'Somebody Else']);
  await scan.bytes('here', bytes);
  expect(scan.unread()).toEqual([]);
  return scan.finds().map(({ how, where }) => `${how} ${where}`);
}
const within = (bytes: string | Uint8Array): Buffer => Buffer.concat([Buffer.from('before'), Buffer.from(bytes), Buffer.from('after')]);

test.each<[how: string, text: string, spelt: string | Uint8Array]>([
  ['UTF-8', name, name],
  ['UTF-8', name, name.toUpperCase()],
  ['UTF-8', 'Zoë Größmann', 'Zoë Größmann'.normalize('NFD')],
  ['UTF-16', name, Buffer.from(name, 'utf16le')],
  ['UTF-16', name, Buffer.from(name, 'utf16le').swap16()],
  ['Latin-1', 'Zoë Größmann', Buffer.from('Zoë Größmann', 'latin1')],
  ['Base64', name, Buffer.from(name).toString('base64')],
  ['Base64', name, Buffer.from(`a${name}bc`).toString('base64')],
  ['Base64', name, Buffer.from(`ab${name}c`).toString('base64')],
  ['Base64', 'ÿþ??>>ÿþ?~', Buffer.from('ÿþ??>>ÿþ?~').toString('base64url')],
  ['hexadecimal', name, Buffer.from(name).toString('hex')],
  ['hexadecimal', name, Buffer.from(name).toString('hex').toUpperCase()],
  ['JSON', 'Zoë "Größmann"', '"Zoë \\"Größmann\\""'],
  ['JSON', 'Zoë Größmann', 'Zo\\u00EB Gr\\u00f6\\u00dfmann'],
  ['JSON', 'Quillfeather', 'Quillfeather'.replace(/./g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`)],
  ['percent', 'Zoë Größmann', encodeURIComponent('Zoë Größmann')],
  ['percent', name, name.replaceAll(' ', '+')],
])('finds a text that is written in %s: %j', async (how, text, spelt) => {
  expect(await howFound(text, within(spelt))).toEqual([`${how} here`]);
});

test('finds a key as bytes, in hexadecimal digits and in Base64', async () => {
  const bytes = Buffer.from('00ff10a37b41c3e29d00', 'hex');
  const key = { name: 'the data key', bytes };
  expect(await howFound(key, within(bytes))).toEqual(['bytes here']);
  expect(await howFound(key, within(bytes.toString('hex')))).toEqual(['hexadecimal here']);
  expect(await howFound(key, within(Buffer.concat([Buffer.of(7), bytes]).toString('base64')))).toEqual(['Base64 here']);
});

test('finds nothing in a part of a text, and refuses a text that is too short', async () => {
  expect(await howFound(name, Buffer.from(name.slice(0, -1).repeat(9)))).toEqual([]);
  expect(() => createScan(['Ada'])).toThrow('too short');
});

test('finds what is packed, also in a packed file, and what is drawn in a PDF', async () => {
  const zip = zipSync({ 'data.json': strToU8(JSON.stringify({ name })), 'inner.gz': Buffer.from(gzipSync(within(name))) });
  for (const bytes of [deflateSync(within(name)), gzipSync(within(name)), deflateSync(within(name), { level: 1 })])
    expect(await howFound(name, within(bytes))).toEqual(['UTF-8 here (packed)']);
  expect(await howFound(name, within(zip))).toContain('UTF-8 here (packed)');
  expect(await howFound(name, within(zipSync({ 'a.gz': Buffer.from(gzipSync(within(name))) })))).toEqual(['UTF-8 here (packed) (packed)']);
  // Without a head nothing shows that it is packed.
  expect(await howFound(name, within(deflateRawSync(within(name))))).toEqual([]);
  const pdf = await makePdf((made) => {
    made.addPage({ size: 'A6', margin: 0 });
    words(made, { x: 20, y: 20 }, [name]);
  });
  expect(await howFound(name, pdf)).toContain('UTF-8 here (drawn)');
});

test('reports a PDF whose text cannot be read', async () => {
  const scan = createScan([name]);
  await scan.bytes('here', Buffer.from('%PDF-1.7 cut'));
  expect(scan.unread()).toHaveLength(1);
});

test('finds a planted text in each kind of place on a disk', async () => {
  const root = newFolder('canary');
  const places: Record<string, string | Uint8Array> = {
    'settings.json': JSON.stringify({ name }),
    '.hidden': name,
    'deep/below/file': Buffer.from(name, 'utf16le'),
    'backups/journal.backup': Buffer.concat([Buffer.alloc(4096), Buffer.from(name)]),
    [`documents/Manifest-${name.replace(' ', '+')}.pdf`]: 'x',
    'log/station.log': `{"stack":"${Buffer.from(name).toString('hex')}"}`,
  };
  for (const [path, bytes] of Object.entries(places)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  expect(await filesWith(root, name)).toEqual(
    Object.keys(places)
      .map((path) => `/${path}`)
      .toSorted(),
  );
});

test('finds a deleted row in the free pages of a database, and a new one in its log', async () => {
  const root = newFolder('canary');
  const database = new DatabaseSync(join(root, 'journal'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF; CREATE TABLE rows (text)');
  database.prepare('INSERT INTO rows VALUES (?)').run(name.repeat(500));
  expect(await filesWith(root, name)).toEqual(['/journal-wal']);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM rows; PRAGMA wal_checkpoint(TRUNCATE)');
  expect(await filesWith(root, name)).toEqual(['/journal']);
  database.exec('PRAGMA secure_delete = ON; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  expect(await filesWith(root, name)).toEqual([]);
  database.close();
});

test('many sequences are found in one pass, also those that overlap or are parts of others', () => {
  const texts = ['he', 'she', 'his', 'hers', 'ushers', 'x'];
  const found: string[] = [];
  byteSearch(texts.map((text) => Buffer.from(text)))(Buffer.from('...UsheRs his'), (index) => found.push(texts[index] ?? ''));
  expect(found.toSorted()).toEqual(['he', 'hers', 'his', 'she', 'ushers']);
  expect(encodingNames.length).toBeGreaterThanOrEqual(4);
  expect(() => byteSearch([new Uint8Array()])).toThrow('empty');
});
