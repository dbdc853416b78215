import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PickupScreen } from '../../renderer/pickup/pickup-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { revisionsAt } from '../../shared/lists.ts';
import { failed, ok } from '../../shared/result.ts';
import { pickup, pickups, pickupUnknown, waits } from '../shots/pickups.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { dropOffPoints } from '../shots/service-points.ts';
import { setup } from '../shots/setups.ts';
import { band, buttons, type Mounted, mount, page, pass, reads } from './mount.tsx';

async function openPickup(answers: object = {}): Promise<Mounted> {
  const of = sceneOf('pickup');
  const mounted = mount(<PickupScreen />, { ...of, answers: { ...of.answers, ...answers } });
  await screen.findAllByRole('option');
  return mounted;
}

const rows = (): string[] => screen.getAllByRole('option').map((row) => row.textContent ?? '');
const row = (courier: string): HTMLElement => screen.getByRole('option', { name: new RegExp(`^${courier}`) });
const isPicked = (courier: string): boolean => row(courier).getAttribute('aria-selected') === 'true';

const sentence = (): string | null | undefined => document.querySelector('.pickup-sentence h2')?.textContent;

test('with nothing to collect it shows this, and no driver can be requested', async () => {
  const { press, asked } = mount(<PickupScreen />, sceneOf('pickup-empty'));
  await reads('No parcels wait for a driver');
  expect(band()).toBe('READY Nothing waits for a driver');
  await press('F12');
  expect(asked('requestPickup')).toEqual([]);
});

test('the first courier with waiting parcels is open, with its proposed day and parcel count', async () => {
  await openPickup();
  expect(isPicked('DPD')).toBe(true);
  expect(band()).toBe('READY Request the pickup: DPD by 17:00');
  expect(sentence()).toBe('Driver for 23 DPD parcels, today 16:15–17:00');
});

test('a waiting courier is shown once its key can request it', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { press, asked } = mount(<PickupScreen />, sceneOf('pickup'), {
    before: ({ station }) => void Object.assign(station, { setup: () => promise }),
  });
  await waitFor(() => expect(asked('pickups')).not.toEqual([]));
  await act(async () => undefined);
  expect(screen.queryAllByRole('button', { name: /Request/ })).toEqual([]);
  await act(async () => resolve(ok(setup)));
  await screen.findByRole('button', { name: /Request/ });
  await press('F12');
  expect(asked('requestPickup')).toHaveLength(1);
});

test.each([
  ['counts the hour that comes twice', '2026-10-24T22:20:00.000Z', '2026-10-25', 'in 17 h 40 min'],
  ['leaves out the hour that is skipped', '2026-03-28T23:20:00.000Z', '2026-03-29', 'in 15 h 40 min'],
  ['is right in the first 02:30', '2026-10-25T00:30:00.000Z', '2026-10-25', 'in 15 h 30 min'],
  ['is right in the second 02:30', '2026-10-25T01:30:00.000Z', '2026-10-25', 'in 14 h 30 min'],
])('the time left until the cut-off %s', async (_, instant, day, left) => {
  const groups = [waits('dpd', 'DPD', { cutOff: '17:00', days: [day] })];
  const of = sceneOf('pickup');
  const answers = { ...of.answers, pickups: ok({ ...pickups, today: day, groups }) };
  mount(<PickupScreen />, { ...of, answers }, { before: () => void vi.setSystemTime(new Date(instant)) });
  await reads(left);
});

test('without a focus, Down moves to the couriers, and then through them', async () => {
  const { press } = await openPickup();
  await press('ArrowDown');
  expect(document.activeElement).toBe(row('DPD'));
  await press('ArrowDown');
  expect([isPicked('DPD'), document.activeElement?.getAttribute('aria-selected')]).toEqual([false, 'true']);
});

test('a wait for the service counts on if the clock is set back', async () => {
  const underWay = { ...pickups.requested[0], state: 'sending', changedAt: '2026-11-19T15:12:00.000Z' } as const;
  await openPickup({ pickups: ok({ ...pickups, requested: [underWay] }) });
  pass(2000);
  const timer = await screen.findByRole('timer');
  vi.setSystemTime(new Date('2026-11-19T14:12:00.000Z'));
  pass(5000);
  await waitFor(() => expect(Number.parseInt(timer.textContent, 10)).toBeGreaterThanOrEqual(7));
});

test('pickups that need an action stand above finished ones', async () => {
  await openPickup({ pickups: ok({ ...pickups, requested: [...pickups.requested, pickupUnknown] }) });
  expect(rows().map((text) => /^(GLS|DPD|DHL Express|UPS)/.exec(text)?.[0])).toEqual(['UPS', 'DPD', 'DHL Express', 'GLS']);
});

