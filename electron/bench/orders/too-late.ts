import type { Order } from '../../../shared/order.ts';
import type { RowReason } from '../../../shared/order-file-reason.ts';

const ofLabel = ['name', 'company', 'street', 'houseNumber', 'street2', 'street3', 'postalCode', 'city', 'province', 'country'] as const;

/** What a shop says of an order that is bought and that its label does not: it is called off, or goes elsewhere. */
export function tooLate(said: Order, known: Order): RowReason | undefined {
  if (said.hold !== known.hold && (said.hold === 'cancelled' || said.hold === 'refunded')) return { code: 'called-off-after-booking' };
  const isOther = ofLabel.some((field) => said.recipient[field].trim() !== known.recipient[field].trim());
  return isOther ? { code: 'address-after-booking' } : undefined;
}

/** The address that a shop says now, in one line. */
export const addressLine = ({ recipient }: Order): string => {
  const { name, company, street, houseNumber, postalCode, city, country } = recipient;
  return [name, company, `${street} ${houseNumber}`.trim(), `${postalCode} ${city}`.trim(), country].filter(Boolean).join(', ');
};
