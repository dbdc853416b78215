import type { Order } from '../../shared/order.ts';
import { text } from '../text/text.ts';

/** What the packer is told of an order before anything else; empty where there is nothing. */
export const packerNote = ({ isPartlyRefunded, noteForPacker }: Order): string =>
  [isPartlyRefunded ? text.ship.partlyRefunded : '', noteForPacker].filter(Boolean).join('. ');
