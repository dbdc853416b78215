/** Share of the plan's limit from which a bench warns. */
const nearShare = 0.9;

export type PlanLevel = 'within' | 'near' | 'reached';

/** Name of the fact that stores which plan warning a person has read, per account. */
export const planAnnouncedFact = (account: string): string => `plan-announced ${account}`;

/** Level of the plan's limit used by this bench. Other benches and shops of the account are not counted. */
export function planLevel(count: number, limit: number | null): PlanLevel {
  if (limit === null || count < limit * nearShare) return 'within';
  return count < limit ? 'near' : 'reached';
}
