import type { Dice } from '../../crash/dice.ts';
import { boxOfMark, type CodeMark, type Form, type Piece, type TextMark, type Turn, turned } from './form.ts';
import { inPlainLetters } from './people.ts';

const cp850: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from('ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø')
    .map((letter, at) => [letter, 0x80 + at] as const)
    .concat(
      Array.from('áíóúñÑ').map((letter, at) => [letter, 0xa0 + at] as const),
      [
        ['Á', 0xb5],
        ['À', 0xb7],
        ['Ó', 0xe0],
        ['ß', 0xe1],
        ['Í', 0xd6],
        ['Ú', 0xe9],
        ['È', 0xd4],
        ['Ê', 0xd2],
      ],
    ),
);

type Page = 'utf-8' | 'cp1252' | 'cp850';
const ciOf: Readonly<Record<Page, string>> = { 'utf-8': '^CI28', cp1252: '^CI27', cp850: '^CI13' };

function bytesIn(page: Page, text: string): readonly number[] {
  return Array.from(text).flatMap((letter): readonly number[] => {
    const code = letter.codePointAt(0) ?? 0x3f;
    if (code < 0x80) return [code];
    if (page === 'utf-8') return [...Buffer.from(letter)];
    if (page === 'cp1252' && code >= 0xa0 && code <= 0xff) return [code];
    const known = page === 'cp850' ? cp850[letter] : undefined;
    return known === undefined ? [...Buffer.from(inPlainLetters(letter, '') || '?')] : [known];
  });
}

/** A courier program's way to write ZPL. */
export interface ZplHand {
  readonly page: Page;
  readonly perField: boolean;
  readonly hex: 'none' | 'accents' | 'all';
  readonly data: 'FD' | 'FV';
  readonly place: 'FO' | 'FT';
  readonly font: 'A0' | 'A0 without width' | 'CF' | 'bitmap';
  readonly numbered: boolean;
  readonly storesForm: boolean;
  readonly shuffles: boolean;
  readonly lineEnd: string;
  readonly start: string;
  readonly reversed: boolean;
  readonly upsideDown: boolean;
  readonly bars: 'as they are' | 'drawn';
}

export function drawZplHand(dice: Dice): ZplHand {
  const numbered = dice.chance(0.12);
  return {
    page: dice.pick(['utf-8', 'utf-8', 'cp1252', 'cp850'] as const),
    perField: dice.chance(0.2),
    hex: dice.pick(['none', 'none', 'accents', 'all'] as const),
    data: dice.chance(0.2) ? 'FV' : 'FD',
    place: dice.pick(['FO', 'FT'] as const),
    font: dice.pick(['A0', 'A0', 'A0 without width', 'CF', 'bitmap'] as const),
    numbered,
    storesForm: numbered && dice.chance(0.5),
    shuffles: dice.chance(0.4),
    lineEnd: dice.pick(['', '\n', '\r\n'] as const),
    start: dice.pick(['', '', '\r\n', '^XA^MCY^XZ\n', '\x10CT~~CD,~CC^~CT~\n', '^XA^LRN^MNY^XZ\n'] as const),
    reversed: dice.chance(0.1),
    upsideDown: dice.chance(0.15),
    bars: dice.chance(0.1) ? 'drawn' : 'as they are',
  };
}

/** Letters of a bitmap font are whole multiples of 9 dots high. */
const bitmapScale = (size: number): number => Math.max(1, Math.round(size / 9));

function shuffled<T>(dice: Dice, items: readonly T[]): readonly T[] {
  const left = [...items];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(dice.whole(left.length), 1));
  return out;
}

/** One format of one sheet. */
export function zplSheetOf(dice: Dice, hand: ZplHand, form: Form, piece: Piece, bars = hand.bars): Buffer {
  const marks = form.marks(piece).map((mark) => turned(form, mark));
  const ordered = hand.shuffles ? shuffled(dice, marks) : marks;
  const stored: Buffer[] = [];
  const recalled: Buffer[] = [];
  let number = 0;

  const escaped = (text: string): Buffer => {
    const bytes = bytesIn(hand.page, text);
    const isEscaped = (byte: number): boolean => hand.hex === 'all' || (hand.hex === 'accents' && byte > 0x7e) || byte === 0x5f;
    return hand.hex === 'none'
      ? Buffer.from(bytes)
      : Buffer.concat(
          bytes.map((byte) =>
            isEscaped(byte) ? Buffer.from(`_${byte.toString(16).toUpperCase().padStart(2, '0')}`) : Buffer.from([byte]),
          ),
        );
  };
  const line = (...parts: readonly (string | Buffer)[]): Buffer =>
    Buffer.concat([...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)), Buffer.from(hand.lineEnd)]);
  const field = (head: string, data: Buffer): void => {
    const hex = hand.hex === 'none' ? '' : '^FH';
    const ci = hand.perField ? ciOf[hand.page] : '';
    if (!hand.numbered) {
      stored.push(line(ci, head, hex, `^${hand.data}`, data, '^FS', hand.perField ? '^CI0' : ''));
      return;
    }
    number += 1;
    stored.push(line(head, `^FN${number}^FS`));
    recalled.push(line(ci, `^FN${number}`, hex, '^FD', data, '^FS'));
  };

  for (const mark of ordered) {
    if (mark.kind === 'text') {
      for (let twice = 0; twice < (mark.isBold ? 2 : 1); twice += 1) field(placeAndFont(hand, mark, twice), escaped(wordsOf(mark)));
    } else if (mark.kind === 'code') {
      if (bars === 'drawn' || mark.symbol === 'drawn bars') stored.push(line(drawnBars(mark)));
      else field(symbolPlace(mark) + symbolCommand(mark), escaped(symbolData(mark)));
    } else if (mark.kind === 'box') stored.push(line(`^FO${mark.x},${mark.y}^GB${mark.width},${mark.height},3^FS`));
    else stored.push(line(pictureField(dice, mark.x, mark.y, mark.width, mark.height)));
  }
  const ci = hand.perField ? '' : ciOf[hand.page];
  const size = `^PW${form.turn === 'R' || form.turn === 'B' ? form.height : form.width}^LL${form.turn === 'R' || form.turn === 'B' ? form.width : form.height}`;
  const po = hand.upsideDown ? '^POI' : '';
  const body = Buffer.concat(stored);
  if (hand.storesForm)
    return Buffer.concat([
      line(`^XA^DFR:FORM.ZPL^FS${size}${po}${ci}`),
      body,
      line('^XZ'),
      line(`^XA^XFR:FORM.ZPL^FS${ci}`),
      ...recalled,
      line('^XZ'),
    ]);
  return Buffer.concat([line(`^XA${size}${po}${ci}^LH0,0`), body, ...recalled, line('^XZ')]);
}

