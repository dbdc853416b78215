import { hash } from 'node:crypto';
import anyAscii from 'any-ascii';
import type { Order } from '../../shared/order.ts';
import { itemCode } from '../../shared/scan.ts';
import type { PreparedOrder, WordRun } from '../bench/ports/journal/prepared-orders.ts';

/** Beginnings of words are indexed from three characters on; a shorter word only as a whole. */
const shortestBeginning = 3;
/** Characters after this position are ignored. At most one block of the cipher. */
export const longestBeginning = 16;
/** A beginning fills one block of the cipher, so that each becomes a token of its own. */
export const cipherBlock = 16;

/** Splits a text into words of letters and digits for comparison: without case, accents and punctuation. */
export const wordsIn = (text: string): string[] =>
  inAscii(text)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

const inAscii = (text: string): string => text.replace(/[^\0-\x7f]+/g, (others) => anyAscii(others));

export function beginningsOf(word: string): string[] {
  if (word === '') return [];
  const shortest = shortestOf(word);
  return Array.from({ length: longestOf(word) - shortest + 1 }, (_each, more) => word.slice(0, shortest + more));
}

/** Joins a key or number into one word, without separators. */
export const asOne = (text: string): string => (/^[a-z0-9]*$/i.test(text) ? text.toLowerCase() : wordsIn(text).join(''));

/** Fields by which an order can be found. */
export type Findable = Pick<PreparedOrder, 'key' | 'reference' | 'recipient' | 'items'>;

/** Returns the codes of the ordered items, each once, normalized for comparison. */
export const itemsOf = ({ lines, parcels }: Pick<Order, 'lines' | 'parcels'>): string[] => {
  const codes = [
    ...lines.flatMap(({ sku, barcodes = [] }) => [sku, ...barcodes]),
    ...parcels.flatMap(({ products }) => products.map(({ code }) => code)),
  ];
  return [...new Set(codes.map(itemCode).filter((code) => code !== ''))];
};

export const findableOf = (order: Order): Findable => ({ ...order, items: itemsOf(order) });

/**
 * The word for an item code; for a long code, its digest, because words are compared by their first characters only. Starts with a
 * character that no searched word has, so a search does not find it.
 */
export const itemWord = (code: string): string => `#${code.length < longestBeginning ? code : hash('sha256', code)}`;
const isItemWord = (word: string): boolean => word.startsWith('#');

/** May contain duplicates. */
export const wordsOf = ({ key, reference, recipient: { name, company, city, country, postalCode }, items = [] }: Findable): string[] => [
  ...wordsIn(`${key} ${reference} ${name} ${company} ${city} ${country} ${postalCode}`),
  ...[key, reference, postalCode].map(asOne),
  ...items.map(itemWord),
];

/** Builds the run of words of many orders, with each beginning once. */
export function wordRun(orders: readonly Findable[]): WordRun {
  const ownersOf = new Map<string, string>();
  orders.forEach((order, index) => {
    for (const word of new Set(wordsOf(order))) {
      const known = ownersOf.get(word);
      ownersOf.set(word, known === undefined ? String(index) : `${known},${index}`);
    }
  });
  // In alphabetical order, each word shares its beginnings with the previous one.
  const words = [...ownersOf.keys()].filter((word) => word !== '').sort();
  const beginnings: string[] = [];
  const owners: string[] = [];
  /** By length: owners of the beginnings that the next word shares. */
  const shared: string[] = [];
  words.forEach((word, index) => {
    const own = ownersOf.get(word) ?? '';
    const alikeBefore = alike(word, words[index - 1] ?? '');
    const alikeBehind = alike(word, words[index + 1] ?? '');
    const longest = longestOf(word);
    for (let length = shortestOf(word); length <= longest; length += 1) {
      const all = length <= alikeBefore ? `${shared[length]},${own}` : own;
      if (length <= alikeBehind) shared[length] = all;
      else {
        beginnings.push(word.slice(0, length));
        owners.push(all);
      }
    }
  });
  return { beginnings: inBlocks(beginnings), owners: owners.join('\n') };
}

/** Item codes are found as a whole only. */
const shortestOf = (word: string): number => (isItemWord(word) ? longestOf(word) : Math.min(word.length, shortestBeginning));
const longestOf = (word: string): number => Math.min(word.length, longestBeginning);

/** Length of the longest beginning that both words share; 0 if there is none. */
function alike(word: string, other: string): number {
  const most = Math.min(longestOf(word), longestOf(other));
  let letters = 0;
  while (letters < most && word.charCodeAt(letters) === other.charCodeAt(letters)) letters += 1;
  return letters < shortestBeginning ? 0 : letters;
}

export function inBlocks(beginnings: readonly string[]): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(beginnings.length * cipherBlock);
  let at = 0;
  for (const beginning of beginnings) {
    for (let letter = 0; letter < beginning.length; letter += 1) blocks[at + letter] = beginning.charCodeAt(letter);
    at += cipherBlock;
  }
  return blocks;
}
