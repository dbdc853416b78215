import type { Address } from '../../shared/address.ts';
import { addressLine, countryName, recipientName } from '../text/format.ts';

/**
 * The recipient's whole address with a large name: city and country in full, company, street, postal code. `strip` puts name and place on
 * one line.
 */
export function RecipientAddress({
  address,
  shape = 'tall',
  className = '',
}: {
  address: Address;
  shape?: 'tall' | 'strip' | 'small';
  className?: string;
}) {
  const place = [address.city, countryName(address.country)].filter(Boolean).join(', ');
  return (
    <div className={`to to-${shape} ${className}`}>
      <p className="name">{recipientName(address)}</p>
      <p className="place">{place}</p>
      <p className="street">{addressLine(address)}</p>
    </div>
  );
}