const wordsOf = ({ text, block }: TextMark): string => (block ? block.lines.join('\\&') : text);

function placeAndFont(hand: ZplHand, { x, y, size, turn, text, block }: TextMark, shift: number): string {
  const long = block ? block.width : Math.round(text.length * size * 0.5);
  const high = block ? block.lines.length * size : size;
  const rise = Math.round(size * 0.78);
  const at =
    hand.place === 'FO' || block
      ? { N: [x, y], R: [x - high, y], I: [x - long, y - high], B: [x, y - long] }[turn]
      : { N: [x, y + rise], R: [x - rise, y], I: [x, y - rise], B: [x + rise, y] }[turn];
  const place = `^${hand.place === 'FO' || block ? 'FO' : 'FT'}${Math.max(0, (at[0] ?? 0) + shift)},${Math.max(0, at[1] ?? 0)}`;
  const font =
    hand.font === 'A0'
      ? `^A0${turn},${size},${size}`
      : hand.font === 'A0 without width'
        ? `^A0${turn},${size}`
        : hand.font === 'CF'
          ? `^FW${turn}^CF0,${size}`
          : `^AA${turn},${9 * bitmapScale(size)},${5 * bitmapScale(size)}`;
  const wrap = block ? `^FB${block.width},${block.lines.length + 1},0,${block.align},0` : '';
  return place + font + wrap + (hand.reversed && size > 34 ? '^FR' : '');
}

function symbolPlace(mark: CodeMark): string {
  const { x, y } = boxOfMark(mark);
  return `^FO${Math.max(0, Math.round(x))},${Math.max(0, Math.round(y))}`;
}

function symbolCommand({ symbol, height, isSmall = false, turn = 'N' }: CodeMark): string {
  const bar = isSmall ? 2 : 3;
  switch (symbol) {
    case 'code 128':
      return `^BY${bar}^BC${turn},${height},N,N,N,A`;
    case 'code 39':
      return `^BY${bar - 1}^B3${turn},N,${height},N,N`;
    case '2 of 5':
      return `^BY${bar}^B2${turn},${height},N,N,N`;
    case 'data matrix':
      return `^BX${turn},${bar + 1},200`;
    case 'qr':
      // No printer turns it.
      return `^BQN,2,${bar + 1}`;
    case 'pdf417':
      return `^B7${turn},${bar + 1},5,4`;
    case 'drawn bars':
      return '';
  }
}

const symbolData = ({ symbol, data }: CodeMark): string => (symbol === 'qr' ? `QA,${data}` : symbol === 'code 39' ? `*${data}*` : data);

/** Bars as boxes, with widths from the data, so that no two codes look the same. */
function drawnBars({ data, x, y, height, turn = 'N' }: CodeMark): string {
  let along = 0;
  let fields = '';
  for (const letter of data) {
    const wide = 2 * (1 + (letter.charCodeAt(0) % 4));
    const [left, top] = cornerOf(turn, { x, y, along, wide, height });
    const [across, down] = turn === 'N' || turn === 'I' ? [wide, height] : [height, wide];
    fields += `^FO${Math.max(0, left)},${Math.max(0, top)}^GB${across},${down},${Math.min(across, down)},B^FS`;
    along += wide + 3 + (letter.charCodeAt(0) % 3);
  }
  return fields;
}

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly along: number;
  readonly wide: number;
  readonly height: number;
}
function cornerOf(turn: Turn, { x, y, along, wide, height }: Bar): readonly [number, number] {
  switch (turn) {
    case 'N':
      return [x + along, y];
    case 'R':
      return [x - height, y + along];
    case 'I':
      return [x - along - wide, y - height];
    case 'B':
      return [x, y - along - wide];
  }
}

/** A picture of random dots. */
export function pictureField(dice: Dice, x: number, y: number, width: number, height: number): string {
  const perRow = Math.ceil(width / 8);
  let digits = '';
  for (let at = 0; at < perRow * height; at += 1)
    digits += dice.chance(0.5) ? 'FF' : dice.whole(256).toString(16).toUpperCase().padStart(2, '0');
  return `^FO${x},${y}^GFA,${perRow * height},${perRow * height},${perRow},${digits}^FS`;
}
