import { isFields, textOf } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

/** The first record of a result, whether it is the record itself or lies in a list, that holds a number under this name. */
export function recordWith(result: WireValue, name: string): WireFields | undefined {
  return candidates(result).find((fields) => numbersIn(fields[name]).length > 0);
}

/** Every distinct number under this name. Zero, an empty text and a record are no numbers. */
export function numbersNamed(result: WireValue, name: string): readonly string[] {
  return [...new Set(candidates(result).flatMap((fields) => numbersIn(fields[name])))];
}

function candidates(result: WireValue): readonly WireFields[] {
  if (isFields(result)) return [result];
  return Array.isArray(result) ? (result as readonly WireValue[]).filter(isFields) : [];
}

function numbersIn(value: WireValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: WireValue) => numbersIn(each));
  const text = textOf(value);
  return isNumber(text) ? [text] : [];
}

/** Zero, nothing and a word for nothing are no numbers. */
export const isNumber = (text: string): boolean => text !== '' && !/^0+(\.0*)?$/.test(text) && !/^(null|false|none)$/i.test(text);
