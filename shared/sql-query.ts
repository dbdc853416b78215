import { numberMark, type SqlLookUp } from './order-source.ts';
import type { queryFlaws } from './source-reason.ts';
import { bareOfTSql, isMoreThanReading } from './t-sql.ts';

/** Texts, quoted names and comments of a PostgreSQL query, which are not part of its statements. */
const quoted = /'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;

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
const barelyMySql = (query: string): readonly string[] => readings.map((quoted) => query.replace(quoted, ' '));

/** MySQL runs the content of `/*! … *\/`, and MariaDB that of `/*M! … *\/`; for other databases both are comments. */
const hasExecutedRemark = (query: string): boolean => /\/\*M?!/i.test(query);

/** A word may directly follow a number or `\N` (NULL): `1e0INTO` is two tokens there. */
const writesMySql = (bare: string): boolean =>
  /(?<![\p{L}_$])(?:into|outfile|dumpfile)(?![\p{L}\p{N}_$])/iu.test(bare.replaceAll(/\\N/gi, ' '));

type QueryFlaw = (typeof queryFlaws)[number];

const bareOf: Readonly<Record<SqlLookUp['kind'], (query: string) => readonly string[]>> = {
  postgresql: (query) => [query.replace(quoted, ' ')],
  mysql: barelyMySql,
  sqlserver: (query) => [bareOfTSql(query)],
};

/** Why a text is not a query for one order, or undefined. Preventing changes is left to the database, if it can. */
export function queryFlaw(query: string, kind: SqlLookUp['kind']): QueryFlaw | undefined {
  if (kind === 'mysql' && hasExecutedRemark(query)) return 'executed-remark';
  for (const bare of bareOf[kind](query)) {
    const flaw = flawOf(query, withoutEnd(bare).trim(), kind);
    if (flaw) return flaw;
  }
  return undefined;
}

function flawOf(query: string, asked: string, kind: SqlLookUp['kind']): QueryFlaw | undefined {
  if (asked === '') return 'none';
  if (!/^(?:select|with)\b/i.test(asked)) return 'no-select';
  if (asked.includes(';')) return 'several';
  if (kind === 'mysql' ? writesMySql(asked) : /\binto\b/i.test(asked)) return 'writes';
  if (kind === 'sqlserver' && isMoreThanReading(asked)) return 'not-only-reading';
  if (!query.includes(numberMark)) return 'no-number';
  return countOf(asked) === countOf(query) ? undefined : 'number-in-quotes';
}

/** Without trailing blanks and semicolons. */
function withoutEnd(query: string): string {
  let end = query.length;
  while (end > 0 && /[\s;]/.test(query.charAt(end - 1))) end -= 1;
  return query.slice(0, end);
}

const countOf = (text: string): number => text.split(numberMark).length;

/** The query with a parameter at each place of the number, and the number of places. The number itself is never part of the text. */
export function withParameters(query: string, parameter: string): { readonly text: string; readonly count: number } {
  const parts = withoutEnd(query).split(numberMark);
  return { text: parts.join(parameter), count: parts.length - 1 };
}
