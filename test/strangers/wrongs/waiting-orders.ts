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
      file: 'shared/bench.ts',
      find: "return to({ step: 'done', ...labelShown(workflow, event) });",
      replace: "return { ...to({ step: 'done', ...labelShown(workflow, event) }), waiting: event.failure ? [] : state.waiting };",
    },
    {
      file: 'electron/bench/ship/scanning.ts',
      find: 'if (last?.key !== key) parking.leave();',
      replace: '',
    },
    {
      file: 'electron/bench/ship/scanning.ts',
      find: 'if (isLeft) return fail(foreignFailure(code, found), code);',
      replace: '',
    },
  ],
};
