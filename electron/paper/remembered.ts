/** One label is asked about its texts hundreds of times; it has no more of them than this, as a rule. */
const mostTexts = 500;

/** What a pure function answers to a text, which is worked out once while the same label is asked about. */
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
