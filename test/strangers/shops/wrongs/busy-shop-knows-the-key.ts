import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a shop that was busy or away and then is in conflict over something else counts as one that took it',
  met: 'reports',
  matches: /409 archived.* (?:was reported again|is not in Resolve|shows reported)/,
  edits: [
    {
      file: 'electron/orders/write-back.ts',
      find: 'const mayBeTakenBehind = (status: number): boolean =>',
      replace: 'const mayBeTakenBehind = (status: number): boolean => status > 0 ||',
    },
  ],
};
