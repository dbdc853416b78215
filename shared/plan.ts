/** From this share of the plan's limit on a bench says so. */
const nearShare = 0.9;

export type PlanLevel = 'within' | 'near' | 'reached';

/** What of the plan's limit a person has read, by the account whose plan it is. */
export const planToldFact = (account: string): string => `plan-told ${account}`;

/** How much of the plan's month a bench has used by itself. Other benches and shops of the account are not in the count. */
export function planLevel(count: number, limit: number | null): PlanLevel {
  if (limit === null || count < limit * nearShare) return 'within';
  return count < limit ? 'near' : 'reached';
}
