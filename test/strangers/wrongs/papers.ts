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
      file: 'electron/bench/documents.ts',
      find: 'const refused = await room.paper.refusal(document.name, bytes);',
      replace: 'const refused = bytes.length < 0 ? await room.paper.refusal(document.name, bytes) : undefined;',
    },
    { file: 'electron/printers/folder.ts', find: '    () => false,', replace: '    () => true,' },
  ],
};
