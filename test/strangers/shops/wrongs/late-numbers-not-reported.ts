import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'tracking numbers that come after the shop took the report are never reported',
  met: 'reports',
  matches: /never sent the tracking number|wait, and/,
  edits: [{ file: 'electron/journal/outbox.ts', find: "add(bookingId, joinedKey, 'tracking', channel);", replace: 'continue;' }],
};
