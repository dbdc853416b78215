import type { Failure } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { Hold } from '../../shared/order.ts';
import type { TakenRow } from '../bench/orders/import.ts';
import type { PushAnswer } from '../orders/push-door.ts';

interface AnsweredRow {
  /** Its place among the orders that were sent, from 1 on. */
  readonly row: number;
  readonly order: string;
  readonly became: TakenRow['became'] | 'not-readable' | 'skipped';
  readonly hold?: Hold;
  readonly why?: unknown;
}

/** What a sender is told of its orders, once they are on the disk: each of them, in the order they were sent. */
export function answerToPush(answer: Answer<'importOrders'>, taken: readonly TakenRow[]): PushAnswer {
  if (!answer.ok) return { status: statusOf(answer.failure), body: { code: answer.failure.code, reasons: answer.failure.reasons ?? [] } };
  const { isWhole, problems, skipped, told, needless } = answer.value;
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
      return leftOut.filter(({ row }) => row === first).flatMap((said) => more.map((row) => ({ ...said, row })));
    }),
  ];
  return {
    status: 200,
    body: {
      total: new Set(rows.map(({ row }) => row)).size,
      rows: rows.toSorted((one, other) => one.row - other.row),
      told: told.map(({ line, orderKey, reason }) => ({ row: line, order: orderKey, why: reason })),
      needless,
    },
  };
}

/** Told apart by what a sender can do: mend what it sends, or send it again. */
const statusOf = ({ code }: Failure): number => (code === 'order-file-unreadable' ? 422 : 503);
