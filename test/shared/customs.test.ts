import { expect, test } from 'vitest';
import { emptyProduct, hsDigits, isHsCode, listsHsCodes } from '../../shared/customs.ts';

test('an HS code has 6 to 10 digits, with or without dots and blanks', () => {
  expect(['6912.00', '6912 00 23', '691200', '6912002310'].every(isHsCode)).toBe(true);
  expect(['', '69120', '69120023101', '6912-00', 'ceramics'].some(isHsCode)).toBe(false);
  expect(hsDigits('6912.00 23')).toBe('69120023');
});

test('products have the HS code of their parcel only if each product states one', () => {
  const product = { ...emptyProduct, hsCode: '691200' };
  expect(listsHsCodes({ products: [product, product] })).toBe(true);
  expect(listsHsCodes({ products: [product, { ...product, hsCode: ' ' }] })).toBe(false);
  expect(listsHsCodes({ products: [] })).toBe(false);
});
