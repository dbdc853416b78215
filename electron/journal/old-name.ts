import type { KeyAccount } from '../../shared/key-account.ts';

/** The main account had this name. */
const main = 'main';

export const accountInName = (account: string): string => account.replace(/[^\w-]/g, '_') || main;

/** Live journals were kept one for each key and account, under these names. */
export const oldName = ({ key, account }: KeyAccount): string => `journal-live-${key}-${accountInName(account)}.sqlite`;

/** What the name of an old journal says of its key and account, or undefined for any other file. */
export function readOldName(name: string): KeyAccount | undefined {
  const [, key, account] = /^journal-live-([0-9a-f]{12}|none)-([\w-]+)\.sqlite$/.exec(name) ?? [];
  return key === undefined || account === undefined ? undefined : { key, account: account === main ? '' : account };
}
