/** The content of a JSON or an XML file: texts, objects with names, and lists. */
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

/** Returns the text at the end of this path; empty if there is none. */
export function textAt(tree: Tree, ...path: readonly string[]): string {
  const found = at(tree, path);
  return typeof found === 'string' ? found.trim() : '';
}

/** Returns a list as JSON writes it, or as XML does: elements of one name within another element. */
export function listAt(tree: Tree, ...path: readonly string[]): readonly Tree[] {
  const found = at(tree, path);
  if (Array.isArray(found)) return found as readonly Tree[];
  if (!isBranch(found)) return typeof found === 'string' && found !== '' ? [found] : [];
  const [inner, ...others] = Object.values(found);
  if (others.length > 0 || inner === undefined) return [];
  return Array.isArray(inner) ? (inner as readonly Tree[]) : [inner];
}

/** Returns its texts by their whole path, such as `shipping.address.city`; lists are left out. */
export function textsOf(tree: Branch, before = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, inner]): [string, string][] => {
    const path = `${before}${name.trim().toLowerCase()}`;
    if (typeof inner === 'string') return [[path, inner.trim()]];
    return isBranch(inner) ? textsOf(inner, `${path}.`) : [];
  });
}

/** Returns its lists of objects by their whole path; lists within lists are left out. */
function listsOf(tree: Branch, before = ''): { readonly path: string; readonly list: readonly Branch[] }[] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    const path = `${before}${name.trim().toLowerCase()}`;
    if (isBranch(inner)) return listsOf(inner, `${path}.`);
    const list = Array.isArray(inner) ? (inner as readonly Tree[]).filter(isBranch) : [];
    return list.length > 0 ? [{ path, list }] : [];
  });
}

/** Returns the paths of its texts, and of those in its lists of objects, such as `lineitems.title`. */
export const pathsOf = (tree: Branch): string[] => [
  ...textsOf(tree).map(([path]) => path),
  ...listsOf(tree).flatMap(({ path, list }) => list.flatMap((each) => textsOf(each, `${path}.`).map(([inner]) => inner))),
];

/** Returns it as rows: one for each entry of the first list of objects that is read, with the entry in the place of the list. */
export function rowsByList(tree: Branch, isRead: (path: string) => boolean): readonly [Branch, ...Branch[]] {
  const read = listsOf(tree).find(({ path, list }) => list.some((each) => textsOf(each, `${path}.`).some(([inner]) => isRead(inner))));
  const [first, ...more] = (read?.list ?? []).map((each) => inPlace(tree, read?.path ?? '', each));
  return first ? [first, ...more] : [tree];
}

const inPlace = (tree: Branch, path: string, entry: Branch): Branch =>
  Object.fromEntries(
    Object.entries(tree).map(([name, inner]): [string, Tree] => {
      const own = name.trim().toLowerCase();
      if (own === path) return [name, entry];
      return [name, path.startsWith(`${own}.`) && isBranch(inner) ? inPlace(inner, path.slice(own.length + 1), entry) : inner];
    }),
  );

/** True if there is a text anywhere in it. */
export const saysAnything = (tree: Tree): boolean =>
  typeof tree === 'string' ? tree.trim() !== '' : tree !== null && Object.values(tree).some((each: Tree) => saysAnything(each));
