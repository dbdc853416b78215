import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { last } from '../shots/orders-of-the-day.ts';
import { band, page, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('only a label that the printer counted is called printed', () => {
  ship('ship-done');
  expect(page()).toContain('DONE Jürgen Groß, Berlin');
  expect(page()).toContain('Printed 14:06:00, reported by the printer');
});

test('two boxes are shown as two labels with both tracking numbers, each to be scanned', () => {
  ship('ship-done-two-boxes');
  expect(page()).toContain('Parcels 2 parcels, 2 labels');
  expect(page()).toContain('Tracking numbers PRB80010010, PRB80010011');
  expect(page()).toContain('Printed 2 labels, 14:06:00, reported by the printer');
  expect(page()).toContain('On the parcel 1 of 2, not yet: label 2 (Bowl)');
  expect(page()).toContain('Scan label 2 on its parcel');
});

test.each(['ship-done-serial-numbers', 'ship-already-shipped-serial-numbers'])(
  '%s shows the first serial numbers of each item',
  (scene) => {
    ship(scene);
    expect(page()).toContain('Serial numbers PHONE-BK: 355998100101, 355998100102, 355998100103; WATCH-7: W7-000451 and 1 more');
  },
);

test('a label that a person saw is not called counted by the printer', () => {
  ship('ship-done-seen-by-person');
  expect(page()).toContain('Printed 14:06:00, confirmed by a person');
  expect(page()).not.toContain('reported by the printer');
});

test('reports a printer that counted two labels for one', () => {
  ship('ship-done-counted-twice');
  expect(page()).toContain('The printer counted 2 labels, but 1 was sent.');
  expect(page()).toContain('Look for a second copy and throw it away');
});

test('reports a label that the service sent twice for one parcel', async () => {
  ship('ship-done-copy-came');
  await reads('One label came out twice: the service sent a copy of it.');
});

test('a label that was saved in a folder is not called sent to a printer', () => {
  ship('ship-done-saved-as-file');
  expect(page()).toContain('Saved as a file');
  expect(page()).toContain('Printed Open the file and print it');
  expect(page()).not.toContain('Sent to printer');
});

test('with several label printers it names the printer of the label', async () => {
  ship('ship-done-two-printers');
  await reads('by 14:06:00 Small labels');
  expect(page()).not.toContain('10.0.4.30');
});

test('the label of a printer that reports no status is not called printed', () => {
  ship('ship-done-insured');
  expect(page()).toContain('Printed The printer does not report it');
});

test('a label that may be out offers no reprint, which would be refused, but Resolve', async () => {
  const { press, asked } = ship('ship-done-unconfirmed');
  expect(page()).toContain('Open Resolve');
  expect(screen.queryByRole('button', { name: /Reprint/ })).toBeNull();
  await press('F8');
  expect(asked('reprint')).toEqual([]);
});

test('a label that did not come out is LOOK, and F8 prints it', async () => {
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

test('J prints the packing slip, and its state is apart from that of other documents', async () => {
  const { press, asked } = ship('ship-done-slip');
  expect(page()).toContain('Packing slip: Sent to printer');
  expect(page()).not.toContain('Documents for this parcel');
  await press('j');
  expect(asked('printSlip')).toEqual([{ bookingId: 'b-ORD-48213' }]);
  expect(asked('reprint')).toEqual([]);
});

test('a packing slip that was not printed is announced once', () => {
  ship('ship-done-slip-due');
  expect(page()).toContain('The packing slip of this parcel was not printed: Resolve shows why.');
  expect(page()).not.toContain('Documents for this parcel were not printed');
});

test('a PDF of a rule that was not printed is announced once', () => {
  ship('ship-done-enclosure-due');
  expect(page()).toContain('The PDF that a rule adds to this parcel was not printed: Resolve shows why.');
  expect(page()).not.toContain('Documents for this parcel were not printed');
});

test('each missing label can be named: by its digit, and from 10 on by its button', async () => {
  const { press, click, asked } = ship('ship-done-which-of-twelve-labels');
  await press('3');
  await click('Label 12');
  expect(asked('placeLabel')).toEqual([
    { workflowNo, label: 3 },
    { workflowNo, label: 12 },
  ]);
});

describe('The first live parcel', () => {
  test('is asked about right after its label, and only F10 or a touch confirms it', async () => {
    const { press, asked } = ship('ship-done-first-live', { proveLive: ok({}) });
    await reads('Is this parcel in your account?');
    act(() => screen.getByRole('button', { name: 'Yes, it is there' }).focus());
    await press('Enter');
    expect(asked('proveLive')).toEqual([]);
    await press('F10');
    expect(asked('proveLive')).toEqual([{}]);
  });

  test('of an earlier key proves nothing about this one', async () => {
    const [newest] = last;
    if (!newest) throw new Error('There is no shipment.');
    const earlier = { ...newest, otherAccount: { key: '0f3c9a1b77d2', account: '' } };
    const { asked } = ship('ship-done-first-live', { lastShipments: ok([earlier]) });
    expect(asked('lastShipments')).not.toEqual([]);
    // The answer is drawn.
    await act(async () => new Promise((drawn) => setImmediate(drawn)));
    expect(page()).not.toContain('Is this parcel in your account?');
  });
});

test('a label that is on its parcel is not to be scanned again', () => {
  ship('ship-done-on-parcel');
  expect(page()).toContain('The label is on this parcel. Go on with the next order.');
  expect(page()).not.toContain('Scan the label on this parcel');
});

test('documents that were saved as a file are to be printed and put on the parcel', () => {
  ship('ship-done-papers');
  expect(page()).toContain('Print this file and put it in or on the parcel. Saved: Customs-invoice-ORD-48233.pdf');
});
