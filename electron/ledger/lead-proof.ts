import { randomBytes, scrypt } from 'node:crypto';

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const saltBytes = 16;

export const drawSalt = (): Buffer => randomBytes(saltBytes);

/** The form of a PIN that the ledger receives. Takes about a tenth of a second on purpose, outside of the main thread. */
export function hashOfPin(pin: string, salt: Uint8Array): Promise<Buffer> {
  const hashed = Promise.withResolvers<Buffer>();
  scrypt(pin, salt, 32, cost, (error, hash) => (error ? hashed.reject(error) : hashed.resolve(hash)));
  return hashed.promise;
}
