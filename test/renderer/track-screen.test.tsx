import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TrackScreen } from '../../renderer/track/track-screen.tsx';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { invoice, oneOfTwo, tracked } from '../shots/tracked.ts';
import { band, buttons, keyDown, type Mounted, mount, page, pass, reads } from './mount.tsx';

const openTrack = (answers: object = {}): Mounted => {
  const of = sceneOf('track-start');
  return mount(<TrackScreen />, { ...of, answers: { ...of.answers, ...answers } });
};
const found = async (answers: object = {}): Promise<Mounted> => {
  const mounted = openTrack(answers);
  await mounted.scan('9031 5528 0098');
  await reads('In Transit');
  return mounted;
};

/** A field takes letters. */
const leaveField = (): void => (document.activeElement as HTMLElement | null)?.blur();

test('a scanned label is looked up here, and not given to the bench', async () => {
  const { asked } = await found();
  expect(asked('track')).toEqual([{ number: '9031 5528 0098' }]);
  expect(asked('scan')).toEqual([]);
});

test('a scanned command is for the bench', async () => {
  const { scan, asked } = openTrack();
  await scan('XPBXNEX');
  expect(asked('scan')).toEqual([{ code: 'XPBXNEX' }]);
  expect(asked('track')).toEqual([]);
});

test('a typed number is looked up by Enter', async () => {
  const { fill, press, asked } = openTrack();
  fill('Number to track', 'ORD-48021');
  screen.getByLabelText('Number to track').focus();
  await press('Enter');
  expect(asked('track')).toEqual([{ number: 'ORD-48021' }]);
});

test('a slow scan after another one is looked up by itself', async () => {
  const { asked } = await found();
  screen.getByLabelText('Number to track').focus();
  await act(async () => {
    const from = performance.now() + 5000;
    for (const [index, key] of [...Array.from('ORD-48021'), 'Enter'].entries()) keyDown(key, from + 80 * index);
  });
  await waitFor(() => expect(asked('track').slice(1)).toEqual([{ number: 'ORD-48021' }]));
});

test('selecting a booked parcel looks it up', async () => {
  const { asked } = openTrack();
  (await screen.findByRole('option', { name: /ORD-48102/ })).click();
  await reads('In Transit');
  expect(asked('track')).toHaveLength(1);
});

test('the band names the parcel that was found and its state', async () => {
  await found();
  expect(band()).toBe('READY ORD-48021: In Transit');
});

test('shows the newest event first, and the signer or that there is none', async () => {
  await found();
  const [newest] = screen.getAllByRole('listitem');
  expect(newest?.textContent).toContain('Out for delivery');
  expect(page()).toContain('Signed by nobody yet');
});

test('each of several parcels has its own state beside that of the whole order', async () => {
  const { scan } = openTrack({ track: ok(oneOfTwo) });
  await scan('ORD-48021');
  await reads('Whole order: Collected');
  screen.getByRole('radio', { name: 'Parcel 2' }).click();
  await reads('ZC7Q 41KE');
});

test('shows that a number is unknown', async () => {
  const { scan } = openTrack({ track: failed(failure('number-not-found')) });
  await scan('12345');
  await reads('Nothing is known of this number');
  expect(band()).toBe('LOOK Nothing is known of this number');
});

test('F8 prints the label of a shipment of this bench again', async () => {
  const { press, asked } = await found();
  await press('F8');
  expect(asked('reprint')).toEqual([{ bookingId: 'b-ORD-48021' }]);
});

test('O prints a label on the usual printer if its own left Setup, and names the missing one', async () => {
  const { press, asked } = await found({ reprint: failed(failure('label-printer-gone', 'Back room')) });
  expect(buttons().join()).not.toContain('O: ');
  await press('F8');
  await reads('Its label printer, Back room, is not in Setup any more.');
  leaveField();
  await press('O');
  expect(asked('reprint').at(-1)).toEqual({ bookingId: 'b-ORD-48021', atUsual: 'copy' });
});

test('O sends a waiting label whose printer left Setup to the usual printer once', async () => {
  const { booking } = tracked;
  if (!booking) throw new Error('The parcel has no booking.');
  const jobs = booking.jobs.map((job) => ({ ...job, state: 'queued' as const, detail: 'label-printer-gone' }));
  const { press, asked, answer } = await found({ track: ok({ ...tracked, booking: { ...booking, jobs } }), reprint: ok({}) });
  const bookingId = booking.id;
  leaveField();
  await press('O');
  await press('O');
  expect(asked('reprint')).toEqual([{ bookingId, atUsual: 'waiting' }]);
  answer('reprint', failed(failure('label-printer-gone', 'Back room')));
  await press('F8');
  // A second press so soon would be a repetition.
  pass(400);
  await press('O');
  expect(asked('reprint').slice(1)).toEqual([{ bookingId }, { bookingId, atUsual: 'copy' }]);
});

test('a label of another bench that cannot be compared needs a look and a second key', async () => {
  const { press, asked } = await found({
    track: ok({ ...tracked, booking: null }),
    printForeignLabel: failed(failure('label-not-compared')),
  });
  expect(page()).toContain('This bench did not book it.');
  await press('F8');
  await reads('This bench has no order to compare the label with. Nothing was printed yet.');
  await press('F8');
  expect(asked('printForeignLabel')).toEqual([{ orderNo: '4802107', isSure: false }]);
  await press('F10');
  expect(asked('printForeignLabel')[1]).toEqual({ orderNo: '4802107', isSure: true });
});

test('the host of the courier page is shown first, and F10 opens the page', async () => {
  const { click, press, asked } = await found({ openTrackingLink: ok({ host: 'gls-group.eu', isOpen: false }) });
  await press('F10');
  expect(asked('openTrackingLink')).toEqual([]);
  await click('Open at GLS');
  await reads('It belongs to gls-group.eu');
  await press('F10');
  expect(asked('openTrackingLink')).toEqual([
    { orderNo: '4802107', itemNo: '1', host: '' },
    { orderNo: '4802107', itemNo: '1', host: 'gls-group.eu' },
  ]);
});

test('a page that was opened is named beside its button', async () => {
  const { click } = await found({ openTrackingLink: ok({ host: 'gls-group.eu', isOpen: true }) });
  await click('Open at GLS');
  await reads('gls-group.eu opened');
  expect(page()).not.toContain('It belongs to');
});

test('attaches papers to the shipment, and lists the result of earlier ones', async () => {
  const { click } = await found({ track: ok({ ...tracked, uploads: [invoice] }) });
  await click('Attach a document');
  expect(page()).toContain('invoice-48204.pdf');
  expect(page()).toContain('Not known: settle it in Resolve');
});

test('F11 opens the history of a shipment of this bench alone', async () => {
  const { press, state } = await found();
  await press('F11');
  expect(state.shown.getState().timelineOf).toBe('b-ORD-48021');
});

test('with nothing booked it still accepts any number', async () => {
  mount(<TrackScreen />, sceneOf('track-empty'));
  await reads('Nothing is booked yet');
  expect(band()).toBe('READY Scan or type any number');
  expect(buttons()).toEqual([]);
});
