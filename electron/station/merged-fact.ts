import { planToldFact } from '../../shared/plan.ts';
import { owedPapersFact } from '../bench/labels/owed-papers.ts';
import { closedUnreadableFact } from '../bench/resolve/resolve.ts';
import { liveProvenFact } from '../bench/ship/live-proof.ts';
import { waitingScansFact } from '../bench/ship/waiting-scans.ts';
import { lastDeliveryFact } from '../journal/deliveries.ts';
import type { MergedFact } from '../journal/merge-facts.ts';

/**
 * What of a key or an account is said of it; lists are joined; of all else, which is of this bench whatever the key, what was said last
 * stands.
 */
export const mergedFact: MergedFact = ({ name, value }, known, { key, account }) => {
  const before = known(name) ?? '';
  switch (name) {
    case 'live-proven':
      return { name: liveProvenFact(key), value };
    case 'plan-told':
      return { name: planToldFact(account), value };
    case closedUnreadableFact:
      return { name, value: [...new Set([...before.split('\n'), ...value.split('\n')])].filter(Boolean).join('\n') };
    case waitingScansFact:
    case owedPapersFact:
      return { name, value: joined(before, value) };
    case lastDeliveryFact:
      return { name, value: before > value ? before : value };
    default:
      return { name, value };
  }
};

const listIn = (text: string): unknown[] => (text ? (JSON.parse(text) as unknown[]) : []);
const joined = (one: string, other: string): string => {
  const all = [...new Set([...listIn(one), ...listIn(other)])];
  return all.length === 0 ? '' : JSON.stringify(all);
};
