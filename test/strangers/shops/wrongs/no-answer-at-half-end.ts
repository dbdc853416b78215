import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'who has no more to send is not answered',
  met: 'pushes',
  matches: /half closed.*it was not answered/,
  edits: [{ file: 'electron/listener/http-listener.ts', find: 'Object.assign(server, { httpAllowHalfOpen: true });', replace: '' }],
};
