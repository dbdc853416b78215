import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { printerOfRole } from '../../shared/printer.ts';
import { ok } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { job } from '../shots/people.ts';
import { sceneOf } from '../shots/scenes.ts';
import { found, setup } from '../shots/setups.ts';
import { page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const printedTest = { ...job('test', 'printed'), bookingId: null, title: 'Test Bench 3' };

describe('Printers', () => {
  test('counts chosen printers, whether they were found or not', async () => {
    await openTab('Printers', { findPrinters: ok([]) });
    await reads('READY 2 printers to choose from');
  });

  test('shows that no printer is chosen', async () => {
    await openTab('Printers', {
      findPrinters: ok([]),
      setup: ok({ ...setup, settings: { ...setup.settings, printers: [] } }),
    });
    await reads('No printer was found or chosen');
  });

  test('a folder is shown as keeping files, not as a ready printer', async () => {
    const [label] = setup.settings.printers;
    const papers = printerOfRole('document', { address: 'folder:/papers', dpi: 300, widthMm: 210, heightMm: 297 });
    const folder = { ...setup.settings, printers: [...(label ? [label] : []), papers] };
    const found = [{ address: papers.address, name: papers.address, status: { kind: 'keeps-files' } as const }];
    await openTab('Printers', { findPrinters: ok(found), setup: ok({ ...setup, settings: folder }) });
    await reads('Kept as files');
    expect(page()).toContain('No printer: documents are files in this folder');
  });

  const [labelPrinter] = setup.settings.printers;
  const warned = {
    address: labelPrinter?.address ?? '',
    name: 'Zebra ZD421',
    status: { kind: 'cannot-say' } as const,
    warnings: [{ code: 'stock-missing', widthMm: 102, heightMm: 152 } as const, { code: 'queue-shared' } as const],
  };
  const lacksPaper =
    "knows no paper of 102 × 152 mm, and labels come out on another. Add that paper in the printer's preferences in Windows";

  test('a setting that would spoil labels is shown beside the printer, with the remedy', async () => {
    await openTab('Printers', { findPrinters: ok([warned]) });
    await reads(lacksPaper);
    expect(page()).toContain('Windows shares this printer');
  });

  test('the button of a printer prints its test label and shows the result', async () => {
    const { asked, click } = await openTab('Printers');
    await click(/Test label/);
    expect(asked('printTest')).toEqual([{ role: 'label', printerId: 'label' }]);
  });

  test('each row shows the status of its own printer, and a change refreshes all of them', async () => {
    const noLabels = {
      address: labelPrinter?.address ?? '',
      name: 'Zebra ZD421',
      status: { kind: 'not-ready', reason: 'out-of-labels' } as const,
    };
    const { push, asked } = await openTab('Printers', { findPrinters: ok([noLabels]) });
    await reads('Out of labels');
    const before = asked('findPrinters').length;
    push({ frame: { labelPrinter: { kind: 'printing' } } });
    await expect.poll(() => asked('findPrinters').length).toBe(before + 1);
    expect(page()).not.toContain('It is printing');
  });

  test('a scan of the test label is read back, and any other scan works as usual', async () => {
    const { click, scan, asked } = await openTab('Printers', { printTest: ok(printedTest) });
    await click(/Test label/);
    await reads('Scan the bar code of the test label.');
    await scan('ORD-1');
    await scan('XPBXTST');
    await reads('The bar code was read.');
    expect(asked('scan')).toEqual([{ code: 'ORD-1' }]);
  });
});

describe('Looking in the network', () => {
  const about = { model: 'ZD621-300dpi', firmware: 'V93.21', dpi: 300, widthMm: 57, heightMm: 32 };
  const inNetwork = [{ address: 'tcp://10.0.4.44:9100', name: 'ZD621-300dpi', status: { kind: 'ready' as const }, about }];

  test('fills in the data that a printer reports', async () => {
    const { press, click, asked } = await openTab('Printers', { searchPrinters: ok(inNetwork) });
    await press('F7');
    await reads('One printer in the network.');
    await click(/ZD621-300dpi/);
    await reads('It reports: ZD621-300dpi, firmware V93.21, 300 dpi, prints 57 mm wide, labels 32 mm long.');
    act(() => screen.getByRole('radio', { name: 'Labels' }).click());
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([
      {
        settings: { printers: [{ id: 'label', address: 'tcp://10.0.4.44:9100', dpi: 300, widthMm: 57, heightMm: 32 }, { id: 'document' }] },
      },
    ]);
  });

  test('a printer that differs from Setup is shown as different', async () => {
    const of = sceneOf('setup-printers');
    const [first, ...others] = found;
    await openTab('Printers', { ...of.answers, findPrinters: ok([{ ...first, about }, ...others]) });
    await reads('The ZD621-300dpi reports 300 dpi, and Setup has another number');
    expect(page()).toContain('The ZD621-300dpi reports a print width of 57 mm, and Setup has wider labels: they are cut off.');
  });
});

describe('Use of a printer', () => {
  const saved = (asked: (name: 'saveSettings') => readonly unknown[]) =>
    (asked('saveSettings')[0] as { settings: Pick<Settings, 'printers'> }).settings.printers;

  const choose = (role: 'radio' | 'switch', name: string) => act(() => screen.getByRole(role, { name }).click());

  test('a second label printer can be the backup printer', async () => {
    const { click, fill, press, asked } = await openTab('Printers');
    await click('Add a printer by hand');
    fill('Address', 'tcp://10.0.4.31:9100');
    choose('radio', 'Backup');
    await press('F10');
    expect(saved(asked).map(({ id, address, route }) => [id, address, route.isStandby])).toEqual([
      ['label', 'tcp://10.0.4.30:9100', false],
      ['document', 'queue:HP LaserJet M404', false],
      ['label-2', 'tcp://10.0.4.31:9100', true],
    ]);
  });

  test('a printer can be limited to its size and some couriers, and shared with another bench', async () => {
    const { click, fill, press, asked } = await openTab('Printers');
    await click('Add a printer by hand');
    fill('Address', 'tcp://10.0.4.31:9100');
    fill('Width', '57');
    fill('Height', '32');
    fill('Only for these couriers', 'PostNL, DHL ,');
    choose('switch', 'Only labels of this size');
    choose('switch', 'Another bench prints there too');
    await press('F10');
    expect(saved(asked).at(-1)).toMatchObject({
      id: 'label-2',
      isShared: true,
      route: { labelSize: { widthMm: 57, heightMm: 32 }, couriers: ['PostNL', 'DHL'], isStandby: false },
    });
  });

  test('choosing another label printer replaces the one before', async () => {
    const { click, fill, press, asked } = await openTab('Printers');
    await click('Add a printer by hand');
    fill('Address', 'tcp://10.0.4.31:9100');
    await press('F10');
    expect(saved(asked).map(({ id, address }) => [id, address])).toEqual([
      ['label', 'tcp://10.0.4.31:9100'],
      ['document', 'queue:HP LaserJet M404'],
    ]);
  });
});
