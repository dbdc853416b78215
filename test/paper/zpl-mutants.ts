import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { gateZpl } from '../../electron/paper/zpl-gate.ts';
import { restoredBehind } from '../../electron/paper/zpl-restore.ts';
import { zplSheets } from '../../electron/paper/zpl-sheets.ts';
import { parts } from '../words.ts';
import { realLabels } from './real-labels.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** A label with drawing commands only. */
export const plain = '^XA^CI28^PW812^LL1218^FO20,20^A0N,30,30^FDAda Lovelace^FS^FO20,60^BY3^BCN,100,N,N,N,A^FD1Z999^FS^XZ\n';

/** A picture compressed as Zebra does, for any dots. */
export const z64 = (dots: string): string => checked('Z64', deflateSync(bytes(dots)));
export const b64 = (dots: string): string => checked('B64', bytes(dots));
function checked(coding: 'Z64' | 'B64', packed: Uint8Array): string {
  const text = Buffer.from(packed).toString('base64');
  let sum = 0;
  for (const char of text) {
    sum ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return `:${coding}:${text}:${sum.toString(16).toUpperCase().padStart(4, '0')}`;
}

const pieces = [
  ...parts('^XA | ^XZ | ^FD | ^FS | ^FO1,1 | ^ | ~ | ^^ | ^CC! | ! | ^CT# | # | ^CD; | ~CC^ | ^A | ^A0N | ^GFB,4,4,1,'),
  ...parts('^GFA,1,1,1,FF | ~DGR:A.GRF,1,1, | ^GFP,24,24,3, | ^GFC,4,4,1, | ^GFb,4,4,1, | ^GF B,4,4,1, | ^GFB,4,9,1,'),
  ...parts('^GFB, 4 ,4,\t1 , | ^GF B ,4,4,1,~JR^ | ~DYR:A, B , G ,3,1,'),
  `^GFC,8,8,1,${z64('~JR^JUS,')}`,
  `^GFC,8,8,1,${b64('^HH~JR\r\n')}`,
  `^GFC,9,9,1,${z64('~JR^JUS,')}`,
  `^GFC,5000000,5000000,100,${z64('\0'.repeat(5_000_000))}`,
  '^GFC,8,8,1,:Z64:',
  ':Z64:eJz7//8/AAX+Av4=:1234',
  `~DYR:A,C,G,8,1,${z64('~JR^JUS,')}`,
  `~DYR:A,C,G,8,1,${b64('! U1 do ')}`,
  `~DYR:A,C,T,8,1,${b64('! U1 do ')}`,
  ...parts('^GFB,4 | ~DYR:A,B,G,3,1, | ~DYR:A,B,P,3,, | ~DYR:A,C,G,4,1, | ~DYR:A,P,G,20,3, | ~DYR:A,P,P,4,,89504E47'),
  ...parts('~DYR:A,A,G,1,1,FF | NS1 | ns1 | HS | cc! | JUS | KP1 | JR'),
  ' ',
  '\r\n',
  '\x03',
  '\x02',
  '\0',
  ...parts('text | , | ^FX | ~JS | ~SD10 | ^PQ3 | ^MTT | ^MNN | ^LS9999 | ^PW1 | ^PW400 | ^LL300 | ^LRY | ^POI | ^PMY | ^MUM'),
  ...parts('^MUd,150,300 | ^MD-30 | ^MD30 | ^MCN | ^LH9,9 | ^FWB | ^CF0,40 | ^BY4 | ^CI28 | ^CI13,1,2 | ^CVY | ^JMB'),
  ...parts('^CW0,E:A.TTF | ^XFE:A.ZPL | ^XFR:A | ^ILR:A | ^DFR:A^FS | ^IDR:A.*'),
  '! U1 setvar "a" "b"\r\n',
  '! U1 set\x01var "a" "b"\r\n',
  '! U1 set',
  'var "a" "b"\r\n',
  '!\x01 U1 d\0o "device.reset" ""\r\n',
  '! U1\r\n',
  '! U1 getvar "a"\r\n',
  '{}{"device.reset":""}\r\n',
  '{}',
  '{"device.reset":""}',
  '\r\n! UTILITIES\r\nPRINT\r\n',
  '\r\n! 0 200 200 210 1\r\n',
  '! CISDFCRC16\r\n',
  '\x01',
  '~JR',
  '~ZZ',
  '^HH',
];
/** Commands, pieces of commands and noise in any order. */
export const soup = fc
  .array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string({ maxLength: 4 }) }), {
    maxLength: 40,
  })
  .map((parts) => bytes(parts.join('')));

