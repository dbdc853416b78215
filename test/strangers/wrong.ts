/** One place of the program's source, and what stands there while it is wrong. The text must be found there exactly once. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A way the program once was wrong. Put back, the strangers must find it. */
export interface Wrong {
  readonly title: string;
  readonly edits: readonly Edit[];
}
