import { readFileSync } from 'node:fs';
import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { atDistance } from './distance.ts';
import type { Addresses, Distances, SheetSeen } from './far-world.ts';

// The training service and a printer that needs 1 ms a label, until the parent lets go.
const distances = JSON.parse(process.env['DISTANCES'] ?? 'null') as Distances | null;
const tlsFile = (name: string): Buffer => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
const service = await startTrainingService({
  key: 'bench',
  secret: 'secret',
  clock: () => new Date(),
  // A large batch is bought on the offers it was priced with.
  mode: { keptQuotes: 6000 },
  delayMs: Number(process.env['THINKS_MS'] ?? 0),
  ...(distances && { tls: { key: tlsFile('courier-key.pem'), cert: tlsFile('courier-cert.pem') } }),
});
const printer = await startVirtualZebra({
  msPerLabel: 1,
  onSheet: () =>
    process.send?.({
      firstByteAt: printer.firstByteAt ?? Number.NaN,
      outAt: performance.timeOrigin + performance.now(),
    } satisfies SheetSeen),
});
const servicePort = Number(new URL(service.url).port);
const farService = distances && (await atDistance(servicePort, distances.serviceMs));
const farPrinter = distances && (await atDistance(printer.port, distances.printerMs));
const printerPort = farPrinter?.port ?? printer.port;
process.send?.({
  url: service.url.replace(`:${servicePort}`, `:${farService?.port ?? servicePort}`),
  key: service.key,
  secret: service.secret,
  printerPort,
  printerUrl: `tcp://127.0.0.1:${printerPort}`,
} satisfies Addresses);

process.once('disconnect', () => process.exit());
