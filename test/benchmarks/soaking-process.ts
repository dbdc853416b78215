import { join } from 'node:path';
import { screenPictureMs } from '../../electron/station/platform.ts';
import { buildStation } from '../../electron/station/station.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { senderAt } from '../../shared/sender.ts';
import { startWorkers } from '../fakes/workers.ts';
import { labelPrinterAt, plainPlatform } from '../path/plain-station.ts';
import { watched } from '../watchdog.ts';

/** Memory of this process after this number of parcels, read after a garbage collection. */
export interface Memory {
  readonly parcels: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

const [, , dataDir = '', serviceUrl = '', printerUrl = '', many = '', early = ''] = process.argv;
const parcels = Number(many);
const perFile = 250;

const station = await buildStation(
  plainPlatform(dataDir, {
    workers: startWorkers((file) => join(import.meta.dirname, `${file}.js`)),
    pictureMs: screenPictureMs,
  }),
);
const { handlers } = station;
await station.warm();
await handlers.saveSettings({
  settings: { senders: [senderAt(trainingSender)], rule: 'cheapest', printers: [labelPrinterAt(printerUrl)] },
});
await handlers.connect({ world: 'training', baseUrl: serviceUrl, key: 'soak', secret: 'secret', account: '' });

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
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = (): void => {
    const { workflow } = station.snapshot().bench;
    if (workflow.step === 'done' && workflow.booking.orderKey === keyOf(parcel)) resolve();
    if (workflow.step === 'stopped' || workflow.step === 'unknown')
      reject(new Error(`${keyOf(parcel)} is at ${JSON.stringify(workflow).slice(0, 500)}`));
  };
  const end = station.onSnapshot(look);
  await handlers.scan({ code: keyOf(parcel) });
  const last = (): string => JSON.stringify(station.snapshot().bench.workflow).slice(0, 500);
  await watched(`${keyOf(parcel)} is shipped`, promise, last).finally(end);
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
