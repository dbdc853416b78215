import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guessedText, textOfBytes } from '../../electron/files/text.ts';
import { openSettings } from '../../electron/station/settings.ts';
import { newFolder } from '../later.ts';

const text = 'Größe; Łódź';
const guessed = (bytes: Uint8Array) => {
  const { utf8, ...rest } = guessedText(bytes, () => 'windows-1252');
  return { ...rest, text: textOfBytes(utf8) };
};
const utf16 = (order: 'le' | 'be', mark: boolean): Uint8Array => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 with its mark', utf16('le', true)],
  ['UTF-16, the other way round, with its mark', utf16('be', true)],
])('%s is read unchanged, without the BOM', (_name, bytes) => {
  expect([textOfBytes(bytes), guessed(bytes).text]).toEqual([text, text]);
});

test('guesses the encoding of a file without a BOM: UTF-16 by zeros, else UTF-8 or older', () => {
  expect(guessed(Buffer.from('Order;Name', 'utf16le')).text).toBe('Order;Name');
  expect(guessed(Buffer.from('Größe', 'latin1')).text).toBe('Größe');
});

test('reads settings that an editor saved with a BOM', () => {
  const folder = newFolder('text');
  const file = join(folder, 'settings.json');
  writeFileSync(file, `\uFEFF${JSON.stringify({ benchName: 'Bench 7' })}`);
  const settings = openSettings(
    file,
    () => new Date(),
    () => undefined,
  );
  expect(settings.read().benchName).toBe('Bench 7');
});

test('a file that two programs wrote is read line by line, and the older lines are named', () => {
  const mixed = Buffer.concat([Buffer.from('Größe\r\nplain\r\n'), Buffer.from('Müller\r\n', 'latin1'), Buffer.from('Łódź')]);
  expect(guessed(mixed)).toEqual({ text: 'Größe\r\nplain\r\nMüller\r\nŁódź', otherLines: new Set([3]) });
});

test('punctuation after capitals does not make Windows-1252 look like two encodings', () => {
  for (const text of ['CAFÉ’S\nGröße', '»MENÜ«\nStraße', 'ÄÖÜ ÂÊÎ\nñ', '°Å,5\nß']) {
    const bytes = Buffer.from(text.replace('’', '\u0092'), 'latin1');
    expect(guessed(bytes)).toEqual({ text, otherLines: new Set() });
  }
});
