import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a second parcel of an order that is sent is not answered',
  met: 'pushes',
  matches: /was informed of|nothing was answered/,
  edits: [
    { file: 'electron/station/pushed-orders.ts', find: 'return lines.map((row) =>', replace: 'return lines.slice(0, 1).map((row) =>' },
  ],
};
