import type { RowReason } from '../../shared/order-file-reason.ts';

/** One row as it stands in the file, with the line it begins at, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly text: string;
}

/** A row's cells, or why it has none that may be read. */
export type TableCells = readonly string[] | RowReason;

export interface Table {
  /** True where a row that ends early only has nothing to say for the columns behind it. */
  readonly isEven?: true;
  /**
   * Every row of the file, empty ones left out. A row that is broken stands alone: the rows after it are read as if it were not there.
   * The cells of one row are gone when the next is taken: a large file is never held as cells.
   */
  rows(): Generator<readonly [TableRow, TableCells], undefined>;
  /** The cells of a row of this file once more, from its text. */
  cellsOf(text: string): readonly string[];
}
