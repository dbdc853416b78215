import { countryCodes } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { type FileEncoding, type FileLetters, fileEncodings } from '../../shared/file-letters.ts';
import type { FileReason } from '../../shared/order-file-reason.ts';
import { NotReadable } from './not-readable.ts';

/** Lines of a file that are examined; more lines would not change the result. */
const mostLines = 2000;
const [rowsShown, choicesShown, longestRowShown] = [3, 6, 200];
/** Required number of different characters, or of different rows: fewer could come from a foreign name. */
const leastEvidence = 3;

/**
 * Returns the encoding of a text that is not Unicode, by its own declaration or by its characters. They must be in places where letters
 * occur, and in words of the countries that the rows name. This must hold for only one reading; otherwise a user's earlier answer counts if
 * its reading is possible.
 * @throws NotReadable with the possible readings if the text does not show which of them is right.
 */
export function encodingOf(bytes: Uint8Array, answers: readonly FileLetters[]): string {
  const declared = declaredEncoding(bytes);
  if (declared !== undefined) return declared;
  const lines = linesWithLetters(bytes);
  // Bytes with zeros are not text: the caller detects that.
  if (bytes.includes(0)) return 'windows-1252';
  const all = fileEncodings.map((encoding) => readingIn(encoding, lines)).filter((reading) => reading !== undefined);
  const fewest = Math.min(...all.map(({ oddities }) => oddities));
  const possible = all.filter(({ oddities }) => oddities === fewest);
  const readings = possible.filter(({ text }, at) => possible.findIndex((other) => other.text === text) === at);
  const sure = readings.find((reading) => isSure(reading, readings));
  if (sure) return sure.encoding;
  const beginning = beginningOfFile(bytes);
  const answer = answers.find((each) => each.beginning === beginning)?.encoding;
  if (answer !== undefined && possible.some(({ encoding }) => encoding === answer)) return answer;
  throw new NotReadable(questionOf(beginning, readings));
}

