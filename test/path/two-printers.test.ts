import { afterEach, expect, test } from 'vitest';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import type { Printer } from '../../shared/printer.ts';
import { closeAll, counted, labelPrinterAt, startPlainStation } from './plain-station.ts';

let second: VirtualZebra | undefined;
afterEach(async () => {
  await closeAll();
  await second?.stop();
});

const named = (printer: Printer, id: string, isStandby: boolean): Printer => ({
  ...printer,
  id,
  route: { ...printer.route, isStandby },
});

test('of two label printers, labels go to the one in use in Setup, and neither waits for the other', async () => {
  const bench = await startPlainStation();
  second = await startVirtualZebra({ msPerLabel: 20 });
  const [left, right] = [labelPrinterAt(bench.printer.url), labelPrinterAt(second.url)];
  const leftFirst = [named(left, 'label', false), named(right, 'right', true)];
  await bench.call('saveSettings', { settings: { printers: leftFirst } });
  await bench.buy('ORD-1001');
  await bench.at('done');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 0]);

  bench.printer.set({ noRead: true });
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', true), named(right, 'right', false)] } });
  await bench.call('printTest', { role: 'label' });
  await bench.buy('ORD-1002');
  await bench.at('done');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 2]);
  expect(bench.service.orders()).toHaveLength(2);
  bench.printer.set({ noRead: false });
});

test('the label of a courier with its own printer prints there, and that printer is asked before the purchase', async () => {
  const bench = await startPlainStation();
  second = await startVirtualZebra({ msPerLabel: 20 });
  const [left, right] = [labelPrinterAt(bench.printer.url), labelPrinterAt(second.url)];
  const { quote, serviceId } = await bench.toTiles('ORD-1001');
  const { courierName = '' } = quote.services.find((service) => service.serviceId === serviceId) ?? {};
  const ofCourier = { ...named(right, 'right', false), route: { ...right.route, couriers: [courierName.toUpperCase()] } };
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', false), ofCourier] } });
  second.set({ paperOut: true });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  expect((await bench.at('choosing')).notice?.code).toBe('printer-out-of-labels');
  expect(bench.service.orders()).toHaveLength(0);
  second.set({ paperOut: false });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('done');
  expect(second.sheets()).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('a label that names its size prints at the printer with that stock', async () => {
  const bench = await startPlainStation();
  second = await startVirtualZebra({ msPerLabel: 20 });
  const [left, right] = [labelPrinterAt(bench.printer.url), labelPrinterAt(second.url)];
  const ofSize = (widthMm: number, heightMm: number) => ({
    ...named(right, 'right', false),
    route: { ...right.route, labelSize: { widthMm, heightMm } },
  });
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', false), ofSize(57, 32)] } });
  await bench.buy('ORD-1001');
  await bench.at('done');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 0]);
  await bench.call('saveSettings', { settings: { printers: [named(left, 'label', false), ofSize(152, 102)] } });
  await bench.buy('ORD-1002');
  await bench.at('done');
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 1]);
  expect(bench.service.orders()).toHaveLength(2);
});

test('a label that waits for a printer no longer in Setup prints at the one that is', async () => {
  let first: VirtualZebra | undefined;
  const bench = await startPlainStation({
    courier: (courier) => ({
      ...courier,
      async sendOnce(request) {
        first?.set({ paperOut: true });
        return courier.sendOnce(request);
      },
    }),
  });
  first = bench.printer;
  second = await startVirtualZebra({ msPerLabel: 20 });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.station.snapshot().frame.labelPrinter.kind).toBe('not-ready');
  await bench.call('saveSettings', { settings: { printers: [named(labelPrinterAt(second.url), 'right', false)] } });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect(second.sheets()).toHaveLength(1);
});
