import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'names in other letters than UTF-8 stand misspelt in the list',
  met: 'pushes',
  matches: / in the list, and may be /,
  edits: [
    {
      file: 'electron/orders/push-listener.ts',
      find: "const text = inUtf8(body, headers['content-type']);",
      replace: 'const text = body;',
    },
  ],
};
