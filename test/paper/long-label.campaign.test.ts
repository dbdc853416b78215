import { expect, test } from 'vitest';
import { drawSheet } from '../../electron/paper/draw-zpl.ts';
import { inkOf } from '../../electron/paper/fit-page.ts';

const zpl = (fields: string): Uint8Array => new TextEncoder().encode(`^XA^PW1181^FO20,20^A0N,40,40^FDTO^FS${fields}^XZ`);

test.each([
  ['begins far below the others', '^FO20,4600^GB400,60,60^FS'],
  ['is as long as the label', '^FO100,100^GB50,4560,50^FS'],
])('a label of 100 x 400 mm is drawn completely if a field %s', async (_what, field) => {
  const image = await drawSheet(zpl(field));
  expect(image.dpi).toBe(300);
  const { y, height } = inkOf(image) ?? { y: 0, height: 0 };
  expect(y + height).toBe(4660);
});
