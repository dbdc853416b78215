import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'The rest of an order takes every item again',
  edits: [
    {
      file: 'shared/parts.ts',
      find: "return { is: 'left', lines: left,",
      replace: "return { is: 'left', lines,",
    },
  ],
};
