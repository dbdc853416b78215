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
  test('chosen printers count, whether they were found or not', async () => {
    await openTab('Printers', { findPrinters: ok([]) });
    await reads('READY 2 printers to choose from');
  });

  test('with none it says that none is chosen', async () => {
    await openTab('Printers', {
      findPrinters: ok([]),
      setup: ok({ ...setup, settings: { ...setup.settings, printers: [] } }),
    });
    await reads('No printer found, and none is chosen');
  });

  test('a folder is said to keep files, and not to be a ready printer', async () => {
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

  test('what would spoil labels is told beside the printer, with what to do', async () => {
    await openTab('Printers', { findPrinters: ok([warned]) });
    await reads(lacksPaper);
    expect(page()).toContain('Windows shares this printer');
  });

  test.each([
    ['ticked where nothing would spoil labels', [], 'It takes work.'],
    ['open where something would, which is told', [warned], lacksPaper],
  ])('in the first steps the printer is %s', async (_, found, told) => {
    await openTab('First steps', { ...sceneOf('setup-first-steps').answers, findPrinters: ok(found) });
    await reads(told);
    expect(page().includes('It takes work.')).toBe(found.length === 0);
  });

  test('a test label is printed by the button of its printer, and says what became of it', async () => {
    const { asked, click } = await openTab('Printers');
    await click(/Test label/);
    expect(asked('printTest')).toEqual([{ role: 'label', printerId: 'label' }]);
  });

  test('the row of a printer says what that printer said, whichever is in hand, and all are asked anew once the one in hand says more', async () => {
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

  test('the bar code of the test label is scanned back; any other scan goes where it always goes', async () => {
    const { click, scan, asked } = await openTab('Printers', { printTest: ok(printedTest) });
    await click(/Test label/);
    await reads('Scan the barcode of the test label.');
    await scan('ORD-1');
    await scan('XPBXTST');
    await reads('The barcode was read.');
    expect(asked('scan')).toEqual([{ code: 'ORD-1' }]);
  });
});

describe('Looking in the network', () => {
  const about = { model: 'ZD621-300dpi', firmware: 'V93.21', dpi: 300, widthMm: 57, heightMm: 32 };
  const inNetwork = [{ address: 'tcp://10.0.4.44:9100', name: 'ZD621-300dpi', status: { kind: 'ready' as const }, about }];

  test('what a printer says of itself is filled in', async () => {
    const { press, click, asked } = await openTab('Printers', { searchPrinters: ok(inNetwork) });
    await press('F9');
    await reads('One printer in the network.');
    await click(/ZD621-300dpi/);
    await reads('It says: ZD621-300dpi, firmware V93.21, 300 dpi, prints 57 mm wide, labels 32 mm long.');
    act(() => screen.getByRole('radio', { name: 'Labels' }).click());
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([
      {
        settings: { printers: [{ id: 'label', address: 'tcp://10.0.4.44:9100', dpi: 300, widthMm: 57, heightMm: 32 }, { id: 'document' }] },
      },
    ]);
  });

  test('a printer that is not what Setup says is said to be another', async () => {
    const of = sceneOf('setup-printers');
    const [first, ...others] = found;
    await openTab('Printers', { ...of.answers, findPrinters: ok([{ ...first, about }, ...others]) });
    await reads('The ZD621-300dpi says it prints 300 dpi, and Setup has another number');
    expect(page()).toContain('The ZD621-300dpi says it prints 57 mm wide, and Setup has wider labels: they are cut off.');
  });
});

describe('What a printer is used for', () => {
  const saved = (asked: (name: 'saveSettings') => readonly unknown[]) =>
    (asked('saveSettings')[0] as { settings: Pick<Settings, 'printers'> }).settings.printers;

  const choose = (role: 'radio' | 'switch', name: string) => act(() => screen.getByRole(role, { name }).click());

  test('a second label printer can stand by', async () => {
    const { click, fill, press, asked } = await openTab('Printers');
    await click('Printer by hand');
    fill('Address', 'tcp://10.0.4.31:9100');
    choose('radio', 'Stands by');
    await press('F10');
    expect(saved(asked).map(({ id, address, route }) => [id, address, route.isStandby])).toEqual([
      ['label', 'tcp://10.0.4.30:9100', false],
      ['document', 'queue:HP LaserJet M404', false],
      ['label-2', 'tcp://10.0.4.31:9100', true],
    ]);
  });

  test('one can take only labels of its size and of some couriers, and be shared with another bench', async () => {
    const { click, fill, press, asked } = await openTab('Printers');
    await click('Printer by hand');
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

  test('another printer for labels takes the place of the one before', async () => {
    const { click, fill, press, asked } = await openTab('Printers');
    await click('Printer by hand');
    fill('Address', 'tcp://10.0.4.31:9100');
    await press('F10');
    expect(saved(asked).map(({ id, address }) => [id, address])).toEqual([
      ['label', 'tcp://10.0.4.31:9100'],
      ['document', 'queue:HP LaserJet M404'],
    ]);
  });
});
