import type { Box } from './fit-page.ts';
import { placeOf } from './positioned-text.ts';
import { holds } from './regions.ts';
import { staysInForce } from './zpl-sheets.ts';
import { readZpl } from './zpl-text.ts';
import { type ZplToken, zplTokens } from './zpl-tokens.ts';

/** Commands that apply to one field only. */
const ofField = /^\^(A|B[0-9A-XZ]|DN|F[BCDEHMNOPRSTVX]|G[BCDEFS]|IM|S[FN]|TB|XG)$/;
/** Commands that draw stored content, which may be anywhere. */
const drawsStored = new Set(['^DF', '^XF', '^IL']);

/**
 * Returns a gated sheet without the fields in these parts of it, in dots. Commands outside the removed fields stay in force for the other
 * fields. Undefined if the position of a field cannot be determined.
 */
export function zplWithout(sheet: Uint8Array, parts: readonly Box[]): Uint8Array | undefined {
  const { tokens } = zplTokens(sheet);
  if (tokens.some(({ command }) => drawsStored.has(command))) return undefined;
  const bytesOf = (some: readonly ZplToken[]): Uint8Array => Buffer.concat(some.map(({ start, end }) => sheet.subarray(start, end)));
  const left = new Set<ZplToken>();
  const inForce: ZplToken[] = [];
  let field: ZplToken[] = [];

  function finish(): void {
    const done = field;
    field = [];
    if (done.length === 0) return;
    const at = placeOfField(bytesOf([...inForce, ...done.filter(({ command }) => command !== '^FS')]));
    if (parts.some((part) => holds(part, at))) for (const token of done) left.add(token);
  }

  for (const token of tokens) {
    const { command } = token;
    const begins = command === '^FO' || command === '^FT';
    if (command === '^XA' || command === '^XZ' || (begins && field.some(({ command }) => /^\^(F[DV]|SN)$/.test(command)))) finish();
    if (staysInForce(command)) inForce.push(token);
    if (!ofField.test(command)) continue;
    field.push(token);
    if (command === '^FS') finish();
  }
  finish();
  return bytesOf(tokens.filter((token) => !left.has(token)));
}

/** Returns the middle of a field's drawing, or of the first character of its text; its corner if only that is known. */
function placeOfField(field: Uint8Array): { readonly x: number; readonly y: number } {
  const { texts, codes, shapes } = readZpl(field);
  const [text] = texts;
  if (text) return placeOf(text);
  const box = codes[0]?.box ?? shapes[0]?.box;
  if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const corner = readZpl(Buffer.concat([field, Buffer.from('^FDX')])).texts[0];
  return corner ? placeOf(corner) : { x: 0, y: 0 };
}
