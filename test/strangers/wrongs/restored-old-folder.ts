import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'an old data folder put back opens READY and buys again what was bought since',
  edits: [
    { file: 'electron/station/world-journal.ts', find: 'judgeByWitness(reserved, witness, platform.now);', replace: '' },
    { file: 'electron/station/world-journal.ts', find: '(witness.read()?.sequence ?? 0) > 0', replace: 'false' },
  ],
};