test.each([
  ['2026-11-19', '16:15', '17:00', 'today 16:15–17:00'],
  ['2026-11-20', '10:00', '17:00', 'tomorrow 10–17'],
  ['2026-11-23', '09:00', '12:00', 'Mon 23 Nov 9–12'],
  ['2026-11-20', '', '', 'tomorrow'],
])('the sentence for %s from %s to %s ends with "%s"', (day, ready, closing, when) => {
  expect(text.pickup.onDay(day, '2026-11-19', ready, closing)).toBe(when);
});

test('all that is ordered stands in view before F12, with the details folded', async () => {
  const { press, asked } = await openPickup();
  expect(sentence()).toBe('Driver for 23 DPD parcels, today 16:15–17:00');
  for (const known of ['2 of them since Wed 18 Nov 2026', 'Dock 2, ring twice', 'The service names none for a driver'])
    expect(page()).toContain(known);
  expect(page()).toContain('A driver is ordered at once and cannot be cancelled here.');
  expect(screen.queryByLabelText('Date')?.closest('[hidden]')).not.toBeNull();
  await press('Enter');
  expect(asked('requestPickup')).toEqual([]);
  await press('F12');
  expect(asked('requestPickup')).toHaveLength(1);
});

test('what is changed in the details changes the sentence at once', async () => {
  const { click, fill } = await openPickup();
  await click(/^Details/);
  fill('Date', '2026-11-20');
  fill('Ready time', '10:00');
  expect(sentence()).toBe('Driver for 23 DPD parcels, tomorrow 10–17');
  await userEvent.click(screen.getByRole('switch', { name: /^Include the 2 parcels/ }));
  expect(sentence()).toBe('Driver for 21 DPD parcels, tomorrow 10–17');
});

test('the list of parcels contains exactly what the sentence counts, with number, recipient and order', async () => {
  const { click } = await openPickup();
  expect(page()).toContain('Comes to Houtman Keramiek BV, Veemarktkade 8, 5222 AE ’s-Hertogenbosch');
  const listed = (): string[] => [...document.querySelectorAll('.pickup-parcels li')].map((each) => each.textContent ?? '');
  expect(document.querySelector('.pickup-parcels li')?.closest('[hidden]')).not.toBeNull();
  await click(/^The 23 parcels/);
  expect(listed()).toHaveLength(23);
  expect(listed().slice(0, 3)).toEqual([
    'ORD-48190Jürgen Groß, Berlin · left over05287741993641',
    'ORD-48191Françoise Müller, Zürich · left over05287741993642',
    'ORD-48192Šárka Dvořáková, Brno05287741993643',
  ]);
  await click(/^Details/);
  await userEvent.click(screen.getByRole('switch', { name: /^Include the 2 parcels/ }));
  expect(listed()).toHaveLength(21);
  expect(listed()[0]).toContain('ORD-48192');
});

test('the details open by themselves if a field is wrong', async () => {
  mount(<PickupScreen />, sceneOf('pickup-doubtful'));
  await reads('No label came out for ORD-48190');
  expect(screen.getByLabelText('Date').closest('[hidden]')).toBeNull();
});

test('F12 requests the shown driver once, and Enter on the button does not', async () => {
  const { press, asked } = await openPickup();
  screen.getByRole('button', { name: 'Request pickup' }).focus();
  await press('Enter');
  expect(asked('requestPickup')).toEqual([]);
  await press('F12');
  expect(asked('requestPickup')).toEqual([
    {
      courierKey: 'dpd',
      place: 'door',
      date: '2026-11-19',
      readyTime: '16:15',
      closingTime: '17:00',
      instructions: 'Dock 2, ring twice',
      withLeftOvers: true,
      again: '',
    },
  ]);
  await reads('Hand the parcels and the manifest to the driver of DPD.');
});

test('the scanned command asks for the driver too; any other scan goes to the bench', async () => {
  const { scan, asked } = await openPickup();
  await scan('ORD-48213');
  expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
  expect(asked('requestPickup')).toEqual([]);
  await scan('XPBXPIC');
  expect(asked('requestPickup')).toHaveLength(1);
});

test('a day in the past cannot be requested, and its field shows why', async () => {
  const { fill, press, asked, click } = await openPickup();
  await click(/^Details/);
  fill('Date', '2026-11-18');
  await reads('The day of collection 2026-11-18 is in the past');
  await press('F12');
  await press('F10');
  expect(asked('requestPickup')).toEqual([]);
});

test('instructions the service cannot take are reported once, beside their field', async () => {
  const why = { code: 'not-in-latin-letters', which: 'pickupInstructions', written: 'שלום', spelt: 'shlvm' } as const;
  const { fill, press, click } = await openPickup({ requestPickup: failed(failure('text-not-sendable', [why])) });
  await click(/^Details/);
  fill('Instructions', 'שלום');
  await press('F12');
  await reads('The instructions "שלום" is not in Latin letters');
  expect(page().split('is not in Latin letters')).toHaveLength(2);
});

