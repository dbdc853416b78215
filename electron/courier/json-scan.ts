import { isNothing } from './number-in-result.ts';

/** A number under a name that means an order's or a collection's, wherever it stands. */
export interface WrittenNumber {
  readonly of: 'order' | 'collection';
  readonly number: string;
  /** It stands where the service's document has it: under its own name in the result, or in a record of a list of results. */
  readonly isInPlace: boolean;
}

/** What a text says of itself before anybody parses it. */
export interface JsonScan {
  /** It holds more, or lies deeper, than any answer: a parser would take seconds and gigabytes for it. */
  readonly isTooMuch: boolean;
  /** `result` or `errors` stands twice: a parser takes the last silently. */
  readonly isTwofold: boolean;
  /** Also those that a parser drops because their name stands twice, and words that are no number; at most 20. */
  readonly numbers: readonly WrittenNumber[];
}

/** Deeper than any answer, and far less deep than what a parser's stack bears. */
const deepest = 1000;
/** Records, lists and all that is in them. 2,000 services have a third of it. */
const mostValues = 100_000;
const mostNumbers = 20;
/** So many names and values are looked at for a number; what has more of them that look so is no answer. */
const mostLooks = 100_000;
const longestName = 60;
const longestNumber = 4096;
const [quote, comma, colon, backslash, openList, closeList, openRecord, closeRecord] = [0x22, 0x2c, 0x3a, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Walks once over a text that may be JSON, whole or cut, one step per character however long its strings are. Never throws. */
export function scanJson(text: string): JsonScan {
  const isRecord: boolean[] = [];
  const envelopeNames = new Set<string>();
  const numbers = new Map<string, WrittenNumber>();
  let isTwofold = false;
  let values = 1;
  let looks = 0;
  let root = '';
  /** The member whose value is being read, if its name means a number; `records` are those opened inside the value. */
  let wanted: { readonly of: WrittenNumber['of']; readonly depth: number; readonly isInPlace: boolean; records: number } | undefined;

  function member(start: number, end: number): void {
    const depth = isRecord.length;
    if (depth === 1) {
      root = end - start < 'result'.length ? '' : nameAt(text, start, end);
      if (root === 'result' || root === 'errors') {
        isTwofold ||= envelopeNames.has(root);
        envelopeNames.add(root);
      }
    }
    if (wanted || looks > mostLooks || !mayMeanNumber(text.charAt(start))) return;
    looks += 1;
    const name = nameAt(text, start, end);
    const of = meaningOf(name);
    if (!of) return;
    const isInResult = root === 'result' && (depth === 2 ? isRecord[1] === true : depth === 3 && isRecord[1] === false);
    wanted = { of, depth, isInPlace: isInResult && name === `${of}_no`, records: 0 };
  }

  function value(start: number, end: number): void {
    if (!wanted || looks > mostLooks || numbers.size >= mostNumbers || end - start > longestNumber) return;
    looks += 1;
    const number = spelt(text.slice(start, end)).trim();
    if (isNothing(number) || (root === 'errors' && !isNumberBesideError(number, wanted.depth))) return;
    const isInPlace = wanted.isInPlace && wanted.records === 0;
    // A text of its own: a piece of the answer would keep the whole of it in memory.
    const own = JSON.parse(JSON.stringify(number)) as string;
    numbers.set(`${wanted.of} ${isInPlace} ${own}`, { of: wanted.of, number: own, isInPlace });
  }

  /** The errors may name the field they speak of, with a sentence, a list or a record as its value. */
  const isNumberBesideError = (number: string, depth: number): boolean =>
    isRecord.length === depth && /\d/.test(number) && !/\s/.test(number);

  let at = 0;
  while (at < text.length && isRecord.length <= deepest) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) at += 1;
    else if (code === quote) {
      const end = endOfString(text, at);
      const after = isRecord.at(-1) === true ? afterBlanks(text, end + 1) : 0;
      const isName = after > 0 && text.charCodeAt(after) === colon;
      if (isName) member(at + 1, end);
      else value(at + 1, end);
      at = isName ? after + 1 : end + 1;
    } else if (code === openRecord || code === openList) {
      isRecord.push(code === openRecord);
      values += 1;
      if (wanted && code === openRecord) wanted.records += 1;
      at += 1;
    } else if (code === closeRecord || code === closeList) {
      if (isRecord.pop() === true && wanted) wanted.records -= 1;
      if (wanted && isRecord.length <= wanted.depth) wanted = undefined;
      at += 1;
    } else if (code === comma) {
      values += 1;
      if (wanted && isRecord.length === wanted.depth) wanted = undefined;
      at += 1;
    } else if (wanted) {
      const end = endOfWord(text, at);
      // Else it is true, false or null.
      if (code <= 0x39) value(at, end);
      at = end;
    } else at += 1;
  }
  return { isTooMuch: values > mostValues || isRecord.length > deepest, isTwofold, numbers: [...numbers.values()] };
}

/** `order_no`, `orderNo`, `Order_Number`, `order_numbers`: the spellings of one thing. */
function meaningOf(name: string): WrittenNumber['of'] | undefined {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  const [, of] = /^(order|collection)(?:no|nr|num|number)s?$/.exec(letters) ?? [];
  return of === 'order' || of === 'collection' ? of : undefined;
}

/** By its first letter: millions of members are passed without a look at their names. */
const mayMeanNumber = (letter: string): boolean => letter !== '' && 'oOcC\\'.includes(letter);

const nameAt = (text: string, start: number, end: number): string => (end - start > longestName ? '' : spelt(text.slice(start, end)));

/** What a string of JSON says, its escapes undone where they can be. */
function spelt(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return written;
    throw error;
  }
}

/** Where the string that begins at `from` has its closing quotation mark, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

function endOfWord(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === comma || code === colon || code === quote || code === closeList || code === closeRecord) break;
  }
  return at;
}
