import { type Address, splitStreet, streetOfTwo } from '../../shared/address.ts';
import { reservedPrefixOf } from '../../shared/command-keys.ts';
import { readBox } from '../../shared/delivery-place.ts';
import { type Order, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import type { RowReason } from '../../shared/order-file-reason.ts';
import { plainKey } from '../../shared/scan.ts';
import { type Money, readAmount } from '../../shared/units.ts';

/** The cells of one row by the name of their column, in lower case and trimmed. */
export interface Cells extends Iterable<readonly [column: string, text: string]> {
  get(column: string): string | undefined;
  keys(): Iterable<string>;
}

/** The part of a row that a problem or note needs. */
export interface ReportedRow {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly cells: Pick<Cells, 'get'>;
}

export interface Row extends ReportedRow {
  readonly cells: Cells;
}

/** One file while its rows are processed. Every row becomes part of an order, is refused, or is skipped. */
export interface Reading {
  /** The file's name as the user knows it; stored with its orders. */
  readonly file: string;
  /** Currency of amounts that name none. */
  readonly currency: string;
  /** Every column of the file. */
  readonly columns: ReadonlySet<string>;
  /** Reports a row that a user must handle. */
  refuse(row: ReportedRow, reason: RowReason): void;
  /** Reports a row that is not used, without any loss. */
  skip(row: ReportedRow, reason: RowReason): void;
  /** Reports a row that is used, but not as a user might expect. */
  remark(row: ReportedRow, reason: RowReason): void;
}

export interface Layout {
  /** Column of the order number. */
  readonly keyColumn: string;
  /** Columns of this layout that concern a shipment; `needless`: columns that do not. */
  readonly used: (column: string) => boolean;
  readonly needless: (column: string) => boolean;
  /** Returns the order of these rows, in file order; undefined if each of them is refused or skipped. */
  readOrder(key: OrderKey, rows: readonly Row[], reading: Reading): Order | undefined;
}

/** The reason why a row cannot be read. */
export interface Unread {
  readonly unread: RowReason;
}
export const unread = (reason: RowReason): Unread => ({ unread: reason });
export const isUnread = <Read>(read: Read | Unread): read is Unread => typeof read === 'object' && read !== null && 'unread' in read;

export const cell = (cells: Pick<Cells, 'get'>, name: string): string => cells.get(name) ?? '';

export function readKey(text: string): { readonly key: OrderKey } | Unread {
  if (text === '') return unread({ code: 'order-number-missing' });
  const prefix = reservedPrefixOf(text);
  if (prefix !== undefined) return unread({ code: 'order-number-reserved', prefix });
  if (/\p{Cs}/u.test(text) || plainKey(text) !== text.trim()) return unread({ code: 'order-number-unscannable' });
  const key = orderKeySchema.safeParse(text);
  return key.success ? { key: key.data } : unread({ code: 'order-number-too-long', most: 80 });
}

/**
 * Returns street and number from one line. The second line is used if the first is only a flat or a part of a site, or the second only the
 * number. Nothing is dropped. If the split is uncertain, or both lines may be the street, the bench asks the packer; it also asks about
 * boxes and parcel lockers, which have no street.
 */
export function readStreet(line: string, second: string, country: string): Pick<Address, 'street' | 'houseNumber' | 'street2'> {
  if (line === '' && second !== '') return readStreet(second, '', country);
  if (readBox(line)) return { street: line, houseNumber: '', street2: second };
  const { is, isSure } = streetOfTwo(line, second, country);
  const [street, other] = is === 'first' ? [line, second] : [second, line];
  if (readBox(street)) return { street, houseNumber: '', street2: other };
  const alone = isSure ? splitStreet(street, country) : undefined;
  if (alone) return { ...alone, street2: other };
  if (!isSure) return { street, houseNumber: '', street2: other };
  const together = /^\d{1,5}\s?\p{L}?$/u.test(second) ? splitStreet(`${line} ${second}`, country) : undefined;
  return together ? { ...together, street2: '' } : { street: line, houseNumber: '', street2: second };
}

/** Returns the amount of a cell, or null if the cell is empty. */
export function amountIn(cells: Cells, name: string, currency: string): Money | null | Unread {
  const written = cell(cells, name);
  if (written === '') return null;
  if (currency === '') return unread({ code: 'amount-without-currency', column: name, written });
  const amount = readAmount(written, currency);
  return amount ?? unread({ code: 'amount-malformed', column: name, written, currency });
}
