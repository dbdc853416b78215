import { hash } from 'node:crypto';
import { isOnePiece } from '../../shared/check-off.ts';
import type { Order } from '../../shared/order.ts';
import { placeOf } from '../../shared/same-address.ts';
import type { PreparedOrders, WordRun } from '../bench/ports/journal/prepared-orders.ts';
import type { Place, PlacedEncryption } from './encryption.ts';
import { itemsOf, wordRun } from './word-run.ts';

/** Detects whether a file has an order unchanged since last time. */
export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));

const encryptedStart = Buffer.from('{"order":');
/** The end of an encrypted order: the digest of its file's content. No text within an order can look like this. */
export const encryptedEnd = (digest: string): string => `,"imported":"${digest}"}`;

/** The place that an encrypted order is bound to. */
export const orderPlace = (key: string): Place => ['orders.encrypted', key];

/** Prepares orders without an open journal: any thread may do it. */
export function prepareOrders(orders: readonly Order[]): PreparedOrders {
  const spelt = orders.map((order) => {
    const text = Buffer.from(JSON.stringify(order));
    const digest = hash('sha256', text);
    return { order, digest, parts: [encryptedStart, text, Buffer.from(encryptedEnd(digest))] };
  });
  const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((length, part) => length + part.length, 0);
  const bytes = new Uint8Array(spelt.reduce((length, { parts }) => length + lengthOf(parts), 0));
  let end = 0;
  return {
    orders: spelt.map(({ order, digest, parts }) => {
      const { key, reference, recipient, hold, source, priority, shipBy } = order;
      for (const part of parts) {
        bytes.set(part, end);
        end += part.length;
      }
      const { name, company, postalCode, city, country } = recipient;
      const plan = { ...(priority && { priority }), ...(shipBy !== undefined && { shipBy }) };
      return {
        key,
        reference,
        recipient: { name, company, postalCode, city, country },
        hold,
        source,
        ...plan,
        items: itemsOf(order),
        isOnePiece: isOnePiece(order),
        place: placeOf(recipient),
        digest,
        end,
      };
    }),
    bytes,
  };
}

/** Prepares more, as long as there is time for it: the words of the orders, then the encryption of each. */
export interface AheadOfTime {
  /** Continues: first with all words, then encrypts up to `count` orders. False once all is done. */
  more(count: number): boolean;
  /** Returns what is done so far. */
  done(): Required<Pick<PreparedOrders, 'encrypted'>> & Pick<PreparedOrders, 'words'>;
}

export function aheadOfTime({ orders, bytes }: PreparedOrders, { encrypt }: Pick<PlacedEncryption, 'encrypt'>): AheadOfTime {
  const encrypted: Uint8Array[] = [];
  let words: WordRun | undefined;
  return {
    more(count) {
      if (!words) words = wordRun(orders);
      else
        for (const { key, end } of orders.slice(encrypted.length, encrypted.length + count))
          encrypted.push(encrypt(bytes.subarray(orders[encrypted.length - 1]?.end ?? 0, end), orderPlace(key)));
      return encrypted.length < orders.length;
    },
    done() {
      const all = new Uint8Array(encrypted.reduce((length, each) => length + each.length, 0));
      let end = 0;
      const ends = encrypted.map((each) => {
        all.set(each, end);
        end += each.length;
        return end;
      });
      return { encrypted: { bytes: all, ends }, ...(words && { words }) };
    },
  };
}
