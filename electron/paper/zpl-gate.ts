import { unpackedPicture } from './zpl-picture.ts';
import { countOf, graphicOf, type ZplToken, zplTokens } from './zpl-tokens.ts';

/** `stripped` lists what was left out, for the parcel's history; `why` is for the screen and the log. */
export type GatedZpl =
  | { readonly is: 'passed'; readonly zpl: Uint8Array; readonly stripped: readonly string[] }
  | { readonly is: 'refused'; readonly why: string };

export const zplLimitBytes = 4 * 1024 * 1024;
/** Pictures leave the gate as two hex digits per byte, which must not exceed the limit of a label. */
const mostDotBytes = zplLimitBytes / 2;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Commands that draw, or set how this label is drawn. `zpl-restore.ts` restores the settings that stay in force after the label. */
const drawing = words(`
  ^A ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BY ^BZ
  ^CF ^CI ^CV ^CW ^DN ^FB ^FC ^FD ^FE ^FH ^FM ^FN ^FO ^FP ^FR ^FS ^FT ^FV ^FW ^FX ^GB ^GC ^GD ^GE ^GF ^GS ^IL ^IM ^LH ^LL ^LR
  ^MC ^MD ^MU ^JM ^PM ^PO ^PQ ^PW ^SE ^SF ^SN ^TB ^XA ^XB ^XF ^XG ^XZ`);

/**
 * Commands that change the printer or its memory beyond this label. They are left out; the label prints without them. Among them is the
 * setup of the printer for its paper and its place, which this program cannot restore: darkness (`~SD`), speed (`^PR`), type of paper
 * (`^MT`, `^MN`), the action after a label (`^MM`, `~TA`, `~JS`) and at power-up (`^MF`), and the position of the paper (`^LS`, `^LT`).
 */
const lasting = words(`
  ^CC ~CC ^CT ~CT ^CD ~CD ^CN ^CO ^CP ^EF ^EG ~EF ~EG ^FL ^JB ^JS ^JT ^JU ^JZ ^LS ^LT ^MA ^MF ^MI ^MM ^MN ^MP ^MT ^PA ^PF ^PH ^PN ^PP ^PR ^SI ^SL ^SO ^SP ^SR ^SS
  ^ST ^SZ ^ZZ ~JA ~JC ~JD ~JE ~JF ~JG ~JL ~JN ~JO ~JP ~JS ~JX ~PH ~PM ~PP ~PS ~SD ~TA`);

/** Commands that access the network, passwords, files or other printers, send replies, or run programs. */
const refusedFamilies = /^[~^][HKNW]|^\^(CM|IS|JI|JJ|LF|R.|SC|SQ|SX|TO)$/;

/** Names of built-in fonts: a font that a label assigns to such a name replaces it in every later label. */
const builtInFont = /^\s*[0A-HP-V]/i;

/** In dots. No parcel label is narrower or shorter than an inch: a smaller declared size would cut off its content. */
const leastDots = 200;
const dotsPerUnit: Readonly<Record<string, number>> = { D: 1, I: 203, M: 8 };

/** True if a command has a value that no label needs, and that would spoil this label or the next one. */
function isNeedless({ command, parameters }: ZplToken, units: string): boolean {
  if (command === '^CW') return builtInFont.test(parameters);
  const value = Number.parseFloat(parameters);
  if (command === '^PW' || command === '^LL') return value * (dotsPerUnit[units] ?? 1) < leastDots;
  // Lighter than the admin who set up the printer wants it.
  return command === '^MD' && value < 0;
}

/** Start of a line for a printer that reads another language, also after a command and before a parameter. */
const lineStart = '(?:^|[\\r\\n,]|[\\^~][A-Z0-9@]{2})[ \\t]*';

/** Other languages that a printer in ZPL mode also reads as plain text: settings, also as JSON, files, and the lines of CPCL. */
const otherLanguages: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['printer settings (! U1)', /![ \t\r\n]*U\d*\s+(setvar|getvar|do)\b|(setvar|getvar)\s*"|\bdo\s*"\w+\.\w/i],
  ['printer settings (! U1)', new RegExp(`${lineStart}!\\s*U\\d*\\s`, 'i')],
  ['printer settings ({}{})', /\{\s*\}\s*\{/],
  ['a file (! CISD)', /!\s*CISD/i],
  ['CPCL', new RegExp(`${lineStart}!\\s*(UTILITIES|DF|UF|DEFINE-FORMAT|USE-FORMAT|\\d+[ \\t]+\\d+)\\b`, 'i')],
];

