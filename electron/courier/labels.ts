import type { EncodedPaper } from '../bench/ports/courier.ts';
import { readPaper } from './encoded-paper.ts';
import { isFields, textOf } from './wire.ts';
import type { WireValue } from './wire-value.ts';

/** The labels an answer holds (null where it is neither PDF nor ZPL), and the orders it says they are of. */
export function readLabels(result: WireValue): { readonly paper: EncodedPaper | null; readonly orderNos: readonly string[] } {
  const record = Array.isArray(result) && result.length === 1 ? (result as readonly WireValue[])[0] : result;
  if (!isFields(record)) return { paper: readPaper(record), orderNos: [] };
  const named = record['order_numbers'];
  const orderNos = (Array.isArray(named) ? (named as readonly WireValue[]) : [named])
    .map((each) => textOf(each))
    .filter((each) => each !== '');
  return { paper: readPaper(record['labels']) ?? readPaper(record['label']), orderNos };
}
