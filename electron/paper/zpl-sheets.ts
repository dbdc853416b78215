import { type ZplToken, zplTokens } from './zpl-tokens.ts';

export type ZplSheets =
  /** `copies`: the largest number of copies that `^PQ` asks for in one format. */
  | { readonly is: 'sheets'; readonly sheets: readonly Uint8Array[]; readonly copies: number }
  | { readonly is: 'refused'; readonly why: string };

/** More copies than any parcel has labels: a mistake, not an order. */
const mostSheets = 100;

/** Commands that stay in force in the next format, so a sheet that is printed alone needs them again. */
const carriedCommands = new Set(['^BY', '^CF', '^CI', '^FW', '^JM', '^LH', '^LL', '^LR', '^MU', '^PM', '^PO', '^PW']);

/** True if a command also applies to the formats that follow. */
export const staysInForce = (command: string): boolean => carriedCommands.has(command);

interface Format {
  readonly tokens: readonly ZplToken[];
  readonly draws: boolean;
  readonly copies: number;
}

/**
 * Cuts gated ZPL into the sheets that will come out. A sheet is a format that draws. Set-up formats are repeated before every later sheet,
 * so that each sheet prints alone. `^PQ` copies become separate sheets; set-up asks for no copies.
 */
export function zplSheets(zpl: Uint8Array): ZplSheets {
  const formats = formatsOf(zplTokens(zpl).tokens);
  const sheets: Uint8Array[] = [];
  const setUp: Uint8Array[] = [];
  let tail: Uint8Array[] = [];
  for (const format of formats) {
    if (!format.draws) {
      const bytes = bytesOf(
        zpl,
        format.tokens.filter((token) => token.command !== '^PQ'),
      );
      setUp.push(bytes);
      tail.push(bytes);
      continue;
    }
    if (sheets.length + format.copies > mostSheets) return { is: 'refused', why: `more than ${mostSheets} sheets` };
    const body = Buffer.concat(format.tokens.map((token) => (copiesOf(token) > 1 ? Buffer.from('^PQ1,0,0,N') : bytesOf(zpl, [token]))));
    const sheet = Buffer.concat([...setUp, body]);
    for (let copy = 0; copy < format.copies; copy += 1) sheets.push(new Uint8Array(sheet));
    const carried = format.tokens.filter((token) => staysInForce(token.command));
    if (carried.length > 0) setUp.push(Buffer.concat([Buffer.from('^XA'), bytesOf(zpl, carried), Buffer.from('^XZ\n')]));
    tail = [];
  }
  const last = sheets.at(-1);
  if (!last) return { is: 'refused', why: 'draws nothing' };
  // Formats after the last sheet clean up, and are sent with it.
  if (tail.length > 0) sheets[sheets.length - 1] = new Uint8Array(Buffer.concat([last, ...tail]));
  return { is: 'sheets', sheets, copies: formats.reduce((most, { draws, copies }) => (draws ? Math.max(most, copies) : most), 1) };
}

/** Everything up to a `^XZ` is one format: three of 57 real labels open a second `^XA` inside. Downloads before it are set-up. */
function formatsOf(tokens: readonly ZplToken[]): readonly Format[] {
  const formats: Format[] = [];
  let open: ZplToken[] = [];
  let inside = false;
  const close = (): void => {
    if (open.length > 0)
      formats.push({
        tokens: open,
        draws: inside && drawsSomething(open),
        copies: open.reduce((most, token) => Math.max(most, copiesOf(token)), 1),
      });
    open = [];
  };
  for (const token of tokens) {
    if (token.command === '^XA' && !inside) {
      close();
      inside = true;
    }
    open.push(token);
    if (token.command === '^XZ') {
      close();
      inside = false;
    }
  }
  close();
  return formats;
}

function drawsSomething(tokens: readonly ZplToken[]): boolean {
  if (tokens.some((token) => token.command === '^DF')) return false;
  return tokens.some((token) => token.command === '^XF' || putsInk(token));
}

/** True if a field with this command prints anything. */
export const putsInk = ({ command, parameters }: ZplToken): boolean =>
  /^\^(GB|GC|GD|GE|GF|GS|XG|IM|IL|SN)$/.test(command) || (/^\^F[DV]$/.test(command) && parameters.trim() !== '');

function copiesOf(token: ZplToken): number {
  if (token.command !== '^PQ') return 1;
  const count = Number.parseInt(token.parameters, 10);
  return Number.isFinite(count) && count > 1 ? count : 1;
}

function bytesOf(zpl: Uint8Array, tokens: readonly ZplToken[]): Uint8Array {
  return Buffer.concat(tokens.map((token) => zpl.subarray(token.start, token.end)));
}