/** Returns the first line of a table, because its columns stay the same from day to day. */
function beginningOfFile(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4000)).toString('latin1').trimStart();
  if (/^[<[{]/.test(start)) return start.slice(0, 1);
  return (/^[^\r\n]*/.exec(start)?.[0] ?? '').replace(/[^ -~]/g, '').slice(0, 1000);
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1');
  const label = /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // The text is not UTF-8, or this code would not run.
    return encoding.startsWith('utf-') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

function linesWithLetters(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length && lines.length < mostLines; ) {
    let end = start;
    let hasLetters = false;
    for (; end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d; end += 1) hasLetters ||= (bytes[end] ?? 0) > 0x7f;
    if (hasLetters) lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

interface Word {
  readonly text: string;
  readonly fits: boolean | undefined;
}

interface Reading {
  readonly encoding: FileEncoding;
  readonly lines: readonly string[];
  readonly text: string;
  /** Number of oddities that no text has: symbols inside words, words in two scripts. */
  readonly oddities: number;
  /** For each word with a non-ASCII character: if it can belong to the country that its row names; undefined if the row names none. */
  readonly words: readonly (readonly Word[])[];
}

function readingIn(encoding: FileEncoding, bytes: readonly Uint8Array[]): Reading | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    const lines = bytes.map((line) => decoder.decode(line));
    return {
      encoding,
      lines,
      text: lines.join('\n'),
      oddities: lines.reduce(
        (sum, line) => sum + odd.reduce((count, each) => count + (line.match(each)?.length ?? 0), 0),
        rareIn(encoding, bytes),
      ),
      words: lines.map(wordsIn),
    };
  } catch {
    // The bytes are invalid in this encoding.
    return undefined;
  }
}

/** For an encoding with two bytes per character, the pairs that no everyday character uses; undefined for the others. */
const isRare: Partial<Record<FileEncoding, (lead: number, trail: number) => boolean>> = {
  // Outside GB2312.
  gb18030: (lead, trail) => lead <= 0xa0 || trail < 0xa1,
  // Big5 of the second level, and the Hanja of KS X 1001.
  big5: (lead) => lead >= 0xc9,
  'euc-kr': (lead) => lead >= 0xca,
};

function rareIn(encoding: FileEncoding, lines: readonly Uint8Array[]): number {
  const rare = isRare[encoding];
  if (!rare) return 0;
  let count = 0;
  for (const line of lines)
    for (let at = 0; at < line.length; at += 1) {
      const lead = line[at] ?? 0;
      if (lead < 0x80) continue;
      at += 1;
      if (rare(lead, line[at] ?? 0)) count += 1;
    }
  return count;
}

const eastAsian = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const odd: readonly RegExp[] = [
  /[\u0080-\u009f\uE000-\uF8FFˆﬁﬂ]/gu,
  // A symbol between letters: "Ksi¹¿ki".
  /\p{L}[^\p{ASCII}\p{L}\p{M}\s’‘ʼ´·‐‑–—\u00ad](?=\p{L})/gu,
  /(?<![\p{L}\p{N}])[£¥¤¦§¬±¶¹²³¼½¾×÷ˇ˘˙˛˝¸¨¯†‡‰](?=\p{L})/gu,
  /\p{L}[£¥¤¦¬±¶¹¼½¾×÷¸¨¯ˇ˘˛˝¢¿¡]|(?![mM])\p{L}[²³]/gu,
  // "JosŽ", "MŸller".
  /\p{Ll}(?!\p{ASCII})\p{Lu}|\p{Lu}(?!\p{ASCII})\p{Lu}(?=\p{Ll})/gu,
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/gu,
  // A final sigma inside a word.
  /\p{Script=Cyrillic}\p{Script=Greek}|\p{Script=Greek}\p{Script=Cyrillic}|ς(?=\p{L})/gu,
  new RegExp(`[a-z][${eastAsian}]|[${eastAsian}][a-z]`, 'gu'),
  /[\uFF61-\uFF9F][\p{Script=Han}\p{Script=Hiragana}]|[\p{Script=Han}\p{Script=Hiragana}][\uFF61-\uFF9F]/gu,
];

/** The same byte means these letters in most Western and Central European encodings. */
const anywhere = 'áâäçéëíîóôöúüß';
const [french, czech, slovak, croatian] = ['àèêïùûÿœæ', 'čďěíňřšťůýž', 'čďĺľňŕšťýž', 'čćđšž'];
const russian = 'абвгдежзийклмнопрстуфхцчшщъыьэюяё';
const bulgarian = 'абвгдежзийклмнопрстуфхцчшщъьюя';
const ukrainian = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя';
const serbian = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const macedonian = 'абвгдѓежзѕијклљмнњопрстќуфхцчџш';
/** Letters beyond ASCII in the words that a country writes addresses with. */
const letters: Readonly<Record<string, string>> = {
  ...each('DE AT LI GB IE AU NZ', ''),
  ...each('FR BE LU MC CA', french),
  ...each('CH', `${french}ìò`),
  ...each('IT SM VA', 'àèìòù'),
  ...each('ES AD', 'ñàèòï'),
  ...each('US MX AR CL CO PE UY', 'ñ'),
  ...each('PT BR', 'ãõàê'),
  ...each('NL', 'èêï'),
  ...each('DK NO FO GL', 'åæø'),
  ...each('SE FI AX', 'å'),
  ...each('IS', 'ðþæý'),
  ...each('PL', 'ąćęłńśźż'),
  ...each('CZ', czech),
  ...each('SK', slovak),
  ...each('HU', 'őű'),
  ...each('RO MD', 'ășțşţ'),
  ...each('SI', 'čšž'),
  ...each('HR', croatian),
  ...each('RS BA ME', croatian + serbian),
  ...each('AL', ''),
  ...each('LT', 'ąčęėįšųūž'),
  ...each('LV', 'āčēģīķļņšūž'),
  ...each('EE', 'õšž'),
  ...each('TR', 'ğışû'),
  ...each('BG', bulgarian),
  ...each('MK', macedonian),
  ...each('UA', ukrainian),
  ...each('RU BY KZ KG', `${russian}іў`),
  ...each('GR CY', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ'),
};
const scripts: Readonly<Record<string, RegExp>> = {
  JP: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]+$/u,
  ...Object.fromEntries(['CN', 'TW', 'HK', 'MO', 'SG'].map((country) => [country, /^\p{Script=Han}+$/u])),
  KR: /^\p{Script=Hangul}+$/u,
};

function each(countries: string, own: string): Readonly<Record<string, string>> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, anywhere + own]));
}

