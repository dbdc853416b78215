import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { World } from '../../shared/world.ts';
import { writeDurably } from './write-durably.ts';

const keyAndSecretSchema = z.object({ key: z.string(), secret: z.string() });
type KeyAndSecret = z.infer<typeof keyAndSecretSchema>;

/** What the file holds: the origin is the only one they are ever sent to. Files from before it was kept have none. */
const keptSchema = keyAndSecretSchema.extend({ origin: z.string().optional() });

const pinSchema = z.object({ salt: z.string(), hash: z.string() });
const pinCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

export interface Credentials {
  readonly save: (world: World, credentials: KeyAndSecret, baseUrl: string) => void;
  /**
   * `not-connected` where none are kept, `credentials-unreadable` where the file cannot be opened; it is never deleted.
   * `key-of-another-address` where they were kept for another origin than that of this address.
   */
  readonly read: (world: World, baseUrl: string) => Result<KeyAndSecret>;
  /** Gives an origin to what was kept before origins were. What has one keeps it. */
  readonly bind: (world: World, baseUrl: string) => void;
  /** True also where they are kept but cannot be read. */
  readonly has: (world: World) => boolean;
  /** First 12 hexadecimal digits of the key's SHA-256: tells keys apart without showing one. */
  readonly fingerprint: (world: World) => string | undefined;
  /** An empty PIN takes it away. */
  readonly setLeadPin: (pin: string) => void;
  /** True where no PIN is set, false where the one that is set cannot be read. Takes about a tenth of a second on purpose. */
  readonly checkLeadPin: (pin: string) => boolean;
  readonly hasLeadPin: () => boolean;
}

/** Key and secret per world and the lead's PIN, each in a sealed file of its own below `dir`. */
export function createCredentials({
  dir,
  seal,
  open,
}: {
  readonly dir: string;
  readonly seal: (bytes: Uint8Array) => Uint8Array;
  readonly open: (bytes: Uint8Array) => Uint8Array;
}): Credentials {
  const fileOf = (world: World): string => join(dir, `credentials-${world}.sealed`);
  const pinFile = join(dir, 'lead-pin.sealed');

  const write = (file: string, value: unknown): void => writeDurably(file, seal(new TextEncoder().encode(JSON.stringify(value))));
  const readSealed = <T extends z.ZodType>(file: string, schema: T): z.infer<T> | undefined => {
    try {
      return schema.parse(JSON.parse(new TextDecoder().decode(open(readFileSync(file)))));
    } catch {
      // The cause may quote what was sealed: only the fact goes on, as `credentials-unreadable` or a PIN that does not fit.
      return undefined;
    }
  };

  const has = (world: World): boolean => existsSync(fileOf(world));

  const readKept = (world: World): Result<z.infer<typeof keptSchema>> => {
    if (!has(world)) return failed({ code: 'not-connected', ref: `credentials-${world}`, detail: '' });
    const kept = readSealed(fileOf(world), keptSchema);
    return kept ? ok(kept) : failed({ code: 'credentials-unreadable', ref: `credentials-${world}`, detail: '' });
  };

  const save: Credentials['save'] = (world, { key, secret }, baseUrl) => write(fileOf(world), { key, secret, origin: originOf(baseUrl) });

  return {
    has,
    save,
    read: (world, baseUrl) => {
      const kept = readKept(world);
      if (!kept.ok) return kept;
      const { key, secret, origin } = kept.value;
      if (origin !== undefined && origin === originOf(baseUrl)) return ok({ key, secret });
      const detail = origin === undefined ? '' : `It was kept for ${origin}`;
      return failed({ code: 'key-of-another-address', ref: `credentials-${world}`, detail });
    },
    bind: (world, baseUrl) => {
      const kept = readKept(world);
      if (kept.ok && kept.value.origin === undefined && originOf(baseUrl)) save(world, kept.value, baseUrl);
    },
    fingerprint: (world) => {
      const credentials = readKept(world);
      return credentials.ok ? createHash('sha256').update(credentials.value.key).digest('hex').slice(0, 12) : undefined;
    },
    hasLeadPin: () => existsSync(pinFile),
    setLeadPin: (pin) => {
      if (!pin) return rmSync(pinFile, { force: true });
      const salt = randomBytes(16);
      write(pinFile, { salt: salt.toString('hex'), hash: hashOf(pin, salt).toString('hex') });
    },
    checkLeadPin: (pin) => {
      if (!existsSync(pinFile)) return true;
      const kept = readSealed(pinFile, pinSchema);
      return kept !== undefined && timingSafeEqual(hashOf(pin, Buffer.from(kept.salt, 'hex')), Buffer.from(kept.hash, 'hex'));
    },
  };
}

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;

const hashOf = (pin: string, salt: Uint8Array): Buffer => scryptSync(pin, salt, 32, pinCost);
