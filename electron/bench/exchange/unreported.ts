import type { Journal } from '../ports/journal.ts';

/** Number of facts of this journal that the ledger has not acknowledged. */
export function unreportedIn(journal: Pick<Journal, 'feed'>): number {
  const feed = journal.feed();
  return feed ? feed.head.seq - feed.acknowledged.seq : 0;
}
