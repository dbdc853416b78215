import { barcodeText } from './barcode-text.ts';
import { codePageText } from './code-pages.ts';
import type { PositionedText, ReadableSheet } from './positioned-text.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';

type Turn = PositionedText['turn'];

interface Place {
  readonly x: number;
  readonly y: number;
  readonly fromBaseline: boolean;
  readonly height: number;
  readonly turn: Turn;
}

const turnOf = (text: string | undefined, otherwise: Turn): Turn => {
  const letter = text?.trim().toUpperCase() ?? '';
  return letter === 'N' || letter === 'R' || letter === 'I' || letter === 'B' ? letter : otherwise;
};
const numberOf = (text: string | undefined, otherwise: number): number => {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : otherwise;
};

/** Two- and three-dimensional codes included; `^BY` only sets their size. */
const isBarcode = (command: string): boolean => /^\^B[0-9A-Z]$/.test(command) && command !== '^BY';
const isPicture = (command: string): boolean => command === '^GF' || command === '^XG' || command === '^IM' || command === '^IL';

/** Reads the texts of gated ZPL, all formats together (a sheet is set-up and one drawing format). Bar codes are apart, as a scanner reads them. */
export function readZpl(zpl: Uint8Array): ReadableSheet & { readonly barcodeData: readonly string[] } {
  const texts: PositionedText[] = [];
  const barcodeData: string[] = [];
  /** Where the numbered fields of a stored format stand. */
  const numbered = new Map<string, Place>();
  let picture = false;
  let codePage = 0;
  let home = { x: 0, y: 0 };
  let defaultTurn: Turn = 'N';
  let defaultHeight = 9;
  let field = newField();

  function newField() {
    return {
      x: 0,
      y: 0,
      fromBaseline: false,
      height: undefined as number | undefined,
      turn: undefined as Turn | undefined,
      data: undefined as string | undefined,
      hexSign: '',
      block: undefined as { lines: number; spacing: number } | undefined,
      number: undefined as string | undefined,
      barcode: undefined as { readonly command: string; readonly parameters: readonly string[] } | undefined,
      codePage: undefined as number | undefined,
    };
  }

  function finish(): void {
    const done = field;
    field = newField();
    const own: Place = {
      x: home.x + done.x,
      y: home.y + done.y,
      fromBaseline: done.fromBaseline,
      height: done.height ?? defaultHeight,
      turn: done.turn ?? defaultTurn,
    };
    if (done.number !== undefined && done.data === undefined) numbered.set(done.number, own);
    if (done.data === undefined) return;
    const place = (done.number === undefined ? undefined : numbered.get(done.number)) ?? own;
    const text = codePageText(unescapeHex(done.data, done.hexSign), done.codePage ?? codePage);
    if (done.barcode) {
      barcodeData.push(barcodeText(done.barcode.command, done.barcode.parameters, text));
      return;
    }
    const lines = text.split(/\\&|[\r\n]+/).map((line) => line.trim());
    const first = lines.findIndex((line) => line !== '');
    const spacing = place.height + (done.block?.spacing ?? 0);
    // In a block placed by its baseline the last line stands there.
    const above = place.fromBaseline ? place.height + (done.block ? (done.block.lines - 1) * spacing : 0) : 0;
    lines.forEach((line, index) => {
      if (line === '') return;
      const upright = uprightPlace(place);
      texts.push({ text: line, x: upright.x, y: upright.y - above + (index - first) * spacing, height: place.height, turn: place.turn });
    });
  }

  function read(token: ZplToken): void {
    const parts = token.parameters.split(token.delimiter);
    switch (token.command) {
      case '^XA':
      case '^XZ':
      case '^FS':
        finish();
        break;
      case '^LH':
        home = { x: numberOf(parts[0], home.x), y: numberOf(parts[1], home.y) };
        break;
      case '^FW':
        defaultTurn = turnOf(parts[0], defaultTurn);
        break;
      case '^CF':
        defaultHeight = numberOf(parts[1], defaultHeight) || defaultHeight;
        break;
      case '^CI':
        codePage = numberOf(parts[0], codePage);
        break;
      case '^FO':
      case '^FT':
        if (field.data !== undefined) finish();
        field.x = numberOf(parts[0], 0);
        field.y = numberOf(parts[1], 0);
        field.fromBaseline = token.command === '^FT';
        break;
      case '^A':
        // Font name and turn are one word: `^A0N,30,30`, `^A@R,30`.
        field.turn = turnOf(parts[0]?.trim()[1], defaultTurn);
        field.height = numberOf(parts[1], 0) || numberOf(parts[2], 0) || defaultHeight;
        break;
      case '^FB':
      case '^TB':
        field.block = {
          lines: token.command === '^FB' ? numberOf(parts[1], 1) : 1,
          spacing: token.command === '^FB' ? numberOf(parts[2], 0) : 0,
        };
        break;
      case '^FH':
        field.hexSign = token.parameters.trim()[0] ?? '_';
        break;
      case '^FN':
        field.number = /^\d*/.exec(token.parameters.trim())?.[0] ?? '';
        break;
      case '^FD':
      case '^FV':
        field.data = token.parameters;
        field.codePage = codePage;
        break;
      case '^SN':
        field.data = parts[0] ?? '';
        field.codePage = codePage;
        break;
      default:
        if (isBarcode(token.command)) field.barcode = { command: token.command, parameters: parts };
        else if (isPicture(token.command)) picture = true;
    }
  }

  for (const token of zplTokens(zpl).tokens) if (token.kind === 'command') read(token);
  finish();
  return { texts, barcodeData, picture };
}

function uprightPlace({ x, y, turn }: Place): { readonly x: number; readonly y: number } {
  switch (turn) {
    case 'N':
      return { x, y };
    case 'R':
      return { x: y, y: -x };
    case 'I':
      return { x: -x, y: -y };
    case 'B':
      return { x: -y, y: x };
  }
}

function unescapeHex(data: string, sign: string): string {
  if (sign === '') return data;
  const pattern = new RegExp(`${sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([0-9a-fA-F]{2})`, 'g');
  return data.replace(pattern, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
