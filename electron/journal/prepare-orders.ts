import { hash } from 'node:crypto';
import type { Order } from '../../shared/order.ts';
import type { PreparedOrders } from '../bench/ports/journal/prepared-orders.ts';
import { wordRun } from './word-run.ts';

/** Tells whether a file says of an order what it said the last time. */
export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));

const sealedStart = Buffer.from('{"order":');
/** How an order ends as it is sealed: with the digest of what its file said. No text within an order can look like this. */
export const sealedEnd = (digest: string): string => `,"imported":"${digest}"}`;

/** What a journal does not need to be open for: any thread may do it. */
export function prepareOrders(orders: readonly Order[]): PreparedOrders {
  const spelt = orders.map((order) => {
    const text = Buffer.from(JSON.stringify(order));
    const digest = hash('sha256', text);
    return { order, digest, parts: [sealedStart, text, Buffer.from(sealedEnd(digest))] };
  });
  const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((length, part) => length + part.length, 0);
  const bytes = new Uint8Array(spelt.reduce((length, { parts }) => length + lengthOf(parts), 0));
  let end = 0;
  return {
    orders: spelt.map(({ order: { key, recipient, hold, source, priority, shipBy }, digest, parts }) => {
      for (const part of parts) {
        bytes.set(part, end);
        end += part.length;
      }
      const { name, postalCode, city, country } = recipient;
      const said = { ...(priority && { priority }), ...(shipBy !== undefined && { shipBy }) };
      return { key, recipient: { name, postalCode, city, country }, hold, source, ...said, digest, end };
    }),
    bytes,
    words: wordRun(orders),
  };
}
