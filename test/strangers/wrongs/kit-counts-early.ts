import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'A kit counts as packed with the first of its parts',
  edits: [
    {
      file: 'shared/check-off.ts',
      find: 'pieces: Math.min(...after.map(',
      replace: 'pieces: Math.max(...after.map(',
    },
  ],
};
