interface Coded {
  readonly code: string;
}

/** A sentence for each code of a union, built from the code's values. A code without a sentence does not compile. */
export type Sentences<C extends Coded> = { readonly [K in C['code']]: (of: Extract<C, { readonly code: K }>) => string };

/** The sentence of a code with its values. */
export const sentenceOf = <C extends Coded>(sentences: Sentences<C>, coded: C): string =>
  (sentences[coded.code as C['code']] as (of: C) => string)(coded);
