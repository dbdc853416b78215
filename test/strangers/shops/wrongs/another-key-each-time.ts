import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'each try goes with another key',
  met: 'reports',
  matches: /is reported to|its history shows reported|another key/,
  edits: [
    { file: 'electron/orders/write-back.ts', find: "'idempotency-key': key,", replace: "'idempotency-key': `${key}-${Date.now()}`," },
  ],
};
