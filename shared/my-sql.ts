/* Parses the words of a query like MySQL and MariaDB. Their read-only transactions do not prevent writing a file on the server, so the
   words decide. Syntax that depends on server settings is read both ways. */

/** A comment begins with `--` only if a blank follows; `#` begins one too. */
const remark = String.raw`--(?=[\s\p{Cc}]|$)[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/`;
const quotedWith = (inside: string): string => `'(?:${inside}|''|[^'])*'|"(?:${inside}|""|[^"])*"|\`(?:\`\`|[^\`])*\``;

const readings: readonly RegExp[] = [
  // With the server's default settings.
  new RegExp(`${quotedWith(String.raw`\\[\s\S]`)}|${remark}`, 'gu'),
  // With NO_BACKSLASH_ESCAPES. ANSI_QUOTES then changes nothing: texts and quoted names end alike.
  new RegExp(`${quotedWith('(?!)')}|${remark}`, 'gu'),
];

/** The query without texts, quoted names and comments, once for each of the server's settings. */
export const barelyMySql = (query: string): readonly string[] => readings.map((quoted) => query.replace(quoted, ' '));

/** MySQL runs the content of `/*! … *\/`, and MariaDB that of `/*M! … *\/`; for other databases both are comments. */
export const hasExecutedRemark = (query: string): boolean => /\/\*M?!/i.test(query);

/** A word may directly follow a number or `\N` (NULL): `1e0INTO` is two tokens there. */
export const writesMySql = (bare: string): boolean =>
  /(?<![\p{L}_$])(?:into|outfile|dumpfile)(?![\p{L}\p{N}_$])/iu.test(bare.replaceAll(/\\N/gi, ' '));
