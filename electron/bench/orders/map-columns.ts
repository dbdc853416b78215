import type { Answer } from '../../../shared/ipc.ts';
import { type Mapping, proposedMapping } from '../../../shared/mapping.ts';
import type { RowProblem } from '../../../shared/order.ts';
import { orderSchema } from '../../../shared/order.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { PreparedOrders } from '../ports/journal/prepared-orders.ts';
import type { Import } from './import.ts';
import { knownLetters } from './known-letters.ts';

type MapContext = Pick<BenchContext, 'fail' | 'journal' | 'orderFiles' | 'settings'>;

/** Shows and tries a file with unknown columns before any of it is taken. */
export interface MapColumns {
  /** Returns its columns, its first rows and a proposed mapping; null if no such file waits. */
  file(): Promise<Answer<'fileToMap'>>;
  /** Returns the result for the whole file; stores nothing. */
  try(mapping: Mapping): Promise<Answer<'tryMapping'>>;
}

const rowsShown = 10;
const problemsShown = 50;
const sliceOrders = 250;

export function createMapColumns(context: MapContext, { unmapped }: Pick<Import, 'unmapped'>): MapColumns {
  return {
    async file() {
      const file = unmapped();
      const found = file && (await context.orderFiles.columns(file.bytes, rowsShown, knownLetters(context)));
      if (!file || !found || found.columns.length === 0) return ok(null);
      const name = file.name.replace(/\.[^.]*$/, '').slice(0, 60);
      return ok({
        file: file.name,
        columns: [...found.columns],
        rows: found.rows.map((row) => [...row]),
        proposal: proposedMapping(name, found.columns),
      });
    },

    async try(mapping) {
      const file = unmapped();
      if (!file) return context.fail('not-now');
      const { currency } = context.settings();
      const opened = await context.orderFiles.open({
        name: file.name,
        bytes: file.bytes,
        currency,
        mappings: [mapping],
        letters: knownLetters(context),
      });
      if (!opened.ok) return context.fail(opened.failure.code, opened.failure.reasons);
      const { rows, next, close } = opened.value;
      const run = { rows, orders: 0, held: 0, inOrders: 0, skipped: 0, problemCount: 0 };
      const problems: RowProblem[] = [];
      const remarks: RowProblem[] = [];
      const preview: ReturnType<typeof firstOrders> = [];
      try {
        for (let isLast = false; !isLast; ) {
          const read = await next(sliceOrders);
          if (!read.ok) return context.fail(read.failure.code, read.failure.reasons);
          const slice = read.value;
          isLast = slice.isLast;
          run.orders += slice.prepared.orders.length;
          run.held += slice.prepared.orders.filter(({ hold }) => hold !== null).length;
          run.inOrders += slice.rowCounts.reduce((sum, count) => sum + count, 0);
          run.skipped += slice.skipped.length;
          run.problemCount += slice.problems.length;
          problems.push(...slice.problems.slice(0, problemsShown - problems.length));
          remarks.push(...slice.remarks.slice(0, problemsShown - remarks.length));
          preview.push(...firstOrders(slice.prepared, slice.lines, rowsShown - preview.length));
        }
      } finally {
        close();
      }
      const unused = remarks.flatMap(({ reason }) =>
        typeof reason === 'object' && reason.code === 'column-not-used' ? [reason.column] : [],
      );
      return ok({ ...run, problems, unused, preview });
    },
  };
}

/** Returns the first orders, as they would be stored. */
function firstOrders({ orders, bytes }: PreparedOrders, lines: readonly number[], count: number) {
  return orders.slice(0, count).map(({ end }, at) => {
    const encrypted = JSON.parse(new TextDecoder().decode(bytes.subarray(orders[at - 1]?.end ?? 0, end))) as { order: unknown };
    return { line: lines[at] ?? 1, order: orderSchema.parse(encrypted.order) };
  });
}
