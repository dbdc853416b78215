import type { FileReason } from '../../shared/order-file-reason.ts';
import type { EntryLayout } from './entry-layout.ts';
import { graphAnswer } from './graph-answer.ts';
import { magentoEntries } from './magento-entries.ts';
import { plainColumns } from './plain-layout.ts';
import { sendcloudOrders, sendcloudParcels } from './sendcloud-entries.ts';
import { shipmondoEntries } from './shipmondo-entries.ts';
import { shopifyEntries } from './shopify-entries.ts';
import { type Branch, isBranch, saysAnything, type Tree, textAt, textsOf } from './tree.ts';
import { wooCommerceEntries } from './woocommerce-entries.ts';
import { xmlTree } from './xml-tree.ts';

/** An entry in a list of orders; `tree` is undefined if the entry is not an object. */
interface ListedEntry {
  readonly line: number;
  readonly tree: Branch | undefined;
}

/** The orders of a JSON or XML file. Without a layout, they use the names of our own columns. */
export interface Entries {
  readonly layout: EntryLayout | undefined;
  readonly list: readonly ListedEntry[];
  readonly isXml?: true;
  /** Returns orders in other lists of the file. They are not read, because it is unknown why they are not in the first list. */
  beside(isOrder: (tree: Branch) => boolean): readonly EntryBeside[];
}

export interface EntryBeside {
  readonly line: number;
  /** The path of names to its list. */
  readonly list: string;
  readonly tree: Branch;
}

const layouts = [shopifyEntries, wooCommerceEntries, magentoEntries, sendcloudParcels, sendcloudOrders, shipmondoEntries];
const layoutOf = (tree: Branch): EntryLayout | undefined => layouts.find((layout) => layout.isOf(tree));

const isPlainOrder = (tree: Branch): boolean =>
  textAt(tree, 'order') !== '' && ['name', 'street', 'city', 'country', 'postal_code'].some((name) => name in tree);
/** True for an order of a shop, or one with the names of our own columns. */
export const isListedOrder = (tree: Branch): boolean => isPlainOrder(tree) || layoutOf(tree) !== undefined;
const isOrder = (tree: Tree): tree is Branch => isBranch(tree) && isListedOrder(tree);

interface List {
  /** The path of names to the list, each after a dot. */
  readonly path: string;
  readonly list: readonly Tree[];
}

/**
 * Returns the lists, and the single objects, that contain a matching entry, from the outside in; nothing inside an entry is searched.
 * Everything under the same path is one list. Numeric names are not part of a path, because some programs write lists as objects with
 * numbers.
 */
function listsIn(root: Tree, isMeant: (tree: Tree) => boolean): readonly List[] {
  const found = new Map<string, List>();
  for (let around: readonly { readonly path: string; readonly tree: Tree }[] = [{ path: '', tree: root }]; around.length > 0; ) {
    const within: { readonly path: string; readonly tree: Tree }[] = [];
    for (const { path, tree } of around) {
      const list: readonly Tree[] = Array.isArray(tree) ? (tree as readonly Tree[]) : [tree];
      if (list.some(isMeant)) {
        const before = found.get(path);
        found.set(path, { path, list: before ? [...before.list, ...list] : list });
        continue;
      }
      for (const each of list)
        if (typeof each === 'object' && each !== null)
          for (const [name, inner] of Object.entries(each))
            if (typeof inner === 'object' && inner !== null)
              within.push({ path: /^\d+$/.test(name) ? path : `${path}.${name}`, tree: inner as Tree });
    }
    around = within;
  }
  return [...found.values()];
}

/** Returns the first list that holds orders. */
function ordersIn(root: Tree): (List & { readonly order: Branch }) | undefined {
  const [first] = listsIn(root, isOrder);
  const order = first?.list.find(isOrder);
  return first && order && { ...first, order };
}

const besideIn =
  (root: Tree, read: List, lineOf: (tree: Branch, at: number) => number): Entries['beside'] =>
  (isMeant) => {
    let at = read.list.length;
    return listsIn(root, (tree) => isBranch(tree) && isMeant(tree))
      .filter(({ path }) => path !== read.path)
      .flatMap(({ path, list }) =>
        list.filter(isBranch).map((tree) => {
          at += 1;
          return { line: lineOf(tree, at), list: path.slice(1), tree };
        }),
      );
  };

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => Tree;

/** Numbers keep the digits they were written with. */
const asText: Reviver = (_name, value, { source }) =>
  typeof value === 'number' ? source : typeof value === 'boolean' ? String(value) : value;

const mostWords = 200;

/** Returns the orders of a JSON file, or why there are none. */
export function jsonEntries(text: string): Entries | FileReason {
  const columns = plainColumns;
  let root: Tree;
  let answer: ReturnType<typeof graphAnswer>;
  try {
    root = parseWithSource(text, asText);
    answer = graphAnswer(root);
  } catch (error) {
    if (error instanceof SyntaxError) return { code: 'json-broken', message: error.message, columns };
    if (error instanceof RangeError) return { code: 'json-too-deep', columns };
    throw error;
  }
  // Data beside errors are not complete.
  if (answer?.is === 'failed') return { code: 'json-answer-of-service', message: answer.message.slice(0, mostWords), columns };
  if (answer?.is === 'nothing') return { layout: undefined, list: [], beside: () => [] };
  if (answer && !ordersIn(root)) root = answer.data;
  const list = Array.isArray(root)
    ? { path: '', list: root as readonly Tree[] }
    : isBranch(root) && Array.isArray(root['orders'])
      ? { path: '.orders', list: root['orders'] as readonly Tree[] }
      : undefined;
  const found = ordersIn(root);
  const message = isBranch(root)
    ? (['error', 'errors', 'message'] as const).find((name) => saysAnything((root as Branch)[name] ?? null))
    : undefined;
  const whole = found ?? list ?? (message === undefined ? entriesIn(root) : undefined);
  if (whole)
    return {
      layout: found && layoutOf(found.order),
      list: whole.list.map((tree, at) => ({ line: at + 1, tree: isBranch(tree) ? tree : undefined })),
      beside: besideIn(root, whole, (_tree, at) => at),
    };
  return message === undefined
    ? { code: 'json-without-orders', columns }
    : { code: 'json-answer-of-service', message: JSON.stringify((root as Branch)[message]).slice(0, mostWords), columns };
}

/** Returns the orders of an XML file, or why there are none. */
export function xmlEntries(xml: Uint8Array): Entries | FileReason {
  const { root, lineOf } = xmlTree(xml);
  const found = ordersIn(root);
  const whole = found ?? textsIn(root);
  if (!whole) return { code: 'xml-without-orders', found: [], columns: plainColumns };
  return {
    isXml: true,
    layout: found && layoutOf(found.order),
    list: whole.list.map((tree, at) => (isBranch(tree) ? { line: lineOf(tree), tree } : { line: at + 1, tree: undefined })),
    beside: besideIn(root, whole, lineOf),
  };
}

/** Returns the list that a mapping can be made for: objects with enough names, as a server returns for one order. */
function entriesIn(root: Tree): List | undefined {
  const found = textsIn(root);
  return found?.list.some((each) => isBranch(each) && Math.max(Object.keys(each).length, textsOf(each).length) >= fewestNames)
    ? found
    : undefined;
}

/** Fewer names cannot hold an order number and an address. */
const fewestNames = 3;

/** Returns the first elements of one name that hold texts: a mapping can define that these are orders. */
const textsIn = (root: Tree): List | undefined =>
  listsIn(root, (tree) => isBranch(tree) && Object.values(tree).some((inner) => typeof inner === 'string'))[0];
