import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'Another service drops insurance and CO₂ silently, an extra without a readable price is not offered, and customs stays unsaid',
  edits: [
    {
      file: 'shared/bench.ts',
      find: ': to(withExtras({ ...byPerson(workflow), serviceId: event.serviceId, points: null, notice: ofPrinter(workflow.notice) }));',
      replace:
        ": to(withExtras({ ...byPerson(workflow), serviceId: event.serviceId, wish: { ...noExtras, pointOf: '' }, points: null, notice: ofPrinter(workflow.notice) }));",
    },
    { file: 'electron/courier/quote.ts', find: "?? 'price-unknown') : null;", replace: '?? null) : null;' },
    {
      file: 'electron/bench/ship/preparing.ts',
      find: 'declared: declarationOf(from.address, order),',
      replace: 'declared: null,',
    },
  ],
};
