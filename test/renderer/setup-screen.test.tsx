import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { setupTabs } from '../../renderer/screens.ts';
import { SetupScreen } from '../../renderer/setup/setup-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { TopBar } from '../../renderer/ui/top-bar.tsx';
import { newLookUp } from '../../shared/order-source.ts';
import { printerOfRole } from '../../shared/printer.ts';
import { failed, ok } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { firstSettings } from '../../shared/settings.ts';
import { decidedForms } from '../shots/orders-of-the-day.ts';
import { job } from '../shots/people.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { driftSeen, found, joinCode, learned, receiving, setup, triedRules, withRules } from '../shots/setups.ts';
import { band, type Mounted, mount, page, reads } from './mount.tsx';

const printedTest = { ...job('test', 'printed'), bookingId: null, title: 'Test Bench 3' };

async function openTab(name: string, answers: object = {}): Promise<Mounted> {
  const of = sceneOf('setup-account');
  const tab = setupTabs.find((each) => text.setup.tabs[each] === name);
  const mounted = mount(
    <SetupScreen />,
    { ...of, answers: { ...of.answers, ...answers } },
    { before: (state) => state.openScreen('setup', tab) },
  );
  await screen.findByRole('tabpanel', { name });
  return mounted;
}

describe('Account', () => {
  test('key and secret are tested before they are kept, and the secret is never shown', async () => {
    const { fill, press, asked } = await openTab('Account', { connect: ok(setup) });
    fill('Key', 'PB-KEY');
    fill('Secret', 'right');
    expect(screen.getByLabelText<HTMLInputElement>('Secret').type).toBe('password');
    await press('F10');
    expect(asked('connect')).toMatchObject([{ key: 'PB-KEY', secret: 'right', world: 'sandbox' }]);
  });

  test('a refused key is said in the band, with what to do beside the fields', async () => {
    const { fill, press } = await openTab('Account', { connect: failed(failure('credentials-rejected', 'Invalid key or secret')) });
    fill('Key', 'PB-KEY');
    fill('Secret', 'wrong');
    await press('F10');
    await reads('Invalid key or secret');
    expect(band()).toContain('LOOK');
  });

  test('another world is entered by its own button', async () => {
    const { click, asked } = await openTab('Account');
    await click('Enter Training');
    expect(asked('enterWorld')).toEqual([{ world: 'training' }]);
  });

  test('the contract check says what the service answers otherwise than it was learnt', async () => {
    const of = sceneOf('setup-contract-drift');
    const mounted = mount(<SetupScreen />, of);
    await mounted.click('Contract check');
    await reads(driftSeen[0]?.what ?? '');
    expect(learned.environment).toBe('environment');
  });
});

describe('Papers', () => {
  const ofForms = { setup: ok({ ...setup, settings: { ...setup.settings, forms: decidedForms } }) };

  test('what a lead said of a form is listed by its service and its words, and forgotten by its own button', async () => {
    const { asked } = await openTab('Papers', ofForms);
    await reads('HOW TO HAND IN YOUR PARCEL');
    const [, ofDpd] = screen.getAllByRole('button', { name: 'Forget' });
    act(() => ofDpd?.click());
    expect(asked('forgetForm')).toEqual([{ id: 'f-2' }]);
  });

  test('where copies and documents go is saved, and what was said of forms is left to Ship', async () => {
    const { press, asked } = await openTab('Papers', ofForms);
    await press('F10');
    expect(asked('saveSettings')).toEqual([{ settings: { papers: { copy: 'label-printer', document: 'document-printer' } } }]);
  });
});

describe('Rules', () => {
  const ofRules = { setup: ok(withRules), saveRules: ok(withRules) };

  test('each rule is one sentence in its order, and one that can never hold says which rule decides first', async () => {
    await openTab('Rules', ofRules);
    await reads('If an SKU begins with BAT-: never Air');
    await reads('Never holds: rule 3 decides first');
    await reads('All others: cheapest, then ask');
  });

  test('F8 begins a rule, what is typed becomes its sentence, and F10 saves all of them in their order', async () => {
    const { press, fill, asked } = await openTab('Rules', ofRules);
    await press('F8');
    fill('Never these couriers or services', 'UPS, Express');
    await reads('Always: never UPS or Express, ask');
    await press('F10');
    const [saved] = asked('saveRules') as { list: unknown[]; last: string }[];
    expect([saved?.list.length, saved?.last]).toEqual([5, 'ask']);
    expect(saved?.list[4]).toMatchObject({ never: ['UPS', 'Express'], take: { is: 'ask' } });
    expect(saved?.list.slice(0, 4)).toEqual(withRules.settings.shippingRules.list);
  });

  test('F7 tries the rules on the screen and says what would have changed', async () => {
    const { press, asked } = await openTab('Rules', { ...ofRules, tryRules: ok(triedRules) });
    await press('F7');
    await reads('of 212 orders');
    await reads('Would be: DHL Parcel 27.40 EUR, bought');
    expect(asked('tryRules')).toMatchObject([{ last: 'ask' }]);
  });
});

