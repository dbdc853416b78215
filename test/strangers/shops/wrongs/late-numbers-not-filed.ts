import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'tracking numbers that come later are laid for nobody',
  met: 'files',
  matches: /reported as sent|the share is well/,
  edits: [{ file: 'electron/journal/outbox.ts', find: "add(bookingId, joinedKey, 'tracking', channel);", replace: 'continue;' }],
};
