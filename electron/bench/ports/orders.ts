import type { FileLetters } from '../../../shared/file-letters.ts';
import type { Mapping } from '../../../shared/mapping.ts';
import type { RowProblem } from '../../../shared/order.ts';
import type { LookUp } from '../../../shared/order-source.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { Result } from '../../../shared/result.ts';
import type { KeptRequest } from './journal/outbox.ts';
import type { PreparedOrders } from './journal/prepared-orders.ts';

/** What a part of a file says. Every row of the file is part of an order, or a problem, or skipped for a reason. */
export interface OrderSlice {
  /** Those that share a slot are never parted. */
  readonly prepared: PreparedOrders;
  /** Where each of the orders begins. */
  readonly lines: readonly number[];
  /** Where the further rows of each of them are, as far as they are part of it. */
  readonly moreLines: readonly (readonly number[])[];
  /** How many rows of the file each of the orders is made of. */
  readonly rowCounts: readonly number[];
  readonly problems: readonly RowProblem[];
  readonly skipped: readonly RowProblem[];
  /** What was taken otherwise than a person might think: columns nobody uses, rows that end early. */
  readonly told: readonly RowProblem[];
  readonly isLast: boolean;
}

/** A file that was looked through once and now gives its orders in parts, so that a large one is never held as orders. */
export interface OrderFileReading {
  readonly rows: number;
  /** Columns with something in them that says nothing of a parcel. */
  readonly needless: readonly string[];
  /** The next orders and problems, together about `count`, and of all else that is said of rows no more than a few times that. */
  next(count: number): Promise<Result<OrderSlice, 'order-file-unreadable'>>;
  close(): void;
}

export interface OrderFile {
  /** As the person knows it; kept with the orders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of amounts that name none; without it such an amount cannot be read. */
  readonly currency: string;
  /** What a lead said of files whose columns are named otherwise. */
  readonly mappings: readonly Mapping[];
  /** How people read files whose letters do not show their encoding. */
  readonly letters?: readonly FileLetters[];
}

/** Where an order is asked for by its number. */
export interface OrderSource {
  /** What one look-up answers, as a file of one order; undefined where it knows none. */
  ask(lookUp: LookUp, code: string, until: AbortSignal): Promise<Result<Uint8Array<ArrayBuffer> | undefined, 'look-up-failed'>>;
}

export interface OrderFiles {
  /** The columns of a file, known or not, and the first of its rows; undefined where it has none. */
  columns(
    bytes: Uint8Array,
    count: number,
    letters?: readonly FileLetters[],
  ): Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined>;
  /** Fails if the file as a whole holds no orders, or cannot be read within limits of time and memory; a reason says which. `keep` is handed the bytes of a file that failed. */
  open(file: OrderFile, keep?: (bytes: Uint8Array) => void): Promise<Result<OrderFileReading, 'order-file-unreadable'>>;
  /** Makes ready to `read`, beside whatever else is done until then. */
  beginToRead(): void;
  /** All of a small file that somebody waits for at a scan, within so much time. */
  read(file: OrderFile, withinMs: number, until: AbortSignal): Promise<Result<readonly OrderSlice[], 'order-file-unreadable'>>;
}

/** What a shop makes of what it is told. */
export type ShopReply =
  | { readonly is: 'taken' }
  | {
      readonly is: 'later';
      readonly afterMs: number;
      readonly why: Reason;
      /** It had the request, and nothing says that it made nothing of it. */
      readonly mayBeTaken: boolean;
    }
  | { readonly is: 'refused'; readonly why: Reason };

/** How a shop is told what was shipped. */
export interface ShopBack {
  /** `afterMs`: no sooner, by the shop's own word. */
  post(request: KeptRequest): Promise<ShopReply>;
  /** Whether the folder of this file is the one that a lead named. The following reject where it cannot be reached. */
  isSameFolder(place: string): Promise<boolean>;
  /** The bytes are on the disk of that folder, under a name that nobody takes. Rejects where it is another folder by then. */
  prepare(place: string, bytes: Uint8Array): Promise<void>;
  /** What was prepared is gone. */
  takeBack(place: string): Promise<void>;
  /** What was prepared has its name; where it had it before, nothing happens. */
  lay(place: string): Promise<void>;
}
