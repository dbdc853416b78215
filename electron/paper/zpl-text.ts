import { barcodeText } from './barcode-text.ts';
import { type Encoding, encodingAfter, type FieldReader, fieldReader, noEncoding, type Page, withoutEscapes } from './code-pages.ts';
import type { Box } from './fit-page.ts';
import { lengthOf, type PositionedText, type ReadableSheet } from './positioned-text.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';
import { tokensInDots } from './zpl-units.ts';

type Turn = PositionedText['turn'];

interface Place {
  readonly x: number;
  readonly y: number;
  readonly fromBaseline: boolean;
  readonly height: number;
  readonly turn: Turn;
  readonly block: Block | undefined;
  /** True if the text ends at its position. */
  readonly isRight: boolean;
}
interface Block {
  readonly width: number;
  readonly lines: number;
  readonly spacing: number;
  readonly align: string;
}
interface Barcode {
  readonly command: string;
  readonly parameters: readonly string[];
}
/** A field without data: the position and type of a later numbered field. */
interface Slot {
  readonly place: Place;
  readonly hexIndicator: string;
  readonly barcode: Barcode | undefined;
}
/** A bar code, its position, and its data as a scanner reads it. */
export interface PlacedCode {
  readonly box: Box;
  readonly data: string;
}
/** A shape besides texts and codes; only its outline is drawn if it is hollow. */
export interface Shape {
  readonly box: Box;
  readonly isHollow: boolean;
}
export interface ReadZpl extends ReadableSheet {
  readonly barcodeData: readonly string[];
  readonly codes: readonly PlacedCode[];
  readonly shapes: readonly Shape[];
  /** True if some of its characters differ in another code page. */
  readonly dependsOnPage: boolean;
}

/** The content of a format, or of a format that is stored for later. */
interface Drawing {
  readonly texts: PositionedText[];
  readonly codes: PlacedCode[];
  readonly shapes: Shape[];
  readonly slots: Map<string, Slot>;
  picture: boolean;
}

/** Smallest character height of the bitmap fonts, in dots; other fonts can have any height. */
const bitmapHeights: Readonly<Record<string, number>> = { A: 9, B: 11, C: 18, D: 18, E: 28, F: 26, G: 60, H: 21 };

/** Returns the printed height: bitmap fonts support whole multiples only. */
function fontHeight(font: string, asked: number): number {
  const base = bitmapHeights[font.toUpperCase()];
  return base === undefined ? asked : base * Math.min(10, Math.max(1, Math.round(asked / base)));
}

const turnOf = (text: string | undefined, otherwise: Turn): Turn => {
  const orientation = text?.trim().toUpperCase() ?? '';
  return orientation === 'N' || orientation === 'R' || orientation === 'I' || orientation === 'B' ? orientation : otherwise;
};
const numberOf = (text: string | undefined, otherwise: number): number => {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : otherwise;
};

/** Includes two- and three-dimensional codes; `^BY` only sets their size. */
const isBarcode = (command: string): boolean => /^\^B[0-9A-Z]$/.test(command) && command !== '^BY';
const isPicture = (command: string): boolean => command === '^XG' || command === '^IM' || command === '^IL';

const newDrawing = (): Drawing => ({ texts: [], codes: [], shapes: [], slots: new Map(), picture: false });

/**
 * Reads the texts of gated ZPL, all formats together (a sheet is set-up and one drawing format). Bar codes are listed separately, as a
 * scanner reads them.
 */
export const readZpl = (zpl: Uint8Array): ReadZpl => readZplIn(zpl, undefined);

/** Like `readZpl`, but decodes everything that is not UTF-8 with this code page, whatever the label declares. */
export function readZplIn(zpl: Uint8Array, page: Page | undefined): ReadZpl {
  const tokens = tokensInDots(zplTokens(zpl).tokens);
  const fields = fieldReader(tokens, page);
  const sheet = newDrawing();
  const now = startReading(sheet);
  for (const token of tokens) if (token.kind === 'command') read(token, now, sheet, fields);
  finish(now, fields);
  const { texts, codes, shapes, picture } = sheet;
  return { texts, codes, shapes, picture, barcodeData: codes.map(({ data }) => data), dependsOnPage: fields.dependsOnPage() };
}

