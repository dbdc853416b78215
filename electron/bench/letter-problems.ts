import type { ShipmentProblem } from '../../shared/shipment-check.ts';
import { isOfLetters } from '../../shared/shipment-reason.ts';
import type { BenchContext } from './context.ts';
import type { Shipment } from './ports/courier.ts';

/** The texts of a shipment that cannot go out in the letters the service takes. */
export const letterProblems = ({ courier }: Pick<BenchContext, 'courier'>, shipment: Shipment): ShipmentProblem[] =>
  courier.problems(shipment).filter(({ stops, why }) => stops && isOfLetters(why));

export const incompleteCode = (problems: readonly ShipmentProblem[]): 'sender-incomplete' | 'order-incomplete' =>
  problems.every(({ part }) => part === 'sender') ? 'sender-incomplete' : 'order-incomplete';
