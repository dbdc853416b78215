import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SiteKey } from './encryption.ts';
import { packKeys, unpackKeys } from './packed-keys.ts';

/** Content of a code that adds one bench: the address of the ledger, and a secret that no one else receives. */
export interface JoinCode {
  readonly url: string;
  readonly secret: Uint8Array;
}

const prefix = 'PBJOIN:';
const secretBytes = 16;
const checkBytes = 4;
/** Characters that every scanner and every keyboard writes alike, and that a 2D code stores compactly. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const drawJoinCode = (url: string): JoinCode => ({ url, secret: randomBytes(secretBytes) });

export function writeJoinCode({ url, secret }: JoinCode): string {
  const payload = Buffer.concat([secret, Buffer.from(url)]);
  return `${prefix}${lettersOf(Buffer.concat([payload, checkOf(payload)]))}`;
}

/** Undefined if the text is not a complete code. Ignores spaces and case. */
export function readJoinCode(text: string): JoinCode | undefined {
  const bare = text.replace(/\s/g, '').toUpperCase();
  const bytes = bare.startsWith(prefix) ? bytesOf(bare.slice(prefix.length)) : undefined;
  if (!bytes || bytes.length <= secretBytes + checkBytes) return undefined;
  const payload = bytes.subarray(0, -checkBytes);
  if (!checkOf(payload).equals(bytes.subarray(-checkBytes))) return undefined;
  return { secret: payload.subarray(0, secretBytes), url: payload.subarray(secretBytes).toString() };
}

const drawn = ({ secret }: JoinCode, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32));

/** Proves to the ledger that the bench was shown the code. It cannot decrypt what was packed for the code. */
export const ticketOf = (code: JoinCode): Buffer => drawn(code, 'packbench invite ticket');
/** Encrypts the site keys for the bench that was shown the code. */
export const packForCode = (code: JoinCode, keys: readonly SiteKey[]): Buffer => packKeys(drawn(code, 'packbench invite key'), keys);
export const unpackWithCode = (code: JoinCode, packed: Uint8Array): readonly SiteKey[] | undefined =>
  unpackKeys(drawn(code, 'packbench invite key'), packed);

const checkOf = (payload: Uint8Array): Buffer => createHash('sha256').update(payload).digest().subarray(0, checkBytes);

function lettersOf(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function bytesOf(text: string): Buffer | undefined {
  if (!/^[A-Z2-7]*$/.test(text)) return undefined;
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
