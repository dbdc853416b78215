import type { HistoryLine } from '../../../../shared/history.ts';
import type { OrderKey } from '../../../../shared/order.ts';
import type { PersonsOrder, Receipt } from '../../../../shared/privacy.ts';

/** The rows about one person, as a copy of the journal has them too. */
export interface PersonsRows {
  readonly orderKeys: readonly string[];
  /** Lines of the history that are about no shipment. */
  readonly lines: readonly number[];
  /** Rows of order files that could not be read. */
  readonly problems: readonly string[];
  /** Webhooks that were not understood and contain this person. */
  readonly deliveries: readonly string[];
  /** Documents for parcels that another bench booked. */
  readonly uploads: readonly string[];
  /** Pickups of their parcels: a manifest names everybody whose parcel the driver took. */
  readonly pickupIds: readonly string[];
  /** The batch that is open, whose lines stay; empty if none is. */
  readonly openBatch: string;
}

/** The same, with texts by which files outside the journal are found. */
export interface PersonsTraces extends PersonsRows {
  /** Titles of printed documents: a document that was kept in a folder has its name from them. */
  readonly titles: readonly string[];
  /** Names, e-mail addresses and phone numbers as an order file has them. */
  readonly texts: readonly string[];
}

/** Finds and erases what the journal has about one person. */
export interface PersonJournal {
  /**
   * The orders, here and of other benches, that have this name, address, phone number, e-mail address or order number. Reads all orders, a
   * few at a time.
   */
  ordersOfPerson(query: string): Promise<readonly PersonsOrder[]>;
  /** Everything readable about these orders, for the person who asked. Names no packer; labels and documents: `papersOfPerson`. */
  dataOfPerson(keys: readonly OrderKey[]): readonly { readonly of: string; readonly what: string; readonly data: unknown }[];
  /** The shipments of these orders, and those of their pickups in which no other person has a parcel. */
  papersOfPerson(keys: readonly OrderKey[]): { readonly bookingIds: readonly string[]; readonly pickupIds: readonly string[] };
  /** The newest searches, exports and erasures, newest first. */
  privacyLines(limit: number): readonly HistoryLine[];
  /** A keyed digest of a search. It proves which search a line of the history is about, and contains no name. */
  digestOfSearch(query: string): string;
  /**
   * Returns the rows of these orders. Those that have to stay are left out.
   */
  rowsOfPerson(keys: readonly OrderKey[]): PersonsTraces;
  /**
   * Overwrites the personal data of these rows; numbers, states, prices and times stay. `request`: the digest of the search. The other
   * benches of the site learn of it.
   */
  erasePerson(rows: PersonsRows, request: string): Omit<Receipt, 'backups' | 'copiesLeft' | 'files' | 'filesLeft' | 'stay' | 'isShared'>;
}
