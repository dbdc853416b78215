import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, keyDown, page, pass, reads } from './mount.tsx';
import { ship } from './mount-ship.tsx';

test('asks for a scan, and lists the last shipments with the known state of each label', async () => {
  ship('ship-ready');
  expect(band()).toBe('READY Scan an order');
  const [, newest] = await screen.findAllByRole('row');
  expect(newest?.textContent).toContain('ORD-48212');
  expect(newest?.textContent).toContain('Sent to printer');
  expect(newest?.textContent).not.toContain('Printed');
});

test('a scan reaches the bench once and whole, and none of it is typed', async () => {
  const { scan, asked } = ship('ship-ready');
  await scan('ORD-48213');
  expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a slow scan without an end stays in the field, with the key that opens it', async () => {
  const { asked } = ship('ship-ready');
  expect(page()).not.toContain('press Enter');
  await act(async () => {
    const from = performance.now();
    for (const [index, key] of Array.from('ORD-48213').entries()) keyDown(key, from + 80 * index);
  });
  await reads('press Enter');
  expect(screen.getByLabelText<HTMLInputElement>('Order number').value).toBe('ORD-48213');
  expect(asked('scan')).toEqual([]);
});

test('Enter opens a field, and the key typed there is looked up like a scan', async () => {
  const { press, fill, asked } = ship('ship-ready');
  await press('Enter');
  fill('Order number', 'ORD-48213');
  await press('Enter');
  expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
});

test('the label of a shipment of the list is printed again by its own button', async () => {
  const { click, asked } = ship('ship-ready');
  await click('Reprint the label of ORD-48208');
  expect(asked('reprint')).toEqual([{ bookingId: 'b-ORD-48208' }]);
});

test('O sends a label whose printer left Setup to the usual one once, and again if asked again', async () => {
  const { snapshot, answers } = sceneOf('ship-ready');
  const shipped = answers?.lastShipments;
  if (!shipped?.ok || !shipped.value[0]) throw new Error('The scene has no shipments.');
  const [newest, ...others] = shipped.value;
  const waiting = newest.jobs.map((job) => ({ ...job, state: 'queued' as const, detail: 'label-printer-gone' }));
  const { press, answer, push, asked } = ship('ship-ready', {
    lastShipments: ok([{ ...newest, jobs: waiting }, ...others]),
    reprint: failed(failure('not-now')),
  });
  await reads(newest.orderKey);
  await press('F8');
  answer('reprint', ok({}));
  await press('O');
  await press('O');
  answer('lastShipments', shipped);
  push({ frame: { revisions: { ...snapshot.frame.revisions, shipments: 99 } } });
  // Nothing waits any more, so this begins an order number.
  await press('O');
  await press('Escape');
  answer('reprint', failed(failure('label-printer-gone', 'Back room')));
  await press('F8');
  // A second press so soon would be a repetition.
  pass(400);
  await press('O');
  const bookingId = newest.id;
  expect(asked('reprint')).toEqual([{ bookingId }, { bookingId, atUsual: 'waiting' }, { bookingId }, { bookingId, atUsual: 'copy' }]);
});

test('near the limit of the plan it shows the usage, and F10 hides it', async () => {
  const { press, asked } = ship('ship-ready-plan-near');
  expect(page()).toContain('1,412 of the 1,500 shipments of this month are used, at this bench alone. Booking goes on.');
  await press('F10');
  expect(asked('planSeen')).toHaveLength(1);
});

test('shows work left in doubt before everything else, and Escape continues packing', async () => {
  const { press, asked } = ship('ship-open-from-before');
  expect(band()).toBe('LOOK 4 things were left unfinished when Packbench last closed');
  expect(page()).toContain('It may be booked and paid. Packbench will not send it again by itself.');
  await press('Escape');
  expect(asked('doubtsSeen')).toHaveLength(1);
});

test('a paused batch is shown with its order, the reason and the key to it', async () => {
  const { press, state } = ship('ship-ready-batch-paused');
  expect(page()).toContain('Batch: Paused at ORD-48261. The label printer that a rule chose for this label is no longer in Setup.');
  await press('F2');
  expect(state.shown.getState().screen).toBe('orders');
});

test('shows that labels go to the backup printer, and F10 switches back', async () => {
  const { press, asked } = ship('ship-ready-standby');
  expect(page()).toContain('The backup printer is in use. Switch back when the main printer works again.');
  await press('F10');
  expect(asked('standBy')).toEqual([{ isOn: false }]);
});

test('a label printer that cannot print is shown before a scan, with the backup printer', async () => {
  const { press, asked } = ship('ship-ready-printer-out');
  expect(page()).toContain('Fix it, or use the backup printer.');
  await press('F10');
  expect(asked('standBy')).toEqual([{ isOn: true }]);
});

test('labels that have become hard to read are reported early, with the next step', () => {
  ship('ship-ready-hard-to-read');
  expect(page()).toContain('6 of the last 20 labels needed a second scan. That is more than before. Clean the print head');
});

test('a label printer that differs from Setup is reported before the first parcel', () => {
  ship('ship-ready-printer-mismatch');
  expect(page()).toContain('The ZD421-300dpi reports 300 dpi, and Setup has another number: labels come out in the wrong size.');
  expect(page()).toContain('Correct it in Setup, Printers, before the next parcel.');
});

test('with a full disk nothing that could buy is offered', () => {
  ship('ship-disk-low');
  expect(band()).toBe('STOP Disk nearly full');
  expect(buttons()).toEqual([]);
});

test('a pause shows its reason, and only F10 resumes booking', async () => {
  const { press, asked } = ship('ship-paused');
  expect(band()).toBe('STOP Booking is paused');
  await press('Enter');
  expect(asked('resumeBooking')).toEqual([]);
  await press('F10');
  expect(asked('resumeBooking')).toHaveLength(1);
});
