import type { Order } from '../../shared/order.ts';
import type { PickupProblem } from '../../shared/pickup-check.ts';
import type { ProblemPlace, Respelling, ShipmentProblem } from '../../shared/shipment-check.ts';
import { reasonText } from '../text/reasons.ts';

interface FieldNotes {
  readonly error?: string;
  readonly respelt?: { readonly written: string; readonly sent: string; readonly isGuess: boolean };
}

/** Notes beside a field, in a Field's props: its problem, and its changed spelling. Empty if there is neither. */
export type FieldNotesAt = (place: ProblemPlace, ...fields: readonly string[]) => FieldNotes;

export const fieldNotesAt =
  (problems: readonly ShipmentProblem[], respellings: readonly Respelling[] = []): FieldNotesAt =>
  (place, ...fields) => {
    const isHere = (each: ShipmentProblem | Respelling): boolean => fields.includes(each.field) && isAt(each, place);
    const found = problems.find(isHere);
    const guess = found && guessOf(found);
    const respelling = guess ?? respellings.find(isHere);
    return {
      ...(found && { error: reasonText(found.why) }),
      ...(respelling && { respelt: { written: respelling.written, sent: respelling.sent, isGuess: guess !== undefined } }),
    };
  };

/** The same for the form of a pickup. */
export const pickupNotesAt =
  (problems: readonly PickupProblem[]) =>
  (wanted: PickupProblem['field']): FieldNotes => {
    const found = problems.find(({ field }) => field === wanted);
    return found ? { error: reasonText(found.why) } : {};
  };

/** The guessed spelling of a text; undefined if there is no guess. */
export const guessOf = ({ why }: ShipmentProblem): Pick<Respelling, 'written' | 'sent'> | undefined =>
  why.code === 'not-in-latin-letters' && why.spelt !== '' ? { written: why.written, sent: why.spelt } : undefined;

function isAt(problem: ShipmentProblem | Respelling, place: ProblemPlace): boolean {
  if (problem.part !== place.part) return false;
  if ('index' in problem !== 'index' in place) return false;
  if ('index' in problem && 'index' in place && problem.index !== place.index) return false;
  return !('parcel' in problem && 'parcel' in place) || problem.parcel === place.parcel;
}

/** True for an empty fact that the bench asks for at the scan: it is not an error yet. */
export function isAskedLater(problem: ShipmentProblem, order: Order): boolean {
  if (problem.part === 'recipient') return !order.recipient[problem.field as keyof Order['recipient']]?.trim();
  if (problem.part !== 'parcel') return false;
  const fact = order.parcels[problem.index]?.[problem.field as keyof Order['parcels'][number]];
  return fact === null || fact === '';
}
