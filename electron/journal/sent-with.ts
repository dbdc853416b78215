import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { Store } from './store.ts';

/** Key and account with which a row was sent; no key if that was not stored. */
export const sentRow = z.object({ sent_key: z.string(), sent_account: z.string() });
type SentRow = z.infer<typeof sentRow>;

export const sentWith = ({ keyAccount }: Pick<Store, 'keyAccount'>, account = keyAccount.account): SentRow => ({
  sent_key: keyAccount.key,
  sent_account: account,
});

/** The account, if it was stored. */
export const accountOf = ({ sent_key: key, sent_account: account }: SentRow): { account?: string } => (key === '' ? {} : { account });

/** All accounts that the key in use has access to, as one value for `json_each`. */
export const accountsIn = ({ keyAccount, accounts }: Pick<Store, 'keyAccount' | 'accounts'>): string =>
  JSON.stringify([keyAccount.account, ...accounts()]);

/** Null if it is the key and an account in use, or if that was not stored. */
export function otherAccountOf(
  { keyAccount, accounts }: Pick<Store, 'keyAccount' | 'accounts'>,
  { sent_key: key, sent_account: account }: SentRow,
): KeyAccount | null {
  const isInUse = key === '' || (key === keyAccount.key && (account === keyAccount.account || accounts().includes(account)));
  return isInUse ? null : { key, account };
}
