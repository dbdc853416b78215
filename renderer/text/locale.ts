/** Format of dates, numbers and countries: the language of the sentences, which `language.ts` chooses. */
export const locale = 'en-GB';
