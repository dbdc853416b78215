import { z } from 'zod';

/**
 * The key and the account of the service with which something was sent. `key` is a fingerprint, never the key itself; the main account is
 * empty.
 */
export const keyAccountSchema = z.object({ key: z.string(), account: z.string() });
export type KeyAccount = z.infer<typeof keyAccountSchema>;

/** Name as shown in Setup: the account, and enough of the key's fingerprint to tell two keys apart. */
export const nameOfKeyAccount = ({ key, account }: KeyAccount): string => [account, `key ${key}`].filter(Boolean).join(', ');

export const isSameKeyAccount = (one: KeyAccount | null, other: KeyAccount | null): boolean =>
  one?.key === other?.key && one?.account === other?.account;
