import type { KeptClass } from '../../../../shared/retention.ts';

/** The keys of a journal and its copies whose time is over. */
export interface Expired {
  /** Keys of days before this one are over, for each kind of data. */
  readonly before: Readonly<Record<KeptClass, string>>;
  /** Wrapped keys that stay although their time is over: lines of the history about something unsettled need them. */
  readonly kept: readonly Uint8Array[];
  /** Wrapped keys of this journal that are over. */
  readonly over: readonly Uint8Array[];
}

/** Deletes people's data when its time is over, by deleting the keys of its days. */
export interface RetentionJournal {
  /**
   * Encrypts everything that is not settled with the keys of today, so that no key that is over is needed for it. Returns the number of
   * moved values. Copies of the journal may lose their keys only once a later copy was made.
   */
  keepUnsettled(): number;
  expiredKeys(): Expired;
  /** The oldest day of each kind of data whose key there still is. */
  oldestDays(): Partial<Readonly<Record<KeptClass, string>>>;
  /** Deletes the keys, with the search words of their orders. Safe to repeat. Returns the number of deleted keys. */
  forgetExpired(): number;
  /** Leaves nothing of deleted data in the log. False if that has to wait. */
  emptyLog(): boolean;
}
