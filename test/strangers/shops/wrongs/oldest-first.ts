import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'one parcel that a shop stumbles over holds up all others',
  met: 'reports',
  says: /was told after|was told again|never told/,
  edits: [{ file: 'electron/bench/orders/outbox.ts', find: 'first.toSorted((one, other) => one.tries - other.tries)', replace: 'first' }],
};
