import type { FileReason } from '../../shared/order-file-reason.ts';
import type { EntryLayout } from './entry-layout.ts';
import { magentoEntries } from './magento-entries.ts';
import { plainColumns } from './plain-layout.ts';
import { sendcloudOrders, sendcloudParcels } from './sendcloud-entries.ts';
import { shipmondoEntries } from './shipmondo-entries.ts';
import { shopifyEntries } from './shopify-entries.ts';
import { type Branch, isBranch, saysAnything, type Tree, textAt } from './tree.ts';
import { wooCommerceEntries } from './woocommerce-entries.ts';
import { xmlTree } from './xml-tree.ts';

/** Something in a list of orders; undefined where it is no object. */
interface ListedEntry {
  readonly line: number;
  readonly tree: Branch | undefined;
}

/** The orders of a JSON or XML file. Without a layout they name the facts of an order as our own columns do. */
export interface Entries {
  readonly layout: EntryLayout | undefined;
  readonly list: readonly ListedEntry[];
  readonly isXml?: true;
}

const layouts = [shopifyEntries, wooCommerceEntries, magentoEntries, sendcloudParcels, sendcloudOrders, shipmondoEntries];
const layoutOf = (tree: Branch): EntryLayout | undefined => layouts.find((layout) => layout.isOf(tree));

const isPlainOrder = (tree: Branch): boolean =>
  textAt(tree, 'order') !== '' && ['name', 'street', 'city', 'country', 'postal_code'].some((name) => name in tree);
const isOrder = (tree: Tree): tree is Branch => isBranch(tree) && (isPlainOrder(tree) || layoutOf(tree) !== undefined);

/** The first list, or the first one thing, that is orders, from the outside in. */
function ordersIn(root: Tree): { readonly list: readonly Tree[]; readonly order: Branch } | undefined {
  for (let around: readonly Tree[] = [root]; around.length > 0; ) {
    const within: Tree[] = [];
    for (const tree of around) {
      const list: readonly Tree[] = Array.isArray(tree) ? (tree as readonly Tree[]) : [tree];
      const order = list.find(isOrder);
      if (order) return { list, order };
      for (const each of list)
        if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) within.push(inner as Tree);
    }
    around = within;
  }
  return undefined;
}

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => Tree;

/** Numbers keep the digits they were written with. */
const asText: Reviver = (_name, value, { source }) =>
  typeof value === 'number' ? source : typeof value === 'boolean' ? String(value) : value;

/** The orders of a JSON file, or why there are none. */
export function jsonEntries(text: string): Entries | FileReason {
  const columns = plainColumns;
  let root: Tree;
  try {
    root = parseWithSource(text, asText);
  } catch (error) {
    if (error instanceof SyntaxError) return { code: 'json-broken', said: error.message, columns };
    if (error instanceof RangeError) return { code: 'json-too-deep', columns };
    throw error;
  }
  const list = Array.isArray(root)
    ? (root as readonly Tree[])
    : isBranch(root) && Array.isArray(root['orders'])
      ? (root['orders'] as readonly Tree[])
      : undefined;
  const found = ordersIn(root);
  const told = isBranch(root)
    ? (['error', 'errors', 'message'] as const).find((name) => saysAnything((root as Branch)[name] ?? null))
    : undefined;
  const whole = found?.list ?? list ?? (told === undefined ? entriesIn(root) : undefined);
  if (whole)
    return {
      layout: found && layoutOf(found.order),
      list: whole.map((tree, at) => ({ line: at + 1, tree: isBranch(tree) ? tree : undefined })),
    };
  return told === undefined
    ? { code: 'json-without-orders', columns }
    : { code: 'json-answer-of-service', said: JSON.stringify((root as Branch)[told]).slice(0, 200), columns };
}

/** The orders of an XML file, or why there are none. */
export function xmlEntries(xml: Uint8Array): Entries | FileReason {
  const { root, lineOf } = xmlTree(xml);
  const found = ordersIn(root);
  const list = found?.list ?? listIn(root);
  if (list.length === 0) return { code: 'xml-without-orders', found: [], columns: plainColumns };
  return {
    isXml: true,
    layout: found && layoutOf(found.order),
    list: list.map((tree, at) => (isBranch(tree) ? { line: lineOf(tree), tree } : { line: at + 1, tree: undefined })),
  };
}

/** What a mapping may be made of: an object with others in it, as a server answers with one order. */
function entriesIn(root: Tree): readonly Tree[] | undefined {
  const list = listIn(root);
  return list.some((each) => isBranch(each) && Object.keys(each).length >= fewestNames) ? list : undefined;
}

/** Less says no order number and no address. */
const fewestNames = 3;

/** The first elements of one name that hold texts, from the outside in: what a person may say is an order. */
function listIn(root: Tree): readonly Tree[] {
  for (let around: readonly Tree[] = [root]; around.length > 0; ) {
    for (const tree of around) {
      const list: readonly Tree[] = Array.isArray(tree) ? (tree as readonly Tree[]) : [tree];
      if (list.some((each) => isBranch(each) && Object.values(each).some((inner) => typeof inner === 'string'))) return list;
    }
    around = around.flatMap((tree) => (typeof tree === 'object' && tree !== null ? (Object.values(tree) as Tree[]) : []));
  }
  return [];
}
