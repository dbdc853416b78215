import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Explanation, explanationSchema, mostExplanations } from '../../shared/explanation.ts';
import { textOfBytes } from '../files/text.ts';
import { createErrorDictionary, type ErrorDictionary } from './error-dictionary.ts';

/** The shop's explanations of errors of the service, and the dictionary that uses them. */
export interface Explanations {
  readonly dictionary: ErrorDictionary;
  list(): readonly Explanation[];
  /** Patterns that cannot be used, or null for the whole file. */
  problems(): readonly { readonly pattern: string | null }[];
  /** Adds it before the others, on the disk when it returns. False if the file is unreadable or full: it stays as it is. */
  keep(explanation: Explanation): boolean;
  /** False if there is no equal one, or the file is unreadable. */
  drop(explanation: Explanation): boolean;
}

const listSchema = z.array(explanationSchema);

/** `error-dictionary.json`. People may edit it too, so it is read again before each change. */
export function openExplanations(file: string, write: (file: string, bytes: Uint8Array) => void): Explanations {
  let list: readonly Explanation[] | undefined;
  let problems: { readonly pattern: string | null }[] = [];
  let dictionary: ErrorDictionary;

  function take(next: readonly Explanation[] | undefined): void {
    list = next;
    problems = next ? [] : [{ pattern: null }];
    dictionary = createErrorDictionary(next, (pattern) => problems.push({ pattern }));
  }

  function change(next: readonly Explanation[]): true {
    write(file, new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`));
    take(next);
    return true;
  }

  take(readList(file));
  return {
    dictionary: { explain: (messages) => dictionary.explain(messages) },
    list: () => list ?? [],
    problems: () => problems,
    keep(explanation) {
      const now = readList(file);
      return now !== undefined && now.length < mostExplanations && change([explanation, ...now]);
    },
    drop(explanation) {
      const now = readList(file) ?? [];
      const at = now.findIndex((each) => isSame(each, explanation));
      return at !== -1 && change(now.toSpliced(at, 1));
    },
  };
}

const isSame = (one: Explanation, other: Explanation): boolean =>
  one.cause === other.cause &&
  one.remedy === other.remedy &&
  ('message' in one ? 'message' in other && one.message === other.message : 'pattern' in other && one.pattern === other.pattern);

/** Undefined if the file is not a list of explanations. */
function readList(file: string): readonly Explanation[] | undefined {
  if (!existsSync(file)) return [];
  try {
    return listSchema.safeParse(JSON.parse(textOfBytes(readFileSync(file)))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
