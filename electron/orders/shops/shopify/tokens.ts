import { z } from 'zod';
import type { ApiAnswer, How, ShopClient } from '../shop-client.ts';

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

/** Shopify ends a token after 24 hours. A new one is requested this long before. */
const earlyMs = 5 * 60_000;
const usualMs = 24 * 60 * 60_000;

/** A token of an app that was created in the shop's admin before 2026: it has no end. */
export const isFixedToken = (text: string): boolean => text.startsWith('shpat_');

type Failed = Exclude<ApiAnswer, { readonly is: 'answered' }>;

export interface Tokens {
  /** Returns a token that is valid now. */
  of(address: string, how?: How): Promise<{ readonly is: 'token'; readonly token: string } | Failed>;
  /** Forgets a token that the shop refused. False if another one cannot be requested, because it is fixed. */
  drop(address: string, token: string): boolean;
}

/** Exchanges the client id and secret of an app for access tokens (client credentials grant). They are kept in memory only. */
export function createTokens(client: ShopClient, keys: (address: string) => string | undefined, now: () => Date): Tokens {
  const kept = new Map<string, { readonly pair: string; readonly token: string; readonly from: number; readonly forMs: number }>();
  return {
    async of(address, how) {
      const pair = keys(address);
      if (pair === undefined) return { is: 'refused', status: 401, why: { code: 'shop-keys-missing' } };
      const colon = pair.indexOf(':');
      const [id, secret] = [pair.slice(0, colon), pair.slice(colon + 1)];
      if (id === '') return { is: 'token', token: secret };
      const known = kept.get(address);
      // A clock that was set back would keep a token for too long.
      const age = now().getTime() - (known?.from ?? 0);
      if (known?.pair === pair && age >= 0 && age < known.forMs - earlyMs) return { is: 'token', token: known.token };
      const body = { client_id: id, client_secret: secret, grant_type: 'client_credentials' };
      const answer = await client.ask({ method: 'POST', address, path: '/admin/oauth/access_token', body }, how);
      if (answer.is === 'refused') return { ...answer, why: refusedBy(answer) };
      if (answer.is === 'later') return { ...answer, mayBeTaken: false };
      const given = tokenSchema.safeParse(answer.json).data;
      if (!given) return { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' }, mayBeTaken: false };
      const forMs = given.expires_in === undefined ? usualMs : given.expires_in * 1000;
      kept.set(address, { pair, token: given.access_token, from: now().getTime(), forMs });
      return { is: 'token', token: given.access_token };
    },

    drop(address, token) {
      if (kept.get(address)?.token === token) kept.delete(address);
      // Several requests may bear the token that has ended. Each of them may be repeated, not the first one alone.
      return keys(address)?.startsWith(':') === false;
    },
  };
}

/** Shopify answers 400 for an unknown app, for a wrong secret, and for an app that is not installed in this shop. */
function refusedBy({ status, why }: Failed & { readonly is: 'refused' }): Failed['why'] {
  if (status === 404) return { code: 'shopify-not-found' };
  return status === 400 || status === 401 || status === 403 ? { code: 'shop-refuses-app', status } : why;
}
