import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import type { FileLetters } from '../../shared/file-letters.ts';

const header = 'order;name;street;city;country';

/** Encodes each character as a byte of an encoding with one byte per character. */
function inBytes(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_each, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}

const fileOf = (rows: readonly string[], encoding: string): Uint8Array => inBytes([header, ...rows, ''].join('\r\n'), encoding);

function namesIn(bytes: Uint8Array, letters: readonly FileLetters[] = [], name = 'orders.csv') {
  const file = readOrderFile({ name, bytes, letters });
  if (file.ok) return file.value.orders.map(({ recipient }) => recipient.name);
  const [reason] = file.failure.reasons ?? [];
  return reason?.code === 'file-letters-unclear' ? reason.choices.map(({ encoding }) => encoding) : reason?.code;
}

test.each([
  ['windows-1252', 'DK', ['Søren Kjær', 'Bjørn Østergaard', 'Åse Nygård', 'Søs Mønsted']],
  ['windows-1252', 'DE', ['Jörg Groß']],
  ['windows-1252', 'ES', ['José Muñoz', 'Íñigo Peña', 'Begoña Ibáñez']],
  ['windows-1252', 'FR', ['Hélène Lefèvre', 'Agnès Forêt', 'Benoît Cœur']],
  ['windows-1252', 'PT', ['João Conceição', 'Simões Brandão', 'Inês Leitão']],
  ['macintosh', 'DE', ['Jörg Groß', 'Käthe Müller']],
  ['windows-1250', 'PL', ['Łukasz Żółciński']],
  ['windows-1250', 'HU', ['Gyöngyi Kőszegi', 'Győző Fülöp', 'Ernő Dűlő']],
  ['iso-8859-2', 'PL', ['Łukasz Śliwiński']],
  ['windows-1251', 'BG', ['Иван Петров']],
  ['windows-1253', 'GR', ['Γιώργος Παπαδόπουλος']],
  ['windows-1254', 'TR', ['Ayşe Yıldız', 'Uğur Işık', 'Gülşah Çağlar']],
  ['windows-1257', 'LT', ['Gražina Žukauskienė', 'Rūta Kęstutė', 'Ąžuolas Šimkus']],
])('%s is read in the encoding of %s', (encoding, country, names) => {
  const rows = names.map((name, at) => `A-${at};${name};Street 1;Town;${country}`);
  expect(namesIn(fileOf(rows, encoding))).toEqual(names);
});

// Encoded by other programs than this one.
test.each([
  ['shift_jis', '山田 花子', '8e5293632089d48e71', '8adb82cc93e0', 'JP'],
  ['shift_jis', '佐藤 一郎', '8db293a12088ea9859', '90e791e393638be683548393836e83438363', 'JP'],
  ['gb18030', '王小明', 'cdf5d0a1c3f7', 'b3a4b0b2bdd6', 'CN'],
  ['gb18030', '佐藤一郎', 'd7f4ccd9d2bbc0c9', 'c7a7b4faccefc7f8cde8a4cec4da', 'JP'],
  ['big5', '陳大文', 'b3afa46aa4e5', 'a578a55fa5abab48b871b8f4', 'TW'],
  ['euc-kr', '김철수', 'b1e8c3b6bcf6', 'bcadbfefc6afbab0bdc320b0adb3b2b1b8', 'KR'],
])('%s of East Asia is read: %s', (_encoding, name, nameBytes, streetBytes, country) => {
  const bytes = Buffer.concat([
    Buffer.from(`${header}\nA-1;`),
    Buffer.from(nameBytes, 'hex'),
    Buffer.from(';'),
    Buffer.from(streetBytes, 'hex'),
    Buffer.from(`;1;${country}\n`),
  ]);
  expect(namesIn(bytes)).toEqual([name]);
});

