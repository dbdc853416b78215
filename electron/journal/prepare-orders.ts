import { hash } from 'node:crypto';
import type { Order } from '../../shared/order.ts';
import type { PreparedOrders } from '../bench/ports/journal.ts';
import { wordRun } from './word-run.ts';

/** Tells whether a file says of an order what it said the last time. */
export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));

/** What a journal does not need to be open for: any thread may do it. */
export function prepareOrders(orders: readonly Order[]): PreparedOrders {
  const spelt = orders.map((order) => {
    const text = JSON.stringify(order);
    const digest = hash('sha256', text);
    return { order, digest, text: `{"order":${text},"imported":"${digest}"}` };
  });
  const bytes = Buffer.allocUnsafeSlow(spelt.reduce((length, { text }) => length + Buffer.byteLength(text), 0));
  let end = 0;
  return {
    orders: spelt.map(({ order: { key, recipient, hold }, digest, text }) => {
      end += bytes.write(text, end);
      const { name, postalCode, city, country } = recipient;
      return { key, recipient: { name, postalCode, city, country }, hold, digest, end };
    }),
    bytes: new Uint8Array(bytes.buffer),
    words: wordRun(orders),
  };
}
