import { encodingAfter, fieldReader, noEncoding, withoutEscapes } from './code-pages.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';
import { tokensInDots } from './zpl-units.ts';

const isField = (token: ZplToken): boolean => token.command === '^FD' || token.command === '^FV';
const isBarcode = (token: ZplToken): boolean => /^\^B[0-9A-Z]$/.test(token.command) && token.command !== '^BY';

/** Writes every byte that a reader could interpret as a hex escape. */
const escaped = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) =>
      byte > 0x7e || byte === 0x5f || byte === 0x5e || byte === 0x7e ? `_${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
    )
    .join('');

const isOfStoredForm = ({ command }: ZplToken): boolean => command === '^DF' || command === '^XF';

/** Adds `R:` to a stored format without a device. A printer does that itself; the drawing library does not. */
function withDevice({ command, parameters }: ZplToken): string {
  const name = parameters.trim();
  return command + (/^[A-Z]:/i.test(name) ? name : `R:${name}`);
}

/**
 * Converts gated ZPL to text for the drawing library. The library reads text as UTF-8 and does not support every code page, so readable
 * text is converted to UTF-8, decoded as in `zpl-text.ts`. The library does not support `^MU` either. The bytes of a bar code do not
 * change.
 */
export function drawableZpl(zpl: Uint8Array): string {
  const parts: string[] = [];
  let encoding = noEncoding;
  let hexIndicator = '';
  let inBarcode = false;
  let mustRestore = false;
  const { tokens } = zplTokens(zpl);
  const untouched = new Set(tokens);
  const fields = fieldReader(tokens);
  for (const token of tokensInDots(tokens)) {
    const own = untouched.has(token)
      ? Buffer.from(zpl.subarray(token.start, token.end)).toString('latin1')
      : `${token.command}${token.parameters}`;
    encoding = encodingAfter(encoding, token);
    if (token.command === '^FH') hexIndicator = token.parameters.trim()[0] ?? '_';
    if (isBarcode(token)) inBarcode = true;
    if (isField(token)) {
      const bare = withoutEscapes(token.parameters, hexIndicator);
      if (!/[\x80-\xff]/.test(bare)) parts.push(own);
      else if (inBarcode) parts.push(`^FH_${token.command}${escaped(Buffer.from(bare, 'latin1'))}`);
      else {
        parts.push(`^CI28^FH_${token.command}${escaped(Buffer.from(fields.read(bare, encoding), 'utf8'))}`);
        mustRestore = true;
      }
      continue;
    }
    parts.push(isOfStoredForm(token) ? withDevice(token) : own.replace(/[\x80-\xff]/g, '?'));
    if (token.command === '^FS' || token.command === '^XZ') {
      if (mustRestore && token.command === '^FS') parts.push(`^CI${encoding.number}`);
      [hexIndicator, inBarcode, mustRestore] = ['', false, false];
    }
  }
  return parts.join('');
}
