import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newLookUp } from '../../shared/order-source.ts';
import { noWriteBack, tellingWays } from '../../shared/write-back.ts';
import { until } from '../watchdog.ts';
import { importOrders, orderFile } from './bring-orders.ts';
import type { Day } from './day.ts';
import { buy, toTiles } from './ship.ts';
import { shopFolders, shopOf } from './shop-folders.ts';

/** What is shipped is told in a file that is laid once, and by HTTP until the shop took it. */
export async function tellTheShop(day: Day): Promise<void> {
  const folder = join(shopOf(day.dir), shopFolders.shipped);
  mkdirSync(folder, { recursive: true });
  await day.station.handlers.saveWriteBack({ ...noWriteBack, folder, url: day.shopUrl, token: null });
  const [key = ''] = await importOrders(day, 1, undefined, 'T');
  if (await toTiles(day, key)) await buy(day, undefined);
  await until('the shop is told of everything', () => tellingWays.every((way) => day.journal().toTell(way).length === 0));
}

/** A file that somebody lays is claimed, taken and put away with what became of it. */
export async function takeHotFile(day: Day): Promise<void> {
  const hotFolder = join(shopOf(day.dir), shopFolders.orders);
  mkdirSync(join(hotFolder, 'in'), { recursive: true });
  await day.station.handlers.saveSettings({ settings: { hotFolder } });
  const { keys, bytes } = orderFile(day, 3);
  const name = `${day.name('hot')}.csv`;
  writeFileSync(join(hotFolder, 'in', `${name}.part`), bytes);
  renameSync(join(hotFolder, 'in', `${name}.part`), join(hotFolder, 'in', name));
  // Laid is handed over: it is taken sooner or later, whatever becomes of this life.
  day.imported(keys);
  await until('the file of the hot folder is put away', () => existsSync(join(hotFolder, 'done', name)));
}

/** An order nobody brought in is asked for at its scan. */
export async function askTheShop(day: Day): Promise<void> {
  const { keys, bytes } = orderFile(day, 1);
  const server = createServer((_request, response) => response.end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/orders/{number}`;
  await day.station.handlers.saveLookUps({ lookUps: [{ ...newLookUp, name: 'Shop', isOn: true, url, token: null }] });
  if (await toTiles(day, keys[0] ?? '')) await buy(day, undefined);
  await day.station.handlers.saveLookUps({ lookUps: [] });
  server.close();
  server.closeAllConnections();
}
