/** A text of three words or more that begins like a sentence, and none in capital letters alone, as SQL and ZPL are. */
const sentence = /^\s?[A-Z“][a-z]*\s+[^A-Z\s]\S*(?:\s+\S+)+$/;
const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** A title, as the service calls a paper, is a name: every word begins with a capital letter, but the small ones. */
const title = /^(?:[A-Z]\S*|of|and|the|for|in)(?: (?:[A-Z]\S*|of|and|the|for|in))*$/;
/** What only developers and logs read. */
const isOfBug = (before: string): boolean => /(?:new \w*Error|console\.\w+|\blog)\(\s*$/.test(before);

/** The sentences for people in a source file; what stands in comments, in thrown bugs and in the log is none. */
export function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return [...code.matchAll(literal)]
    .filter(({ index }) => !isOfBug(code.slice(Math.max(0, index - 60), index)))
    .map(([text]) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'x'))
    .filter((text) => sentence.test(text) && !title.test(text));
}
