import type { Failure } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { Hold } from '../../shared/order.ts';
import type { TakenRow } from '../bench/orders/import.ts';
import type { PushAnswer } from '../orders/push-listener.ts';

interface AnsweredRow {
  /** Position among the orders that were sent, starting at 1. */
  readonly row: number;
  readonly order: string;
  readonly became: TakenRow['became'] | 'not-readable' | 'skipped';
  readonly hold?: Hold;
  readonly why?: unknown;
}

/** The response to a sender, once its orders are on the disk: one row per order, in the order they were sent. */
export function answerToPush(answer: Answer<'importOrders'>, taken: readonly TakenRow[]): PushAnswer {
  if (!answer.ok) return { status: statusOf(answer.failure), body: { code: answer.failure.code, reasons: answer.failure.reasons ?? [] } };
  const { isWhole, problems, skipped, remarks, needless } = answer.value;
  if (!isWhole) return { status: 503, body: { code: 'not-now' } };
  const leftOut: AnsweredRow[] = [
    ...problems.map(({ line, orderKey, reason }) => ({ row: line, order: orderKey, became: 'not-readable' as const, why: reason })),
    ...skipped.map(({ line, orderKey, reason }) => ({ row: line, order: orderKey, became: 'skipped' as const, why: reason })),
  ];
  const rows = [
    ...leftOut,
    ...taken.flatMap(({ lines, key, became, hold }): AnsweredRow[] => {
      if (key !== null) return lines.map((row) => ({ row, order: key, became, ...(hold && { hold }) }));
      const [first, ...more] = lines;
      return leftOut.filter(({ row }) => row === first).flatMap((leftOutRow) => more.map((row) => ({ ...leftOutRow, row })));
    }),
  ];
  return {
    status: 200,
    body: {
      total: new Set(rows.map(({ row }) => row)).size,
      rows: rows.toSorted((one, other) => one.row - other.row),
      remarks: remarks.map(({ line, orderKey, reason }) => ({ row: line, order: orderKey, why: reason })),
      needless,
    },
  };
}

/** The status shows the sender what to do: 422 fix the orders, 503 send them again. */
const statusOf = ({ code }: Failure): number => (code === 'order-file-unreadable' ? 422 : 503);
