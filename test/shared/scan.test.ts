import { expect, test } from 'vitest';
import { bareCode, bareNumber } from '../../shared/scan.ts';

test('a number keeps its own characters, a bar code only letters and digits', () => {
  expect(['1z 99-aa', '1Z99-AA', ' 1z99-aA\n'].map(bareNumber)).toEqual(['1Z99-AA', '1Z99-AA', '1Z99-AA']);
  expect(['1z 99-aa', ']C11Z99AA', '(1Z)99AA'].map(bareCode)).toEqual(['1Z99AA', '1Z99AA', '1Z99AA']);
});
