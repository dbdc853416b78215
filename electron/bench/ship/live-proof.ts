import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';

const liveProvenFact = (key: string): string => `live-proven ${key}`;

/** True once a person confirmed in the service account that the first live parcel of this key is a real one. */
export const isLiveProven = ({ journal, keyAccount }: Pick<BenchContext, 'journal' | 'keyAccount'>): boolean =>
  journal.fact(liveProvenFact(keyAccount.key)) === 'yes';

/** Records that a person confirmed it. */
export function proveLive({
  world,
  journal,
  keyAccount,
  fail,
}: Pick<BenchContext, 'fail' | 'journal' | 'keyAccount' | 'world'>): Done<'not-now'> {
  if (world !== 'live') return fail('not-now');
  journal.setFact(liveProvenFact(keyAccount.key), 'yes');
  return ok({});
}
