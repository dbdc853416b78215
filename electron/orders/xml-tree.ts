import type { FileReason } from '../../shared/order-file-reason.ts';
import { piecesOf } from '../files/text.ts';
import { NotReadable } from './not-readable.ts';
import { type Branch, isBranch, type Tree } from './tree.ts';
import { type Attributes, walkXml } from './walk-xml.ts';

/** No file of orders is nested deeper. */
const deepest = 60;

/** An element whose content is still being read. */
interface Open {
  readonly line: number;
  /** Created with the first child or attribute: most elements hold only text. */
  inside: Record<string, Tree> | undefined;
  text: string;
}

export interface XmlTree {
  /** The content of the outermost element. */
  readonly root: Tree;
  readonly rootName: string;
  /** Returns the first line of an element with children or attributes. */
  lineOf(branch: Branch): number;
}

export const xmlBroken = (line: number, message: string): FileReason => ({ code: 'xml-broken', line, message });

/**
 * Reads an XML file as a tree: an element with only text becomes that text, any other one an object of its attributes and children. Sibling
 * elements of one name become a list. The text of an element that also holds others is named `text`.
 */
export function xmlTree(xml: Uint8Array): XmlTree {
  const open: Open[] = [];
  const lines = new WeakMap<object, number>();
  let root: Tree = null;
  let rootName = '';
  const visitor = {
    open(name: string, attributes: Attributes, line: number): void {
      if (open.length === deepest) throw new NotReadable(xmlBroken(line, 'its elements are nested too deeply'));
      if (open.length === 0) rootName = name;
      open.push({ line, inside: named(attributes), text: '' });
    },
    text(text: string): void {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    close(name: string): void {
      const element = open.pop();
      if (!element) return;
      const tree = treeOf(element);
      if (isBranch(tree)) lines.set(tree, element.line);
      const around = open.at(-1);
      if (around) add((around.inside ??= bare()), name, tree);
      else root = tree;
    },
  };
  for (const _ of walkXml(piecesOf(xml), visitor, xmlBroken));
  return { root, rootName, lineOf: (branch) => lines.get(branch) ?? 1 };
}

const bare = (): Record<string, Tree> => Object.create(null) as Record<string, Tree>;

/** Attributes of namespaces and schemas are left out: they are for programs. */
function named(attributes: Attributes): Record<string, Tree> | undefined {
  let inside: Record<string, Tree> | undefined;
  for (const [name, value] of Object.entries(attributes)) {
    if (/^(?:xmlns|schemaLocation|noNamespaceSchemaLocation)$/.test(name)) continue;
    inside ??= bare();
    inside[name] = value;
  }
  return inside;
}

function treeOf({ inside, text }: Open): Tree {
  if (!inside) return text.trim();
  return compact(text.trim() === '' ? inside : Object.assign(inside, { text: text.trim() }));
}

/**
 * Rebuilds an element of texts only, in a fraction of the memory: objects that were filled name by name keep a table each, and a text that
 * is part of a longer one keeps that one in memory.
 */
const compact = (branch: Record<string, Tree>): Branch =>
  Object.values(branch).every((inner) => typeof inner === 'string') ? (JSON.parse(JSON.stringify(branch)) as Branch) : branch;

function add(inside: Record<string, Tree>, name: string, tree: Tree): void {
  const before = inside[name];
  if (before === undefined) inside[name] = tree;
  else if (Array.isArray(before)) (before as Tree[]).push(tree);
  else inside[name] = [before, tree];
}
