/*
 * The words of a query as MySQL and MariaDB read them. Their transactions that may only read do not keep them from writing a file of the
 * server, so the words decide. What a server's own settings change is read both ways.
 */

/** A remark begins with `--` only if a blank follows; `#` begins one too. */
const remark = String.raw`--(?=[\s\p{Cc}]|$)[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/`;
const quotedWith = (inside: string): string => `'(?:${inside}|''|[^'])*'|"(?:${inside}|""|[^"])*"|\`(?:\`\`|[^\`])*\``;

const readings: readonly RegExp[] = [
  // As the server is installed.
  new RegExp(`${quotedWith(String.raw`\\[\s\S]`)}|${remark}`, 'gu'),
  // With NO_BACKSLASH_ESCAPES. ANSI_QUOTES then changes nothing: a text and a name in quotes end alike.
  new RegExp(`${quotedWith('(?!)')}|${remark}`, 'gu'),
];

/** The query without texts, names in quotes and remarks, as each of the server's settings has it. */
export const barelyMySql = (query: string): readonly string[] => readings.map((quoted) => query.replace(quoted, ' '));

/** `/*! … *\/` is a remark for other databases and is run by MySQL, `/*M! … *\/` by MariaDB. */
export const hasExecutedRemark = (query: string): boolean => /\/\*M?!/i.test(query);

/** A word may follow a number, or the `\N` of nothing, at once: `1e0INTO` are two there. */
export const writesMySql = (bare: string): boolean =>
  /(?<![\p{L}_$])(?:into|outfile|dumpfile)(?![\p{L}\p{N}_$])/iu.test(bare.replaceAll(/\\N/gi, ' '));
