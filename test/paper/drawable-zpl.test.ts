import { expect, test } from 'vitest';
import { drawableZpl } from '../../electron/paper/drawable-zpl.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

test('a label without special characters is drawn unchanged', () => {
  const label = '^XA^CI27^FO1,1^A0N,30^FH_^FDA_5FB^FS^FO1,9^FVx~DGR:A,1,1,FF^FS^XZ\n';
  expect(drawableZpl(bytes(label))).toBe(label);
});

test.each([
  ['code page 1252', '^CI27^FDK\xf6ln^FS', '^CI27^CI28^FH_^FDK_c3_b6ln^FS^CI27'],
  ['code page 1250, as escapes', '^CI31^FH#^FD#A3_^FS', '^CI31^FH#^CI28^FH_^FD_c5_81_5f^FS^CI31'],
  ['code page 850', '^FH_^FD_84^FS', '^FH_^CI28^FH_^FD_c3_a4^FS^CI0'],
  ['UTF-8 without saying so', '^FDK\xc3\xb6ln^FS', '^CI28^FH_^FDK_c3_b6ln^FS^CI0'],
  ['no letter at all', '^FX \xff^FS', '^FX ?^FS'],
])('%s is read as printers do, and written in UTF-8', (_what, zpl, drawn) => {
  expect(drawableZpl(bytes(`^XA^FO1,1${zpl}^XZ`))).toBe(`^XA^FO1,1${drawn}^XZ`);
});

test('the bytes of a bar code stay unchanged', () => {
  expect(drawableZpl(bytes('^XA^FO1,1^BXN,4,200^FD\xf6\x01^FS^FO1,9^FD\xc3\xb6^FS^XZ'))).toBe(
    '^XA^FO1,1^BXN,4,200^FH_^FD_f6\x01^FS^FO1,9^CI28^FH_^FD_c3_b6^FS^CI0^XZ',
  );
});