describe('Sender', () => {
  test('what is wrong is said at its field', async () => {
    await openTab('Sender', sceneOf('setup-sender-wrong').answers);
    await reads('The phone number of the sender is missing');
  });

  test('what is typed outlives its tab until it is saved, and saving sends the whole sender', async () => {
    const { fill, press, asked } = await openTab('Sender');
    fill('City', 'Vught');
    act(() => screen.getByRole('tab', { name: /^Plan/ }).click());
    await reads('Not saved');
    act(() => screen.getByRole('tab', { name: /^Sender/ }).click());
    await screen.findByLabelText('City');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Vught');
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([{ settings: { senders: [{ address: { city: 'Vught' } }] } }]);
    expect(band()).toBe('DONE Saved');
  });
});

describe('Boxes, defaults and plan', () => {
  test('the boxes are listed with their size and weight', async () => {
    await openTab('Boxes');
    expect(screen.getAllByLabelText<HTMLInputElement>('Name').map(({ value }) => value)).toEqual(
      setup.settings.boxes.map(({ name }) => name),
    );
  });

  test('a time zone that is none is refused with the one that was meant', async () => {
    const { fill, press } = await openTab('Defaults', sceneOf('setup-defaults-zone-refused').answers);
    fill('Time zone of the warehouse', 'Amsterdam');
    await press('F10');
    await reads('One is called Europe/Amsterdam.');
  });

  test('a limit of the plan is saved as a number', async () => {
    const { press, asked } = await openTab('Plan');
    screen.getByRole('radio', { name: /2,500/ }).click();
    await reads('Not saved');
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([{ settings: { monthLimit: 2500 } }]);
  });
});

describe('Webhooks', () => {
  test('a port that cannot be is not saved', async () => {
    const { fill, press, asked } = await openTab('Webhooks', { setup: ok(receiving) });
    fill('Port', '80');
    await reads('1024 to 65535.');
    await press('F10');
    expect(asked('saveWebhooks')).toEqual([]);
  });

  test('a port that is taken is LOOK, with what to do', async () => {
    await openTab('Webhooks', sceneOf('setup-webhooks-blocked').answers);
    expect(band()).toContain('LOOK');
  });
});

test('a shop that is not told, or cannot send its orders, is LOOK on its own tab', async () => {
  const http = { code: 'shop-says', status: 503, said: '' } as const;
  await openTab('Back to the shop', { setup: ok({ ...setup, writeBack: { waiting: 3, file: null, http } }) });
  expect(band()).toContain('LOOK');
});

test('a shop that gave no order when it was asked last is LOOK on its own tab, which says why', async () => {
  const reasons = [{ code: 'shop-says', status: 503, said: 'closed for repairs' } as const];
  const trouble = { code: 'look-up-failed' as const, ref: 'K3', detail: '', reasons: [...reasons] };
  const settings = { ...setup.settings, lookUps: [{ ...newLookUp, id: 'shop', name: 'Outlet', isOn: true }] };
  await openTab('Order sources', { setup: ok({ ...setup, settings, lookUps: [{ id: 'shop', hasToken: false, heardAt: null, trouble }] }) });
  expect(band()).toContain('LOOK');
  await reads('closed for repairs');
});

test('a door for orders whose port is taken is LOOK on its own tab', async () => {
  const door = { is: 'blocked', why: 'port-in-use', port: 8741 } as const;
  await openTab('Order sources', { setup: ok({ ...setup, push: { ...setup.push, door } }) });
  expect(band()).toContain('LOOK');
});

