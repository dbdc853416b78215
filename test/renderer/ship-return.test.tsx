import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { band, buttons, keyDown, page, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('R asks for a return label of a shipped order, and Enter never does', async () => {
  const { press, asked } = ship('ship-already-shipped');
  await press('Enter');
  await press('Escape');
  expect(asked('returnLabel')).toEqual([]);
  await press('r');
  expect(asked('returnLabel')).toEqual([{ workflowNo }]);
  expect([asked('buy'), asked('shipAgain')]).toEqual([[], []]);
});

test('a bar code that begins with R is a scan and asks for no return label', async () => {
  const { asked } = ship('ship-already-shipped');
  await act(async () => {
    const from = performance.now();
    for (const [index, key] of ['R', '1', '0', '0', '1', 'Enter'].entries()) keyDown(key, from + index);
  });
  expect([asked('scan'), asked('returnLabel')]).toEqual([[{ code: 'R1001' }], []]);
});

test('the question shows whom the parcel comes from and offers what was sent', async () => {
  ship('return-asking');
  expect(band()).toContain('Box M, 2.35 kg, as it was sent?');
  await reads('Return label for ORD-48213: from Jürgen Groß, Berlin to');
  expect(page()).toContain('As it was sent');
});

test('a return label cannot be edited as an order', () => {
  ship('return-choosing');
  expect(buttons()).not.toContainEqual(expect.stringContaining('Edit'));
  expect(page()).toContain('Return label for ORD-48213: from Jürgen Groß, Berlin to');
});

test.each([
  ['return-done', 'The customer can bring the parcel to a drop-off point of the courier.'],
  ['return-done-collected', 'This service collects at the customer.'],
])('%s says what it is, what happens next, and nothing about a parcel here', (scene, next) => {
  ship(scene);
  expect(page()).toMatch(/Return label for ORD-48213: from .* to Houtman Keramiek BV/);
  expect(page()).toContain(next);
  expect(page()).not.toMatch(/on this parcel|On the parcel/);
});

test('a return label that was bought is printed again, and another one needs a reason', async () => {
  const { press, asked } = ship('return-already-bought');
  expect(band()).toContain('Return label bought 14:06');
  await press('r');
  await press('Delete');
  expect([asked('returnLabel'), asked('shipAgain')]).toEqual([[], []]);
  await press('F8');
  expect(asked('reprint')).toHaveLength(1);
});
