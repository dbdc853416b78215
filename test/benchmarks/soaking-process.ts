import { join } from 'node:path';
import { screenPictureMs } from '../../electron/station/platform.ts';
import { startWorkers } from '../fakes/workers.ts';
import { openStation, whenInHand } from '../path/plain-platform.ts';
import { labelPrinterAt, setUp } from '../path/plain-station.ts';

/** Memory of this process after this number of parcels, read after a garbage collection. */
export interface Memory {
  readonly parcels: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

const [, , dataDir = '', serviceUrl = '', printerUrl = '', many = '', early = ''] = process.argv;
const parcels = Number(many);
const perFile = 250;

const station = await openStation(dataDir, {
  workers: startWorkers((file) => join(import.meta.dirname, `${file}.js`)),
  pictureMs: screenPictureMs,
});
const { handlers } = station;
await station.warm();
await setUp(station, {
  service: { url: serviceUrl, key: 'soak', secret: 'secret' },
  settings: { rule: 'cheapest', printers: [labelPrinterAt(printerUrl)] },
});

const header =
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const keyOf = (parcel: number): string => `SOAK-${parcel}`;
const rowOf = (parcel: number): string =>
  `${keyOf(parcel)},Anna Lehmann ${parcel},Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR`;

async function bringOrders(from: number): Promise<void> {
  const rows = Array.from({ length: perFile }, (_each, index) => rowOf(from + index));
  const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
  const report = await handlers.importOrders({ name: `orders-${from}.csv`, bytes });
  if (!report.ok) throw new Error(report.failure.code);
}

/** Scans an order, which a rule buys, and waits until its label is printed. */
async function ship(parcel: number): Promise<void> {
  await handlers.scan({ code: keyOf(parcel) });
  await whenInHand(station, 'done', ({ booking }) => booking.orderKey === keyOf(parcel));
}

for (let shipped = 0; shipped < parcels; ) {
  if (shipped % perFile === 0) await bringOrders(shipped);
  await ship(shipped);
  shipped += 1;
  if (shipped % Number(early) === 0 || shipped === parcels) {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ parcels: shipped, rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 } satisfies Memory);
  }
}
process.send?.('done');
await station.close();
process.disconnect();
