import { parseAst } from 'vite';
import { commandKeys } from '../../shared/command-keys.ts';
import { digitMeans, keyMeanings, type Meaning, shownKey } from '../../shared/key-meanings.ts';

/** A source file of the window. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The key of a button or a screen: its file, its meanings, and the calls of main that it leads to. */
export interface Binding {
  readonly at: string;
  /** Names of the table, `pick` for a digit, or `?` and the source if it cannot be read. */
  readonly meanings: readonly string[];
  readonly calls: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
/** A name that a function or a file declares: its value, or the component whose users give it. */
interface Declared {
  readonly name: string;
  readonly scope: Node;
  readonly value?: Node;
  readonly component?: string;
}
interface Parsed extends Source {
  readonly nodes: readonly Node[];
  readonly declared: readonly Declared[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
const all = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(all)];
const nameOf = (node: unknown): string => {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined;
  return typeof name === 'string' ? name : '';
};

function parsed(source: Source): Parsed {
  const root = parseAst(source.text, { lang: source.path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const nodes: Node[] = [];
  const declared: Declared[] = [];
  const visit = (node: Node, scope: Node): void => {
    nodes.push(node);
    const { id, init } = node as { readonly id?: unknown; readonly init?: unknown };
    if (node.type === 'VariableDeclarator' && isNode(id) && isNode(init)) {
      if (id.type === 'Identifier') declared.push({ name: nameOf(id), scope, value: init });
      // `const { onPress } = props;`
      if (id.type === 'ObjectPattern' && nameOf(init) === 'props')
        for (const name of namesIn(id)) declared.push({ name, scope, component: nameOf(scope['id']) });
    }
    const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
    if (node.type === 'FunctionDeclaration') {
      declared.push({ name: nameOf(id), scope, value: node });
      const [props] = node['params'] as Node[];
      if (props?.type === 'ObjectPattern' && /^[A-Z]/.test(nameOf(id)))
        for (const name of namesIn(props)) declared.push({ name, scope: node, component: nameOf(id) });
    }
    for (const child of childrenOf(node)) visit(child, isFunction ? node : scope);
  };
  visit(root, root);
  return { ...source, nodes, declared };
}

const namesIn = (pattern: Node): string[] => (pattern['properties'] as Node[]).map((property) => nameOf(property['key']));

/** The declaration of a name at this place of its file: the innermost one. */
const declarationOf = (name: string, { start }: Node, { declared }: Parsed): Declared | undefined =>
  declared
    .filter((each) => each.name === name && each.scope.start <= start && start <= each.scope.end)
    .toSorted((one, other) => one.scope.end - one.scope.start - (other.scope.end - other.scope.start))[0];

/** The attributes of an element by name, with those of object literals that are spread into it. */
function attributesOf(element: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const attribute of element['attributes'] as Node[]) {
    if (attribute.type === 'JSXAttribute' && isNode(attribute['value'])) {
      const value = attribute['value'];
      found.set(nameOf(attribute['name']), isNode(value['expression']) ? value['expression'] : value);
    }
    if (attribute.type === 'JSXSpreadAttribute')
      for (const property of all(attribute))
        if (property.type === 'Property' && isNode(property['value'])) found.set(nameOf(property['key']), property['value']);
  }
  return found;
}

/** The attributes whose function a key runs. */
const handlers = ['onPress', 'onHeld', 'onFiles', 'onToggle', 'onChoose'];

/** Every key that the sources bind. */
export function bindingsIn(sources: readonly Source[]): Binding[] {
  const files = sources.map(parsed);
  return files.flatMap((file) =>
    file.nodes.flatMap((node) => {
      const at = `${file.path}:${String(file.text.slice(0, node.start).split('\n').length)}`;
      if (node.type === 'CallExpression' && nameOf(node['callee']) === 'useKey') {
        const [meaning, handler] = node['arguments'] as Node[];
        return meaning && handler ? [{ at, meanings: meaningsOf(meaning, file, files), calls: callsOf(handler, file, files) }] : [];
      }
      if (node.type !== 'JSXOpeningElement') return [];
      const given = attributesOf(node);
      const means = given.get('means') ?? given.get('digit');
      const held = given.get('onHeld');
      if (!means && !held) return [];
      const calls = handlers.flatMap((name) => {
        const handler = given.get(name);
        return handler ? callsOf(handler, file, files) : [];
      });
      return [{ at, meanings: held ? ['destroy'] : means ? meaningsOf(means, file, files) : [], calls: [...new Set(calls)] }];
    }),
  );
}

/** A component passes on a meaning that the elements of its users name. */
const passedOn = new Set(['means', 'digit', 'undefined']);

function meaningsOf(node: Node, file: Parsed, files: readonly Parsed[]): string[] {
  const of = (each: unknown): string[] => (isNode(each) ? meaningsOf(each, file, files) : []);
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [/^[1-9]$/.test(node['value']) ? 'pick' : node['value']] : [];
    case 'ConditionalExpression':
      return [...of(node['consequent']), ...of(node['alternate'])];
    case 'TSAsExpression':
      return of(node['expression']);
    case 'ObjectExpression':
      return (node['properties'] as Node[]).flatMap((property) => of(property['value']));
    case 'CallExpression':
      if (/^digit(?:Of|At)$/.test(nameOf(node['callee']))) return ['pick'];
      break;
    case 'MemberExpression': {
      const command = nameOf(node['property']);
      if (nameOf(node['object']) !== 'commandKeys') return of(node['object']);
      const meaning = Object.entries(commandKeys).find(([name]) => name === command)?.[1];
      if (meaning !== undefined) return [/^[1-9]$/.test(meaning) ? 'pick' : meaning];
      break;
    }
    case 'Identifier': {
      if (passedOn.has(nameOf(node))) return [];
      const constant = [file, ...files].map((each) => declarationOf(nameOf(node), node, each)?.value).find((value) => value !== undefined);
      if (constant) return of(constant);
    }
  }
  return [`? ${file.text.slice(node.start, node.end)}`];
}

/** Names of the calls of main that a handler makes, by itself, by functions of its file, or by what the users of its component give it. */
function callsOf(handler: Node, file: Parsed, files: readonly Parsed[], seen = new Set<Node>()): string[] {
  if (seen.has(handler)) return [];
  seen.add(handler);
  const found = new Set<string>();
  const run = (node: Node): void => {
    const { name, value, component } = declarationOf(nameOf(node), node, file) ?? {};
    const bodies: [Parsed, Node][] = value ? [[file, value]] : component && name ? givenTo(component, name, files) : [];
    for (const [of, body] of bodies) for (const call of callsOf(body, of, files, seen)) found.add(call);
  };
  if (handler.type === 'Identifier') run(handler);
  for (const node of all(handler)) {
    if (node.type === 'MemberExpression' && nameOf(node['object']) === 'station') found.add(nameOf(node['property']));
    if (node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'Identifier') run(node['callee']);
  }
  return [...found];
}

/** The values of this prop wherever the component is used. */
const givenTo = (component: string, prop: string, files: readonly Parsed[]): [Parsed, Node][] =>
  files.flatMap((file) =>
    file.nodes.flatMap((node) => {
      if (node.type !== 'JSXOpeningElement' || nameOf(node['name']) !== component) return [];
      const given = attributesOf(node).get(prop);
      return given ? [[file, given] as [Parsed, Node]] : [];
    }),
  );

/** The meanings of each call of main, by its name. */
export function meaningsOfCalls(bindings: readonly Binding[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { meanings, calls } of bindings)
    for (const call of calls) found.set(call, [...new Set([...(found.get(call) ?? []), ...meanings])].toSorted());
  return found;
}

/** Keys with more than one meaning. */
export function doubledKeys(meanings: Readonly<Record<string, { readonly key: string }>>): string[] {
  const keys = Object.values(meanings).map(({ key }) => key.toUpperCase());
  return keys.filter((key, at) => keys.indexOf(key) !== at);
}

/** The table of keys in the manual. */
export function keyTable(): string {
  const rows = (Object.keys(keyMeanings) as (keyof typeof keyMeanings)[]).map((name) =>
    row(shownKey(name satisfies Meaning), keyMeanings[name]),
  );
  const letters = rows.findIndex((each) => /^\| `[A-Z]` /.test(each));
  return [
    '| key | its one meaning | where, or examples |',
    '|---|---|---|',
    ...rows.slice(0, letters),
    row('1`–`9', digitMeans),
    ...rows.slice(letters),
  ].join('\n');
}

const row = (key: string, { means, on }: { readonly means: string; readonly on: string }): string => `| \`${key}\` | ${means} | ${on} |`;
