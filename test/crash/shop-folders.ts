import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopServer } from '../fakes/shop-server.ts';
import type { Told } from './judge.ts';

/** Beside the data of a station: what it exchanges with its shop in files. */
export const shopOf = (dir: string): string => `${dir}.shop`;
export const shopFolders = { orders: 'orders', shipped: 'shipped' } as const;

/** Each row that was laid for the shop as shipped. */
export function toldIn(dir: string): readonly Told[] {
  const folder = join(shopOf(dir), shopFolders.shipped);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => /^shipped-.*\.csv$/.test(name));
  const rows = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\r\n').slice(1));
  return rows.map((row) => {
    const [order = '', , trackingNo = ''] = row.split(',');
    return { way: 'file', order, name: trackingNo };
  });
}

/** What the shop's server heard, every try of the same as one. */
export function heardBy({ asked }: Pick<ShopServer, 'asked'>): readonly Told[] {
  const tries = new Map(asked.map(({ headers, body }) => [`${String(headers['idempotency-key'])} ${body}`, { headers, body }]));
  return [...tries.values()].map(({ headers, body }) => {
    const { order } = JSON.parse(body) as { readonly order: string };
    return { way: 'http', order, name: String(headers['idempotency-key']) };
  });
}

/** Whether a file that was laid for the station is still to be taken, or claimed and not put away. */
export function isLaid(dir: string): boolean {
  const folders = ['in', 'work'].map((name) => join(shopOf(dir), shopFolders.orders, name));
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.csv')));
}
