/* Placeholders such as `{number}` in addresses and JSON texts that an administrator writes: one rule for look-ups and reports to a shop. */

/** The values of the known placeholders by name. A list stands only alone in its text, and becomes a JSON list. */
export type Filling = Readonly<Record<string, string | readonly string[]>>;

/** Flaws of an address or a JSON text with placeholders. `changes`: a look-up that would do more than ask. */
export const templateFlaws = ['not-json', 'outside-text', 'in-query', 'in-name', 'list-not-alone', 'unknown', 'changes'] as const;
export interface TemplateFlaw {
  readonly flaw: (typeof templateFlaws)[number];
  /** The placeholder that it is about, without its braces; empty if it is about none. */
  readonly mark: string;
}

const marks = /\{([A-Za-z][\w-]*)\}/g;
const marksIn = (text: string): readonly string[] => [...text.matchAll(marks)].map(([, name = '']) => name);

const textOf = (value: string | readonly string[]): string => (typeof value === 'string' ? value : value.join(', '));

const filled = (text: string, filling: Filling, written: (value: string) => string): string =>
  text.replaceAll(marks, (mark, name: string) =>
    Object.hasOwn(filling, name) ? written(textOf(filling[name] ?? '').toWellFormed()) : mark,
  );

/** Number of `.` and `..` steps in a path, which lead to the same path or to the one above. */
const dotsIn = (address: string): number =>
  (address.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? '').split('/').filter((step) => /^(?:\.|%2e){1,2}$/i.test(step)).length;

/** The address with its values, percent-encoded; undefined if a value would change the path, such as `..`. */
export function filledAddress(pattern: string, filling: Filling): string | undefined {
  const address = filled(pattern, filling, encodeURIComponent);
  return dotsIn(address) === dotsIn(filled(pattern, filling, () => '0')) ? address : undefined;
}

/** The first placeholder of a text that is not known. */
export const unknownMark = (text: string, known: Filling): string | undefined => marksIn(text).find((mark) => !Object.hasOwn(known, mark));

/** The first placeholder of a text whose value is a list. */
export const listMark = (text: string, known: Filling): string | undefined =>
  marksIn(text).find((mark) => Object.hasOwn(known, mark) && typeof known[mark] !== 'string');

interface Literal {
  readonly raw: string;
  readonly text: string;
  readonly isName: boolean;
  /** Name of the member that it is the value of; empty if it is a name or an entry of a list. */
  readonly member: string;
}

/** The texts of a valid JSON text in their order, and what stands between them: one more than the texts. */
function literalsOf(json: string): { readonly literals: readonly Literal[]; readonly between: readonly string[] } {
  const literals: Literal[] = [];
  const between: string[] = [];
  const colon = /\s*:/y;
  let at = 0;
  for (const { 0: raw, index } of json.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const gap = json.slice(at, index);
    at = index + raw.length;
    const before = literals.at(-1);
    colon.lastIndex = at;
    const isName = colon.test(json);
    literals.push({ raw, text: JSON.parse(raw) as string, isName, member: before?.isName && gap.trim() === ':' ? before.text : '' });
    between.push(gap);
  }
  return { literals, between: [...between, json.slice(at)] };
}

/**
 * True for the text of a GraphQL operation. Its braces may look like placeholders, and a value within it could change what is asked:
 * values belong in its `variables`.
 */
const isOperation = ({ member, text }: Literal, known: Filling): boolean =>
  member === 'query' && filled(text, known, () => '').includes('{');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** Why a text is not JSON with placeholders in its texts alone, or undefined. */
export function jsonFlaw(template: string, known: Filling): TemplateFlaw | undefined {
  if (!isJson(template)) {
    const outside = isJson(filled(template, known, () => '0')) ? marksIn(template).find((mark) => Object.hasOwn(known, mark)) : undefined;
    return outside === undefined ? { flaw: 'not-json', mark: '' } : { flaw: 'outside-text', mark: outside };
  }
  for (const literal of literalsOf(template).literals) {
    const isQuery = isOperation(literal, known);
    for (const mark of marksIn(literal.text)) {
      const isKnown = Object.hasOwn(known, mark);
      if (isQuery && isKnown) return { flaw: 'in-query', mark };
      if (isQuery) continue;
      if (literal.isName) return { flaw: 'in-name', mark };
      if (!isKnown) return { flaw: 'unknown', mark };
      if (typeof known[mark] !== 'string' && literal.text !== `{${mark}}`) return { flaw: 'list-not-alone', mark };
    }
  }
  return undefined;
}

/** True if a valid JSON text holds a GraphQL operation that does more than ask. */
export const changesThere = (template: string): boolean =>
  literalsOf(template).literals.some(
    (literal) => isOperation(literal, {}) && /(?:^|\})[\s,]*(?:mutation|subscription)\b/.test(literal.text.replaceAll(/#[^\n]*/g, '')),
  );

/** A JSON text without flaws, with its values. Everything else stays as it is written, to the last digit of a number. */
export function filledJson(template: string, filling: Filling): string {
  const { literals, between } = literalsOf(template);
  const texts = literals.map(({ raw, text }) => {
    const [mark = ''] = marksIn(text);
    const alone = text === `{${mark}}` && Object.hasOwn(filling, mark) ? filling[mark] : undefined;
    if (alone !== undefined && typeof alone !== 'string') return JSON.stringify(alone.map((each) => each.toWellFormed()));
    const after = filled(text, filling, (value) => value);
    return after === text ? raw : JSON.stringify(after);
  });
  return between.map((gap, at) => gap + (texts[at] ?? '')).join('');
}
