import type { Journal } from '../ports/journal.ts';

const fact = 'live-proven';

/** A person looked in the account: the first live parcel of this key is a real one. */
export const isLiveProven = (journal: Journal): boolean => journal.fact(fact) === 'yes';

export const writeLiveProven = (journal: Journal): void => journal.setFact(fact, 'yes');
