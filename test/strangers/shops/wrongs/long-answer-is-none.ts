import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a success whose answer is long is no answer',
  met: 'reports',
  matches: /200 large/,
  edits: [{ file: 'electron/orders/write-back.ts', find: 'startIsEnough: true,', replace: '' }],
};
