import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopServer } from '../fakes/shop-server.ts';
import type { Report } from './judge.ts';

/** Returns the folder beside a station's data for the files that it exchanges with its shop. */
export const shopOf = (dir: string): string => `${dir}.shop`;
export const shopFolders = { orders: 'orders', shipped: 'shipped' } as const;

/** Returns each row that was reported to the shop as shipped. */
export function reportsIn(dir: string): readonly Report[] {
  const folder = join(shopOf(dir), shopFolders.shipped);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => /^shipped-.*\.csv$/.test(name));
  const rows = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\r\n').slice(1));
  return rows.map((row) => {
    const [order = '', , trackingNo = ''] = row.split(',');
    return { channel: 'file', order, name: trackingNo };
  });
}

/** Returns the reports that the shop's server received. Retries of the same report count once. */
export function reportsTo({ asked }: Pick<ShopServer, 'asked'>): readonly Report[] {
  const tries = new Map(asked.map(({ headers, body }) => [`${String(headers['idempotency-key'])} ${body}`, { headers, body }]));
  return [...tries.values()].map(({ headers, body }) => {
    const { order } = JSON.parse(body) as { readonly order: string };
    return { channel: 'http', order, name: String(headers['idempotency-key']) };
  });
}

/** True if a file for the station is still to be taken, or is claimed and not put away. */
export function isLaid(dir: string): boolean {
  const folders = ['in', 'work'].map((name) => join(shopOf(dir), shopFolders.orders, name));
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.csv')));
}
