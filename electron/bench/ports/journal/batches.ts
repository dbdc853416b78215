import type { BatchLine, BatchState } from '../../../../shared/batch.ts';

/** A batch of orders that are shipped together, in picking order; `position` counts from 0. */
export interface KeptBatch {
  readonly id: string;
  readonly state: BatchState;
  readonly openedAt: string;
  readonly lines: readonly { readonly position: number; readonly line: BatchLine }[];
}

export interface BatchJournal {
  /** Opens a batch in `quoting`, its lines in picking order, and returns its id. Deletes the lines of the previous batch. */
  openBatch(lines: readonly BatchLine[]): string;
  /** The newest batch, unless it is closed; without the lines that cannot be read. */
  batch(): KeptBatch | undefined;
  moveBatch(id: string, state: BatchState): void;
  writeBatchLine(id: string, position: number, line: BatchLine): void;
}
