import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Journal } from '../ports/journal.ts';

const fact = 'live-proven';

/** A person looked in the account: the first live parcel of this key is a real one. */
export const isLiveProven = (journal: Journal): boolean => journal.fact(fact) === 'yes';

/** A person's word for it. */
export function proveLive({ world, journal, fail, changed }: BenchContext): Result<Record<string, never>> {
  if (world !== 'live') return fail('not-now');
  journal.setFact(fact, 'yes');
  changed();
  return ok({});
}
