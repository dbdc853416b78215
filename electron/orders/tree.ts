/** What a JSON or an XML file says: texts, what bears a name, and lists. */
export type Tree = string | null | readonly Tree[] | Branch;
export interface Branch {
  readonly [name: string]: Tree;
}

export const isBranch = (tree: Tree | undefined): tree is Branch => typeof tree === 'object' && tree !== null && !Array.isArray(tree);

function at(tree: Tree, path: readonly string[]): Tree {
  let found: Tree | undefined = tree;
  for (const name of path) found = isBranch(found) ? found[name] : null;
  return found ?? null;
}

/** The text at the end of this path, empty where there is none. */
export function textAt(tree: Tree, ...path: readonly string[]): string {
  const found = at(tree, path);
  return typeof found === 'string' ? found.trim() : '';
}

/** A list as JSON writes it, or as XML does: elements of one name within another. */
export function listAt(tree: Tree, ...path: readonly string[]): readonly Tree[] {
  const found = at(tree, path);
  if (Array.isArray(found)) return found as readonly Tree[];
  if (!isBranch(found)) return typeof found === 'string' && found !== '' ? [found] : [];
  const [inner, ...others] = Object.values(found);
  if (others.length > 0 || inner === undefined) return [];
  return Array.isArray(inner) ? (inner as readonly Tree[]) : [inner];
}

/** Its texts by their whole path, `shipping.address.city`; lists stay out. */
export function textsOf(tree: Branch, before = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, inner]): [string, string][] => {
    const path = `${before}${name.trim().toLowerCase()}`;
    if (typeof inner === 'string') return [[path, inner.trim()]];
    return isBranch(inner) ? textsOf(inner, `${path}.`) : [];
  });
}

/** True where something stands there, however deep. */
export const saysAnything = (tree: Tree): boolean =>
  typeof tree === 'string' ? tree.trim() !== '' : tree !== null && Object.values(tree).some((each: Tree) => saysAnything(each));
