import type { BenchContext } from '../context.ts';

/** The accounts that parcels of this bench are shipped for. */
export const accountsOf = ({ keyAccount, settings }: Pick<BenchContext, 'keyAccount' | 'settings'>): ReadonlySet<string> =>
  new Set([keyAccount.account, ...settings().senders.flatMap(({ account }) => account || [])]);
