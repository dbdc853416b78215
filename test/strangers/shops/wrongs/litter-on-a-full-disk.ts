import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'each try on a full disk leaves a file behind',
  met: 'files',
  matches: /unfinished files|left behind/,
  edits: [
    { file: 'electron/files/foreign-file.ts', find: '    await removeOnceFree(path);\n', replace: '' },
    {
      file: 'electron/orders/write-back.ts',
      find: 'await removeOnceFree(unfinished);\n        throw error;',
      replace: 'throw error;',
    },
  ],
};
