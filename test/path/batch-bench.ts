import { expect } from 'vitest';
import type { BatchView } from '../../shared/batch.ts';
import { type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { parts } from '../words.ts';
import { plainOrder } from './plain-order.ts';
import { type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

export const key = (number: number): OrderKey => orderKeySchema.parse(`B-${number}`);
const people = [
  ...parts('Anna Lehmann | Pieter Bakker | Celine Dubois | Jonas Weber | Maria Rossi | Lena Vogt | Otto Kern | Ida Holm'),
  ...parts('Piet Mulder'),
];
const more = ['Kate Fisher', 'Hugo Blanc', 'Nora Lind', 'Emil Novak'];
const recipient = (number: number): string => [...people, ...more][number] ?? '';

/** Starts a station with one order for each of these products; `change` edits each order. */
export async function benchWith(
  products: readonly string[],
  options: PlainOptions = {},
  change: (order: ReturnType<typeof plainOrder>) => Readonly<Record<string, string>> = (order) => order,
): Promise<PlainStation> {
  const rows = products.map((_, index) => change({ ...plainOrder(key(index + 1)), name: recipient(index + 1) }));
  const csv = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');
  const bench = await startPlainStation({ ...options, orders: csv });
  for (const [index, sku] of products.entries()) {
    const order = await bench.call('order', { key: key(index + 1) });
    await bench.call('saveOrder', { order: { ...order, lines: [{ name: sku, sku, quantity: 1, price: null }] } });
  }
  return bench;
}

export async function whenBatch(bench: PlainStation, is: (view: BatchView) => boolean): Promise<BatchView> {
  let last: BatchView | null = null;
  const poll = async (): Promise<boolean> => {
    last = await bench.call('batch', {});
    return last !== null && is(last);
  };
  await expect
    .poll(poll)
    .toBe(true)
    .catch(() => Promise.reject(new Error(`The batch is ${JSON.stringify(last)}`)));
  if (!last) throw new Error('no batch');
  return last;
}
export const at = (bench: PlainStation, state: BatchView['state']): Promise<BatchView> => whenBatch(bench, (view) => view.state === state);

export async function quoted(bench: PlainStation, keys: OrderKey[] | null = null): Promise<BatchView> {
  await bench.call('openBatch', { keys, search: '' });
  return at(bench, 'ready');
}

/** Sheets from a printer, in order: the number of the order on a label, or the group before it. */
export const cameOut = ({ printer }: Pick<PlainStation, 'printer'>): string[] =>
  printer.sheets().map(({ zpl }) => {
    const text = zpl.toString('utf8').toLowerCase();
    const number = Array.from({ length: 12 }, (_, index) => index + 1).find((each) => text.includes(recipient(each).toLowerCase()));
    return number === undefined ? (/\^fd(cup|vase|bowl|several products)/.exec(text)?.[1] ?? 'other') : key(number);
  });
