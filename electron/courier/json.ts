import { textOfBytes } from '../files/text.ts';
import { type JsonScan, scanJson } from './json-scan.ts';
import type { WireValue } from './wire-value.ts';

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

const deepest = 32;
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads bytes from outside, or answers undefined where they are not JSON or hold more than any answer. Never throws. */
export function readJson(bytes: Uint8Array): WireValue | undefined {
  return parsedJson(lookThrough(bytes));
}

/** A text and what can be said of it before it is parsed. */
export interface LookedThrough extends JsonScan {
  readonly text: string;
}

export function lookThrough(bytes: Uint8Array): LookedThrough {
  // Programs in C end a text with a NUL, and some send it.
  const text = textOfBytes(bytes).replace(/\0+$/, '');
  return { text, ...scanJson(text) };
}

/**
 * What a text says, or undefined where it is not JSON or too much. Names that could reach a prototype are dropped, and what lies deeper
 * than any honest answer becomes null.
 */
export function parsedJson({ text, isTooMuch }: LookedThrough): WireValue | undefined {
  if (isTooMuch) return undefined;
  try {
    const digits: Reviver = (_name, value, { source }) => (typeof value === 'number' ? (source ?? String(value)) : value);
    return cleaned(parseWithSource(text, digits), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function cleaned(value: unknown, depth: number): WireValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth > deepest) return null;
  if (Array.isArray(value)) return value.map((each) => cleaned(each, depth + 1));
  const fields: Record<string, WireValue> = Object.create(null) as Record<string, WireValue>;
  for (const [name, inner] of Object.entries(value)) if (!prototypeNames.has(name)) fields[name] = cleaned(inner, depth + 1);
  return fields;
}

/** The bytes of a request: ASCII whatever is in it, as the service demands. */
export function asciiJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new TextEncoder().encode(text);
}
