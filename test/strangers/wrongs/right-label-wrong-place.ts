import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'The home of the right person is somebody else, a lone return label prints unasked, and a label held back is lost',
  edits: [
    {
      file: 'electron/bench/labels/label.ts',
      find: 'if (!extras.servicePoint) return false;',
      replace: 'if (extras) return false;',
    },
    { file: 'electron/paper/compare-label.ts', find: 'if (told) return told;', replace: '' },
    {
      file: 'electron/paper/compare-label.ts',
      find: 'const out = surelyOut.length > 0 || matching.length > 1 ? matching : surelyOut;',
      replace: 'const out = matching;',
    },
    {
      file: 'electron/bench/ship/confirm-label.ts',
      find: "({ kind: 'held-back', was: questionedIn(verdict) } as const)",
      replace: "({ kind: 'other' as const, found: [] as string[] })",
    },
  ],
};
