import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a shop that asked to be left alone is asked with the next parcel',
  met: 'reports',
  matches: /were asked for$/,
  edits: [
    {
      file: 'electron/bench/orders/outbox.ts',
      find: 'quietUntil = now + Math.max(pauseBehind(failures), retryAfterMs);',
      replace: 'quietUntil = now + pauseBehind(failures);',
    },
  ],
};
