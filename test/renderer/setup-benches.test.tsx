import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SetupScreen } from '../../renderer/setup/setup-screen.tsx';
import { TopBar } from '../../renderer/ui/top-bar.tsx';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { joinCode, namedSite, setup } from '../shots/setups.ts';
import { type Mounted, mount, page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

describe('Benches', () => {
  test('a bench joins with address and token, and shows neither', async () => {
    const { fill, click, asked } = await openTab('Benches', { setup: ok({ ...setup, hasLeadPin: false, asksSitePin: false }) });
    const typed = [
      ['Address of the shared database, postgres://…', 'postgres://packbench_bench:right@ledger.example.com/packbench'],
      ['Token of this bench', 'token-of-bench-3'],
    ] as const;
    await click('Enter address and token instead');
    for (const [label, value] of typed) {
      fill(label, value);
      expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe('password');
    }
    await click('Show the site');
    expect(asked('nameSite')).toEqual([{ code: '', url: typed[0][1], token: typed[1][1] }]);
    await reads('ledger.houtman.example, port 5432');
    fill('Type KVHT to join', 'kvht');
    await click('Join');
    expect(asked('joinSite')).toEqual([{ id: 'site-1', word: 'kvht', pin: '' }]);
    await reads('Join the benches of this site');
    expect(typed.map(([label]) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['', '']);
  });

  test('a bench joins with a scanned or pasted code, and a refusal is shown', async () => {
    const { fill, press, scan, asked, answer } = await openTab('Benches', {
      setup: ok({ ...setup, hasLeadPin: false, asksSitePin: false }),
      nameSite: failed(failure('invite-spent')),
    });
    fill('Code that another bench shows, PBJOIN:…', 'PBJOIN:AAAA');
    await press('F7');
    await reads('Another computer has already joined with this code. This bench did not join.');
    answer('nameSite', ok(namedSite));
    await scan('PBJOIN:BBBB');
    expect(asked('nameSite')).toHaveLength(1);
    await press('F7');
    expect(asked('nameSite')).toEqual(['PBJOIN:AAAA', 'PBJOIN:BBBB'].map((code) => ({ code, url: '', token: '' })));
  });

  const toConfirm = async (hasLeadPin: boolean): Promise<Mounted> => {
    const mounted = await openTab('Benches', { setup: ok({ ...setup, hasLeadPin, asksSitePin: hasLeadPin }) });
    await mounted.scan('PBJOIN:BBBB');
    await mounted.press('F7');
    await reads('Join this site?');
    return mounted;
  };

  test('shows server, database, benches and shared data before a site is joined', async () => {
    const { asked } = await toConfirm(false);
    expect(page()).toContain('ledger.houtman.example, port 5432, database packbench');
    expect(page()).toContain('3 benches; bench 1 shows this code');
    expect(page()).toContain('24 open orders and 1,184 shipments, with names and addresses, and every later one');
    expect(asked('joinSite')).toEqual([]);
  });

  test('neither a scan nor a key joins a site before its word is typed', async () => {
    const { scan, press, fill, asked } = await toConfirm(false);
    await press('F10');
    await press('Enter');
    for (const code of ['KVHT', 'PBJOIN:BBBB', 'PB!BUY']) await scan(code);
    await reads('A scan cannot join a site.');
    await press('F10');
    fill('Type KVHT to join', 'KVHX');
    await press('F10');
    expect(asked('joinSite')).toEqual([]);
    expect(asked('scan')).toEqual([]);
    await press('Escape');
    await reads('Join the benches of this site');
  });

  test('a site is joined with the typed word, and with the PIN of the shift lead if one is set', async () => {
    const { press, fill, asked } = await toConfirm(true);
    fill('Type KVHT to join', ' kvht');
    await press('F10');
    expect(asked('joinSite')).toEqual([]);
    fill('PIN of the shift lead', '4711');
    await press('F10');
    expect(asked('joinSite')).toEqual([{ id: 'site-1', word: ' kvht', pin: '4711' }]);
  });

  async function openBenches(name: string): Promise<Mounted> {
    const of = sceneOf(name);
    const mounted = mount(<SetupScreen />, of);
    const tab = await screen.findByRole('button', { name: 'Benches' });
    act(() => tab.click());
    await reads('Bench 3, here');
    return mounted;
  }

  test('lists every bench in use with its program, its printers and its open work', async () => {
    await openBenches('setup-benches-vouch');
    const [, ...rows] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Bench 1NowVersion 1.8.0ReadyNo statusNothing',
      'Bench 2NowVersion 1.8.0Out of labelsNo statusNothing',
      'Bench 3, hereNowVersion 1.8.0ReadyNo status1 unknown',
      'Bench 519 min agoVersion 1.8.0Not known nowhas to report (LIVE), 1 being sent',
      'Bench 6Has no site keyNowVersion 1.7.2ReadyNothing',
    ]);
  });

  test('vouching for a bench that is off needs a reason and the PIN; one not waited for can only be retired', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-vouch');
    await click('Bench 5');
    fill('Reason', 'Burnt out');
    await press('Delete');
    expect(asked('vouchFor')).toEqual([]);
    fill('PIN of the shift lead', '4711');
    await press('Delete');
    expect(asked('vouchFor')).toEqual([{ bench: 5, reason: 'Burnt out', pin: '4711' }]);
    await click(/^Bench 6/);
    await reads('Booking does not wait for this bench.');
    expect(screen.queryByRole('button', { name: /^Vouch/ })).toBeNull();
    fill('Reason', 'Stolen');
    fill('PIN of the shift lead', '4711');
    await press('Delete');
    expect(asked('retireBench')).toEqual([{ bench: 6, reason: 'Stolen', pin: '4711' }]);
  });

  test("the shift lead's PIN shares the settings of this bench with the site", async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-leave');
    await reads('Each bench has its own settings.');
    await click(/^Bench 3, here/);
    await press('F10');
    expect(asked('shareSettings')).toEqual([]);
    fill('PIN of the shift lead', '4711');
    await press('F10');
    expect(asked('shareSettings')).toEqual([{ pin: '4711' }]);
  });

  test('leaving the ledger needs a reason and the PIN, and shows its effect first', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-vouch');
    await click(/^Bench 3, here/);
    await reads('An order that is also at another bench can be bought twice');
    expect(screen.queryByRole('button', { name: /^(Vouch|Retire)/ })).toBeNull();
    fill('Reason', 'Its own warehouse');
    await press('Delete');
    expect(asked('leaveLedger')).toEqual([]);
    fill('PIN of the shift lead', '4711');
    await press('Delete');
    expect(asked('leaveLedger')).toEqual([{ reason: 'Its own warehouse', pin: '4711' }]);
  });

  test('the shift lead takes over doubts of a bench that is off, never of one that is on', async () => {
    const { fill, press, click, asked } = await openBenches('setup-benches-vouch');
    await click('Bench 5');
    fill('Reason', 'Its disk is broken');
    await press('F10');
    expect(asked('takeDoubts')).toEqual([]);
    fill('PIN of the shift lead', '4711');
    await press('F10');
    expect(asked('takeDoubts')).toEqual([{ bench: 5, reason: 'Its disk is broken', pin: '4711' }]);
    await reads('2 are in Resolve of this bench now.');
    await click(/^Bench 6/);
    await reads('Booking does not wait for this bench.');
    expect(screen.queryByRole('button', { name: /^Settle here/ })).toBeNull();
  });

  test('a code is shown as an image and as text until it is withdrawn, and the tab stays open', async () => {
    const { press, click, asked } = await openBenches('setup-benches-code');
    await press('F10');
    await reads(joinCode);
    expect(screen.getByRole('img', { name: 'Code for the new bench' }).querySelector('path')?.getAttribute('d')).toMatch(/^M/);
    await click('Withdraw it');
    expect(asked('withdrawInvite')).toEqual([{}]);
    expect(page()).not.toContain(joinCode);
    expect(page()).toContain('This bench is bench');
  });

  test.each([
    [{ shut: null, unreported: 0, unreportedElsewhere: 0 }, true],
    [{ shut: null, unreported: 0, unreportedElsewhere: null }, false],
    [{ shut: null, unreported: 0, unreportedElsewhere: 1 }, false],
    [{ shut: 'not-paired', unreported: 0, unreportedElsewhere: 0 }, false],
    [{ shut: 'ledger-unreachable', unreported: 0, unreportedElsewhere: 0 }, false],
  ] as const)('the other benches know everything only if the ledger is open and complete: %j', async (stands, isKnown) => {
    const of = sceneOf('setup-benches-waiting');
    const ledger = { ...of.snapshot.frame.ledger!, waitsFor: [], ...stands };
    mount(<SetupScreen />, { ...of, snapshot: { ...of.snapshot, frame: { ...of.snapshot.frame, ledger } } });
    const tab = await screen.findByRole('button', { name: 'Benches' });
    act(() => tab.click());
    await reads('This bench is bench 3');
    expect(page().includes('The other benches have everything of this bench, in every environment.')).toBe(isKnown);
  });

  test('a bench that waits for others shows for which, here and in the top bar', async () => {
    const of = sceneOf('setup-benches-waiting');
    mount(
      <>
        <TopBar />
        <SetupScreen />
      </>,
      of,
    );
    const tab = await screen.findByRole('button', { name: 'Benches' });
    act(() => tab.click());
    await reads('This bench is bench 3');
    await reads('Nothing is bought before benches 5, 7 reported');
    await reads('The other benches have not received 2 steps yet.');
    expect(page()).not.toContain('The other benches have everything');
    expect(page()).toContain('Site, bench 3 Waits for bench 5, 7');
  });
});
