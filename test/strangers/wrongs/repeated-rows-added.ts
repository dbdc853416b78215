import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: "Rows that a shop's export repeats are added up",
  edits: [
    {
      file: 'electron/orders/shop-order.ts',
      find: 'const repeated = repeatedRows(items, rows, currency, shop);',
      replace: 'const repeated = repeatedRows([], rows, currency, shop);',
    },
  ],
};
