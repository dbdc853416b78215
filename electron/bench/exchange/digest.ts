import { createHash } from 'node:crypto';

/** SHA-256 of the parts in hex. The length before each part keeps different splits apart. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
}
