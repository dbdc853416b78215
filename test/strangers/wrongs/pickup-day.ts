import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title:
    'A driver is ordered for a Sunday, for hours that are past and for a year ahead without a word, and a manifest that is no PDF is none',
  edits: [
    {
      file: 'electron/bench/pickup/may-request.ts',
      find: 'return problems.length > 0 && request.isSure !== true',
      replace: 'return problems.length < 0',
    },
    { file: 'shared/pickup-check.ts', find: 'date === now.day && closingTime <= now.time', replace: 'date < now.day' },
    {
      file: 'electron/courier/pickup.ts',
      find: "readDocument } from './encoded-paper.ts'",
      replace: "readPaper } from './encoded-paper.ts'",
    },
    { file: 'electron/courier/pickup.ts', find: "readDocument(fields['manifest'])", replace: "readPaper(fields['manifest'])" },
  ],
};
