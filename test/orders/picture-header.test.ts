import { expect, test } from 'vitest';
import { pictureKind } from '../../electron/orders/picture-header.ts';
import { gif, jpeg, png, webp } from '../fixtures/pictures.ts';

const withCanvas = (width: number, height: number): Buffer<ArrayBuffer> =>
  webp('VP8X', width, height, webp('VP8L', width, height).subarray(12));

test.each([
  ['PNG', png(120, 80), 'image/png'],
  ['JPEG', jpeg(120, 80), 'image/jpeg'],
  ['GIF', gif(120, 80), 'image/gif'],
  ['WebP with losses', webp('VP8 ', 120, 80), 'image/webp'],
  ['WebP without losses', webp('VP8L', 120, 80), 'image/webp'],
  ['WebP with a canvas', withCanvas(120, 80), 'image/webp'],
])('recognises a %s by its content', (_name, bytes, kind) => {
  expect(pictureKind(bytes)).toBe(kind);
});

test.each([
  ['PNG', png],
  ['JPEG', jpeg],
  ['GIF', gif],
  ['WebP', (width: number, height: number) => withCanvas(width, height)],
])('refuses a small %s with too many dots, without dots, or in the shape of a strip', (_name, drawn) => {
  expect(pictureKind(drawn(5000, 5000))).toBeDefined();
  for (const [width, height] of [
    [5001, 5000],
    [16_000, 16_000],
    [0, 80],
    [2100, 100],
  ] as const)
    expect(pictureKind(drawn(width, height))).toBeUndefined();
});

test('refuses a GIF whose first frame is larger than the picture', () => {
  expect(pictureKind(gif(120, 80, { width: 9000, height: 9000 }))).toBeUndefined();
});

test('refuses a WebP whose content is larger than its canvas', () => {
  const canvas = webp('VP8X', 120, 80, webp('VP8L', 16_000, 16_000).subarray(12));
  expect(pictureKind(canvas)).toBeUndefined();
});

test.each([
  ['a web page', '<!doctype html><title>Not found</title>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a script with the first letters of a GIF', 'GIF87a=1'],
  ['nothing', ''],
])('refuses %s', (_name, text) => {
  expect(pictureKind(Buffer.from(text, 'latin1'))).toBeUndefined();
});

test('refuses a picture that ends inside its header, wherever it ends', () => {
  for (const whole of [png(120, 80), jpeg(120, 80), gif(120, 80), webp('VP8L', 120, 80)])
    for (let length = 0; length < Math.min(19, whole.length); length += 1) expect(pictureKind(whole.subarray(0, length))).toBeUndefined();
});
