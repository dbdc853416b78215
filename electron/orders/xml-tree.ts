import type { FileReason } from '../../shared/order-file-reason.ts';
import { NotReadable } from './not-readable.ts';
import { type Branch, isBranch, type Tree } from './tree.ts';
import { type Attributes, walkXml } from './walk-xml.ts';

/** No file of orders is nested deeper. */
const deepest = 60;

/** An element while what is in it is read. */
interface Open {
  readonly line: number;
  readonly inside: Record<string, Tree>;
  text: string;
}

export interface XmlTree {
  /** What the outermost element holds. */
  readonly root: Tree;
  readonly rootName: string;
  /** Where an element that holds others begins. */
  lineOf(branch: Branch): number;
}

export const xmlBroken = (line: number, said: string): FileReason => ({ code: 'xml-broken', line, said });

/**
 * An XML file as a tree: an element with nothing but text is that text, any other names its attributes and what is in it. Elements of
 * one name beside each other are a list. The text of an element that holds others as well is named `text`.
 */
export function xmlTree(xml: string): XmlTree {
  const open: Open[] = [];
  const lines = new WeakMap<object, number>();
  let root: Tree = null;
  let rootName = '';
  const visitor = {
    open(name: string, attributes: Attributes, line: number): void {
      if (open.length === deepest) throw new NotReadable(xmlBroken(line, 'its elements are nested too deeply'));
      if (open.length === 0) rootName = name;
      open.push({ line, inside: Object.assign(Object.create(null) as Record<string, Tree>, named(attributes)), text: '' });
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
      const around = open.at(-1)?.inside;
      if (around) add(around, name, tree);
      else root = tree;
    },
  };
  for (const _ of walkXml([xml], visitor, xmlBroken));
  return { root, rootName, lineOf: (branch) => lines.get(branch) ?? 1 };
}

/** Those of namespaces and schemas are for programs. */
const named = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !/^(?:xmlns|schemaLocation|noNamespaceSchemaLocation)$/.test(name)));

function treeOf({ inside, text }: Open): Tree {
  for (const _ in inside) return text.trim() === '' ? inside : Object.assign(inside, { text: text.trim() });
  return text.trim();
}

function add(inside: Record<string, Tree>, name: string, tree: Tree): void {
  const before = inside[name];
  if (before === undefined) inside[name] = tree;
  else if (Array.isArray(before)) (before as Tree[]).push(tree);
  else inside[name] = [before, tree];
}
