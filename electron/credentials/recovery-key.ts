import { hash, scryptSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import { keyOf } from './data-key.ts';
import { createEncryption } from './encryption.ts';

/** A second copy of the data key, wrapped by a code that a person keeps on paper: it decrypts the copies if the computer is gone. */
const recoverySchema = z.object({
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  salt: z.string(),
  wrapped: z.string(),
  /** Tells the keys apart without showing one; absent in files of an older version. */
  of: z.string().optional(),
});

/** The key is random, so nothing can be guessed from its digest. */
const nameOf = (dataKey: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from('recovery of '), keyOf(dataKey)]), 'hex').slice(0, 16);

const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const place = 'recovery key';
const mostBytes = 10_000;

/** Characters that are not mistaken for each other on paper. 25 of them are 125 bits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const [groups, lettersPerGroup] = [5, 5];

export function makeRecoveryCode(random: (bytes: number) => Uint8Array): string {
  const code = Array.from(random(groups * lettersPerGroup), (byte) => letters[byte % letters.length]).join('');
  return Array.from({ length: groups }, (_each, group) => code.slice(group * lettersPerGroup, (group + 1) * lettersPerGroup)).join('-');
}

const keyFrom = (code: string, salt: Uint8Array): Uint8Array =>
  new Uint8Array(scryptSync(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), salt, 32, cost));

/** Replaces the recovery key in each of these files: the previous code no longer opens it. */
export function writeRecoveryKey(
  files: readonly string[],
  {
    dataKey,
    code,
    salt,
    madeAt,
  }: { readonly dataKey: Uint8Array; readonly code: string; readonly salt: Uint8Array; readonly madeAt: Date },
): void {
  const wrapped = Buffer.from(createEncryption(keyFrom(code, salt)).encrypt(dataKey, place)).toString('base64');
  const kept = { version: 1, madeAt: madeAt.toISOString(), salt: Buffer.from(salt).toString('base64'), wrapped, of: nameOf(dataKey) };
  for (const file of files) writeDurably(file, new TextEncoder().encode(`${JSON.stringify(kept, null, 2)}\n`));
}

/** Returns when the code of this file was made; undefined if there is no readable file. */
export function recoveryMadeAt(file: string): string | undefined {
  return readRecovery(file)?.madeAt;
}

/** Removes the recovery keys that were made for another key than this one: they open nothing any more. */
export function removeOtherRecoveryKeys(files: readonly string[], dataKey: Uint8Array): void {
  for (const file of files) if (readRecovery(file)?.of !== nameOf(dataKey)) removeHeld(file);
}

/** Returns the data key, `wrong-code`, or `missing` if the file does not exist or is no recovery key. Changes nothing. */
export function openRecoveryKey(file: string, code: string): Uint8Array | 'wrong-code' | 'missing' {
  const kept = readRecovery(file);
  if (!kept) return 'missing';
  try {
    return createEncryption(keyFrom(code, Buffer.from(kept.salt, 'base64'))).decrypt(Buffer.from(kept.wrapped, 'base64'), place);
  } catch {
    // The only cause: another code, or a file that was changed.
    return 'wrong-code';
  }
}

function readRecovery(file: string): z.infer<typeof recoverySchema> | undefined {
  try {
    const found = statSync(file);
    // Reading a pipe in its place would never end.
    if (!found.isFile() || found.size > mostBytes) return undefined;
    return recoverySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Missing or damaged: the same as none.
    return undefined;
  }
}
