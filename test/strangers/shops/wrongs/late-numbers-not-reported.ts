import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'tracking numbers that come once the shop took the telling are told to nobody',
  met: 'reports',
  says: /never told the tracking number|wait, and/,
  edits: [{ file: 'electron/journal/outbox.ts', find: "add(bookingId, joinedKey, 'tracking', channel);", replace: 'continue;' }],
};
