import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a second parcel of an order that is sent is not answered',
  met: 'pushes',
  says: /was told of|nothing was said/,
  edits: [
    { file: 'electron/station/pushed-orders.ts', find: 'return lines.map((row) =>', replace: 'return lines.slice(0, 1).map((row) =>' },
  ],
};
