import { numberMark, type SqlLookUp } from './order-source.ts';
import type { queryFlaws } from './source-reason.ts';
import { bareOfTSql, isMoreThanReading } from './t-sql.ts';

/** Texts, names in quotes and remarks of a query: nothing in them is part of what is asked. */
const quoted = /'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;

const bareOf = (query: string, kind: SqlLookUp['kind']): string =>
  (kind === 'sqlserver' ? bareOfTSql(query) : query.replace(quoted, ' ')).replace(/[\s;]+$/, '').trim();

/** What keeps a text from being a query that asks for one order, or undefined. That it changes nothing is up to the database, where it can. */
export function queryFlaw(query: string, kind: SqlLookUp['kind']): (typeof queryFlaws)[number] | undefined {
  const asked = bareOf(query, kind);
  if (asked === '') return 'none';
  if (!/^(?:select|with)\b/i.test(asked)) return 'no-select';
  if (asked.includes(';')) return 'several';
  if (/\binto\b/i.test(asked)) return 'writes';
  if (kind === 'sqlserver' && isMoreThanReading(asked)) return 'not-only-reading';
  if (!query.includes(numberMark)) return 'no-number';
  return countOf(asked) === countOf(query) ? undefined : 'number-in-quotes';
}

const countOf = (text: string): number => text.split(numberMark).length;

/** The query with a parameter in each place of the number, and how many these are. The number itself is never part of its text. */
export function withParameters(query: string, parameter: string): { readonly text: string; readonly count: number } {
  const parts = query.replace(/[\s;]+$/, '').split(numberMark);
  return { text: parts.join(parameter), count: parts.length - 1 };
}
