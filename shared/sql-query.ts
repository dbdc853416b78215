import { numberMark } from './order-source.ts';
import type { queryFlaws } from './source-reason.ts';

/** Texts, names in quotes and remarks of a query: nothing in them is part of what is asked. */
const quoted = /'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;

const bare = (query: string): string => query.replace(quoted, ' ').replace(/[\s;]+$/, '');

/** What keeps a text from being a query that asks for one order, or undefined. That it changes nothing is up to the database. */
export function queryFlaw(query: string): (typeof queryFlaws)[number] | undefined {
  const asked = bare(query).trim();
  if (asked === '') return 'none';
  if (!/^(?:select|with)\b/i.test(asked)) return 'no-select';
  if (asked.includes(';')) return 'several';
  if (/\binto\b/i.test(asked)) return 'writes';
  if (asked.includes(numberMark) && !query.match(quoted)?.some((text) => text.includes(numberMark))) return undefined;
  return query.includes(numberMark) ? 'number-in-quotes' : 'no-number';
}

/** The query with a parameter in each place of the number, and how many these are. The number itself is never part of its text. */
export function withParameters(query: string, parameter: string): { readonly text: string; readonly count: number } {
  const parts = query.replace(/[\s;]+$/, '').split(numberMark);
  return { text: parts.join(parameter), count: parts.length - 1 };
}
