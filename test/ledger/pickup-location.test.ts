import { expect, test } from 'vitest';
import { pickupLocationOf } from '../../electron/bench/exchange/pickup-location.ts';
import { emptyAddress } from '../../shared/address.ts';
import { addressOf } from '../fixtures/address.ts';

const door = addressOf('Ana | | Keizersgracht | 12-A | 1015 CJ | Amsterdam | NL');
const town = { ...emptyAddress, street: 'Main Street', city: 'Málaga', country: 'IE' };

test.each([
  ['another person and telephone', { ...door, name: 'Bo', phone: '+31201234567', email: 'bo@example.com' }, door],
  ['another spelling', { ...door, houseNumber: '12a', postalCode: '1015cj', street: 'Keizersgr.', city: 'AMSTERDAM' }, door],
  ['another spelling of a town without postal codes', { ...town, city: 'Malaga', street: 'MAIN  STREET' }, town],
])('%s is the same pickup location', (_what, one, other) => {
  expect(pickupLocationOf(one)).toBe(pickupLocationOf(other));
});

test.each([
  ['house', { ...door, houseNumber: '14' }],
  ['postal code', { ...door, postalCode: '1015 CK' }],
  ['country', { ...door, country: 'BE' }],
  ['street without house numbers', { ...door, houseNumber: '' }],
])('another %s is another pickup location, and the stored value is not readable', (_what, other) => {
  expect(pickupLocationOf(other)).not.toBe(pickupLocationOf(door));
  expect(pickupLocationOf(other)).toMatch(/^[0-9a-f]{64}$/);
});
