import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a shop that reports that it knows the key of a try before counts as one that refuses',
  met: 'reports',
  matches: /409/,
  edits: [{ file: 'electron/bench/orders/report-request.ts', find: '!mayBeTaken) return', replace: 'true) return' }],
};
