import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'each try reports what is known by then, under the key of the first',
  met: 'reports',
  matches: /in different words with one key/,
  edits: [{ file: 'electron/bench/orders/outbox.ts', find: 'row.request ?? begin(row, about)', replace: 'begin(row, about)' }],
};
