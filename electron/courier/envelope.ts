import { readJson, textOfBytes, type WireFields, type WireValue } from './json.ts';
import { scanJson } from './json-scan.ts';
import { isFields, textIn } from './wire.ts';

/** The two elements every answer of the service has. `said` are its errors as readable texts. */
export interface Envelope {
  readonly result: WireValue;
  readonly said: readonly string[];
  /** The errors as they came, for telling their form. */
  readonly errors: WireValue;
  /** False where one of the two elements is missing or stands there twice: then an order number still counts, a refusal does not. */
  readonly whole: boolean;
}

/** Reads an answer, or answers undefined where it is no envelope at all (a proxy's page, half an answer). Never throws. */
export function readEnvelope(body: Uint8Array): Envelope | undefined {
  const value = readJson(body);
  if (!isFields(value)) return undefined;
  const { result, errors } = value;
  if (result === undefined && errors === undefined) return undefined;
  const whole = result !== undefined && errors !== undefined && !scanJson(textOfBytes(body)).isTwofold;
  return { result: result ?? null, said: readableErrors(errors), errors: errors ?? null, whole };
}

const sentenceNames = ['message', 'error', 'description', 'detail', 'text', 'title', 'msg'];
const codeNames = ['code', 'error_code', 'id'];
const maxErrors = 50;
const maxErrorLength = 500;

/** Errors come as texts, records, nested lists or maps by field; each becomes one line a person can read, the field's name in front. */
export function readableErrors(errors: WireValue | undefined): readonly string[] {
  return [...new Set(linesOf(errors, ''))].slice(0, maxErrors).map((line) => line.slice(0, maxErrorLength));
}

function linesOf(value: WireValue | undefined, name: string): readonly string[] {
  if (value === undefined || value === null || value === false) return [];
  const named = (text: string): readonly string[] => (name ? [`${name}: ${text}`] : [text]);
  if (value === true) return named('true');
  if (typeof value === 'string') return value.trim() === '' ? [] : named(value.trim());
  if (Array.isArray(value)) return value.flatMap((each: WireValue) => linesOf(each, name));
  if (!isFields(value)) return [];
  const sentence = firstText(value, sentenceNames);
  if (sentence !== '') {
    const code = firstText(value, codeNames);
    return linesOf(code ? `${sentence} (${code})` : sentence, firstText(value, ['field']) || name);
  }
  return Object.entries(value).flatMap(([key, each]) => linesOf(each, /^\d+$/.test(key) ? name : name ? `${name}.${key}` : key));
}

const firstText = (fields: WireFields, names: readonly string[]): string =>
  names.map((name) => textIn(fields, name)).find((text) => text !== '') ?? '';
