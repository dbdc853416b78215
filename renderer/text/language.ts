import { english } from './en/english.ts';

type Words<T> = T extends string
  ? string
  : T extends (...of: infer Of) => infer Text
    ? (...of: Of) => Words<Text>
    : { readonly [K in keyof T]: Words<T[K]> };

/** Texts that every language must have. A missing text does not compile. */
type Language = Words<typeof english>;

/** The language of the window. Another one is a folder beside `en/`, named here and in `locale.ts`; the manual is `docs/manual/`. */
export const language: Language = english;
