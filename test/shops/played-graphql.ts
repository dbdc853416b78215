/** A field by its type: `String` and other names without an entry are scalars, `[T]` is a list, `T*` a connection with pages. */
type Fields = Readonly<Record<string, string>>;
export type Types = Readonly<Record<string, Fields>>;

type Value = { readonly variable: string } | { readonly literal: unknown };
interface Selection {
  readonly name: string;
  readonly args: Readonly<Record<string, Value>>;
  readonly inner: readonly Selection[];
  /** The type of an inline fragment. */
  readonly on?: string;
}
interface Operation {
  readonly isWrite: boolean;
  readonly variables: readonly { readonly name: string; readonly isRequired: boolean }[];
  readonly selections: readonly Selection[];
}

/** An error as GraphQL servers list it. */
export class GraphError extends Error {
  readonly extensions: Readonly<Record<string, unknown>>;
  constructor(message: string, code: string, more: object = {}) {
    super(message);
    this.extensions = { code, ...more };
  }
}

/** Parses as much of the GraphQL language as its specification needs for one operation without named fragments. */
export function parse(query: string): Operation {
  const tokens = query.match(/\.\.\.|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[_A-Za-z]\w*|[{}()[\]:!=$]/g) ?? [];
  let at = 0;
  const peek = (): string => tokens[at] ?? '';
  const take = (expected?: string): string => {
    const token = peek();
    if (token === '' || (expected !== undefined && token !== expected))
      throw new GraphError(`syntax error, unexpected ${token || 'end of file'}`, 'parseError');
    at += 1;
    return token;
  };
  const value = (): Value => {
    const token = take();
    if (token === '$') return { variable: take() };
    if (token === 'true' || token === 'false') return { literal: token === 'true' };
    if (/^["\d-]/.test(token)) return { literal: JSON.parse(token) };
    return { literal: token === 'null' ? null : token };
  };
  const selections = (): Selection[] => {
    take('{');
    const list: Selection[] = [];
    while (peek() !== '}') {
      if (peek() === '...') {
        take('...');
        take('on');
        list.push({ name: '', args: {}, on: take(), inner: selections() });
        continue;
      }
      const name = take();
      const args: Record<string, Value> = {};
      if (peek() === '(') {
        take('(');
        while (peek() !== ')') {
          const argument = take();
          take(':');
          args[argument] = value();
        }
        take(')');
      }
      list.push({ name, args, inner: peek() === '{' ? selections() : [] });
    }
    take('}');
    return list;
  };
  const isWrite = take() === 'mutation';
  const variables: { name: string; isRequired: boolean }[] = [];
  if (/^\w/.test(peek())) take();
  if (peek() === '(') {
    take('(');
    while (peek() !== ')') {
      take('$');
      const name = take();
      take(':');
      let last = '';
      while (peek() !== '$' && peek() !== ')') last = take();
      variables.push({ name, isRequired: last === '!' });
    }
    take(')');
  }
  return { isWrite, variables, selections: selections() };
}

type Source = Readonly<Record<string, unknown>>;
const bare = (type: string): string => type.replace(/[[\]*]/g, '');
const ofPage = { pageInfo: 'PageInfo', nodes: '' };
const pageInfo = new Set(['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor']);

/** Answers one operation from a tree of objects. A function is called with the arguments of its field. */
export class PlayedGraphQL {
  readonly types: Types;
  constructor(types: Types) {
    this.types = types;
  }

  run(operation: Operation, given: Readonly<Record<string, unknown>>, root: Source): Readonly<Record<string, unknown>> {
    for (const { name, isRequired } of operation.variables)
      if (isRequired && (given[name] === undefined || given[name] === null))
        throw new GraphError(`Variable $${name} of type was provided invalid value`, 'INVALID_VARIABLE');
    return this.#object(operation.isWrite ? 'Mutation' : 'QueryRoot', operation.selections, root, given);
  }

  /**
   * The points of an operation: an object 1, a connection 2 and its nodes, a mutation 10. How much a longer list costs is not published; the
   * root of its length fits the costs in recorded answers.
   */
  cost(operation: Operation, given: Readonly<Record<string, unknown>>): number {
    const of = (type: string, list: readonly Selection[]): number =>
      list.reduce((sum, { name, args, inner, on }) => {
        if (on !== undefined) return sum + of(on, inner);
        const field = this.types[type]?.[name] ?? '';
        if (!(bare(field) in this.types)) return sum;
        if (!field.endsWith('*')) return sum + 1 + of(bare(field), inner);
        const nodes = inner.find((each) => each.name === 'nodes')?.inner ?? [];
        const { first } = this.#values(args, given);
        return sum + 2 + Math.ceil(Math.sqrt(Number(first ?? 0))) * (1 + of(bare(field), nodes));
      }, 0);
    return (operation.isWrite ? 10 : 0) + of(operation.isWrite ? 'Mutation' : 'QueryRoot', operation.selections);
  }

  #values(args: Readonly<Record<string, Value>>, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(args).map(([name, each]) => [name, 'variable' in each ? given[each.variable] : each.literal]));
  }

  #object(
    type: string,
    selections: readonly Selection[],
    source: Source,
    given: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const { name, args, inner, on } of selections) {
      if (on !== undefined) {
        if (source['__typename'] === on) Object.assign(result, this.#object(on, inner, source, given));
        continue;
      }
      const field = this.types[type]?.[name];
      if (field === undefined)
        throw new GraphError(`Field '${name}' doesn't exist on type '${type}'`, 'undefinedField', { typeName: type, fieldName: name });
      if (bare(field) in this.types !== inner.length > 0)
        throw new GraphError(`Field must have selections (field '${name}' returns ${bare(field)})`, 'selectionMismatch');
      const values = this.#values(args, given);
      const found = source[name];
      const value = typeof found === 'function' ? (found as (values: object) => unknown).call(source, values) : found;
      result[name] = this.#value(field, inner, value, values, given, name);
    }
    return result;
  }

  #value(
    field: string,
    inner: readonly Selection[],
    value: unknown,
    values: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, unknown>>,
    name: string,
  ): unknown {
    const type = bare(field);
    if (value === null || value === undefined) return null;
    if (field.endsWith('*')) return this.#page(type, inner, value as readonly Source[], values, given, name);
    if (!(type in this.types)) return value;
    return field.startsWith('[')
      ? (value as readonly (Source | null)[]).map((each) => each && this.#object(type, inner, each, given))
      : this.#object(type, inner, value as Source, given);
  }

  #page(
    type: string,
    inner: readonly Selection[],
    all: readonly Source[],
    { first, after }: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, unknown>>,
    name: string,
  ): Record<string, unknown> {
    if (typeof first !== 'number') throw new GraphError(`you must provide one of first or last`, 'BAD_REQUEST', { field: name });
    if (first > 250) throw new GraphError(`first cannot exceed 250`, 'BAD_REQUEST', { field: name });
    // A cursor is a place by value, not by number: nodes that move in the list move past it.
    const keyed = all.map((node, index) => ({ node, key: (node['__key'] as readonly number[] | undefined) ?? [index] }));
    const from = typeof after === 'string' ? (JSON.parse(atob(after)) as readonly number[]) : undefined;
    const rest = keyed.filter(({ key }) => from === undefined || isBehind(key, from));
    const page = rest.slice(0, first);
    const result: Record<string, unknown> = {};
    for (const each of inner) {
      if (!(each.name in ofPage)) throw new GraphError(`Field '${each.name}' doesn't exist on type '${type}Connection'`, 'undefinedField');
      if (each.name === 'nodes') result['nodes'] = page.map(({ node }) => this.#object(type, each.inner, node, given));
      else {
        const last = page.at(-1);
        const info: Readonly<Record<string, unknown>> = {
          hasNextPage: rest.length > page.length,
          hasPreviousPage: false,
          startCursor: null,
          endCursor: last ? btoa(JSON.stringify(last.key)) : null,
        };
        for (const { name: of } of each.inner)
          if (!pageInfo.has(of)) throw new GraphError(`Field '${of}' doesn't exist on type 'PageInfo'`, 'undefinedField');
        result['pageInfo'] = Object.fromEntries(each.inner.map(({ name: of }) => [of, info[of]]));
      }
    }
    return result;
  }
}

function isBehind(key: readonly number[], from: readonly number[]): boolean {
  for (const [at, each] of key.entries()) if (each !== (from[at] ?? 0)) return each > (from[at] ?? 0);
  return false;
}
