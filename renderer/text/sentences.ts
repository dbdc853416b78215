interface Coded {
  readonly code: string;
}

/** A sentence for each code of a union, made of the values that stand beside it. One without a sentence does not compile. */
export type Sentences<C extends Coded> = { readonly [K in C['code']]: (of: Extract<C, { readonly code: K }>) => string };

/** What a code with its values says. */
export const sayWith = <C extends Coded>(sentences: Sentences<C>, coded: C): string =>
  (sentences[coded.code as C['code']] as (of: C) => string)(coded);
