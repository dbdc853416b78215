import type { Address } from '../../shared/address.ts';
import type { ReturnOf } from '../../shared/order.ts';
import { addressLine, countryName, nameAndTown, recipientName } from '../text/format.ts';
import { text } from '../text/text.ts';

/**
 * The recipient's whole address with a large name: city and country in full, company, street, postal code. `strip` puts name and place on
 * one line. For a return label, the customer it comes from stands above.
 */
export function RecipientAddress({
  address,
  returnOf,
  shape = 'tall',
  className = '',
}: {
  address: Address;
  returnOf?: ReturnOf | undefined;
  shape?: 'tall' | 'strip' | 'small';
  className?: string;
}) {
  const place = [address.city, countryName(address.country)].filter(Boolean).join(', ');
  return (
    <div className={`to to-${shape} ${className}`}>
      {returnOf && <p className="return-of">{text.returns.of(returnOf.key, nameAndTown(returnOf.from))}</p>}
      <p className="name">{recipientName(address)}</p>
      <p className="place">{place}</p>
      <p className="street">{addressLine(address)}</p>
    </div>
  );
}
