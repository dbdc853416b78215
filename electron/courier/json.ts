import { textOfBytes } from '../files/text.ts';
import { type JsonScan, scanJson } from './json-scan.ts';
import type { WireValue } from './wire-value.ts';

const deepest = 32;
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses bytes from outside; undefined if they are not JSON or have more values than any answer. Never throws. */
export function readJson(bytes: Uint8Array): WireValue | undefined {
  return parsedJson(lookThrough(bytes));
}

/** Programs in C end a text with a NUL, and some send it. */
export const lookThrough = (bytes: Uint8Array): JsonScan => scanJson(textOfBytes(bytes).replace(/\0+$/, ''));

/**
 * Parses the text, with numbers as their digits; undefined if it is not JSON or too large. Drops names that could reach a prototype, and
 * replaces values deeper than in any honest answer by null.
 */
export function parsedJson({ quoted, isTooMuch }: JsonScan): WireValue | undefined {
  if (isTooMuch) return undefined;
  try {
    return cleaned(JSON.parse(quoted), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function cleaned(value: unknown, depth: number): WireValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth > deepest) return null;
  if (Array.isArray(value)) return value.map((each) => cleaned(each, depth + 1));
  const fields = value as Record<string, WireValue>;
  for (const name in fields) {
    if (prototypeNames.has(name)) delete fields[name];
    else if (typeof fields[name] === 'object') fields[name] = cleaned(fields[name], depth + 1);
  }
  return Object.setPrototypeOf(fields, null) as WireValue;
}

/** Encodes a request: always in ASCII, as the service demands. */
export function asciiJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new TextEncoder().encode(text);
}
