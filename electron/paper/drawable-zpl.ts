import { codePageText, withoutEscapes } from './code-pages.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';

const isField = (token: ZplToken): boolean => token.command === '^FD' || token.command === '^FV';
const isBarcode = (token: ZplToken): boolean => /^\^B[0-9A-Z]$/.test(token.command) && token.command !== '^BY';

/** Every byte as one that any reader takes for itself. */
const escaped = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) =>
      byte > 0x7e || byte === 0x5f || byte === 0x5e || byte === 0x7e ? `_${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
    )
    .join('');

/**
 * Gated ZPL as text for a program that draws it: the program takes text for UTF-8 and does not know every code page, so what people read
 * is written in UTF-8, as `zpl-text.ts` reads it. The bytes of a bar code stay the bytes they are.
 */
export function drawableZpl(zpl: Uint8Array): string {
  const parts: string[] = [];
  let codePage = 0;
  let hexSign = '';
  let inBarcode = false;
  let mustRestore = false;
  for (const token of zplTokens(zpl).tokens) {
    const own = Buffer.from(zpl.subarray(token.start, token.end)).toString('latin1');
    if (token.command === '^CI') codePage = Number.parseInt(token.parameters, 10) || 0;
    if (token.command === '^FH') hexSign = token.parameters.trim()[0] ?? '_';
    if (isBarcode(token)) inBarcode = true;
    if (isField(token)) {
      const bare = withoutEscapes(token.parameters, hexSign);
      if (!/[\x80-\xff]/.test(bare)) parts.push(own);
      else if (inBarcode) parts.push(`^FH_${token.command}${escaped(Buffer.from(bare, 'latin1'))}`);
      else {
        parts.push(`^CI28^FH_${token.command}${escaped(Buffer.from(codePageText(bare, codePage), 'utf8'))}`);
        mustRestore = true;
      }
      continue;
    }
    parts.push(own.replace(/[\x80-\xff]/g, '?'));
    if (token.command === '^FS' || token.command === '^XZ') {
      if (mustRestore && token.command === '^FS') parts.push(`^CI${codePage}`);
      [hexSign, inBarcode, mustRestore] = ['', false, false];
    }
  }
  return parts.join('');
}
