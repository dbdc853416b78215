import {
  type HttpLookUp,
  lookUpAddress,
  lookUpBody,
  lookUpBodyFlaw,
  numberMark,
  placeOf,
  type SqlLookUp,
} from '../../shared/order-source.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import type { Reason } from '../../shared/reason.ts';
import { ok, type Refusal, type Result } from '../../shared/result.ts';
import type { OrderSource } from '../bench/ports/orders.ts';
import { askDatabase } from './ask-database.ts';
import { askShop, pageShown, refusalOf, type ShopRoute } from './shop-request.ts';

interface Parts {
  /** Returns the stored token or password of this look-up and this place; undefined if none is stored. */
  readonly token: (id: string, place: string) => string | undefined;
  readonly route: ShopRoute;
  /** The authorities that this computer trusts, as PEM; if empty, those of the runtime are used. */
  readonly authorities: () => readonly string[];
  readonly fail: (code: 'look-up-failed', why: Reason) => Refusal<'look-up-failed'>;
}

/** Size limit of one order with all its data. */
const maxAnswerBytes = 2 * 1024 * 1024;
/** No order has more lines. */
const mostRows = 500;

type Bytes = Uint8Array<ArrayBuffer>;
type Answered = Result<Bytes | undefined, 'look-up-failed'>;

/** Asks a shop's server, or a database, for the order with a given number. */
export function createOrderSource({ token, route, authorities, fail }: Parts): OrderSource {
  async function askServer(lookUp: HttpLookUp, code: string, until: AbortSignal): Promise<Answered> {
    const { id, url: pattern, body: asks, header, mostSeconds, acceptsPlain } = lookUp;
    const url = lookUpAddress(pattern, code);
    if (url === undefined) return fail('look-up-failed', { code: 'number-changes-address' });
    if (!acceptsPlain && isPlainBeyond(url)) return fail('look-up-failed', { code: 'plain-http-not-accepted' });
    const flaw = lookUpBodyFlaw(asks);
    if (flaw) return fail('look-up-failed', { code: 'template-wrong', ...flaw });
    const value = token(id, url);
    const secret = value === undefined ? {} : { [header]: value };
    const asked = await askShop(route, {
      url,
      ...(asks === ''
        ? { method: 'GET', headers: secret }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...secret },
            body: new TextEncoder().encode(lookUpBody(asks, code)),
          }),
      totalMs: mostSeconds * 1000,
      maxBytes: maxAnswerBytes,
      until,
    });
    if (asked.is === 'silent') return fail('look-up-failed', asked.why);
    const { status, body } = asked;
    // Without the number, the address is the same for all orders: its absence shows nothing about this one.
    const isOfOrder = pattern.includes(numberMark);
    if (status === 204 || (isOfOrder && (status === 404 || status === 410))) return ok(undefined);
    if (status < 200 || status > 299) return fail('look-up-failed', refusalOf(asked));
    const page = pageShown(asked);
    if (page) return fail('look-up-failed', page);
    if (!asked.isLengthKnown && mayLackItsEnd(body))
      return fail('look-up-failed', { code: 'shop-unreachable', trouble: 'cut', system: '' });
    return ok(body.length === 0 ? undefined : new Uint8Array(body));
  }

  async function askSql(lookUp: SqlLookUp, code: string, until: AbortSignal): Promise<Answered> {
    const asked = await askDatabase(lookUp, {
      code,
      password: token(lookUp.id, placeOf(lookUp)) ?? '',
      authorities: authorities(),
      limits: { maxBytes: maxAnswerBytes, mostRows },
      troubleOf: route.troubleOf,
      until,
    });
    return asked.is === 'silent' ? fail('look-up-failed', asked.why) : ok(asked.csv);
  }

  return {
    ask: async (lookUp, code, until) => await (lookUp.kind === 'http' ? askServer(lookUp, code, until) : askSql(lookUp, code, until)),
  };
}

/** JSON, XML and workbooks show that their end is missing; in a table only a line end shows that the last cell is complete. */
function mayLackItsEnd(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 64)).toString('latin1');
  const last = body.findLast((byte) => byte !== 0);
  return last !== undefined && last !== 0x0a && last !== 0x0d && !/^[^!-~]*(?:[{[<]|PK)/.test(start);
}
