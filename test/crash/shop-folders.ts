import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Told } from './judge.ts';

/** Beside the data of a station: what it exchanges with its shop in files. */
export const shopOf = (dir: string): string => `${dir}.shop`;
export const shopFolders = { orders: 'orders', shipped: 'shipped' } as const;

/** Each row that was laid for the shop: a parcel of an order, with its tracking number. */
export function toldIn(dir: string): readonly Told[] {
  const folder = join(shopOf(dir), shopFolders.shipped);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv') && !name.startsWith('.'));
  const rows = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\r\n').slice(1));
  return rows.map((row) => {
    const [order = '', , trackingNo = ''] = row.split(',');
    return { order, trackingNo };
  });
}

/** Whether a file that was laid for the station is still to be taken, or claimed and not put away. */
export function isLaid(dir: string): boolean {
  const folders = ['in', 'work'].map((name) => join(shopOf(dir), shopFolders.orders, name));
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.csv')));
}
