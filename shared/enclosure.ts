import { firstNamed } from './first-named.ts';
import type { OrderFacts } from './order-facts.ts';
import type { PrintJob } from './printer.ts';
import type { RulesInForce } from './shipping-rule.ts';

/*
 * An enclosure is a PDF of the shop, such as a gift card or the terms of return, that a rule adds to a parcel. It is read when it is printed.
 */

/** Path of the PDF that the rules add to an order: the first rule that holds and names one decides. If a missing fact decides, none is added. */
export function enclosureOfRules(rules: RulesInForce, facts: OrderFacts): string | undefined {
  const chosen = firstNamed(rules, facts, ({ encloses }) => encloses ?? null, '');
  return (chosen.is === 'named' && chosen.named.name) || undefined;
}

/** The last part of a path of Windows or another system. */
export const enclosureName = (path: string): string => /[^\\/]*$/.exec(path)?.[0] ?? path;

const enclosureTitle = 'Enclosure ';
export const titleOfEnclosure = (orders: string): string => `${enclosureTitle}${orders}`;
/** True for a sheet of the shop's own PDF. */
export const isEnclosure = ({ role, title }: Pick<PrintJob, 'role' | 'title'>): boolean =>
  role === 'document' && title.startsWith(enclosureTitle);