const unsure = 'a picture of no certain length';
/** Lengths to skip: text ends at the next command prefix, a `~DY` of PNG has its stated length, and raw bytes have an unambiguous count. */
const pictures: readonly (readonly [head: RegExp, skipped: (match: RegExpExecArray) => number | typeof unsure])[] = [
  [/^\^[\0-\x20]*G[\0-\x20]*F *[Aa]? *(?![^,^~])/, () => 0],
  [/^\^[\0-\x20]*G[\0-\x20]*FB,(\d+),\1,\d+,/i, ([head, count]) => head.length + Number(count)],
  [/^~[\0-\x20]*D[\0-\x20]*Y[^,^~]*, *A *,/i, () => 0],
  [/^~[\0-\x20]*D[\0-\x20]*Y[^,^~]*,B,G,(\d+),\d+,/i, ([head, count]) => head.length + Number(count)],
  [
    /^~[\0-\x20]*D[\0-\x20]*Y[^,^~]*,P,[^,^~]*,(\d+),[^,^~]*,([^^~]*)/i,
    ([, count, data = '']) => (data.length < Number(count) ? unsure : 0),
  ],
];

/** Number of characters of the picture at the beginning of `rest` that are no commands. */
function pictureLength(rest: string): number | typeof unsure {
  for (const [head, skipped] of pictures) {
    const match = head.exec(rest);
    if (!match) continue;
    const length = skipped(match);
    // After raw bytes a command begins, or a line ends.
    return length !== unsure && length > 0 && (length > rest.length || /^[^^~\r\n]/.test(rest.slice(length, length + 1))) ? unsure : length;
  }
  return unsure;
}

/**
 * Plain text that a printer obeys, checked in each piece between command prefixes, line ends and commas: joined without a blank, or begun
 * by a `!`.
 */
function saidIn(output: string): string | undefined {
  const text = output.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '');
  const words = ['setvar "', 'getvar "', '{}{', '! U1 setvar', '! U1 getvar', '! U1 do ', '! CISD'];
  const found = words.find((word) => text.toLowerCase().includes(word.toLowerCase()));
  if (found !== undefined) return found;
  const lines = text.split(/[\r\n,]|[\^~]\w\w/).map((line) => line.trim().toUpperCase());
  return lines.find((line) => /^! *(U\d |U\d$|UTILITIES|\d+ +\d)/.test(line));
}

/**
 * Finds forbidden commands that passed the gate, with none of the gate's code: standard prefixes, binary pictures skipped by their count.
 */
export function forbiddenIn(output: string): string | undefined {
  let text = '';
  for (let at = 0; at < output.length; at += 1) {
    text += output[at];
    if (output[at] !== '^' && output[at] !== '~') continue;
    const [, first = '', second = ''] = /^[\0-\x20]*([\w@])?[\0-\x20]*([\w@])?/.exec(output.slice(at + 1, at + 40)) ?? [];
    const name = (first + second).toUpperCase();
    if (output[at] === '~' && !['DG', 'DY'].includes(name)) return `~${name}`;
    if (
      output[at] === '^' &&
      first.toUpperCase() !== 'A' &&
      !/^(B[0-9A-Z]|C[FIV W]|CW|D[FN]|F[B-HMNOPRSTVWX]|G[B-FS]|I[DLM]|JM|L[HLR]|M[CDU]|P[MOQW]|S[EFNZ]|TB|X[ABFGZ])$/.test(name)
    )
      return `^${name}`;
    if (!(output[at] === '^' && name === 'GF') && !(output[at] === '~' && name === 'DY')) continue;
    const length = pictureLength(output.slice(at));
    if (length === unsure) return unsure;
    at += Math.max(0, length - 1);
  }
  if (['\x02', '\x03', '\x05', '\x1b'].some((control) => text.includes(control))) return 'control character';
  return saidIn(output);
}

