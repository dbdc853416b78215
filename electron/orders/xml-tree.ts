import type { FileReason } from '../../shared/order-file-reason.ts';
import { piecesOf } from '../files/text.ts';
import { NotReadable } from './not-readable.ts';
import { type Branch, isBranch, type Tree } from './tree.ts';
import { type Attributes, walkXml } from './walk-xml.ts';

/** No file of orders is nested deeper. */
const deepest = 60;

/** An element while what is in it is read. */
interface Open {
  readonly line: number;
  /** Made with the first thing that is in it: most elements hold text alone. */
  inside: Record<string, Tree> | undefined;
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

/** Those of namespaces and schemas are for programs. */
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
 * An element of nothing but texts, in a fraction of the memory: objects that were filled name by name keep a table each, and a text that is
 * part of a longer one keeps that.
 */
const compact = (branch: Record<string, Tree>): Branch =>
  Object.values(branch).every((inner) => typeof inner === 'string') ? (JSON.parse(JSON.stringify(branch)) as Branch) : branch;

function add(inside: Record<string, Tree>, name: string, tree: Tree): void {
  const before = inside[name];
  if (before === undefined) inside[name] = tree;
  else if (Array.isArray(before)) (before as Tree[]).push(tree);
  else inside[name] = [before, tree];
}