function wordsIn(line: string): readonly Word[] {
  const cells = line.split(/[;,\t|"<>]/).map((cell) => cell.trim());
  const countries = new Set(cells.filter((cell) => cell.length <= 40 && !/^[a-z]{2}$/.test(cell)).map(countryCode));
  const known = [...countries].filter((country) => countryCodes.has(country));
  return wordsOf(line).map((word) => {
    const own = lettersIn(word);
    const may = known.map((country) =>
      country in letters ? own.every((letter) => letters[country]?.includes(letter)) : scripts[country]?.test(own.join('')),
    );
    return { text: word, fits: may.includes(true) ? true : may.includes(false) ? false : undefined };
  });
}

const wordsOf = (line: string): readonly string[] => (line.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => /[^\p{ASCII}]/u.test(word));

/** True if, compared with every other reading, only this one has words of the country in some rows, and never the reverse. */
function isSure(reading: Reading, all: readonly Reading[]): boolean {
  if (all.length === 1 && reading.encoding === 'windows-1252') return !reading.words.flat().some(({ fits }) => fits === false);
  const others = all.length === 1 ? [undefined] : all.filter((other) => other !== reading);
  return others.every((other) => isEnough(evidenceFor(reading, other)) && (!other || evidenceFor(other, reading).length === 0));
}

interface Evidence {
  readonly row: string;
  /** Letters that the other reading does not have. */
  readonly letters: readonly string[];
}

/** Returns the lines whose words all belong to the country in one reading, and not in the other. */
function evidenceFor(one: Reading, other: Reading | undefined): readonly Evidence[] {
  return one.words.flatMap((words, at) => {
    const theirs = other?.lines[at];
    const isBetter = words.some(({ fits }) => fits === true) && unfit(words) === 0 && (!other || unfit(other.words[at] ?? []) > 0);
    if (!isBetter || one.lines[at] === theirs) return [];
    const known = new Set(lettersIn(theirs ?? ''));
    const row = words.map(({ text }) => text).join(' ');
    return [{ row, letters: lettersIn(row).filter((letter) => !known.has(letter)) }];
  });
}

const lettersIn = (text: string): readonly string[] => Array.from(text.replace(/İ/g, 'i').toLowerCase()).filter((letter) => letter > '~');

function isEnough(evidence: readonly Evidence[]): boolean {
  const rows = new Set(evidence.map(({ row }) => row));
  return rows.size >= leastEvidence || new Set(evidence.flatMap(({ letters }) => letters)).size >= leastEvidence;
}

const unfit = (words: readonly Word[]): number => words.filter(({ fits }) => fits === false).length;
const fitting = ({ words }: Reading): number => words.flat().filter(({ fits }) => fits === true).length;

function questionOf(beginning: string, readings: readonly Reading[]): FileReason {
  const [first] = readings;
  const differing = (first?.lines ?? []).flatMap((line, at) => (readings.every(({ lines }) => lines[at] === line) ? [] : [at]));
  const shown = (differing.length > 0 ? differing : [0, 1, 2]).slice(0, rowsShown);
  return {
    code: 'file-letters-unclear',
    beginning,
    choices: readings
      .toSorted((one, other) => fitting(other) - fitting(one))
      .slice(0, choicesShown)
      .map(({ encoding, lines }) => ({ encoding, rows: shown.flatMap((at) => (lines[at] === undefined ? [] : [lettersOf(lines[at])])) })),
  };
}

/** Returns the cells of a row by which a user can judge the encoding. */
const lettersOf = (line: string): string =>
  line
    .split(/[;\t|"<>]/)
    .filter((cell) => /[^\p{ASCII}]/u.test(cell))
    .join(' · ')
    .slice(0, longestRowShown);
