import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawBenchKey, isProven, packForBench, proofOf, unpackAsBench } from '../../electron/ledger/bench-key.ts';
import { drawJoinCode, packForCode, readJoinCode, ticketOf, unpackWithCode, writeJoinCode } from '../../electron/ledger/join-code.ts';

const url = 'postgres://packbench_bench:s3cret@ledger.example.com/packbench';
const keyOf = (number: number) => ({ number, key: new Uint8Array(32).fill(number) });
const keys = [keyOf(1), keyOf(2)];

test('any code is read as it was written, also in lower case and over several lines', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (address) => {
      const code = drawJoinCode(address);
      const text = writeJoinCode(code);
      const read = readJoinCode(text.toLowerCase().replace(/.{20}/g, '$&\r\n'));
      expect(read?.url).toBe(Buffer.from(address).toString());
      expect(Buffer.from(read!.secret)).toEqual(Buffer.from(code.secret));
    }),
  );
});

test('a code with one character more, less or changed is refused', () => {
  const text = writeJoinCode(drawJoinCode(url));
  const last = text.length - 1;
  for (let index = 7; index < last; index += 1) {
    expect(readJoinCode(text.slice(0, index))).toBeUndefined();
    expect(readJoinCode(text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1))).toBeUndefined();
  }
  for (const other of ['', 'PBJOIN:', 'ORD-1001', `${text}AB`, text.replace('PBJOIN', 'PB!BUY')])
    expect(readJoinCode(other)).toBeUndefined();
});

test('keys packed for a code open only with that code, not with the ticket the ledger sees', () => {
  const code = drawJoinCode(url);
  const packed = packForCode(code, keys);
  expect(unpackWithCode(code, packed)).toEqual(keys);
  expect(unpackWithCode(drawJoinCode(url), packed)).toBeUndefined();
  expect(unpackWithCode({ url, secret: ticketOf(code).subarray(0, 16) }, packed)).toBeUndefined();
});

test('keys for one bench open there alone, and only if both had a key before', () => {
  const [own, other] = [drawBenchKey(), drawBenchKey()];
  const packed = packForBench(own.publicKey, keyOf(1), keys);
  expect(unpackAsBench(own, keyOf(1), packed)).toEqual(keys);
  expect(unpackAsBench(other, keyOf(1), packed)).toBeUndefined();
  expect(unpackAsBench(own, keyOf(2), packed)).toBeUndefined();
  expect(unpackAsBench(own, keyOf(1), new Uint8Array(3))).toBeUndefined();
});

test('a holder of the site key proves a public key, for one bench only', () => {
  const { publicKey } = drawBenchKey();
  const proof = proofOf(keyOf(1), 3, publicKey);
  expect(isProven(keyOf(1), 3, publicKey, proof)).toBe(true);
  expect(isProven(keyOf(1), 4, publicKey, proof)).toBe(false);
  expect(isProven(keyOf(2), 3, publicKey, proof)).toBe(false);
  expect(isProven(keyOf(1), 3, drawBenchKey().publicKey, proof)).toBe(false);
  expect(isProven(keyOf(1), 3, publicKey, new Uint8Array())).toBe(false);
});
