import { type Address, isUnit, splitStreet } from '../../shared/address.ts';
import { readBox } from '../../shared/delivery-place.ts';
import { type Order, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { commandPrefix } from '../../shared/scan.ts';
import { type Money, readAmount } from '../../shared/units.ts';

/** The cells of one row by the name of their column, in lower case and trimmed. */
export type Cells = ReadonlyMap<string, string>;

export interface Row {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly cells: Cells;
}

/** One file while its rows are taken one by one. Every row becomes part of an order, is refused, or is skipped. */
export interface Reading {
  /** As the person knows the file; kept with its orders. */
  readonly file: string;
  /** Of amounts that name none. */
  readonly currency: string;
  /** Every column of the file. */
  readonly columns: ReadonlySet<string>;
  /** A person has to see to this row. */
  refuse(row: Row, reason: string): void;
  /** Nothing of this row is used, and nothing is lost by that. */
  skip(row: Row, reason: string): void;
  /** The row is taken, but not as a person might think. */
  tell(row: Row, reason: string): void;
}

export interface Layout {
  /** Holds the order number. */
  readonly keyColumn: string;
  /** Columns of this layout that say something of a shipment, and those that do not. */
  readonly used: (column: string) => boolean;
  readonly needless: (column: string) => boolean;
  /** The order of these rows, in the order they stand in; undefined where every one of them is refused or skipped. */
  readOrder(key: OrderKey, rows: readonly Row[], reading: Reading): Order | undefined;
}

export const cell = (cells: Cells, name: string): string => cells.get(name) ?? '';

export function readKey(text: string): { readonly key: OrderKey } | { readonly reason: string } {
  if (text === '') return { reason: 'The row has no order number' };
  if (text.toUpperCase().startsWith(commandPrefix)) return { reason: `An order number must not begin with ${commandPrefix}` };
  if (/\p{Cc}/u.test(text)) return { reason: 'The order number holds a sign that no barcode carries' };
  const key = orderKeySchema.safeParse(text);
  return key.success ? { key: key.data } : { reason: 'The order number is longer than 80 characters' };
}

/**
 * Street and number from one line, the second line helping where the first is only a flat or the second only the number. Nothing is
 * dropped; what is doubtful is asked, as are boxes and machines, which have no street.
 */
export function readStreet(line: string, second: string, country: string): Pick<Address, 'street' | 'houseNumber' | 'street2'> {
  if (line === '' && second !== '') return readStreet(second, '', country);
  if (readBox(line)) return { street: line, houseNumber: '', street2: second };
  const alone = splitStreet(line, country);
  if (alone) return { ...alone, street2: second };
  const behindUnit = isUnit(line) ? splitStreet(second, country) : undefined;
  if (behindUnit) return { ...behindUnit, street2: line };
  const together = /^\d{1,5}\s?\p{L}?$/u.test(second) ? splitStreet(`${line} ${second}`, country) : undefined;
  return together ? { ...together, street2: '' } : { street: line, houseNumber: '', street2: second };
}

/** An amount of a cell, null where the cell is empty, a text where it is no amount in this currency. */
export function amountIn(cells: Cells, name: string, currency: string): Money | null | string {
  const written = cell(cells, name);
  if (written === '') return null;
  if (currency === '') return `The ${name.replaceAll('_', ' ')} "${written}" has no currency`;
  const amount = readAmount(written, currency);
  return amount ?? `The ${name.replaceAll('_', ' ')} "${written} ${currency}" cannot be read`;
}
