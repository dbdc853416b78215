/** One label is searched for its texts hundreds of times; it rarely has more texts than this. */
const mostTexts = 500;

/** Caches the results of a pure function by text, so that each text of a label is computed once. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly answer: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.answer;
    const found = answer(text);
    if (known.size >= mostTexts) known.clear();
    known.set(text, { answer: found });
    return found;
  };
}
