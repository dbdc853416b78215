import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { Store } from './store.ts';

/** With which key and account a row was sent; no key where that was not noted. */
export const sentRow = z.object({ sent_key: z.string(), sent_account: z.string() });
type SentRow = z.infer<typeof sentRow>;

export const sentWith = ({ keyAccount }: Pick<Store, 'keyAccount'>, account = keyAccount.account): SentRow => ({
  sent_key: keyAccount.key,
  sent_account: account,
});

/** For which account, where that was noted. */
export const accountOf = ({ sent_key: key, sent_account: account }: SentRow): { account?: string } => (key === '' ? {} : { account });

/** All that the key in use can be asked for, as one value for `json_each`. */
export const accountsIn = ({ keyAccount, accounts }: Pick<Store, 'keyAccount' | 'accounts'>): string =>
  JSON.stringify([keyAccount.account, ...accounts()]);

/** Null where it is the key and an account in use, or was not noted. */
export function otherAccountOf(
  { keyAccount, accounts }: Pick<Store, 'keyAccount' | 'accounts'>,
  { sent_key: key, sent_account: account }: SentRow,
): KeyAccount | null {
  const isInUse = key === '' || (key === keyAccount.key && (account === keyAccount.account || accounts().includes(account)));
  return isInUse ? null : { key, account };
}
