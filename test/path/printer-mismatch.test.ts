import { afterEach, expect, test } from 'vitest';
import { closeAll, labelPrinterAt, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

test('a label printer with other dots than Setup says is told before the first parcel, and no more once Setup is right', async () => {
  const bench = await startPlainStation();
  const mismatch = () => bench.station.snapshot().frame.printerMismatch;
  const printer = labelPrinterAt(bench.printer.url);
  await bench.call('saveSettings', { settings: { printers: [{ ...printer, dpi: 300, widthMm: 120 }] } });
  await expect.poll(mismatch).toEqual({ model: 'ZD421-203dpi', dpi: 203, widthMm: 102 });
  expect(bench.workflow().step).toBe('ready');
  await bench.call('saveSettings', { settings: { printers: [printer] } });
  expect(mismatch()).toBeNull();
  expect(bench.printer.sheets()).toHaveLength(0);
});
