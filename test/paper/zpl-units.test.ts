import { expect, test } from 'vitest';
import { drawSheet } from '../../electron/paper/draw-zpl.ts';
import { drawableZpl } from '../../electron/paper/drawable-zpl.ts';
import { inkOf } from '../../electron/paper/fit-page.ts';
import { zplSize } from '../../electron/paper/label-size.ts';
import { readZpl } from '../../electron/paper/zpl-text.ts';

const bytes = (zpl: string): Uint8Array => new Uint8Array(Buffer.from(zpl, 'latin1'));

test('lengths in millimetres and inches are read in dots of 203 per inch', () => {
  const placesOf = (zpl: string) => readZpl(bytes(zpl)).texts.map(({ x, y, height }) => [x, y, height]);
  const inDots = '^XA^LH16,16^FO160,80^A0N,32^FDAda^FS^XZ';
  expect(placesOf('^XA^MUM^LH2,2^FO20,10^A0N,4^FDAda^FS^XZ')).toEqual(placesOf(inDots));
  expect(placesOf('^XA^MUI^LH0.0787,0.0787^FO0.787,0.3937^A0N,0.157^FDAda^FS^XZ')).toEqual(placesOf(inDots));
  expect(placesOf('^XA^MUD,150,300^LH8,8^FO80,40^A0N,16^FDAda^FS^XZ')).toEqual(placesOf(inDots));
});

test('two equal texts three millimetres apart are two lines', () => {
  expect(readZpl(bytes('^XA^MUM^FO20,10^A0N,2^FD77900^FS^FO20,13^A0N,2^FD77900^FS^XZ')).texts.map(({ y }) => y)).toEqual([80, 104]);
});

test('a label in millimetres is drawn as large as the same label in dots', async () => {
  const drawn = async (zpl: string) => inkOf(await drawSheet(bytes(zpl)));
  const mm = await drawn('^XA^MUM^FO5,5^GB90,140,0.5^FS^FO10,10^A0N,5^FDAda^FS^FO10,30^BY0.375^BCN,20^FDJD123^FS^XZ');
  expect(mm).toEqual(await drawn('^XA^FO40,40^GB720,1120,4^FS^FO80,80^A0N,40^FDAda^FS^FO80,240^BY3^BCN,160^FDJD123^FS^XZ'));
});

test('a label in millimetres has the size that it states', () => {
  expect(zplSize(bytes('^XA^MUM^PW100^LL150^FDA^FS^XZ'), 300)?.widthMm).toBeCloseTo(100, 0);
});

test('a stored format is drawn if the label names no device', async () => {
  const recalled = (name: string) => `^XA^DFR:FORM.ZPL^FS^FO40,40^A0N,60^FN1^FS^XZ^XA^XF${name}^FS^FN1^FDAda^FS^XZ`;
  expect(drawableZpl(bytes(recalled('FORM.ZPL')))).toBe(recalled('R:FORM.ZPL'));
  const ink = inkOf(await drawSheet(bytes(recalled('FORM.ZPL'))));
  expect(ink).toBeDefined();
  expect(ink).toEqual(inkOf(await drawSheet(bytes(recalled('R:FORM.ZPL')))));
});

test('a text that ends at its position begins before it', () => {
  const [left, right] = ['0', '1'].map((justified) => readZpl(bytes(`^XA^FO400,10,${justified}^A0N,20^FDAda Bakker^FS^XZ`)).texts[0]);
  expect(left?.x).toBe(400);
  expect(right?.x).toBe(300);
});
