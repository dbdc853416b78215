import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'tracking numbers that come once the shop took the report are reported to nobody',
  met: 'reports',
  matches: /never sent the tracking number|wait, and/,
  edits: [{ file: 'electron/journal/outbox.ts', find: "add(bookingId, joinedKey, 'tracking', channel);", replace: 'continue;' }],
};
