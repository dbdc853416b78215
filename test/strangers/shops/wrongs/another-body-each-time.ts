import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'each try says what is known by then, under the key of the first',
  met: 'reports',
  says: /in different words with one key/,
  edits: [{ file: 'electron/bench/orders/outbox.ts', find: 'row.request ?? begin(row, booking)', replace: 'begin(row, booking)' }],
};
