import { expect, test } from 'vitest';
import { drawingOf } from './drawing.ts';

const setsBack = '^XA^BY2,3,10^CI0^XZ';
const drawing = (text: string): string => drawingOf(Buffer.from(text));

test('two labels with a format behind them that resets the printer are two drawings', () => {
  expect(drawing(`^XA^FDone^FS^XZ${setsBack}`)).not.toBe(drawing(`^XA^FDtwo^FS^XZ${setsBack}`));
});

test('a label is one drawing with or without the formats around it', () => {
  expect(drawing(`^XA^MCY^XZ^XA^FDone^FS^XZ${setsBack}`)).toBe(drawing('^XA^FDone^FS^XZ'));
});
