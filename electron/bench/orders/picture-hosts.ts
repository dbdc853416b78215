import { type PictureHosts, pictureHostsFor } from '../../../shared/item-picture.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';

/** Returns the hosts that pictures of this order may come from, by its source and Setup. */
export function pictureHostsOf({ journal, settings }: Pick<BenchContext, 'journal' | 'settings'>, key: OrderKey): PictureHosts {
  const { pictureHosts, lookUps, shops } = settings();
  return pictureHostsFor(journal.order(key)?.source ?? '', pictureHosts, lookUps, shops);
}
