import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'tracking numbers that come late go under the key of their shipment',
  met: 'reports',
  matches: /in different words with one key/,
  edits: [
    {
      file: 'electron/bench/orders/report-request.ts',
      find: "if (what === 'shipped') return",
      replace: "if (what !== 'cancelled') return",
    },
  ],
};
