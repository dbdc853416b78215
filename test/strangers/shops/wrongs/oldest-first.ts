import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'one parcel that a shop stumbles over holds up all others',
  met: 'reports',
  matches: /was reported after|was reported again|never reported/,
  edits: [{ file: 'electron/bench/orders/outbox.ts', find: 'first.toSorted((one, other) => one.tries - other.tries)', replace: 'first' }],
};
