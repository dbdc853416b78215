import { expect, test } from 'vitest';
import { kilogramDigits, readCentimetres, readGrams, readSize, sizeDigits, sizeText, weightText } from '../../shared/units.ts';

test('kilograms are read as whole grams and written with the digits they have', () => {
  expect(['2.35', '2,35', '0.001', '1000', '0', '1000.001', '2.3456', 'two'].map(readGrams)).toEqual([
    2350,
    2350,
    1,
    1_000_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([2350, 1000, 5].map(kilogramDigits)).toEqual(['2.35', '1', '0.005']);
  expect([2350, 1000, 5].map(weightText)).toEqual(['2.35 kg', '1.00 kg', '0.005 kg']);
});

test('a size is three positive lengths with any separator, and is shown as it was typed', () => {
  const size = { lengthCm: 40.5, widthCm: 30, heightCm: 20 };
  for (const written of ['40.5 x 30 x 20', '40,5×30×20', '40.5*30 * 20']) expect(readSize(written)).toEqual(size);
  for (const wrong of ['', '40 x 30', '40 x 30 x 0', '40 x 30 x 20 x 10', '1e2 x 30 x 20', '40 x 30 x wide'])
    expect(readSize(wrong)).toBeUndefined();
  expect([sizeDigits(size), sizeText(size)]).toEqual(['40.5 x 30 x 20', '40.5 × 30 × 20 cm']);
  expect([sizeDigits({ ...size, widthCm: null }), sizeText({ ...size, widthCm: null })]).toEqual(['', '']);
  expect(['12', '0', '1.234', '-3'].map(readCentimetres)).toEqual([12, 0, undefined, undefined]);
});
