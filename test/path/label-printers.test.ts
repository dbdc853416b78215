import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import type { Printer } from '../../shared/printer.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { closeLater, stopLater } from '../later.ts';
import { at, benchWith, key, quoted } from './batch-bench.ts';
import { counted, labelPrinterAt, type PlainStation, startAnotherZebra, startPlainStation } from './plain-station.ts';

const named = (printer: Printer, id: string, isStandby: boolean): Printer => ({ ...printer, id, route: { ...printer.route, isStandby } });

test('of two label printers, labels go to the one in use in Setup, and neither waits for the other', async () => {
  const bench = await startPlainStation();
  const second = await startAnotherZebra();
  const [left, right] = [labelPrinterAt(bench.printer.url), labelPrinterAt(second.url)];
  const leftFirst = [named(left, 'label', false), named(right, 'right', true)];
  await bench.call('saveSettings', { settings: { printers: leftFirst } });
  await bench.ship('ORD-1001');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 0]);

  bench.printer.set({ noRead: true });
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', true), named(right, 'right', false)] } });
  await bench.call('printTest', { role: 'label' });
  await bench.ship('ORD-1002');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 2]);
  expect(bench.service.orders()).toHaveLength(2);
  bench.printer.set({ noRead: false });
});

test('the label of a courier with its own printer prints there, and that printer is asked before the purchase', async () => {
  const bench = await startPlainStation();
  const second = await startAnotherZebra();
  const [left, right] = [labelPrinterAt(bench.printer.url), labelPrinterAt(second.url)];
  const { quote, serviceId } = await bench.toTiles('ORD-1001');
  const { courierName = '' } = quote.services.find((service) => service.serviceId === serviceId) ?? {};
  const ofCourier = { ...named(right, 'right', false), route: { ...right.route, couriers: [courierName.toUpperCase()] } };
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', false), ofCourier] } });
  second.set({ paperOut: true });
  expect((await bench.take(serviceId, 'choosing')).notice?.code).toBe('printer-out-of-labels');
  expect(bench.service.orders()).toHaveLength(0);
  second.set({ paperOut: false });
  await bench.take(serviceId, 'done');
  expect(second.sheets()).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('a label that names its size prints at the printer with that stock', async () => {
  const bench = await startPlainStation();
  const second = await startAnotherZebra();
  const [left, right] = [labelPrinterAt(bench.printer.url), labelPrinterAt(second.url)];
  const ofSize = (widthMm: number, heightMm: number) => ({
    ...named(right, 'right', false),
    route: { ...right.route, labelSize: { widthMm, heightMm } },
  });
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', false), ofSize(57, 32)] } });
  await bench.ship('ORD-1001');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 0]);
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', false), ofSize(152, 102)] } });
  await bench.ship('ORD-1002');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 1]);
  expect(bench.service.orders()).toHaveLength(2);
});

test('a label that waits for a printer no longer in Setup prints at the one that is', async () => {
  let first: VirtualZebra | undefined;
  const bench = await startPlainStation({
    courier: (courier) => ({
      async sendOnce(request) {
        first?.set({ paperOut: true });
        return courier.sendOnce(request);
      },
    }),
  });
  first = bench.printer;
  const second = await startAnotherZebra();
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.station.snapshot().frame.labelPrinter.kind).toBe('not-ready');
  await bench.call('saveSettings', { settings: { printers: [named(labelPrinterAt(second.url), 'right', false)] } });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect(second.sheets()).toHaveLength(1);
});

/** Connects another bench to the same printer. */
async function otherBench(port: number): Promise<(zpl: string) => Promise<void>> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return (zpl) => new Promise((resolve) => socket.write(zpl, () => resolve()));
}

async function sharedPrinter(): Promise<PlainStation> {
  const bench = await startPlainStation();
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(bench.printer.url), isShared: true }] } });
  return bench;
}

