import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import { blobPlace } from './blobs.ts';
import { accountInName } from './old-name.ts';
import type { Store } from './store.ts';

const requestRow = z.object({ owner_id: z.string(), sealed: z.instanceof(Uint8Array) });

/** The account of an attached journal: the name of its file has lost some letters, what it sent has them all. */
export function accountIn(store: Store, { account }: KeyAccount): string {
  const row = store.get(requestRow, "SELECT owner_id, sealed FROM merged.kept WHERE kind = 'request' LIMIT 1");
  const request = row && store.unsealBytes(row.sealed, blobPlace(row.owner_id, 'request'));
  const named = request && namedIn(request);
  return named !== undefined && accountInName(named) === accountInName(account) ? named : account;
}

function namedIn(request: Uint8Array): string | undefined {
  try {
    return z.object({ account: z.string().default('') }).parse(JSON.parse(new TextDecoder().decode(request))).account;
  } catch {
    // Not the form of our requests: the name of the file stands.
    return undefined;
  }
}
