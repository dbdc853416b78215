import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a shop that sends elsewhere counts as informed',
  met: 'reports',
  matches: /30[1-8] /,
  edits: [{ file: 'electron/orders/write-back.ts', find: 'status >= 200 && status < 300', replace: 'status >= 200 && status < 400' }],
};
