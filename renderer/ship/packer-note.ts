import type { Order } from '../../shared/order.ts';
import { text } from '../text/text.ts';

/** Notes for the packer, shown before anything else of the order; empty if there are none. */
export const packerNote = ({ isPartlyRefunded, noteForPacker, shippingMethod }: Order): string =>
  [isPartlyRefunded ? text.ship.partlyRefunded : '', shippingMethod ? text.ship.customerChose(shippingMethod) : '', noteForPacker]
    .filter(Boolean)
    .join('. ');
