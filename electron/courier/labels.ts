import type { EncodedPaper } from '../bench/ports.ts';
import { readPaper } from './encoded-paper.ts';
import type { WireValue } from './json.ts';
import { isFields } from './wire.ts';

/** The labels of one order, or null where the answer holds neither PDF nor ZPL. */
export function readLabels(result: WireValue): EncodedPaper | null {
  const record = Array.isArray(result) && result.length === 1 ? (result as readonly WireValue[])[0] : result;
  if (!isFields(record)) return readPaper(record);
  return readPaper(record['labels']) ?? readPaper(record['label']);
}