describe('Benches', () => {
  test('a bench joins with address and token, neither of which is shown', async () => {
    const { fill, click, asked } = await openTab('Benches', { setup: ok({ ...setup, hasLeadPin: false }) });
    const typed = [
      ['Address of the ledger, postgres://…', 'postgres://packbench_bench:right@ledger.example.com/packbench'],
      ['Token of this bench', 'token-of-bench-3'],
    ] as const;
    await click('Enter address and token instead');
    for (const [label, value] of typed) {
      fill(label, value);
      expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe('password');
    }
    await click('Join');
    expect(asked('joinLedger')).toEqual([{ url: typed[0][1], token: typed[1][1], pin: '' }]);
    expect(typed.map(([label]) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['', '']);
  });

  test('a bench joins by a code that is scanned or pasted, and what refuses it is said', async () => {
    const { fill, press, scan, asked, answer } = await openTab('Benches', {
      setup: ok({ ...setup, hasLeadPin: false }),
      joinByCode: failed(failure('invite-spent')),
    });
    fill('Code that another bench shows, PBJOIN:…', 'PBJOIN:AAAA');
    await press('F10');
    await reads('Another computer has joined by this code already. This bench was not joined.');
    answer('joinByCode', ok(setup));
    await scan('PBJOIN:BBBB');
    await press('F10');
    expect(asked('joinByCode')).toEqual(['PBJOIN:AAAA', 'PBJOIN:BBBB'].map((code) => ({ code, pin: '' })));
  });

  async function openBenches(name: string): Promise<Mounted> {
    const of = sceneOf(name);
    const mounted = mount(<SetupScreen />, of);
    const tab = await screen.findByRole('tab', { name: 'Benches' });
    act(() => tab.click());
    await reads('Bench 3, here');
    return mounted;
  }

  test('every bench that is not retired is listed with its program, its printers and what it left open', async () => {
    await openBenches('setup-benches-vouch');
    const [, ...rows] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Bench 1NowVersion 1.8.0ReadyCannot sayNothing',
      'Bench 2NowVersion 1.8.0Out of labelsCannot sayNothing',
      'Bench 3, hereNowVersion 1.8.0ReadyCannot say1 unknown',
      'Bench 519 min agoVersion 1.8.0Not known nowhas to report (LIVE), 1 being sent',
      'Bench 6Cannot read what the others knowNowVersion 1.7.2ReadyNothing',
    ]);
  });

  test('a lead vouches for a bench that is off with a reason and the PIN, and one that nobody waits for can be retired only', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-vouch');
    await click('Bench 5');
    fill('Reason', 'Burnt out');
    await press('F9');
    expect(asked('vouchFor')).toEqual([]);
    fill('PIN of the lead', '4711');
    await press('F9');
    expect(asked('vouchFor')).toEqual([{ bench: 5, reason: 'Burnt out', pin: '4711' }]);
    await click(/^Bench 6/);
    await reads('The ledger does not wait for this bench.');
    expect(screen.queryByRole('button', { name: /^Vouch/ })).toBeNull();
    fill('Reason', 'Stolen');
    fill('PIN of the lead', '4711');
    await press('F10');
    expect(asked('retireBench')).toEqual([{ bench: 6, reason: 'Stolen', pin: '4711' }]);
  });

  test('the settings of this bench become those of all by the lead’s PIN', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-leave');
    await reads('Each bench has its own.');
    await click(/^Bench 3, here/);
    await press('F9');
    expect(asked('shareSettings')).toEqual([]);
    fill('PIN of the lead', '4711');
    await press('F9');
    expect(asked('shareSettings')).toEqual([{ pin: '4711' }]);
  });

  test('a lead has this bench leave its ledger, with a reason and the PIN, and reads before what that means', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-vouch');
    await click(/^Bench 3, here/);
    await reads('an order that is here and there is bought twice');
    expect(screen.queryByRole('button', { name: /^(Vouch|Retire)/ })).toBeNull();
    fill('Reason', 'Its own warehouse');
    await press('F10');
    expect(asked('leaveLedger')).toEqual([]);
    fill('PIN of the lead', '4711');
    await press('F10');
    expect(asked('leaveLedger')).toEqual([{ reason: 'Its own warehouse', pin: '4711' }]);
  });

  test('a lead takes to this bench what one that is off left in doubt; of one that is on there is nothing to take', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-vouch');
    await click('Bench 5');
    fill('Reason', 'Its disk is broken');
    await press('F8');
    expect(asked('takeDoubts')).toEqual([]);
    fill('PIN of the lead', '4711');
    await press('F8');
    expect(asked('takeDoubts')).toEqual([{ bench: 5, reason: 'Its disk is broken', pin: '4711' }]);
    await reads('2 stand in Resolve of this bench now.');
    await click(/^Bench 6/);
    await reads('The ledger does not wait for this bench.');
    expect(screen.queryByRole('button', { name: /^Settle here/ })).toBeNull();
  });

  test('a code is shown as a drawing and as text until it is taken back', async () => {
    const { press, click, asked } = await openBenches('setup-benches-code');
    await press('F7');
    await reads(joinCode);
    expect(screen.getByRole('img', { name: 'Code for the new bench' }).querySelector('path')?.getAttribute('d')).toMatch(/^M/);
    await click('Withdraw it');
    expect(asked('withdrawInvite')).toEqual([{}]);
    expect(page()).not.toContain(joinCode);
  });

  test.each([
    [{ shut: null, unreported: 0, unreportedElsewhere: 0 }, true],
    [{ shut: null, unreported: 0, unreportedElsewhere: null }, false],
    [{ shut: null, unreported: 0, unreportedElsewhere: 1 }, false],
    [{ shut: 'not-paired', unreported: 0, unreportedElsewhere: 0 }, false],
    [{ shut: 'ledger-unreachable', unreported: 0, unreportedElsewhere: 0 }, false],
  ] as const)('the others know everything only where the ledger is open and has every world: %j', async (stands, isKnown) => {
    const of = sceneOf('setup-benches-waiting');
    const ledger = { ...of.snapshot.frame.ledger!, waitsFor: [], ...stands };
    mount(<SetupScreen />, { ...of, snapshot: { ...of.snapshot, frame: { ...of.snapshot.frame, ledger } } });
    const tab = await screen.findByRole('tab', { name: 'Benches' });
    act(() => tab.click());
    await reads('This bench is bench 3');
    expect(page().includes('The others know everything that happened here, in every world.')).toBe(isKnown);
  });

  test('a bench that waits for others says for which, here and in the top bar', async () => {
    const of = sceneOf('setup-benches-waiting');
    mount(
      <>
        <TopBar />
        <SetupScreen />
      </>,
      of,
    );
    const tab = await screen.findByRole('tab', { name: 'Benches' });
    act(() => tab.click());
    await reads('This bench is bench 3');
    await reads('Nothing is bought before benches 5, 7 reported');
    await reads('The others have not been told yet of 2 steps.');
    expect(page()).not.toContain('The others know everything');
    expect(page()).toContain('Ledger, bench 3 Waits for bench 5, 7');
  });
});

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
    await scan('PB!TEST');
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

