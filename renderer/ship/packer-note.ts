import type { Order } from '../../shared/order.ts';
import { text } from '../text/text.ts';

/** What the packer is told of an order before anything else; empty where there is nothing. */
export const packerNote = ({ isPartlyRefunded, noteForPacker, shippingMethod }: Order): string =>
  [isPartlyRefunded ? text.ship.partlyRefunded : '', shippingMethod ? text.ship.customerChose(shippingMethod) : '', noteForPacker]
    .filter(Boolean)
    .join('. ');
