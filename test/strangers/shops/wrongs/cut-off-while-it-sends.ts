import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'who sends all before it reads does not hear that it is refused',
  met: 'pushes',
  says: /it was not answered: E/,
  edits: [{ file: 'electron/orders/push-door.ts', find: '    await readOff(request);\n', replace: '' }],
};
