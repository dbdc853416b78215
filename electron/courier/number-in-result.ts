import { isFields, textIn, textOf } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

/** Returns the first record of a result, either the result itself or one in a list, that has a number under this name. */
export function recordWith(result: WireValue, name: string): WireFields | undefined {
  return candidates(result).find((fields) => textsIn(fields[name]).some(isNumber));
}

/** Returns every distinct number under this name, by the rule of `isNumber`. */
export const numbersNamed = (result: WireValue, name: string): readonly string[] => textsNamed(result, name).filter(isNumber);

/** Returns every distinct text under this name that is more than a word for nothing. It may be no number. */
export const textsNamed = (result: WireValue, name: string): readonly string[] => [
  ...new Set(candidates(result).flatMap((fields) => textsIn(fields[name]))),
];

function candidates(result: WireValue): readonly WireFields[] {
  if (isFields(result)) return [result];
  return Array.isArray(result) ? (result as readonly WireValue[]).filter(isFields) : [];
}

function textsIn(value: WireValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: WireValue) => textsIn(each));
  const text = textOf(value);
  return isNothing(text) ? [] : [text];
}

/** Zero in any spelling, an empty text, and the words that JSON and databases have for nothing. */
export const isNothing = (text: string): boolean => /^[^\p{L}\p{N}-]*0[^\p{L}1-9-]*$|^(null|false|none)?$/iu.test(text);

const sentence = /\p{L}{3}[\s:,;.]+\p{L}{2}|\p{L}{2}[\s:,;.]+\p{L}{3}/u;
const trouble = /(?<!\p{L})(err|errors?|fail(ed|ure)?|exception|http|invalid|unknown|pending|refused|rejected|denied)(?!\p{L})/iu;
const onlyZeros = /^[^\p{L}1-9]*$/u;

/**
 * True if a text names an order, a collection or a parcel. Services also write words and negative numbers if they have none: a number has a
 * digit and no minus in front, and is neither a sentence nor the code of an error.
 */
export const isNumber = (text: string): boolean =>
  /\d/.test(text) && !/^[-−–—]/.test(text) && ![onlyZeros, sentence, trouble].some((each) => each.test(text));

/** Returns the number under this name; empty if there is none. */
export function numberIn(fields: WireFields, name: string): string {
  const text = textIn(fields, name);
  return isNumber(text) ? text : '';
}
