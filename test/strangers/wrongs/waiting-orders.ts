import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'An order that waits is lost, and a foreign code throws the parcel in hand away',
  edits: [
    {
      file: 'shared/bench.ts',
      find: ': { ...state, waiting: [...state.waiting, event.order] };',
      replace: ': { ...state, waiting: [event.order] };',
    },
    {
      file: 'electron/bench/ship/conversation.ts',
      find: "fold({ is: 'finished', booking, failure });\n    if (failure === null) takeUpNext();",
      replace:
        "fold({ is: 'finished', booking, failure });\n    if (failure === null) takeUpNext();\n    else state = { ...state, waiting: [] };",
    },
    {
      file: 'electron/bench/ship/conversation.ts',
      find: 'if (last && last.key !== key && !last.hold) writeDown(room, layBegunAside);',
      replace: '',
    },
    {
      file: 'electron/bench/ship/conversation.ts',
      find: 'if (isForeign(found) && isInWork(walk)) return room.fail(foreignFailure(scan.text, found), scan.text);',
      replace: '',
    },
  ],
};
