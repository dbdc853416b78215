import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a success with an error within counts as informed',
  met: 'reports',
  matches: /no success|error within|errors within|page to sign in/,
  edits: [{ file: 'electron/orders/write-back.ts', find: 'const no = noWithin(answer);', replace: 'const no = undefined;' }],
};