/** State set by the commands so far. */
function startReading(drawing: Drawing) {
  return {
    drawing,
    /** Formats that are stored for later, by name. */
    stored: new Map<string, Drawing>(),
    encoding: noEncoding,
    home: { x: 0, y: 0 },
    turn: 'N' as Turn,
    font: 'A',
    height: 9,
    module: { width: 2, height: 10 },
    field: newField(),
  };
}
type Reading = ReturnType<typeof startReading>;

function newField() {
  return {
    x: 0,
    y: 0,
    fromBaseline: false,
    isRight: false,
    height: undefined as number | undefined,
    turn: undefined as Turn | undefined,
    data: undefined as string | undefined,
    hexIndicator: '',
    block: undefined as Block | undefined,
    number: undefined as string | undefined,
    barcode: undefined as Barcode | undefined,
    shape: undefined as { readonly width: number; readonly height: number; readonly isHollow: boolean } | undefined,
    encoding: undefined as Encoding | undefined,
  };
}

/** Adds the field to the drawing, and begins the next one. */
function finish(now: Reading, fields: FieldReader): void {
  const { drawing, field: done } = now;
  now.field = newField();
  const place: Place = {
    x: now.home.x + done.x,
    y: now.home.y + done.y,
    fromBaseline: done.fromBaseline,
    height: done.height ?? now.height,
    turn: done.turn ?? now.turn,
    block: done.block,
    isRight: done.isRight,
  };
  const own: Slot = { place, hexIndicator: done.hexIndicator, barcode: done.barcode };
  if (done.shape) {
    const { isHollow, ...size } = done.shape;
    drawing.shapes.push({ box: boxAt(place, size), isHollow });
  }
  if (done.number !== undefined && done.data === undefined) drawing.slots.set(done.number, own);
  if (done.data === undefined) return;
  const slot = (done.number === undefined ? undefined : drawing.slots.get(done.number)) ?? own;
  const text = fields.read(withoutEscapes(done.data, done.hexIndicator || slot.hexIndicator), done.encoding ?? now.encoding);
  const barcode = done.barcode ?? slot.barcode;
  if (barcode)
    drawing.codes.push({
      box: boxAt(slot.place, codeSize(barcode, text, now.module)),
      data: barcodeText(barcode.command, barcode.parameters, text),
    });
  else drawing.texts.push(...linesAt(slot.place, text));
}

/** Draws the content of a stored format, and adds its numbered fields. */
function recall(form: Drawing | undefined, drawing: Drawing): void {
  if (!form) return;
  drawing.texts.push(...form.texts);
  drawing.codes.push(...form.codes);
  drawing.shapes.push(...form.shapes);
  for (const [number, slot] of form.slots) drawing.slots.set(number, slot);
  drawing.picture ||= form.picture;
}

function read(token: ZplToken, now: Reading, sheet: Drawing, fields: FieldReader): void {
  const parts = token.parameters.split(token.delimiter);
  switch (token.command) {
    case '^XA':
    case '^XZ':
      finish(now, fields);
      now.drawing = sheet;
      break;
    case '^FS':
      finish(now, fields);
      break;
    case '^DF':
      now.drawing = newDrawing();
      now.stored.set(formName(parts[0]), now.drawing);
      break;
    case '^XF':
      recall(now.stored.get(formName(parts[0])), now.drawing);
      break;
    case '^LH':
      now.home = { x: numberOf(parts[0], now.home.x), y: numberOf(parts[1], now.home.y) };
      break;
    case '^FW':
      now.turn = turnOf(parts[0], now.turn);
      break;
    case '^CF':
      now.font = parts[0]?.trim() || now.font;
      now.height = fontHeight(now.font, numberOf(parts[1], 0) || numberOf(parts[2], 0) || now.height);
      break;
    case '^CI':
    case '^SE':
      now.encoding = encodingAfter(now.encoding, token);
      break;
    case '^FO':
    case '^FT':
      if (now.field.data !== undefined) finish(now, fields);
      now.field.x = numberOf(parts[0], 0);
      now.field.y = numberOf(parts[1], 0);
      now.field.fromBaseline = token.command === '^FT';
      now.field.isRight = parts[2]?.trim() === '1';
      break;
    case '^A':
      // Font name and turn are one word: `^A0N,30,30`, `^A@R,30`.
      now.field.turn = turnOf(parts[0]?.trim()[1], now.turn);
      now.field.height = fontHeight(parts[0]?.trim()[0] ?? '', numberOf(parts[1], 0) || numberOf(parts[2], 0) || now.height);
      break;
    case '^FB':
    case '^TB':
      now.field.block =
        token.command === '^FB'
          ? {
              width: numberOf(parts[0], 0),
              lines: numberOf(parts[1], 1),
              spacing: numberOf(parts[2], 0),
              align: parts[3]?.trim().toUpperCase() ?? '',
            }
          : { width: 0, lines: 1, spacing: 0, align: '' };
      break;
    case '^BY':
      now.module = { width: numberOf(parts[0], now.module.width), height: numberOf(parts[2], now.module.height) };
      break;
    case '^GB': {
      const thick = Math.max(1, numberOf(parts[2], 1));
      const [width, height] = [Math.max(thick, numberOf(parts[0], thick)), Math.max(thick, numberOf(parts[1], thick))];
      now.field.shape = { width, height, isHollow: Math.min(width, height) > 2 * thick };
      break;
    }
    case '^GF': {
      const perRow = Math.max(1, numberOf(parts[3], 1));
      now.field.shape = { width: perRow * 8, height: numberOf(parts[2], 0) / perRow, isHollow: false };
      now.drawing.picture = true;
      break;
    }
    case '^FH':
      now.field.hexIndicator = token.parameters.trim()[0] ?? '_';
      break;
    case '^FN':
      now.field.number = /^\d*/.exec(token.parameters.trim())?.[0] ?? '';
      break;
    case '^FD':
    case '^FV':
      now.field.data = token.parameters;
      now.field.encoding = now.encoding;
      break;
    case '^SN':
      now.field.data = parts[0] ?? '';
      now.field.encoding = now.encoding;
      break;
    default:
      if (isBarcode(token.command)) now.field.barcode = { command: token.command, parameters: parts };
      else if (isPicture(token.command)) now.drawing.picture = true;
  }
}

