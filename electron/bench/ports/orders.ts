import type { Order, OrderKey, RowProblem } from '../../../shared/order.ts';
import type { Result } from '../../../shared/result.ts';

export interface OrderFile {
  /** As the person knows it; kept with the orders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of amounts that name none; without it such an amount cannot be read. */
  readonly currency?: string;
}

/** Every row of the file is part of an order, or a problem, or skipped for a reason. */
export interface ReadOrders {
  readonly rows: number;
  readonly orders: Order[];
  readonly problems: RowProblem[];
  readonly skipped: RowProblem[];
  /** What was taken otherwise than a person might think: columns nobody uses, rows that end early. */
  readonly told: RowProblem[];
  /** Where an order begins in the file. */
  readonly lineOf: (key: OrderKey) => number;
}

/** Fails only where the file as a whole is no order file; `detail` then says what it is instead. */
export type ReadOrderFile = (file: OrderFile) => Result<ReadOrders, 'order-file-unreadable'>;
