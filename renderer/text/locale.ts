/** How dates, numbers and countries are written: of the same language as the sentences, which `text.ts` chooses. */
export const locale = 'en-GB';
