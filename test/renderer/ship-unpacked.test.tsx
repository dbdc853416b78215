import { expect, test } from 'vitest';
import { band, buttons, page } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('an already shipped parcel is opened with one key', async () => {
  const { press, asked } = ship('ship-already-shipped-serial-numbers');
  await press('K');
  expect(asked('unpack')).toEqual([{ workflowNo }]);
  expect([asked('reprint'), asked('shipAgain')]).toEqual([[], []]);
});

test.each(['ship-already-shipped-elsewhere', 'ship-done-not-printed'])('%s offers no un-packing', async (scene) => {
  const { press, asked } = ship(scene);
  expect(buttons().join()).not.toContain('Un-pack');
  await press('K');
  expect(asked('unpack')).toEqual([]);
});

test('an open parcel says what it means, and its keys only count', async () => {
  const { press, asked } = ship('unpacked-begun');
  expect(band()).toBe('READY Parcel open: scan its items again');
  expect(page()).toContain('The label is paid and stays valid. Nothing is bought.');
  expect(page()).toContain('7 left. Then scan the label.');
  await press('1');
  await press('F12');
  await press('F8');
  await press('F10');
  expect(asked('checkByEye')).toEqual([{ workflowNo, line: 0 }]);
  expect([asked('buy'), asked('reprint'), asked('shipAgain')]).toEqual([[], [], []]);
  await press('Escape');
  expect(asked('next')).toEqual([{ workflowNo }]);
});

test('a wrong item stops the packer while the parcel is open', async () => {
  const { press, asked } = ship('unpacked-wrong-item');
  expect(page()).toMatch(/STOP\s*Wrong item\. Put it back\./);
  await press('U');
  expect(asked('undoCheck')).toEqual([{ workflowNo }]);
});

test('the parcel that was packed again shows no price, and waits for its label', () => {
  ship('unpacked-done');
  expect(band()).toContain('Packed again: ');
  expect(page()).not.toContain('Price');
  expect(page()).toContain('Scan the label on this parcel,');
});
