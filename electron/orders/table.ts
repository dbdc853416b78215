import type { RowReason } from '../../shared/order-file-reason.ts';

/** One row as written in the file, with its first line, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly text: string;
}

/** A row's cells, or why they cannot be read. */
export type TableCells = readonly string[] | RowReason;

export interface Table {
  /** True if missing cells at the end of a row are empty cells. */
  readonly isEven?: true;
  /**
   * Yields every row of the file except empty ones. A broken row does not affect the rows after it. The cells of one row are discarded when
   * the next is read: a large file is never held as cells.
   */
  rows(): Generator<readonly [TableRow, TableCells], undefined>;
  /** Returns the cells of a row of this file again, from its text. */
  cellsOf(text: string): readonly string[];
}
