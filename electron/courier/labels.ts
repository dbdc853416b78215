import type { UnreadForm } from '../../shared/exchange-reason.ts';
import type { EncodedPaper } from '../bench/ports/courier.ts';
import { joined, newUnpacking, readLabelOf, readPaper, unreadForm } from './encoded-paper.ts';
import { isNumber } from './number-in-result.ts';
import { isFields, textOf } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

interface ReadLabels {
  /** Null if it contains neither PDF nor ZPL. */
  readonly paper: EncodedPaper | null;
  /** The form of the unreadable value; undefined if there is none. */
  readonly unread: UnreadForm | undefined;
  /** The orders that its labels belong to, as named in the answer. */
  readonly orderNos: readonly string[];
}

/** Reads the labels of an answer to a request for one order. Leaves out records that name other orders if one of them names this order. */
export function readLabels(result: WireValue, orderNo: string): ReadLabels {
  const records = isFields(result) ? [result] : Array.isArray(result) ? (result as readonly WireValue[]).filter(isFields) : [];
  if (records.length === 0) return { paper: readPaper(result), unread: unreadForm(result), orderNos: [] };
  const ofOrder = records.filter((record) => orderNosOf(record).includes(orderNo));
  const asked = ofOrder.length > 0 ? ofOrder : records;
  const unpacking = newUnpacking();
  const papers = asked.map((record) => readLabelOf(record, [orderNo, 'labels', 'label'], unpacking)).filter((paper) => paper !== null);
  return {
    paper: unpacking.leftBytes < 0 ? null : joined(papers),
    unread: unreadForm(asked.map((record) => record['labels'] ?? record['label'] ?? null)),
    orderNos: [...new Set(asked.flatMap(orderNosOf))],
  };
}

const orderNosOf = (record: WireFields): readonly string[] =>
  [record['order_numbers'], record['order_no']]
    .flat()
    .map((each) => textOf(each as WireValue))
    .filter(isNumber);
