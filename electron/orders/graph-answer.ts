import { type Branch, isBranch, saysAnything, type Tree, textAt } from './tree.ts';

/** The meaning of a GraphQL answer. `nothing`: it has no data, such as a null order or an empty list. */
export type GraphAnswer =
  | { readonly is: 'data'; readonly data: Branch }
  | { readonly is: 'nothing' }
  | { readonly is: 'failed'; readonly message: string };

const names: ReadonlySet<string> = new Set(['data', 'errors', 'extensions']);

/** Interprets the answer of a GraphQL server; undefined if it is none. With any error, its data are not complete. */
export function graphAnswer(root: Tree): GraphAnswer | undefined {
  if (!isBranch(root) || Object.keys(root).some((name) => !names.has(name))) return undefined;
  const { data, errors } = root;
  const failed = Array.isArray(errors) ? (errors as readonly Tree[]) : [];
  const messages = failed.map((each) => textAt(each, 'message'));
  if (failed.length > 0 && ('data' in root || messages.every(Boolean)))
    return { is: 'failed', message: messages.filter(Boolean).join(' · ') || JSON.stringify(errors) };
  if (!isBranch(data) || Object.keys(data).length === 0) return undefined;
  const bare = withoutPages(data);
  return isBranch(bare) && saysAnything(bare) ? { is: 'data', data: bare } : { is: 'nothing' };
}

/** Names beside the `items` of a page. An order has `items` too, and other names. */
const ofPage: ReadonlySet<string> = new Set(['items', 'total_count', 'totalCount', 'page_info', 'pageInfo', '__typename']);

/**
 * The same with a plain list in the place of each page of a list: of its `edges`, `nodes` or `items`. A list of texts, such as the lines of
 * a street, becomes one text.
 */
function withoutPages(tree: Tree): Tree {
  if (Array.isArray(tree)) {
    const list = tree as readonly Tree[];
    return list.length > 0 && list.every((each) => typeof each === 'string') ? list.join(', ') : list.map(withoutPages);
  }
  if (!isBranch(tree)) return tree;
  const list = pageOf(tree);
  if (list) return list.filter((each) => each !== null).map(withoutPages);
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, withoutPages(inner)]));
}

function pageOf(tree: Branch): readonly Tree[] | undefined {
  const { nodes, edges, items } = tree;
  if (Array.isArray(nodes)) return nodes as readonly Tree[];
  if (Array.isArray(edges)) {
    const entries = edges as readonly Tree[];
    return entries.every((each) => isBranch(each) && 'node' in each)
      ? entries.map((each) => (isBranch(each) ? (each['node'] ?? null) : null))
      : undefined;
  }
  return Array.isArray(items) && Object.keys(tree).every((name) => ofPage.has(name)) ? (items as readonly Tree[]) : undefined;
}
