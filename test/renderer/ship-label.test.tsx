import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Timeline } from '../../renderer/ui/timeline.tsx';
import { ok } from '../../shared/result.ts';
import { unknownSheet, unknownSheetDrawn } from '../shots/orders-of-the-day.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, mount, page } from './mount.tsx';
import { ship } from './mount-ship.tsx';

test('a label that cannot be compared is asked about: F10 prints it, Q holds it back', async () => {
  const { workflow } = sceneOf('ship-confirm-label').snapshot.bench;
  expect(workflow.step).toBe('confirm-label');
  const { press, asked, push } = ship('ship-looking-up');
  push({ workflow });
  expect(band()).toContain('LOOK');
  await press('F10');
  await press('Q');
  expect(asked('confirmLabel')).toEqual([
    { bookingId: 'b-ORD-48198', isRight: true },
    { bookingId: 'b-ORD-48198', isRight: false },
  ]);
});

test('an unknown page is shown by its words, and a shift lead with the PIN classifies its form with one key', async () => {
  const { workflow } = sceneOf('ship-confirm-label-sheet').snapshot.bench;
  const drawLabel = ok([1, 2].map(() => ({ format: 'ZPL' as const, bytes: unknownSheetDrawn })));
  const { press, asked, fill, push } = ship('ship-looking-up', { labelPages: ok(unknownSheet), drawLabel });
  push({ workflow });
  await screen.findByText('Page 2 of 2: what is it?');
  await screen.findByText('Page 2 of 2. Next');
  expect(page()).toContain('HOW TO HAND IN YOUR PARCEL');
  expect(page()).toContain('A page beside the label has no name of this order.');
  expect(page()).toContain('Page 2 may belong to another parcel and is not printed with the label.');
  await press('C');
  expect(asked('decideForm')).toEqual([]);
  fill('PIN of the shift lead', '4711');
  await press('C');
  await press('D');
  const sheet = { bookingId: 'b-ORD-48198', page: 2, pin: '4711' };
  expect(asked('decideForm')).toEqual([
    { ...sheet, is: 'copy' },
    { ...sheet, is: 'document' },
  ]);
});

test('copies that came with a label are printed from its history', async () => {
  const { asked, click } = mount(<Timeline bookingId="b-ORD-48213" />, sceneOf('ship-history-papers'));
  await click('Print its document');
  expect(asked('printPapers')).toEqual([{ bookingId: 'b-ORD-48213' }]);
});

test('the packing slip is printed from the history', async () => {
  const { asked, click } = mount(<Timeline bookingId="b-ORD-48213" />, sceneOf('ship-history-papers'));
  await click('Slip');
  expect(asked('printSlip')).toEqual([{ bookingId: 'b-ORD-48213' }]);
});

test('a label of another order stops, names both people and cannot be printed', () => {
  ship('ship-wrong-label');
  expect(screen.getByRole('alert').textContent).toContain('The label that came belongs to another order. It was not printed.');
  expect(page()).toContain('Jürgen Groß');
  expect(page()).toContain('Łukasz Wójcik');
  expect(buttons()).toEqual(['F9: Put aside in Resolve']);
});

test('while it prints, each piece shows only the status from its printer', () => {
  ship('ship-printing');
  expect(band()).toContain('WORKING Printing 2 of 3');
  expect(page()).toContain('1 of 3 Printed');
  expect(page()).toContain('2 of 3 Sent to printer');
  expect(page()).toContain('3 of 3 Queued');
});

test('a label that waits for its printer shows what the printer needs', () => {
  ship('ship-printing-waits');
  expect(band()).toContain('LOOK The printer is out of labels.');
  expect(page()).toContain('Load labels. What waits then prints by itself.');
});

test('F10 sends waiting labels to the backup printer, if there is one', async () => {
  const { press, asked } = ship('ship-printing-waits');
  expect(buttons()).toContain('F10: Use the backup printer');
  await press('F10');
  expect(asked('standBy')).toEqual([{ isOn: true }]);
});

test('without a backup printer there is no key for it', () => {
  ship('ship-printing');
  expect(buttons()).toEqual(['F9: Put aside in Resolve']);
});

test.each([
  ['ship-printing-printer-gone', 'O', 'waiting'],
  ['ship-done-printer-gone', 'O', 'copy'],
] as const)('a label whose printer left Setup is printed on the usual printer with a key of its own: %s', async (scene, key, atUsual) => {
  const { press, asked } = ship(scene);
  expect(page()).toContain('The label printer that a rule chose for this label is no longer in Setup.');
  await press(key);
  expect(asked('reprint')).toMatchObject([{ atUsual }]);
});
