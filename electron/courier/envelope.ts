import { lookThrough, parsedJson } from './json.ts';
import type { JsonScan, WrittenNumber } from './json-scan.ts';
import { isFields, textIn } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

/** The two elements of every answer of the service. `messages`: its errors as readable texts. */
export interface Envelope {
  readonly result: WireValue;
  readonly messages: readonly string[];
  /** The errors as received, to determine their form. */
  readonly errors: WireValue;
  /** False if one of the two elements is missing or occurs twice: then an order number still counts, a refusal does not. */
  readonly whole: boolean;
  /** Every order and collection number in it, at any place. */
  readonly numbers: readonly WrittenNumber[];
}

/** Reads an answer; undefined if it is no envelope at all (a proxy's page, half an answer). Never throws. */
export const readEnvelope = (body: Uint8Array): Envelope | undefined => lookInto(body).envelope;

/** Returns the envelope if there is one, and in any case every order and collection number in the bytes. */
export function lookInto(body: Uint8Array): { readonly envelope: Envelope | undefined; readonly numbers: readonly WrittenNumber[] } {
  const looked = lookThrough(body);
  return { envelope: envelopeIn(looked), numbers: looked.numbers };
}

function envelopeIn(answer: JsonScan): Envelope | undefined {
  const value = parsedJson(answer);
  if (!isFields(value)) return undefined;
  const { result, errors } = value;
  if (result === undefined && errors === undefined) return undefined;
  const whole = result !== undefined && errors !== undefined && !answer.isTwofold;
  return { result: result ?? null, messages: readableErrors(errors), errors: errors ?? null, whole, numbers: answer.numbers };
}

const sentenceNames = ['message', 'error', 'description', 'detail', 'text', 'title', 'msg'];
const codeNames = ['code', 'error_code', 'id'];
const maxErrors = 50;
const maxErrorLength = 500;

/**
 * Formats errors, which are texts, records, nested lists or maps by field: one readable line each, with the field's name in front. A value
 * that names no error (zero, nothing, "OK") counts as none.
 */
export function readableErrors(errors: WireValue | undefined): readonly string[] {
  const lines = new Set<string>();
  collectLines(errors ?? null, '', lines);
  return [...lines];
}

const namesNoError = /^(|0+(\.0*)?|null|none|false|ok(ay)?|success(ful|fully)?|no errors?)[.!]?$/i;

function collectLines(value: WireValue, name: string, lines: Set<string>): void {
  if (lines.size >= maxErrors || value === null || value === false) return;
  if (value === true || typeof value === 'string') {
    const text = String(value).trim().slice(0, maxErrorLength);
    if (!namesNoError.test(text)) lines.add((name ? `${name}: ${text}` : text).slice(0, maxErrorLength));
  } else if (Array.isArray(value)) {
    for (const each of value as readonly WireValue[]) collectLines(each, name, lines);
  } else if (isFields(value)) {
    const sentence = firstText(value, sentenceNames);
    if (!namesNoError.test(sentence)) {
      const code = firstText(value, codeNames);
      return collectLines(code ? `${sentence} (${code})` : sentence, firstText(value, ['field']) || name, lines);
    }
    for (const [key, each] of Object.entries(value)) {
      const within = /^\d+$/.test(key) ? name : name ? `${name}.${key}` : key;
      collectLines(each, within.slice(0, maxErrorLength), lines);
    }
  }
}

const firstText = (fields: WireFields, names: readonly string[]): string =>
  names.map((name) => textIn(fields, name)).find((text) => text !== '') ?? '';
