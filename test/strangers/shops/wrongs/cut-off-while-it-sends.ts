import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'who sends all before it reads does not hear that it is refused',
  met: 'pushes',
  matches: /it was not answered: E/,
  edits: [{ file: 'electron/listener/http-listener.ts', find: '    await readOff(request, 2 * maxBytes);\n', replace: '' }],
};