test('shows objections to a pickup, and only holding Delete overrides them', async () => {
  const of = sceneOf('pickup-doubtful');
  const { press, asked } = mount(<PickupScreen />, of);
  await reads('No label came out for ORD-48190');
  expect(band()).toBe('LOOK Check the notes before you request DPD');
  await press('F12');
  expect(asked('requestPickup')).toEqual([]);
  await press('Delete');
  expect(asked('requestPickup')).toMatchObject([{ courierKey: 'dpd', isSure: true }]);
});

test('a chosen drop-off point is still chosen after another courier was looked at', async () => {
  const { press, asked } = await openPickup({ dropOffPoints: ok(dropOffPoints) });
  await press('v');
  await reads('Drop-off points near the sender');
  await press('2');
  await reads('Primera Helftheuvel, Helftheuvelpassage 8');
  row('DHL Express').click();
  await reads('Driver for 6 DHL Express parcels');
  row('DPD').click();
  await reads('Primera Helftheuvel, Helftheuvelpassage 8');
  // No driver comes.
  expect(band()).toBe('READY Announce the drop-off: DPD');
  expect(screen.getByRole('button', { name: /^Announce the drop-off/ })).toBeDefined();
  await press('F12');
  expect(asked('requestPickup')).toMatchObject([{ courierKey: 'dpd', dropOff: 'NL-5223-1' }]);
});

test('a courier who is already coming is shown as such, and F12 needs a reason', async () => {
  const { press, fill, asked } = await openPickup({
    pickups: ok({ ...pickups, groups: [waits('gls', 'GLS', {})] }),
    requestPickup: failed(failure('pickup-already-requested', 'GLS-771204')),
  });
  await press('F12');
  await reads('Why is a second driver needed?');
  expect(band()).toBe('LOOK GLS is already coming for other parcels: enter why a second driver is needed');
  await press('F12');
  expect(asked('requestPickup')).toHaveLength(1);
  fill('Why is a second driver needed?', 'The van was full');
  await press('F12');
  expect(asked('requestPickup')[1]).toMatchObject({ courierKey: 'gls', again: 'The van was full' });
});

test('an unanswered request stays in view as unknown, instead of the next courier', async () => {
  const { press, answer, push } = await openPickup({ requestPickup: failed(failure('pickup-unknown')) });
  await press('F12');
  answer(
    'pickups',
    ok({
      ...pickups,
      groups: pickups.groups.slice(1),
      requested: [{ ...pickupUnknown, courierKey: 'dpd', courierName: 'DPD' }, ...pickups.requested],
    }),
  );
  push({ frame: { revisions: revisionsAt(2) } });
  await reads('It is not known whether DPD is coming');
  expect(isPicked('DPD')).toBe(true);
  expect(buttons()).toContain('F5: Settle it in Resolve');
});

test('a pickup that is being requested is not requested a second time', async () => {
  const { press, asked } = await openPickup({
    pickups: ok({ ...pickups, groups: [], requested: [pickup({ state: 'sending', collectionNo: '', manifestFormat: null })] }),
  });
  expect(band()).toContain('WORKING Requesting the pickup by GLS');
  await press('F12');
  await press('Delete');
  expect(asked('requestPickup')).toEqual([]);
});

test('an unknown pickup leads to Resolve', async () => {
  const { press, state } = await openPickup({ pickups: ok({ ...pickups, groups: [], requested: [pickupUnknown] }) });
  await press('F5');
  expect(state.shown.getState().screen).toBe('resolve');
});

test('a second driver for the same parcels needs a reason, and its own key', async () => {
  const { press, fill, asked } = await openPickup();
  row('GLS').click();
  await reads('Collection GLS-771204');
  await press('Delete');
  expect(asked('requestPickup')).toEqual([]);
  fill('Why is a second driver needed?', 'The first one did not come');
  await press('Delete');
  expect(asked('requestPickup')).toMatchObject([{ courierKey: 'gls', secondOf: 'p-1', again: 'The first one did not come', isSure: true }]);
});

test('a manifest is printed again by the button of its pickup', async () => {
  const { click, asked } = await openPickup();
  await click('Reprint the manifest of DPD, DPD-305518');
  expect(asked('reprintManifest')).toEqual([{ pickupId: 'p-0' }]);
});

test('the selected row scrolls into view when the selection changes', async () => {
  const seen: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent ?? '');
  };
  await openPickup();
  seen.length = 0;
  row('DHL Express').click();
  await reads('Driver for 6 DHL Express parcels');
  expect(seen.some((text) => text.startsWith('DHL Express'))).toBe(true);
});