const boxAt = ({ x, y, fromBaseline, isRight }: Place, { width, height }: { readonly width: number; readonly height: number }): Box => ({
  x: isRight ? x - width : x,
  y: fromBaseline ? y - height : y,
  width,
  height,
});

/** Estimates the size of a code: two-dimensional codes are nearly squares. */
function codeSize({ command, parameters }: Barcode, text: string, module: { readonly width: number; readonly height: number }) {
  if (/^\^B[7DFOQRTX0]$/.test(command)) return { width: 120, height: 120 };
  const asked = numberOf(parameters[command === '^B3' ? 2 : 1], module.height);
  const [width, height] = [text.length * module.width * 8, asked];
  return /^[RB]/i.test(parameters[0] ?? '') ? { width: height, height: width } : { width, height };
}

const formName = (text: string | undefined): string =>
  (text ?? '')
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]:/, '')
    .replace(/\.ZPL$/, '');

/** Returns the lines of a field, each with its position. */
function linesAt(place: Place, text: string): readonly PositionedText[] {
  const { height, turn, block, fromBaseline } = place;
  const lines = text.split(/\\&|[\r\n]+/).map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '');
  const spacing = height + (block?.spacing ?? 0);
  // In a block that is positioned by its baseline, the last line is at that baseline.
  const above = fromBaseline ? height + (block ? (block.lines - 1) * spacing : 0) : 0;
  // A turned field that is not positioned by its baseline is positioned by the upper left corner of the whole field.
  const longest = Math.max(block?.width ?? 0, ...lines.map((line) => lengthOf(line, height)));
  const corner = fromBaseline ? { long: 0, high: 0 } : { long: longest, high: height + (lines.length - 1 - Math.max(first, 0)) * spacing };
  const upright = uprightPlace(place, corner);
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const free = block ? Math.max(0, block.width - lengthOf(line, height)) : 0;
    const before = place.isRight && turn === 'N' ? Math.max(block?.width ?? 0, lengthOf(line, height)) : 0;
    const indent = (block?.align === 'C' ? free / 2 : block?.align === 'R' ? free : 0) - before;
    return [{ text: line, x: upright.x + indent, y: upright.y - above + (index - first) * spacing, height, turn }];
  });
}

function uprightPlace(
  { x, y, turn }: Place,
  { long, high }: { readonly long: number; readonly high: number },
): { readonly x: number; readonly y: number } {
  switch (turn) {
    case 'N':
      return { x, y };
    case 'R':
      return { x: y, y: -x - high };
    case 'I':
      return { x: -x - long, y: -y - high };
    case 'B':
      return { x: -y - long, y: x };
  }
}
