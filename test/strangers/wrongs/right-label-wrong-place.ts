import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'The home of the right person is somebody else, a lone return label prints unasked, and a label held back is lost',
  edits: [
    {
      file: 'electron/bench/labels/label.ts',
      find: 'if (!extras.servicePoint) return false;',
      replace: 'if (extras) return false;',
    },
    {
      file: 'electron/paper/label-direction.ts',
      find: 'if (ofRecipient === ofSender) return undefined;',
      replace: 'return undefined;',
    },
    {
      file: 'electron/paper/compare-label.ts',
      find: "const out = matching.filter(({ direction }) => direction === 'out');",
      replace: 'const out = matching;',
    },
    {
      file: 'electron/bench/ship/confirm-label.ts',
      find: "({ kind: 'held-back', was: questionedIn(verdict) } as const)",
      replace: "({ kind: 'other' as const, found: [] as string[] })",
    },
  ],
};
