import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { icns, iconPng, icoOf } from '../../build/icon.ts';

/** Colour and opacity of a point. Reads the PNG by itself: its rows have no filter. */
function pointOf(png: Buffer, x: number, y: number): readonly number[] {
  const points = png.readUInt32BE(16);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const at = y * (1 + points * 4) + 1 + x * 4;
  return [...rows.subarray(at, at + 4)];
}
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('latin1') === '\u0089PNG\r\n\u001a\n';

test('the smallest icon shows a label with sharp bars', () => {
  const png = iconPng(16);
  expect(isPng(png)).toBe(true);
  expect(pointOf(png, 0, 0)[3]).toBeLessThan(128);
  expect(pointOf(png, 1, 8)).toEqual([0x0b, 0x5c, 0x73, 255]);
  const bars = Array.from({ length: 10 }, (_, at) => pointOf(png, at + 3, 10)[0] ?? 0);
  expect(bars.map((red) => (red < 128 ? '#' : '.')).join('')).toBe('.#.##.#.#.');
});

test('the Windows icon holds each size at the place that its list names', () => {
  const sizes = [16, 48, 256];
  const ico = icoOf(sizes);
  expect(ico.readUInt16LE(4)).toBe(3);
  for (const [index, size] of sizes.entries()) {
    const entry = 6 + 16 * index;
    expect(ico[entry]).toBe(size % 256);
    const picture = ico.subarray(ico.readUInt32LE(entry + 12), ico.readUInt32LE(entry + 12) + ico.readUInt32LE(entry + 8));
    expect([isPng(picture), picture.readUInt32BE(16)]).toEqual([true, size]);
  }
});

test('the macOS icon holds eight pictures up to 1024 points', () => {
  const file = icns();
  expect([file.subarray(0, 4).toString(), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
  const found: [string, number][] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    expect(isPng(file.subarray(at + 8))).toBe(true);
    found.push([file.subarray(at, at + 4).toString(), file.readUInt32BE(at + 24)]);
  }
  expect(found.map(([, points]) => points)).toEqual([32, 64, 128, 256, 256, 512, 512, 1024]);
});