describe('Bench', () => {
  test('the seconds until the next PIN is looked at are counted down', async () => {
    const until = '2026-11-19T15:12:31.000Z';
    const { fill, press } = await openTab('Bench', { setLeadPin: failed(failure('pin-too-soon', until)) });
    fill('Old PIN', '1111');
    fill('New PIN', '2468');
    await press('F10');
    await reads('The next try is taken in 31 s.');
    vi.setSystemTime(new Date('2026-11-19T15:12:12.000Z'));
    await reads('The next try is taken in 19 s.');
    vi.setSystemTime(new Date(until));
    await reads('The next try is taken now.');
  });

  test('a recovery code is shown once, to be printed', async () => {
    const { click, asked } = await openTab('Bench', { setup: ok({ ...setup, hasLeadPin: false }) });
    await click('Make a recovery code');
    await reads('K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
    expect(asked('makeRecoveryCode')).toEqual([{ pin: '' }]);
  });
});

describe('Command sheet', () => {
  test('it shows a bar code for each command and each box', async () => {
    await openTab('Command sheet');
    expect(screen.getByRole('img', { name: 'Barcode PB!NEXT' })).toBeDefined();
    for (const { id } of setup.settings.boxes) expect(screen.getByRole('img', { name: `Barcode ${id}` })).toBeDefined();
  });

  test('it is printed from its own button', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { click } = await openTab('Command sheet');
    await click('Print the sheet');
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('The first run', () => {
  test('a bench without a world offers training or an account, and F7 is training', async () => {
    const { press, asked } = mount(<SetupScreen />, sceneOf('first-run'));
    expect(band()).toBe('READY Two ways to start');
    await press('F7');
    expect(asked('enterWorld')).toEqual([{ world: 'training' }]);
  });

  test('copies of another computer are taken into use with the recovery code', async () => {
    const of = sceneOf('first-run');
    const { click, fill, press, asked } = mount(<SetupScreen />, of);
    await click('Bring a bench back from its copies');
    fill(/Folder/, '/mnt/backup');
    fill('Recovery code', 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
    await press('F10');
    expect(asked('recover')).toEqual([{ folder: '/mnt/backup', code: 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG' }]);
    expect(firstSettings.world).toBeNull();
  });
});
