import { afterEach, expect, test } from 'vitest';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { closeAll, labelPrinterAt, startPlainStation } from './plain-station.ts';

let exchanged: VirtualZebra | undefined;
afterEach(async () => {
  await closeAll();
  await exchanged?.stop();
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
  exchanged = await startVirtualZebra({ msPerLabel: 20, dpi: 300 });
  const { port, url } = exchanged;
  const bench = await startPlainStation();
  const warnings = () => bench.station.snapshot().frame.printerWarnings;
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(url)] } });
  await expect.poll(warnings).toMatchObject([{ code: 'other-dots', dpi: 300 }]);
  await exchanged.stop();
  expect(await bench.call('askPrinter', { role: 'label' })).toEqual({ kind: 'not-ready', reason: 'offline' });
  exchanged = await startVirtualZebra({ msPerLabel: 20, port });
  await bench.call('askPrinter', { role: 'label' });
  await expect.poll(warnings).toEqual([]);
});
