import { expect, test } from 'vitest';
import { drawSheet } from '../../electron/paper/draw-zpl.ts';
import { inkOf } from '../../electron/paper/fit-page.ts';

const zpl = (fields: string): Uint8Array => new TextEncoder().encode(`^XA^PW1181^FO20,20^A0N,40,40^FDTO^FS${fields}^XZ`);

test('a label that is longer than any paper is refused, and not cut off', async () => {
  await expect(drawSheet(zpl('^FO20,9000^GB400,60,60^FS'))).rejects.toThrow('the label is longer than 6153 dots, and would be cut off');
});

test.each(['^FO20,9000^A0N,30,30^FD^FS', '^FO20,9000^FD  ^FS', '^FT9000,9000^FS'])(
  'a far field that prints nothing, %s, refuses no label',
  async (field) => {
    const image = await drawSheet(zpl(field));
    const { y, height } = inkOf(image) ?? { y: 0, height: 0 };
    expect(y + height).toBeLessThan(70);
  },
);
