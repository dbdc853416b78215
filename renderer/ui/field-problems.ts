import type { Order } from '../../shared/order.ts';
import type { ProblemPlace, ShipmentProblem } from '../../shared/shipment-check.ts';

/** The field of a problem, as a Field takes it: nothing where there is no problem. */
export type WrongAt = (place: ProblemPlace, ...fields: readonly string[]) => { readonly wrong?: string };

export const wrongAt =
  (problems: readonly ShipmentProblem[]): WrongAt =>
  (place, ...fields) => {
    const found = problems.find((problem) => fields.includes(problem.field) && isAt(problem, place));
    return found ? { wrong: found.sentence } : {};
  };

function isAt(problem: ShipmentProblem, place: ProblemPlace): boolean {
  if (problem.part !== place.part) return false;
  if ('index' in problem !== 'index' in place) return false;
  if ('index' in problem && 'index' in place && problem.index !== place.index) return false;
  return !('parcel' in problem && 'parcel' in place) || problem.parcel === place.parcel;
}

/** A fact that is empty is no mistake yet where the bench asks for it at the scan. */
export function isAskedLater(problem: ShipmentProblem, order: Order): boolean {
  if (problem.part === 'recipient') return !order.recipient[problem.field as keyof Order['recipient']]?.trim();
  if (problem.part !== 'parcel') return false;
  const fact = order.parcels[problem.index]?.[problem.field as keyof Order['parcels'][number]];
  return fact === null || fact === '';
}
