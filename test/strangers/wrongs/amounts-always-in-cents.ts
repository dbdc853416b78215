import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'Typed amounts are always cents, whatever the currency',
  edits: [
    {
      file: 'shared/question.ts',
      find: 'const value = readAmount(text, currencyOf(order, currency));',
      replace:
        "const value = ((amount) => amount && { minor: amount.minor, currency: currencyOf(order, currency) })(readAmount(text, 'EUR'));",
    },
  ],
};
