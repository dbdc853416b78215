import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { noWriteBack, reportChannels } from '../../shared/write-back.ts';
import { until } from '../watchdog.ts';
import { importOrders, orderFile, toOneAddress } from './bring-orders.ts';
import { type Day, workflowNoOf, workflowOf } from './day.ts';
import { answeredToTiles, buy, toTiles } from './ship.ts';
import { shopFolders, shopOf } from './shop-folders.ts';

/** Sets the shop up that is told of shipments: in a file that is written once, and by HTTP until the shop accepts. */
async function setUpShop(day: Day): Promise<void> {
  const folder = join(shopOf(day.dir), shopFolders.shipped);
  mkdirSync(folder, { recursive: true });
  await day.station.handlers.saveWriteBack({ ...noWriteBack, folder, url: day.shopUrl, token: null });
}

/**
 * True if a report is on its way to the shop. One whose tracking numbers a kill cut off is not: the program waits some minutes for them,
 * longer than a harness does.
 */
export const isReporting = (journal: Journal): boolean =>
  reportChannels.some((channel) =>
    journal
      .pendingReports(channel)
      .some(
        ({ what, otherwise, bookingId }) =>
          what !== 'shipped' || otherwise !== null || journal.booking(bookingId)?.trackingNos.length !== 0,
      ),
  );

const isInformed = (day: Day): Promise<void> => until('the shop is informed of everything', () => !isReporting(day.journal()));

/** Reports a shipment to the shop. */
export async function reportToShop(day: Day): Promise<void> {
  await setUpShop(day);
  const [key = ''] = await importOrders(day, 1, undefined, 'T');
  if (await toTiles(day, key)) await buy(day, undefined);
  await isInformed(day);
}

/** Ships two orders of one customer in one parcel: the shop is informed of both. */
export async function shipTogether(day: Day): Promise<void> {
  await setUpShop(day);
  const [key = ''] = await importOrders(day, 2, toOneAddress(), 'T');
  await day.station.handlers.scan({ code: key });
  if (workflowOf(day).step !== 'same-address') return;
  const joined = await day.station.handlers.answerSameAddress({ workflowNo: workflowNoOf(day), join: true });
  if (joined.ok && (await answeredToTiles(day))) await buy(day, undefined);
  await isInformed(day);
}

/** Places a file in the hot folder and waits until the station has claimed it, taken it and put it into `done`. */
export async function takeHotFile(day: Day): Promise<void> {
  const hotFolder = join(shopOf(day.dir), shopFolders.orders);
  mkdirSync(join(hotFolder, 'in'), { recursive: true });
  await day.station.handlers.saveSettings({ settings: { hotFolder } });
  const { keys, bytes } = orderFile(day, 3);
  const name = `${day.name('hot')}.csv`;
  writeFileSync(join(hotFolder, 'in', `${name}.part`), bytes);
  renameSync(join(hotFolder, 'in', `${name}.part`), join(hotFolder, 'in', name));
  // A placed file counts as imported: a station takes it sooner or later, even if this life ends.
  day.imported(keys);
  await until('the file of the hot folder is put away', () => existsSync(join(hotFolder, 'done', name)));
}

/** Scans an order that was never imported, so that the station asks the shop for it. */
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
