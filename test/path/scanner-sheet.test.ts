import { afterEach, expect, test } from 'vitest';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { closeAll, counted, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

test('the scanner sheet prints at the label printer and does not count as a test label', async () => {
  const bench = await startPlainStation();
  expect(await bench.call('printScannerSheet', { role: 'label' })).toMatchObject({ state: 'printed', title: 'Scanner sheet' });
  const [sheet, ...others] = bench.printer.sheets();
  expect(others).toEqual([]);
  expect(sheet?.zpl.toString('utf8')).toContain(sheetCodes[0]);
  expect((await bench.call('setup', {})).firstSteps.testLabel).toBe(false);
  expect(counted(bench).booked).toBe(0);
});