/** Each of these languages needs one of these characters. */
const startOfOthers = /[!"{]/;

/** Returns the name of another language in these bytes, read like a printer that skips control characters. */
function otherLanguageIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+/g, '');
  return startOfOthers.test(text) ? otherLanguages.find(([, pattern]) => pattern.test(text))?.[0] : undefined;
}

const volatileName = /^(R:)?[A-Z0-9_-]{1,16}(\.[A-Z0-9]{1,3})?$/i;
const nameKey = (name: string): string =>
  name
    .trim()
    .toUpperCase()
    .replace(/^R:/, '')
    .replace(/\.[A-Z0-9]*$/, '');

/**
 * Passes the commands that draw, leaves out those that would change the printer for later labels, and refuses a label that addresses
 * anything but the page. The passed bytes are copied unchanged, except that the raw or packed bytes of a picture become hexadecimal digits:
 * a printer that does not skip them then finds no words in them. An unknown format command is left out, an unknown control command makes
 * the gate refuse the label.
 */
export function gateZpl(bytes: Uint8Array): GatedZpl {
  const refused = (why: string): GatedZpl => ({ is: 'refused', why });
  if (bytes.length > zplLimitBytes) return refused(`larger than ${zplLimitBytes} bytes`);
  const cut = zplTokens(bytes);
  if (cut.is === 'broken') return refused(cut.why);
  const asked = otherLanguageIn(withoutRawBytes(bytes, cut.tokens));
  if (asked !== undefined) return refused(`holds ${asked}`);

  const kept: Uint8Array[] = [];
  const stripped = new Set<string>();
  const ownNames = new Set<string>();
  let pictureBytes = 0;
  let insideFormat = false;
  let sawFormat = false;
  let units = 'D';

  for (const token of cut.tokens) {
    const { command, parameters } = token;
    const text = token.kind === 'command' ? parameters : Buffer.from(bytes.subarray(token.start, token.end)).toString('latin1');
    if (token.kind === 'prefix') {
      stripped.add('a prefix without a command');
      continue;
    }
    if (token.kind === 'stray') {
      // Outside a format only line ends are worth keeping; inside, the printer ignores text between commands.
      const lineEnds = text.replace(/[^\r\n]/g, '');
      if (lineEnds.length < text.length) stripped.add('text outside of commands');
      kept.push(Buffer.from(lineEnds, 'latin1'));
      continue;
    }
    if (refusedFamilies.test(command)) return refused(command);
    if (lasting.has(command) && !(command === '^SZ' && parameters.trim() === '2')) {
      if (!/C[CTD]$/.test(command)) stripped.add(command);
      continue;
    }
    if (command === '^MU') units = parameters.trim().slice(0, 1).toUpperCase() || units;
    if (isNeedless(token, units)) {
      stripped.add(command);
      continue;
    }
    // Data in the printer's own memory may come from any program.
    if (command === '^XF' || command === '^IL') {
      const [name = ''] = parameters.split(token.delimiter);
      if (!volatileName.test(name.trim()) || !ownNames.has(nameKey(name))) return refused(`${command} of ${name.trim().slice(0, 24)}`);
    }
    // The next label would be printed on top of this one.
    if (command === '^MC' && /^\s*N/i.test(parameters)) return refused('^MCN');
    if (command === '~DG' || command === '~DY' || command === '^DF') {
      const [name = '', , kind = ''] = parameters.split(token.delimiter).map((part) => part.trim());
      if (!volatileName.test(name)) return refused(`${command} to ${name.slice(0, 24)}`);
      if (command === '~DY' && !/^[GP]$/i.test(kind)) return refused('~DY of something else than a picture');
      ownNames.add(nameKey(name));
    } else if (command === '^ID') {
      const [name = ''] = parameters.split(token.delimiter);
      if (!volatileName.test(name.trim()) || !ownNames.has(nameKey(name))) {
        stripped.add(command);
        continue;
      }
    } else if (!drawing.has(command) && command !== '^SZ') {
      if (command.startsWith('~')) return refused(command);
      stripped.add(command);
      continue;
    }
    if (command === '^XA') {
      insideFormat = true;
      sawFormat = true;
    }
    // A printer that is not in a format may not skip the raw bytes of a picture.
    if (!insideFormat && command === '^GF') return refused('a picture outside of a format');
    const dots = dotsOf(bytes, token, mostDotBytes - pictureBytes);
    if (dots === 'damaged') return refused('a packed picture that is damaged or too large');
    pictureBytes += dots?.length ?? 0;
    const piece = dots ? pictureInDigits(token, dots) : normalPiece(bytes, token);
    if (piece === undefined) return refused('its command prefixes are changed and its text uses the normal ones');
    kept.push(piece);
    if (command === '^XZ') insideFormat = false;
  }
  if (!sawFormat) return refused('holds no label');
  if (insideFormat) return refused('ends in the middle of a label');
  const zpl = new Uint8Array(Buffer.concat(kept));
  // The removed bytes may have been between two halves of a word.
  const left = otherLanguageIn(zpl);
  return left === undefined ? { is: 'passed', zpl, stripped: [...stripped] } : refused(`holds ${left}`);
}

