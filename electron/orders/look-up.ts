import { type LookUp, lookUpAddress } from '../../shared/order-source.ts';
import type { Reason } from '../../shared/reason.ts';
import { ok, type Refusal } from '../../shared/result.ts';
import type { OrderSource } from '../bench/ports/orders.ts';
import { askShop, refusalOf, type ShopRoute } from './shop-request.ts';

interface Parts {
  /** What the header of this look-up holds at this address; undefined where nothing is kept for it. */
  readonly token: (id: string, address: string) => string | undefined;
  readonly route: ShopRoute;
  readonly fail: (code: 'look-up-failed', why: Reason) => Refusal<'look-up-failed'>;
}

/** One order, with all that a shop says of it. */
const maxAnswerBytes = 2 * 1024 * 1024;

/** Asks a shop's server for the order of one number. */
export function createOrderSource({ token, route, fail }: Parts): OrderSource {
  return {
    async ask({ id, url: pattern, header, mostSeconds }: LookUp, code, until) {
      const url = lookUpAddress(pattern, code);
      const value = token(id, url);
      const asked = await askShop(route, {
        method: 'GET',
        url,
        headers: value === undefined ? {} : { [header]: value },
        totalMs: mostSeconds * 1000,
        maxBytes: maxAnswerBytes,
        until,
      });
      if (asked.is === 'silent') return fail('look-up-failed', asked.why);
      const { status, body } = asked;
      if (status === 404 || status === 410 || status === 204) return ok(undefined);
      if (status < 200 || status > 299) return fail('look-up-failed', refusalOf(asked));
      if (body.length === 0) return ok(undefined);
      return ok(new Uint8Array(body));
    },
  };
}
