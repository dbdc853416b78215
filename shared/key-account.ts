import { z } from 'zod';

/** With which key something was sent to the service, and for which of its accounts. `key` is a fingerprint, never the key; the main account is empty. */
export const keyAccountSchema = z.object({ key: z.string(), account: z.string() });
export type KeyAccount = z.infer<typeof keyAccountSchema>;

/** As a person may know it from Setup: the account, and enough of the key's fingerprint to tell two keys apart. */
export const nameOfKeyAccount = ({ key, account }: KeyAccount): string => [account, `key ${key}`].filter(Boolean).join(', ');

export const isSameKeyAccount = (one: KeyAccount | null, other: KeyAccount | null): boolean =>
  one?.key === other?.key && one?.account === other?.account;
