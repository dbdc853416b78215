import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { Store } from './store.ts';

/** With which key and account a row was sent; no key where that was not noted. */
export const sentRow = z.object({ sent_key: z.string(), sent_account: z.string() });
type SentRow = z.infer<typeof sentRow>;

export const sentWith = ({ keyAccount: { key, account } }: Pick<Store, 'keyAccount'>): SentRow => ({
  sent_key: key,
  sent_account: account,
});

/** Null where it is the key and account in use, or was not noted. */
export function otherAccountOf(
  { keyAccount }: Pick<Store, 'keyAccount'>,
  { sent_key: key, sent_account: account }: SentRow,
): KeyAccount | null {
  const isInUse = key === '' || (key === keyAccount.key && account === keyAccount.account);
  return isInUse ? null : { key, account };
}