test.each([
  ['a Czech name in Germany', 'windows-1250', 'A-1;Antonín Dvořák;Goethestr. 1;Bonn;DE'],
  ['a Czech name in France', 'windows-1250', 'A-1;Jan Nováček;Rue du Lac 1;Nice;FR'],
  ['a Turkish name in Germany', 'windows-1254', 'A-1;Ayşe Yıldız;Goethestr. 1;Bonn;DE'],
  ['a row without a country', 'windows-1250', 'A-1;Zdeněk Dvořák;Příčná 7;Brno;'],
  ['an Icelander in the Czech Republic', 'windows-1252', 'A-1;Þór Guðmundsson;Praha 1;Praha;CZ'],
  [
    'the items of one foreigner',
    'windows-1252',
    'A-1;José Muñoz;Rynek 1;Opole;PL\r\nA-1;José Muñoz;Rynek 1;Opole;PL\r\nA-1;José Muñoz;Rynek 1;Opole;PL',
  ],
])('asks about %s and offers its encoding', (_what, encoding, row) => {
  expect(namesIn(fileOf([row], encoding))).toContain(encoding);
});

test('the same rows are shown in each encoding, and an answer holds for the next file with these columns', () => {
  const file = readOrderFile({ name: 'a.csv', bytes: fileOf(['A-1;Antonín Dvořák;Goethestr. 1;Bonn;DE'], 'windows-1250') });
  if (file.ok) throw new Error('nothing was asked');
  const [reason] = file.failure.reasons ?? [];
  if (reason?.code !== 'file-letters-unclear') throw new Error(`another reason: ${reason?.code}`);
  expect(reason.choices).toContainEqual({ encoding: 'windows-1250', rows: ['Antonín Dvořák'] });
  expect(reason.choices).toContainEqual({ encoding: 'windows-1252', rows: ['Antonín Dvoøák'] });
  const answer = { beginning: reason.beginning, encoding: 'windows-1250' } as const;
  const next = fileOf(['A-2;Jiří Nováček;Am Markt 2;Bonn;DE'], 'windows-1250');
  expect(namesIn(next, [answer])).toEqual(['Jiří Nováček']);
  expect(namesIn(next, [{ ...answer, beginning: 'other;columns' }])).toContain('windows-1250');
  // If a file itself shows its encoding, that encoding is used, whatever was answered before.
  expect(namesIn(fileOf(['A-3;Łukasz Żółciński;Rynek 1;Opole;PL'], 'iso-8859-2'), [answer])).toEqual(['Łukasz Żółciński']);
});

test('an XML file is read in the encoding that it names', () => {
  const xml = (encoding: string): Uint8Array =>
    inBytes(
      `<?xml version="1.0" encoding="${encoding}"?><orders><order><order>A-1</order><name>Zdeněk Šťastný</name><street>Příčná</street><house_number>7</house_number><city>Brno</city><country>CZ</country></order></orders>`,
      encoding,
    );
  for (const encoding of ['windows-1250', 'ISO-8859-2']) expect(namesIn(xml(encoding), [], 'a.xml')).toEqual(['Zdeněk Šťastný']);
});

test('a file in UTF-8 that is cut inside its last letter stays one in UTF-8', () => {
  const whole = Buffer.from(`${header}\nA-1;José;Calle 1;Málaga;ES\nA-2;José`);
  expect(namesIn(whole.subarray(0, -1))?.[0]).toBe('José');
});

const field = fileURLToPath(new URL('../../../shared/field/orders/', import.meta.url));
test.skipIf(!existsSync(field)).each([
  ['plain-1250.csv', ['Łukasz Żółciński', 'Zdeněk Dvořák', 'Gyöngyi Kőszegi']],
  ['plain-1250.xml', ['Zdeněk Dvořák']],
  ['plain-1251.csv', ['Иван Петров']],
  ['plain-latin2.xml', ['Zdeněk Dvořák']],
  ['plain-sjis.xml', ['山田 花子']],
])('the file %s from the field is read with the right characters', (name, names) => {
  expect(namesIn(new Uint8Array(readFileSync(`${field}${name}`)), [], name)).toEqual(names);
});
