/** How dates, numbers and countries are written: of the same language as the sentences, which `language.ts` chooses. */
export const locale = 'en-GB';
