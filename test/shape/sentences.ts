/** A text of three words or more that begins like a sentence. Texts in capitals only, such as SQL and ZPL, do not match. */
const sentence = /^\s?[A-Z“][a-z]*\s+[^A-Z\s]\S*(?:\s+\S+)+$/;
const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** The title of a document is a name: every word except the small ones begins with a capital letter. */
const title = /^(?:[A-Z]\S*|of|and|the|for|in)(?: (?:[A-Z]\S*|of|and|the|for|in))*$/;
/** Texts that only developers and logs read. */
const isOfBug = (before: string): boolean => /(?:new \w*Error|console\.\w+|\blog)\(\s*$/.test(before);

/** The sentences for users in a source file, without those in comments, thrown bugs and the log. */
export function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return [...code.matchAll(literal)]
    .filter(({ index }) => !isOfBug(code.slice(Math.max(0, index - 60), index)))
    .map(([text]) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'x'))
    .filter((text) => sentence.test(text) && !title.test(text));
}

/** Words of the people who build Packbench, which a packer has no use for. */
const ofTheWorkshop = /\b(?:ledger|journal|rollback|slot|digest|raw queue|capability file|mutex|schema|payload|endpoint)s?\b/i;

/**
 * The texts in a source file of the screens that contain such a word. A text of one word in small letters is a name in the code, as in
 * `'journal-lost'`; so is everything between `${` and `}`.
 */
export function workshopWordsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(/^(?:import|export) .* from .*$/gm, '');
  return [...code.matchAll(literal)]
    .map(([text]) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'x'))
    .filter((text) => !/^[a-z-]+$/.test(text) && ofTheWorkshop.test(text));
}