test('a label at a shared printer counts as sent, never as printed', async () => {
  const bench = await sharedPrinter();
  const { booking } = await bench.ship('ORD-1001');
  expect(booking.jobs).toMatchObject([{ state: 'sent', detail: { code: 'label-at-shared-printer' } }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label that another bench has begun to send is never cancelled, and prints completely', async () => {
  const bench = await sharedPrinter();
  const sends = await otherBench(bench.printer.port);
  await sends('^XA^FO10,10^A0N,30,30^FDof the other bench^FS');
  const before = bench.printer.connections();
  await bench.toTiles('ORD-1001');
  const { serviceId } = await bench.at('choosing');
  await bench.take(serviceId, 'printing');
  // After more than two status queries, a label that never ends would be cancelled.
  await expect.poll(() => bench.printer.connections() + bench.printer.bytesReceived()).toBeGreaterThan(before + 200);
  await sends('^FO10,60^A0N,30,30^FDand its end^FS^XZ');
  await bench.at('done');
  const sheets = bench.printer.sheets().map(({ zpl }) => zpl.toString('latin1'));
  expect(sheets[0]).toContain('of the other bench');
  expect(sheets[0]).toContain('and its end');
  expect(sheets).toHaveLength(2);
});

test('a resolution that differs from Setup is reported before the first parcel, until Setup is right', async () => {
  const bench = await startPlainStation();
  const warnings = () => bench.station.snapshot().frame.printerWarnings;
  const printer = labelPrinterAt(bench.printer.url);
  await bench.call('saveSettings', { settings: { printers: [{ ...printer, dpi: 300, widthMm: 120 }] } });
  await expect.poll(warnings).toEqual([
    { code: 'other-dots', model: 'ZD421-203dpi', dpi: 203 },
    { code: 'prints-narrower', model: 'ZD421-203dpi', widthMm: 102 },
  ]);
  expect(bench.workflow().step).toBe('ready');
  await bench.call('saveSettings', { settings: { printers: [printer] } });
  expect(warnings()).toEqual([]);
  expect(bench.printer.sheets()).toHaveLength(0);
});

test('after a printer is replaced at its address, only the answers of the new one count', async () => {
  const exchanged = await startVirtualZebra({ msPerLabel: 20, dpi: 300 });
  const { port, url } = exchanged;
  const bench = await startPlainStation();
  const warnings = () => bench.station.snapshot().frame.printerWarnings;
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(url)] } });
  await expect.poll(warnings).toMatchObject([{ code: 'other-dots', dpi: 300 }]);
  await exchanged.stop();
  expect(await bench.call('askPrinter', { role: 'label' })).toEqual({ kind: 'not-ready', reason: 'offline' });
  stopLater(await startVirtualZebra({ msPerLabel: 20, port }));
  await bench.call('askPrinter', { role: 'label' });
  await expect.poll(warnings).toEqual([]);
});

test('the scanner sheet prints at the label printer and does not count as a test label', async () => {
  const bench = await startPlainStation();
  expect(await bench.call('printScannerSheet', { role: 'label' })).toMatchObject({ state: 'printed', title: 'Scanner sheet' });
  const [sheet, ...others] = bench.printer.sheets();
  expect(others).toEqual([]);
  expect(sheet?.zpl.toString('utf8')).toContain(sheetCodes[0]);
  expect((await bench.call('setup', {})).firstSteps.testLabel).toBe(false);
  expect(counted(bench).booked).toBe(0);
});

/** Sets the printer of this bench up to print each label twice: its own setting doubles every job. */
async function printTwice(bench: PlainStation, change: { readonly isShared?: boolean } = {}): Promise<void> {
  const server = createServer((socket) => {
    const printer = connect({ host: '127.0.0.1', port: bench.printer.port });
    let begun = '';
    socket.on('data', (chunk) => {
      const all = begun + chunk.toString('latin1');
      begun = /\^X?$/.exec(all)?.[0] ?? '';
      printer.write(Buffer.from(all.slice(0, all.length - begun.length).replaceAll('^XZ', '^PQ2^XZ'), 'latin1'));
    });
    printer.pipe(socket);
    socket.on('error', () => printer.destroy());
    printer.on('error', () => socket.destroy());
    socket.on('close', () => printer.destroy());
    printer.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeLater(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(`tcp://127.0.0.1:${port}`), ...change }] } });
}

test('a printer that prints each label twice is reported at DONE', async () => {
  const bench = await startPlainStation();
  await printTwice(bench);
  const { booking } = await bench.ship('ORD-1001');
  expect(booking.jobs).toMatchObject([{ state: 'printed', detail: { code: 'more-labels-counted', counted: 2, labels: 1 } }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('the count of a shared printer reports no second label', async () => {
  const bench = await startPlainStation();
  await printTwice(bench, { isShared: true });
  const { booking } = await bench.ship('ORD-1001');
  expect(booking.jobs).toMatchObject([{ state: 'sent', detail: { code: 'label-at-shared-printer' } }]);
});

test('a batch reports the orders whose labels came out twice', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await printTwice(bench);
  await quoted(bench);
  await bench.call('runBatch', { orders: 2 });
  const { countedMore, counts } = await at(bench, 'ended');
  expect({ ...countedMore, first: countedMore.first.toSorted() }).toEqual({ orders: 2, first: [key(1), key(2)] });
  expect([counts.printed, bench.service.orders().length]).toEqual([2, 2]);
});
