import type { ZplToken } from './zpl-tokens.ts';

const upperCp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** The numbers of `^CI` that are not variants of code page 850. Source: Zebra's ZPL II programming guide. */
const decoderNames: Readonly<Record<number, string>> = {
  15: 'shift_jis',
  16: 'euc-jp',
  27: 'windows-1252',
  28: 'utf-8',
  29: 'utf-16be',
  30: 'utf-16le',
  31: 'windows-1250',
  33: 'windows-1251',
  34: 'windows-1253',
  35: 'windows-1254',
  36: 'windows-1255',
};
/** Encodings with two bytes per character; `^SE` names their table. */
const tableNumbers: ReadonlySet<number> = new Set([14, 24, 26]);
const tables: readonly (readonly [name: RegExp, decoder: string])[] = [
  [/BIG5/i, 'big5'],
  [/S?JIS/i, 'shift_jis'],
  [/KS|HANGUL|JOHAB/i, 'euc-kr'],
  [/GB/i, 'gb18030'],
];

/** Code pages that couriers use, also without `^CI` or with the `^CI` of another page. */
export const pagesOfCouriers = [
  'cp850',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'windows-1253',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Page = (typeof pagesOfCouriers)[number];
/** In these pages each byte is a character, so the likeliest page can be found from the words that they spell. */
const singleBytePages = ['cp850', 'windows-1252', 'windows-1250'] as const;

/** The encoding that `^CI` and `^SE` declare for the bytes that follow. */
export interface Encoding {
  readonly number: number;
  /** The table that `^SE` names; empty without `^SE`. */
  readonly table: string;
  /** Bytes that `^CI` replaces with other ones. */
  readonly drawnAs: ReadonlyMap<number, number>;
}
export const noEncoding: Encoding = { number: 0, table: '', drawnAs: new Map() };

/** Returns the encoding after a command: `^CI27,198,146` draws byte 146 of page 1252 for each byte 198. */
export function encodingAfter(before: Encoding, { command, parameters, delimiter }: ZplToken): Encoding {
  if (command === '^SE') return { ...before, table: parameters };
  if (command !== '^CI') return before;
  const [number = Number.NaN, ...pairs] = parameters.split(delimiter).map((text) => Number.parseInt(text, 10));
  const drawnAs = new Map<number, number>();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [from = Number.NaN, to = Number.NaN] = [pairs[at], pairs[at + 1]];
    if (from >= 0x80 && from <= 0xff && to >= 0 && to <= 0xff) drawnAs.set(from, to);
  }
  return { ...before, number: Number.isNaN(number) ? before.number : number, drawnAs };
}

function decoderOf({ number, table }: Encoding): string | undefined {
  if (tableNumbers.has(number)) return tables.find(([name]) => name.test(table))?.[1] ?? 'gb18030';
  return decoderNames[number];
}

const hasHighBytes = (data: string): boolean => /[\x80-\xff]/.test(data);

function inPage(data: string, page: Page): string {
  if (page !== 'cp850') return new TextDecoder(page).decode(Buffer.from(data, 'latin1'));
  return data.replace(/[\x80-\xff]/g, (char) => upperCp850[char.charCodeAt(0) - 0x80] ?? char);
}

/**
 * Returns field data (one character per byte) as text; undefined if the declared page, or UTF-8 without a declared page, cannot decode it.
 */
function declaredText(data: string, encoding: Encoding): string | undefined {
  const decoder = decoderOf(encoding);
  if (!hasHighBytes(data) && decoder !== 'utf-16be' && decoder !== 'utf-16le') return data;
  const { drawnAs } = encoding;
  const isOfOneByte = decoder?.startsWith('windows') === true;
  const drawn =
    isOfOneByte && drawnAs.size > 0
      ? data.replace(/[\x80-\xff]/g, (char) => String.fromCharCode(drawnAs.get(char.charCodeAt(0)) ?? char.charCodeAt(0)))
      : data;
  return decoder === undefined ? utf8Text(drawn) : textIn(drawn, decoder);
}

function textIn(data: string, decoder: string): string | undefined {
  const text = new TextDecoder(decoder).decode(Buffer.from(data, 'latin1'));
  return text.includes('\uFFFD') ? undefined : text;
}
const utf8Text = (data: string): string | undefined => textIn(data, 'utf-8');

/** Reads the field data of one label. */
export interface FieldReader {
  /**
   * Decodes field data (one character per byte) in the code page of `^CI`. Without `^CI` a printer keeps its last setting, which is mostly
   * UTF-8 today: so bytes that are valid UTF-8 are read as UTF-8, and all others in the page that is the likeliest for all of them.
   */
  read(data: string, encoding: Encoding): string;
  /** True if anything was not UTF-8, so that its characters differ if the courier declared a wrong page, or none. */
  dependsOnPage(): boolean;
}

/** `assumed`: the page for everything that is not UTF-8, whatever the label declares. */
export function fieldReader(tokens: readonly ZplToken[], assumed?: Page): FieldReader {
  let likeliest: Page | undefined;
  let dependsOnPage = false;
  return {
    read(data, encoding) {
      const declared = declaredText(data, encoding);
      const isUtf8 = (decoderOf(encoding) ?? 'utf-8') === 'utf-8';
      if (declared !== undefined && (isUtf8 || !hasHighBytes(data))) return declared;
      dependsOnPage = true;
      if (assumed !== undefined) return utf8Text(data) ?? inPage(data, assumed);
      if (declared !== undefined) return declared;
      likeliest ??= likelyPage(undeclaredTexts(tokens));
      return inPage(data, likeliest);
    },
    dependsOnPage: () => dependsOnPage,
  };
}

function undeclaredTexts(tokens: readonly ZplToken[]): readonly string[] {
  const texts: string[] = [];
  let encoding = noEncoding;
  let hexIndicator = '';
  for (const token of tokens) {
    const { command, parameters } = token;
    encoding = encodingAfter(encoding, token);
    if (command === '^FH') hexIndicator = parameters.trim()[0] ?? '_';
    else if (command === '^FS') hexIndicator = '';
    else if (command === '^FD' || command === '^FV') {
      const bare = withoutEscapes(parameters, hexIndicator);
      if (declaredText(bare, encoding) === undefined) texts.push(bare);
    }
  }
  return texts;
}

/**
 * Returns the page in which these texts are most likely words: letters and no other characters, and no capital within a word. Code page 850
 * if no other page is likelier.
 */
function likelyPage(texts: readonly string[]): Page {
  const oddIn = (page: Page): number =>
    texts.reduce((sum, data) => {
      const text = inPage(data, page);
      const otherCharacters = text.match(/[^\p{L}\p{M}\x20-\x7f]/gu)?.length ?? 0;
      const capitalsWithin = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
      return sum + 2 * otherCharacters + capitalsWithin;
    }, 0);
  const odd = singleBytePages.map((page) => [oddIn(page), page] as const);
  return odd.reduce((best, each) => (each[0] < best[0] ? each : best))[1];
}

/** Returns field data (one character per byte) without the escapes of `^FH`; an empty `indicator` means that there are none. */
export function withoutEscapes(data: string, indicator: string): string {
  if (indicator === '') return data;
  const pattern = new RegExp(`${indicator.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([0-9a-fA-F]{2})`, 'g');
  return data.replace(pattern, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
