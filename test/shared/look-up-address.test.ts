import { expect, test } from 'vitest';
import { lookUpAddress, lookUpFlaw, shopAddressFlaw } from '../../shared/order-source.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import { parts, words } from '../words.ts';

const patterns = [
  ...words('https://shop.example/orders/{number} https://shop.example/orders/{number}/'),
  ...words('https://shop.example/a/./b/../orders/{number}.json https://shop.example/orders/.{number}'),
  ...words('https://shop.example/orders/%2e{number} https://shop.example:8443/{number}/{number}?name={number}#x'),
  ...words('https://shop.example/orders?name={number}&status=any'),
];

const codes = [
  '1001',
  '#1001',
  '.',
  '..',
  '...',
  ' .. ',
  ...parts('#.. | %2e%2e | %2e | ../.. | ..\\.. | //evil.example/'),
  '\\\\evil.example',
  '@evil.example/',
  '?x',
  '#',
  '/',
  'a/b',
  '\uD800',
  'Ä 7',
  '{number}',
  "'; DROP",
  '\r\nhost: evil',
];

test.each(patterns)('no scanned code leads to another server or path than %s', (pattern) => {
  const meant = new URL(pattern.replaceAll('{number}', '0'));
  for (const code of codes) {
    const address = lookUpAddress(pattern, code);
    if (address === undefined) continue;
    const asked = new URL(address);
    expect([code, asked.origin, asked.pathname.split('/').length]).toEqual([code, meant.origin, meant.pathname.split('/').length]);
    expect([code, asked.username, asked.hash, [...asked.searchParams.keys()]]).toEqual([
      code,
      '',
      meant.hash,
      [...meant.searchParams.keys()],
    ]);
  }
});

test('a code with only dots is not requested in a path, but in a query', () => {
  const [path = '', , , dotted = '', escaped = '', , query = ''] = patterns;
  expect(['.', '..', '#..'].map((code) => lookUpAddress(path, code))).toEqual([undefined, undefined, undefined]);
  expect(lookUpAddress(path, '...')).toBe('https://shop.example/orders/...');
  expect([lookUpAddress(dotted, '.'), lookUpAddress(escaped, '.')]).toEqual([undefined, undefined]);
  expect(lookUpAddress(query, '..')).toBe('https://shop.example/orders?name=..&status=any');
});

test.each([
  ['https://{number}.shop.example/orders/{number}', 'number-in-server'],
  ['https://shop{number}/orders', 'number-in-server'],
  ['https://shop.example:{number}/{number}', 'number-in-server'],
  ['https://shop.example/orders', 'no-number'],
  ['https://user@shop.example/{number}', 'with-user'],
  ['https://shop.example/{number}', undefined],
])('the number must come after the server name: %s', (address, flaw) => {
  expect(lookUpFlaw(address)).toBe(flaw);
});

test.each([
  ['http://shop.example/{number}', true],
  ['HTTP://10.0.0.7:8080/', true],
  ['http://127.0.0.1.shop.example/', true],
  ['http://localhost.shop.example/', true],
  ['http://127.0.0.1@shop.example/', true],
  ['http://169.254.169.254/latest', true],
  ['http://[fe80::1]/', true],
  ['http://127.0.0.1:8080/x', false],
  ['http://LOCALHOST/x', false],
  ['http://[::1]:80/', false],
  ['https://shop.example/', false],
  ['', false],
])('recognises plain HTTP to another computer: %s', (address, isBeyond) => {
  expect(isPlainBeyond(address)).toBe(isBeyond);
  const url = URL.parse(address);
  if (shopAddressFlaw(address) !== undefined || !url) return;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  expect(isPlainBeyond(address)).toBe(url.protocol === 'http:' && !isHere);
});
