import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'A return label leads to the customer again',
  edits: [
    {
      file: 'shared/return-label.ts',
      find: 'recipient: to.address,',
      replace: 'recipient: order.recipient,',
    },
  ],
};
