import type { BatchLine, BatchState } from '../../../../shared/batch.ts';

/** Many orders that are shipped together, in the order they are picked; `position` counts from 0. */
export interface KeptBatch {
  readonly id: string;
  readonly state: BatchState;
  readonly openedAt: string;
  readonly lines: readonly { readonly position: number; readonly line: BatchLine }[];
}

/** The batch that is open. */
export interface BatchJournal {
  /** In `quoting`, its lines in the order they are picked. Answers its id. The lines of the one before are forgotten. */
  openBatch(lines: readonly BatchLine[]): string;
  /** The newest, unless it is closed; without the lines that cannot be read. */
  batch(): KeptBatch | undefined;
  moveBatch(id: string, state: BatchState): void;
  writeBatchLine(id: string, position: number, line: BatchLine): void;
}
