import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { atDistance } from './distance.ts';
import type { Distances, Message } from './far-world.ts';

// Runs the training service and a printer that needs 1 ms per label, until the parent disconnects.
const distances = JSON.parse(process.env['DISTANCES'] ?? 'null') as Distances | null;
const tlsFile = (name: string): Buffer => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
const service = await startTrainingService({
  key: 'bench',
  secret: 'secret',
  clock: () => new Date(),
  // Keeps enough quotes for a large batch to be bought on the offers it was priced with.
  mode: { keptQuotes: 6000 },
  delayMs: Number(process.env['THINKS_MS'] ?? 0),
  ...(distances && { tls: { key: tlsFile('courier-key.pem'), cert: tlsFile('courier-cert.pem') } }),
});
const send = (message: Message): void => void process.send?.(message);
const printer = await startVirtualZebra({
  msPerLabel: 1,
  onSheet: () => send({ is: 'sheet', firstByteAt: printer.firstByteAt ?? Number.NaN, outAt: performance.timeOrigin + performance.now() }),
});

const begun = new WeakMap<object, number>();
const answered = { count: 0, ms: 0 };
const requestIn = (message: unknown): object => (message as { readonly request: object }).request;
subscribe('http.server.request.start', (message) => void begun.set(requestIn(message), performance.now()));
subscribe('http.server.response.finish', (message) => {
  answered.count += 1;
  answered.ms += performance.now() - (begun.get(requestIn(message)) ?? Number.NaN);
});
process.on('message', () => send({ is: 'answered', ...answered }));

const servicePort = Number(new URL(service.url).port);
const farService = distances && (await atDistance(servicePort, distances.serviceMs));
const farPrinter = distances && (await atDistance(printer.port, distances.printerMs));
const printerPort = farPrinter?.port ?? printer.port;
send({
  is: 'addresses',
  url: service.url.replace(`:${servicePort}`, `:${farService?.port ?? servicePort}`),
  key: service.key,
  secret: service.secret,
  printerPort,
  printerUrl: `tcp://127.0.0.1:${printerPort}`,
});

process.once('disconnect', () => process.exit());
