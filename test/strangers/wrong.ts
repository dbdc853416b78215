/** One edit of the program's source that introduces a bug. The text must be found there exactly once. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A bug that the program once had. The strangers must find it if it is reintroduced. */
export interface Wrong {
  readonly title: string;
  readonly edits: readonly Edit[];
}
