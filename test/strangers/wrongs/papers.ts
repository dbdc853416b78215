import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title:
    'An invoice of the sender is never asked for, files nobody can read are sent, and the bar says Ready where no document can be kept',
  edits: [
    {
      file: 'electron/journal/bookings.ts',
      find: 'if (owesInvoice(order, sender))',
      replace: 'if (owesInvoice(order, sender) && id === "")',
    },
    {
      file: 'electron/bench/documents/documents.ts',
      find: 'await context.paper.refusal(document.name, bytes).finally(() => underCheck.delete(about));',
      replace: 'bytes.length < 0 ? await context.paper.refusal(document.name, bytes).finally(() => underCheck.delete(about)) : undefined;',
    },
    { file: 'electron/printers/folder.ts', find: '    () => false,', replace: '    () => true,' },
  ],
};
