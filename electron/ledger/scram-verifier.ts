import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** Returns the form in which PostgreSQL stores a password, so that the password itself reaches no server and appears in no server log. */
export function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyed = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
