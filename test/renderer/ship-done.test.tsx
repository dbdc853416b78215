import { expect, test } from 'vitest';
import { band, page, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('only a label that the printer counted is called printed', () => {
  ship('ship-done');
  expect(page()).toContain('DONE Jürgen Groß, Berlin');
  expect(page()).toContain('Printed 14:06:00, the printer said so');
});

test('where there are several label printers it says at which one the label is', async () => {
  ship('ship-done-two-printers');
  await reads('by 14:06:00 Small labels');
  expect(page()).not.toContain('10.0.4.30');
});

test('a printer that cannot say is not called printed', () => {
  ship('ship-done-insured');
  expect(page()).toContain('Printed The printer cannot say');
});

test('a label that is not out is LOOK, and F8 prints it', async () => {
  const { press, asked } = ship('ship-done-not-printed');
  expect(band()).toBe('LOOK Booked, but its label is not out');
  await press('F8');
  expect(asked('reprint')).toEqual([{ bookingId: 'b-ORD-48213' }]);
});

test('the label of another parcel stops and names that parcel', () => {
  ship('ship-done-label-of-another');
  expect(page()).toContain('STOP This label belongs to ORD-48211');
});

test('F11 opens its history, and Escape clears the screen', async () => {
  const { press, asked, state } = ship('ship-done');
  await press('Escape');
  expect(asked('next')).toEqual([{ workflowNo }]);
  await press('F11');
  expect(state.shown.getState().timelineOf).toBe('b-ORD-48213');
});
