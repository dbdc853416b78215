import { expect, test } from 'vitest';
import { numberInStreet } from '../../shared/delivery-place.ts';

test.each([
  ['rue Saint-Denis 1234', '1234'],
  ['Long Lane 12b', '12b'],
  ['Route 66', '66'],
  ['Long Lane, 4-6', '4-6'],
])('%s: the house number may be %s', (street, number) => {
  expect(numberInStreet(street)).toBe(number);
});

test.each(['Long Lane', '5th Avenue', 'Villa 12, Street 4B', '1234', 'Highway A1', ''])('"%s" offers no house number', (street) => {
  expect(numberInStreet(street)).toBeUndefined();
});
