import { isNothing } from './number-in-result.ts';

/** A number under a name that means an order number or a collection number, at any place. */
export interface WrittenNumber {
  readonly of: 'order' | 'collection';
  readonly number: string;
  /** It is where the service's document has it: under its own name in the result, or in a record of a list of results. */
  readonly isInPlace: boolean;
}

/** Properties of a text, found before it is parsed. */
export interface JsonScan {
  /** It has more values, or deeper ones, than any answer: a parser would take seconds and gigabytes for it. */
  readonly isTooMuch: boolean;
  /** `result` or `errors` occurs twice: a parser silently takes the last one. */
  readonly isTwofold: boolean;
  /** Includes those that a parser drops because their name occurs twice, and words that are no number; at most 20. */
  readonly numbers: readonly WrittenNumber[];
  /** The text with every JSON number in quotation marks, so that a parser keeps its digits. The original text if it has too many values. */
  readonly quoted: string;
}

/** Deeper than any answer, and far less deep than a parser's stack allows. */
const deepest = 1000;
/** Limit for records, lists and everything in them. An answer with 2,000 services has a third of it. */
const mostValues = 100_000;
const mostNumbers = 20;
/** Limit for different names and values that are checked for a number; a text with more candidates is no answer. */
const mostLooks = 20_000;
const longestName = 60;
const longestNumber = 4096;
const [quote, comma, colon, backslash, openList, closeList, openRecord, closeRecord] = [0x22, 0x2c, 0x3a, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Scans a text that may be JSON, whole or cut off, once: one step per character, however long its strings are. Never throws. */
export function scanJson(text: string): JsonScan {
  const isRecord: boolean[] = [];
  const envelopeNames = new Set<string>();
  const numbers = new Map<string, WrittenNumber>();
  const meanings = new Map<string, WrittenNumber['of'] | undefined>();
  const looked = new Set<string>();
  const pieces: string[] = [];
  let quotedUntil = 0;
  let isTwofold = false;
  let values = 1;
  let root = '';
  /** The member whose value is being read, if its name means a number; `records`: number of open records inside the value. */
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
    if (wanted || !mayMeanNumber(text.charAt(start))) return;
    const name = nameAt(text, start, end);
    if (meanings.size < mostLooks && !meanings.has(name)) meanings.set(name, meaningOf(name));
    const of = meanings.get(name);
    if (!of) return;
    const isInResult = root === 'result' && (depth === 2 ? isRecord[1] === true : depth === 3 && isRecord[1] === false);
    wanted = { of, depth, isInPlace: isInResult && name === `${of}_no`, records: 0 };
  }

  function value(start: number, end: number): void {
    if (!wanted || looked.size >= mostLooks || numbers.size >= mostNumbers || end - start > longestNumber) return;
    const isInPlace = wanted.isInPlace && wanted.records === 0;
    const isOfField = root !== 'errors' || isRecord.length === wanted.depth;
    const look = `${wanted.of} ${isInPlace} ${isOfField} ${text.slice(start, end)}`;
    if (looked.has(look)) return;
    looked.add(look);
    const number = spelt(text.slice(start, end)).trim();
    if (isNothing(number) || (root === 'errors' && !(isOfField && isOneWordWithDigit(number)))) return;
    // A string of its own: a slice would keep the whole answer in memory.
    const own = JSON.parse(JSON.stringify(number)) as string;
    numbers.set(`${wanted.of} ${isInPlace} ${own}`, { of: wanted.of, number: own, isInPlace });
  }

  /** Leaves everything unchanged that is not a JSON number or is in the place of a name: it is not valid JSON. */
  function quoteNumber(start: number, end: number): void {
    if (values > mostValues || !isJsonNumber(text, start, end) || text.charCodeAt(afterBlanks(text, end)) === colon) return;
    pieces.push(text.slice(quotedUntil, start), text.slice(start, end));
    quotedUntil = end;
  }

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
    } else {
      const end = endOfWord(text, at);
      // Otherwise it is true, false or null.
      if (code <= 0x39) {
        value(at, end);
        quoteNumber(at, end);
      }
      at = end;
    }
  }
  const isTooMuch = values > mostValues || isRecord.length > deepest;
  const quoted = isTooMuch ? text : [...pieces, text.slice(quotedUntil)].join('"');
  return { isTooMuch, isTwofold, numbers: [...numbers.values()], quoted };
}

/** Recognizes all spellings of one name: `order_no`, `orderNo`, `Order_Number`, `order_numbers`. */
function meaningOf(name: string): WrittenNumber['of'] | undefined {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  const [, of] = /^(order|collection)(?:no|nr|num|number)s?$/.exec(letters) ?? [];
  return of === 'order' || of === 'collection' ? of : undefined;
}

/** An error may be named after its field, with a sentence, a list or a record as the value. */
const isOneWordWithDigit = (number: string): boolean => /\d/.test(number) && !/\s/.test(number);

/** Checks only the first character, so that millions of members are skipped without reading their names. */
const mayMeanNumber = (letter: string): boolean => letter !== '' && 'oOcC\\'.includes(letter);

const nameAt = (text: string, start: number, end: number): string => (end - start > longestName ? '' : spelt(text.slice(start, end)));

/** Decodes a JSON string; if its escapes are invalid, returns it unchanged. */
function spelt(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return written;
    throw error;
  }
}

/** Returns the position of the closing quotation mark of the string that begins at `from`, or the end of the text. */
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

/** By the grammar of JSON (RFC 8259, 6). */
function isJsonNumber(text: string, from: number, to: number): boolean {
  jsonNumber.lastIndex = from;
  return jsonNumber.test(text) && jsonNumber.lastIndex === to;
}
const jsonNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function endOfWord(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === comma || code === colon || code === quote || code === closeList || code === closeRecord) break;
  }
  return at;
}
