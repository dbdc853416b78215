import type { OrderKey } from '../../../../shared/order.ts';
import type { PersonsOrder, Receipt } from '../../../../shared/privacy.ts';

/** The rows about one person, as a copy of the journal has them too. */
export interface PersonsRows {
  readonly orderKeys: readonly string[];
  /** Lines of the history that are about no shipment. */
  readonly lines: readonly number[];
  /** Rows of order files that could not be read. */
  readonly problems: readonly string[];
}

/** Finds and erases what the journal has about one person. */
export interface PersonJournal {
  /** The orders, here and of other benches, that have this name, address, phone number, e-mail address or order number. Reads all orders. */
  ordersOfPerson(query: string): readonly PersonsOrder[];
  /** Everything readable about these orders, for the person who asked. */
  dataOfPerson(keys: readonly OrderKey[]): readonly { readonly of: string; readonly what: string; readonly data: unknown }[];
  /**
   * Returns the rows of these orders. Those that have to stay are left out.
   */
  rowsOfPerson(keys: readonly OrderKey[]): PersonsRows;
  /** Overwrites the personal data of these rows; numbers, states, prices and times stay. `query`: as it was searched for. */
  erasePerson(rows: PersonsRows, query: string): Omit<Receipt, 'backups' | 'copiesLeft' | 'stay'>;
}