/** The power-on value of each setting that stays in force; a label must end with it. */
const atStart: Readonly<Record<string, RegExp>> = {
  '^LH': /^0*,?0*$/,
  '^PO': /^N?$/i,
  '^PM': /^N?$/i,
  '^LR': /^N?$/i,
  '^FW': /^N(,0)?$/i,
  '^CF': /^A,9,5$/i,
  '^BY': /^2,3(\.0)?,10$/,
  '^CI': /^0$/,
  '^CV': /^N?$/i,
  '^MD': /^0*$/,
  '^JM': /^A$/i,
  '^MU': /^D(,(\d+),\2)?$/i,
};
/** Settings that no command can restore. */
const forGood = /^(\^(MT|MM|MN|MF|LS|LT|PR|JU)|~(SD|TA|JS))$/;

/**
 * Settings and objects that a printer keeps for the next label after it printed this, read with none of the code that restores them; sizes
 * in dots.
 */
export function leftBehind(printed: string, paper: { readonly width: number; readonly length: number }): readonly string[] {
  const last = new Map<string, string>();
  const stored = new Set<string>();
  const commands = /([\^~])[\0-\x20]*([\w@])[\0-\x20]*([\w@]?)([^^~]*)/g;
  for (const [, sign = '', first = '', second = '', rest = ''] of printed.matchAll(commands)) {
    const name = `${sign}${first}${second}`.toUpperCase();
    const text = rest.replace(/[\0-\x20]/g, '');
    last.set(name, text);
    const object = (text.split(',')[0] ?? '').replace(/^R:/i, '').replace(/\..*$/, '').toUpperCase();
    if (['~DG', '~DY', '^DF'].includes(name)) stored.add(object);
    if (name === '^ID') stored.delete(object);
  }
  const isOf = (command: string, size: number): boolean => {
    const value = last.get(command);
    return value === undefined || Math.abs(Number(value) - size) <= 13;
  };
  return [
    ...[...last].filter(([name, text]) => forGood.test(name) || atStart[name]?.test(text) === false).map(([name]) => name),
    ...(/^N/i.test(last.get('^MC') ?? '') ? ['^MC'] : []),
    ...(isOf('^PW', paper.width) ? [] : ['^PW']),
    ...(isOf('^LL', paper.length) ? [] : ['^LL']),
    ...stored,
  ];
}

const fixed = [
  plain,
  ...realLabels.filter((label) => label.bytes.length < 8000).map((label) => Buffer.from(label.bytes).toString('latin1')),
];
const mutated = fc
  .tuple(
    fc.constantFrom(...fixed),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...pieces), fc.nat(6)), { maxLength: 5 }),
  )
  .map(([label, edits]) => {
    let text = label;
    for (const [where, piece, cut] of edits) {
      const at = Math.floor(where * text.length);
      text = text.slice(0, at) + piece + text.slice(at + cut);
    }
    return bytes(text);
  });
const closed = soup.map((middle) => new Uint8Array(Buffer.concat([bytes('^XA'), middle, bytes('^FS^XZ')])));

export interface GateRun {
  readonly inputs: number;
  readonly passed: number;
  /** Forbidden commands that got through, each with its input. */
  readonly forbidden: readonly string[];
  /** Settings or objects that a printed sheet left in the printer, each with its input. */
  readonly lasting: readonly string[];
}

/** 4 x 6 inches. */
const stock = { widthMm: 102, heightMm: 152 };

/** Passes mutated labels through the gate and checks the output. The same seed makes the same labels. */
export function runGate(inputs: number, seed: number): GateRun {
  let passed = 0;
  const forbidden: string[] = [];
  const lasting: string[] = [];
  const check = (input: Uint8Array): void => {
    const gated = gateZpl(input);
    if (gated.is === 'refused') return;
    passed += 1;
    const found = forbiddenIn(Buffer.from(gated.zpl).toString('latin1'));
    const shown = JSON.stringify(Buffer.from(input).toString('latin1'));
    if (found !== undefined) forbidden.push(`${found} in ${shown}`);
    const cut = zplSheets(gated.zpl);
    // Copies of one sheet leave the same settings.
    for (const sheet of cut.is === 'sheets' ? cut.sheets.slice(0, 3) : []) {
      const left = leftBehind(Buffer.from(restoredBehind(sheet, stock, 203)).toString('latin1'), { width: 815, length: 1215 });
      if (left.length > 0) lasting.push(`${left.join(' ')} in ${shown}`);
    }
  };
  fc.assert(fc.property(fc.oneof(mutated, closed), check), { numRuns: inputs, seed });
  return { inputs, passed, forbidden, lasting };
}
