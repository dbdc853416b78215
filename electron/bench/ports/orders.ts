import type { FileLetters } from '../../../shared/file-letters.ts';
import type { Mapping } from '../../../shared/mapping.ts';
import type { RowProblem } from '../../../shared/order.ts';
import type { LookUp } from '../../../shared/order-source.ts';
import type { ProductData } from '../../../shared/product-data.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { Result } from '../../../shared/result.ts';
import type { KeptRequest } from './journal/outbox.ts';
import type { PreparedOrders } from './journal/prepared-orders.ts';

/** A part of a file. Every row of the file is part of an order, a problem, or skipped with a reason. */
export interface OrderSlice {
  /** Orders that share a slot are never split across parts. */
  readonly prepared: PreparedOrders;
  /** First line of each order. */
  readonly lines: readonly number[];
  /** Further lines of each order, as far as they belong to it. */
  readonly moreLines: readonly (readonly number[])[];
  /** Number of rows of the file in each order. */
  readonly rowCounts: readonly number[];
  readonly problems: readonly RowProblem[];
  readonly skipped: readonly RowProblem[];
  /** Unexpected interpretations: unused columns, rows that end early. */
  readonly remarks: readonly RowProblem[];
  readonly isLast: boolean;
}

/** A file that was scanned once and now returns its orders in parts, so that a large file is never in memory as orders. */
export interface OrderFileReading {
  readonly rows: number;
  /** Columns that have values but no meaning for a parcel. */
  readonly needless: readonly string[];
  /** The next orders and problems, about `count` together, and at most a few times that of other remarks on rows. */
  next(count: number): Promise<Result<OrderSlice, 'order-file-unreadable'>>;
  close(): void;
}

export interface OrderFile {
  /** The name that the user knows; stored with the orders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Currency of amounts that name none; without it such an amount cannot be read. */
  readonly currency: string;
  /** The shift lead's mappings for files with other column names. */
  readonly mappings: readonly Mapping[];
  /** The encodings that users chose for files that do not show theirs. */
  readonly letters?: readonly FileLetters[];
}

/** A part of a file of products. Every row is a product, passed over, or refused. */
export interface ProductSlice {
  readonly rows: number;
  readonly products: readonly ProductData[];
  /** Rows without a product of their own: further pictures. */
  readonly passedOver: number;
  readonly refused: readonly RowProblem[];
  /** Facts that were left out of products. */
  readonly leftOut: readonly RowProblem[];
  readonly isLast: boolean;
}

/** A file of products that returns its products in parts, like a file of orders. */
export interface ProductReading {
  next(rows: number): Promise<Result<ProductSlice, 'order-file-unreadable'>>;
  close(): void;
}

/** A service that returns an order by its number. */
export interface OrderSource {
  /** The answer to one look-up, as a file of one order; undefined if the source has no such order. */
  ask(lookUp: LookUp, code: string, until: AbortSignal): Promise<Result<Uint8Array<ArrayBuffer> | undefined, 'look-up-failed'>>;
}

export interface OrderFiles {
  /** All columns of a file, known or not, and its first rows; undefined if it has no columns. */
  columns(
    bytes: Uint8Array,
    count: number,
    letters?: readonly FileLetters[],
  ): Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined>;
  /**
   * Fails with a reason if the file as a whole holds no orders, or cannot be read within limits of time and memory. `keep` receives the
   * bytes of a file that failed.
   */
  open(file: OrderFile, keep?: (bytes: Uint8Array) => void): Promise<Result<OrderFileReading, 'order-file-unreadable'>>;
  /** Opens a file of products, with the same limits as `open`. */
  openProducts(file: Pick<OrderFile, 'name' | 'bytes' | 'letters'>): Promise<Result<ProductReading, 'order-file-unreadable'>>;
  /** Prepares `read` in the background. */
  beginToRead(): void;
  /** Reads all of a small file while a packer waits after a scan, within `withinMs`. */
  read(file: OrderFile, withinMs: number, until: AbortSignal): Promise<Result<readonly OrderSlice[], 'order-file-unreadable'>>;
}

/** A shop's reaction to a report. */
export type ShopReply =
  | { readonly is: 'taken' }
  | {
      readonly is: 'later';
      readonly afterMs: number;
      readonly why: Reason;
      /** True if the shop received the request and may have acted on it. */
      readonly mayBeTaken: boolean;
    }
  | { readonly is: 'refused'; readonly why: Reason };

/** Reports shipments to a shop. */
export interface ShopBack {
  /** `afterMs`: earliest next try, as the shop requested. */
  post(request: KeptRequest): Promise<ShopReply>;
  /** True if the folder of this file is the one that the shift lead chose. The methods below reject if it cannot be reached. */
  isSameFolder(place: string): Promise<boolean>;
  /** Writes the bytes to the disk of that folder, under a name that no reader picks up. Rejects if it is another folder by then. */
  prepare(place: string, bytes: Uint8Array): Promise<void>;
  /** Deletes the prepared file. */
  takeBack(place: string): Promise<void>;
  /** Gives the prepared file its final name; does nothing if it has it already. */
  publish(place: string): Promise<void>;
}