/** Replaces each picture's raw bytes with a line end: its dots may spell anything, and a line begins after it. */
function withoutRawBytes(bytes: Uint8Array, tokens: readonly ZplToken[]): Uint8Array {
  if (tokens.every(({ binaryStart, end }) => binaryStart === end)) return bytes;
  const parts = tokens.map(({ start, binaryStart, end }) => [
    bytes.subarray(start, binaryStart),
    Buffer.from(binaryStart < end ? '\n' : ''),
  ]);
  return Buffer.concat(parts.flat());
}

/** Returns the dots of a picture that is not written in digits; undefined if it is, or if the token is not a picture. */
function dotsOf(bytes: Uint8Array, token: ZplToken, mostBytes: number): Uint8Array | 'damaged' | undefined {
  if (token.binaryStart < token.end) return bytes.subarray(token.binaryStart, token.end);
  if (token.command !== '^GF' && token.command !== '~DY') return undefined;
  const { coding, sameCount, perRow, data = '' } = graphicOf(token.command, token.parameters, token.delimiter);
  if (!/^C$/i.test(coding.trim())) return undefined;
  const dots = unpackedPicture(data, mostBytes);
  return dots && dots.length === countOf(sameCount) && countOf(perRow) !== undefined ? dots : 'damaged';
}

function pictureInDigits({ command, parameters, delimiter }: ZplToken, dots: Uint8Array): Uint8Array {
  const { name, perRow } = graphicOf(command === '^GF' ? '^GF' : '~DY', parameters, delimiter);
  const head =
    command === '^GF'
      ? `^GFA,${dots.length},${dots.length},${countOf(perRow)},`
      : `~DY${name.trim()},A,G,${dots.length},${countOf(perRow)},`;
  return Buffer.from(head + Buffer.from(dots).toString('hex').toUpperCase(), 'latin1');
}

/**
 * Returns the token's own bytes, without control characters that a printer could take for commands, and with the normal command characters
 * restored. Undefined if that would change its text.
 */
function normalPiece(bytes: Uint8Array, token: ZplToken): Uint8Array | undefined {
  const own = bytes.subarray(token.start, token.end);
  if (!token.prefixesChanged) return own.some(isCommandControl) ? own.filter((byte) => !isCommandControl(byte)) : own;
  const isData = token.command === '^FD' || token.command === '^FV' || token.command === '^FX';
  const changesDelimiter = token.delimiter !== ',' && !isData;
  if (/[\^~]/.test(token.parameters) || (changesDelimiter && token.parameters.includes(','))) return undefined;
  const parameters = changesDelimiter ? token.parameters.replaceAll(token.delimiter, ',') : token.parameters;
  return Buffer.from(token.command + parameters, 'latin1').filter((byte) => !isCommandControl(byte));
}

/**
 * STX and ETX begin and end formats, ENQ asks for a reply, ESC and the rest belong to other languages. Group separators in bar codes stay.
 */
function isCommandControl(byte: number): boolean {
  return byte < 0x1c && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}
