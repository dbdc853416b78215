import type { Journal } from '../ports/journal.ts';

/** How many facts of this journal the ledger is not known to have. */
export function unreportedIn(journal: Pick<Journal, 'feed'>): number {
  const feed = journal.feed();
  return feed ? feed.head.seq - feed.acknowledged.seq : 0;
}
