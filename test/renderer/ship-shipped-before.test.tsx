import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { band, buttons, keyDown, page, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('a code whose group separator arrives as F8 is one scan, and reprints nothing', async () => {
  const { asked } = ship('ship-already-shipped');
  await act(async () => {
    const from = performance.now();
    for (const [index, key] of ['0', '1', 'A', 'F8', '2', '1', 'B', 'Enter'].entries()) keyDown(key, from + index);
  });
  expect(asked('scan')).toEqual([{ code: '01A21B' }]);
  expect(asked('reprint')).toEqual([]);
});

test('F8 prints the same label again and buys nothing', async () => {
  const { press, asked } = ship('ship-already-shipped');
  expect(band()).toContain('LOOK Shipped 14:02 by Tomáš Říha');
  await press('F8');
  expect(asked('reprint')).toEqual([{ bookingId: 'b-ORD-48205' }]);
  expect(asked('shipAgain')).toEqual([]);
});

test('J prints the packing slip of an order that was shipped at this bench', async () => {
  const { press, asked } = ship('ship-already-shipped');
  await press('j');
  expect(asked('printSlip')).toEqual([{ bookingId: 'b-ORD-48205' }]);
  expect(asked('reprint')).toEqual([]);
});

test('the packing slip of another bench cannot be printed here', async () => {
  const { press, asked } = ship('ship-already-shipped-elsewhere');
  await press('j');
  expect(asked('printSlip')).toEqual([]);
});

test('Escape clears the screen, and the next order can be typed', async () => {
  const { press, fill, asked } = ship('ship-already-shipped');
  await press('Enter');
  fill('Order number', 'ORD-48213');
  await press('Enter');
  expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
  await press('Escape');
  await press('Escape');
  expect(asked('next')).toEqual([{ workflowNo }]);
});

test.each([
  ['ship-done-reprinted', 'Reprint 1: Printed'],
  ['ship-already-shipped-reprinted', 'Reprint 2 Waits for the printer'],
])('%s shows the state of the reprint, beside the label that was printed first', (scene, state) => {
  ship(scene);
  expect(page()).toContain(state);
  expect(page()).not.toContain('Packer');
});

test('shipping again needs a reason and the PIN, and its own key', async () => {
  const { press, fill, asked } = ship('ship-already-shipped');
  await press('Delete');
  expect(asked('shipAgain')).toEqual([]);
  await screen.findByLabelText('PIN of the shift lead');
  screen.getByLabelText('A second parcel for this order').click();
  fill('PIN of the shift lead', '2468');
  await reads('Ship again');
  await press('Delete');
  expect(asked('shipAgain')).toEqual([{ workflowNo, reason: 'A second parcel for this order', pin: '2468' }]);
});

test('after a restore an order that may have been shipped asks the packer first', async () => {
  const { press, asked } = ship('ship-may-be-shipped');
  expect(band()).toBe('LOOK ORD-48213 may already have been shipped');
  await press('Enter');
  expect(asked('confirmUnshipped')).toEqual([]);
});

test('an unknown booking leads to Resolve and offers no second try', async () => {
  const { press, state } = ship('ship-unknown');
  expect(band()).toContain('LOOK Booking unknown: was ORD-48219 booked?');
  expect(buttons()).toEqual(['F9: Put aside in Resolve', 'F5: Open Resolve']);
  await press('F5');
  expect(state.shown.getState()).toMatchObject({ screen: 'resolve', bookingToResolve: 'b-ORD-48219' });
});

test('the note is confirmed by F10 only, never by the Enter of a scan', async () => {
  const { press, asked } = ship('ship-note');
  expect(band()).toContain('LOOK Read the note first');
  expect(page()).toContain('Add the gift card from drawer 3');
  for (const key of ['Enter', '1', 'F12', 'F7']) await press(key);
  screen.getByRole('button', { name: /I have read it/ }).focus();
  await press('Enter');
  expect(asked('confirmNote')).toEqual([]);
  await press('F10');
  expect(asked('confirmNote')).toEqual([{ workflowNo }]);
});
