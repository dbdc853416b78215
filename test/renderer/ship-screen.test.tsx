import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { Timeline } from '../../renderer/ui/timeline.tsx';
import { failed, ok } from '../../shared/result.ts';
import { unknownSheet, unknownSheetDrawn } from '../shots/orders-of-the-day.ts';
import type { Scene } from '../shots/scene.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, type Mounted, mount, page, reads } from './mount.tsx';

const ship = (scene: string, more: Scene['answers'] = {}): Mounted => {
  const of = sceneOf(scene);
  return mount(<ShipScreen />, { ...of, answers: { ...of.answers, ...more } });
};
const workflowNo = 7;

describe('Ready', () => {
  test('says to scan, and lists what was shipped last with how far each label is known to be', async () => {
    ship('ship-ready');
    expect(band()).toBe('READY Scan an order');
    const [, newest] = await screen.findAllByRole('row');
    expect(newest?.textContent).toContain('ORD-48212');
    expect(newest?.textContent).toContain('Sent to printer');
    expect(newest?.textContent).not.toContain('Printed');
  });

  test('a scan is given to the bench once, whole, and no part of it is typed', async () => {
    const { scan, asked } = ship('ship-ready');
    await scan('ORD-48213');
    expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('Enter opens a field, and the key typed there is looked up like a scan', async () => {
    const { press, fill, asked } = ship('ship-ready');
    await press('Enter');
    fill('Order key', 'ORD-48213');
    await press('Enter');
    expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
  });

  test('the label of a shipment of the list is printed again by its own button', async () => {
    const { click, asked } = ship('ship-ready');
    await click('Reprint the label of ORD-48208');
    expect(asked('reprint')).toEqual([{ bookingId: 'b-ORD-48208' }]);
  });

  test('near the limit of the plan it says how much is used, and F10 puts that away', async () => {
    const { press, asked } = ship('ship-ready-plan-near');
    expect(page()).toContain('1,412 of the 1,500 shipments of this month are used, at this bench alone. Booking goes on.');
    await press('F10');
    expect(asked('planSeen')).toHaveLength(1);
  });

  test('what was left in doubt stands before everything else, and Escape goes on packing', async () => {
    const { press, asked } = ship('ship-open-from-before');
    expect(band()).toBe('LOOK 4 things are open from before this start');
    expect(page()).toContain('It may be booked and paid. It is not sent again by itself.');
    await press('Escape');
    expect(asked('doubtsSeen')).toHaveLength(1);
  });

  test('labels that go to the stand-by printer are said to, and F7 goes back', async () => {
    const { press, asked } = ship('ship-ready-standby');
    expect(page()).toContain('A label printer rests: its labels go to the stand-by printer. Once it is mended, go back to it.');
    await press('F7');
    expect(asked('standBy')).toEqual([{ isOn: false }]);
  });

  test('a label printer that cannot print is said before a scan, with the way to the one that stands by', async () => {
    const { press, asked } = ship('ship-ready-printer-out');
    expect(page()).toContain('Mend it, or use the stand-by printer.');
    await press('F7');
    expect(asked('standBy')).toEqual([{ isOn: true }]);
  });

  test('labels that have become hard to read are told before a driver refuses one, with what to do', () => {
    ship('ship-ready-hard-to-read');
    expect(page()).toContain('6 of the last 20 labels were not read at the first scan: more than before. Clean the print head');
  });

  test('a label printer that is not what Setup says is told before the first parcel', () => {
    ship('ship-ready-printer-mismatch');
    expect(page()).toContain('The ZD421-300dpi says it prints 300 dpi, and Setup has another number: labels come out in the wrong size.');
    expect(page()).toContain('Correct it in Setup, Printers, before the next parcel.');
  });

  test('a full disk stops it: nothing is offered that could buy', () => {
    ship('ship-disk-low');
    expect(band()).toBe('STOP Disk nearly full');
    expect(buttons()).toEqual([]);
  });

  test('a pause says why, and only a press of F10 asks to go on', async () => {
    const { press, asked } = ship('ship-paused');
    expect(band()).toBe('STOP Booking is paused');
    await press('Enter');
    expect(asked('resumeBooking')).toEqual([]);
    await press('F10');
    expect(asked('resumeBooking')).toHaveLength(1);
  });
});

describe('Asking', () => {
  test('the missing weight is asked for, and Enter takes what was typed as the answer to that question', async () => {
    const { fill, press, asked } = ship('ship-asking-weight');
    expect(band()).toBe('LOOK Weight is missing. Weigh the parcel and type it.');
    expect(buttons()).not.toContain('Enter: Take this');
    fill('Weight', '2.35');
    expect(buttons()).toContain('Enter: Take 2.35 kg');
    await press('Enter');
    expect(asked('answerQuestion')).toEqual([{ workflowNo, question: { kind: 'weight', parcel: 0 }, answer: '2.35' }]);
  });

  test('a box is chosen by its digit or by the code on it, and a scan that is no box goes to the bench', async () => {
    const { press, scan, asked } = ship('ship-asking-box');
    await reads('60 × 40 × 40 cm');
    await press('3');
    await scan('box');
    expect(asked('scan')).toEqual([{ code: 'box' }]);
    expect(asked('answerQuestion').map(({ answer }) => answer)).toEqual(['L']);
  });

  test('no house number is an answer of its own, which needs a function key', async () => {
    const { press, asked } = ship('ship-asking-house-number');
    await press('F7');
    expect(asked('answerQuestion')).toMatchObject([{ question: { kind: 'house-number', parcel: null } }]);
  });

  test('F9 puts the parcel aside, whatever is asked', async () => {
    const { press, asked } = ship('ship-ask-po-box');
    await press('F9');
    expect(asked('park')).toEqual([{ workflowNo }]);
  });

  test('of two orders that only their spelling tells apart, a digit takes one', async () => {
    const { press, asked } = ship('ship-which-order');
    expect(band()).toBe('LOOK More than one order answers to 1001');
    await press('2');
    expect(asked('chooseOrder')).toEqual([{ workflowNo, key: '1001' }]);
  });
});

describe('Choosing', () => {
  test('F12 buys the service that is shown as chosen, and names it', async () => {
    const { press, asked } = ship('ship-choosing');
    expect(buttons()).toContain('F12: Buy DPD Classic');
    await press('F12');
    expect(asked('buy')).toEqual([{ workflowNo, serviceId: '20711' }]);
  });

  test.each(['Enter', 'Tab', ' ', 'b'])('%s, which a bar code can carry, buys nothing', async (key) => {
    const { press, asked } = ship('ship-choosing');
    screen.getByRole('button', { name: 'Buy DPD Classic' }).focus();
    await press(key);
    await reads('Choose a service, then buy');
    expect(asked('buy')).toEqual([]);
  });

  test('a digit moves the choice, and buys nothing', async () => {
    const { press, asked } = ship('ship-choosing');
    await press('2');
    expect(asked('selectService')).toEqual([{ workflowNo, serviceId: '20712' }]);
    expect(asked('buy')).toEqual([]);
  });

  test('a changed price is said before anything else', () => {
    ship('ship-choosing-changed');
    expect(band()).toBe('LOOK The price changed. Nothing was bought.');
    expect(page()).toContain('Look at the new price and choose again.');
  });

  test('while the service point that a rule wants is not chosen nothing can be bought, and the button and F12 say why', async () => {
    const { press, asked, answer } = ship('ship-services-rule-point');
    const [buy] = screen.getAllByRole('button', { name: /^Buy/ });
    expect([buy?.hasAttribute('disabled'), buy?.closest('.next')?.querySelector('svg')]).toEqual([true, null]);
    expect(page()).toContain('A rule sends it to a service point, and none is chosen yet.');
    answer('buy', failed(failure('point-missing')));
    await press('F12');
    expect(asked('buy')).toHaveLength(1);
    await reads('Press P, choose the service point, then buy.');
  });

  test('while booking is paused nothing can be bought', async () => {
    const { press, asked } = ship('ship-paused-choosing');
    expect(buttons()).not.toContain('F12: Buy DPD Classic');
    await press('F12');
    expect(asked('buy')).toEqual([]);
  });

  test('a service point is chosen by its digit while the list is open', async () => {
    const { press, asked } = ship('ship-choosing-points');
    await press('2');
    expect(asked('chooseServicePoint')).toEqual([{ workflowNo, keycode: 'DE-10625-4' }]);
  });

  test('where there is no service point, nothing can be bought before the list is closed', () => {
    ship('ship-choosing-no-points');
    expect(buttons()).not.toContain('F12: Buy DPD Classic');
  });
});

describe('Working', () => {
  test('a code that is looked up is named', () => {
    ship('ship-looking-up');
    expect(band()).toBe('WORKING Looking up ORD-48213');
  });

  test('a price that takes its time can be stopped, which drops the question', async () => {
    const { workflow } = sceneOf('ship-quoting').snapshot.bench;
    const { press, asked, push } = ship('ship-looking-up');
    if (workflow.step === 'quoting') push({ workflow: { ...workflow, since: '2026-11-19T15:11:52.000Z' } });
    expect(band()).toBe('WORKING Asking the service for prices');
    expect(page()).toContain('The service has not told its prices');
    expect(page()).toContain('The question is dropped, and nothing is bought.');
    await press('F10');
    expect(asked('stopWaiting')).toEqual([{ workflowNo }]);
  });

  test('of a booking on its way it says what is bought and for how much, and that it is not sent twice', () => {
    ship('ship-booking');
    expect(band()).toContain('WORKING Booking. Wait for the answer.');
    expect(page()).toContain('It is not sent a second time. Without an answer it goes to Resolve, as unknown.');
    expect(page()).toContain('Price 8.45 EUR');
  });
});

describe('The label', () => {
  test('one that cannot be compared is asked about: F7 prints it, F10 holds it back', async () => {
    const { workflow } = sceneOf('ship-confirm-label').snapshot.bench;
    expect(workflow.step).toBe('confirm-label');
    const { press, asked, push } = ship('ship-looking-up');
    push({ workflow });
    expect(band()).toContain('LOOK');
    await press('F7');
    await press('F10');
    expect(asked('confirmLabel')).toEqual([
      { bookingId: 'b-ORD-48198', isRight: true },
      { bookingId: 'b-ORD-48198', isRight: false },
    ]);
  });

  test('a sheet nobody knows beside it is shown by its words; a lead with the PIN says by one key what sheets of its form are', async () => {
    const { workflow } = sceneOf('ship-confirm-label-sheet').snapshot.bench;
    const drawLabel = ok([1, 2].map(() => ({ format: 'ZPL' as const, bytes: unknownSheetDrawn })));
    const { press, asked, fill, push } = ship('ship-looking-up', { labelPages: ok(unknownSheet), drawLabel });
    push({ workflow });
    await screen.findByText('Sheet 2 of 2: what is it?');
    await screen.findByText('Sheet 2 of 2. Next');
    expect(page()).toContain('HOW TO HAND IN YOUR PARCEL');
    expect(page()).toContain('A sheet beside the label names nobody of this order.');
    expect(page()).toContain('Sheet 2 may be somebody else’s and is not printed with the label.');
    await press('F8');
    expect(asked('decideForm')).toEqual([]);
    fill('PIN of the lead', '4711');
    await press('F8');
    await press('F11');
    const sheet = { bookingId: 'b-ORD-48198', page: 2, pin: '4711' };
    expect(asked('decideForm')).toEqual([
      { ...sheet, is: 'copy' },
      { ...sheet, is: 'document' },
    ]);
  });

  test('the copies that came with one are printed from its history', async () => {
    const { asked, click } = mount(<Timeline bookingId="b-ORD-48213" />, sceneOf('ship-history-papers'));
    await click('Print its paper');
    expect(asked('printPapers')).toEqual([{ bookingId: 'b-ORD-48213' }]);
  });

  test('one of another order stops: it names both people, and offers no way to print it', () => {
    ship('ship-wrong-label');
    expect(screen.getByRole('alert').textContent).toContain('The label that came belongs to another order. It was not printed.');
    expect(page()).toContain('Jürgen Groß');
    expect(page()).toContain('Łukasz Wójcik');
    expect(buttons()).toEqual(['F9: Put aside in Resolve']);
  });

  test('while it prints, each piece says what its printer said and no more', () => {
    ship('ship-printing');
    expect(band()).toContain('WORKING Printing 2 of 3');
    expect(page()).toContain('1 of 3 Printed');
    expect(page()).toContain('2 of 3 Sent to printer');
    expect(page()).toContain('3 of 3 Queued');
  });

  test('one that waits for its printer says what the printer needs', () => {
    ship('ship-printing-waits');
    expect(band()).toContain('LOOK The printer is out of labels.');
    expect(page()).toContain('Load labels. What waits then comes out by itself.');
  });

  test('F7 sends what waits to the stand-by printer, where there is one', async () => {
    const { press, asked } = ship('ship-printing-waits');
    expect(buttons()).toContain('F7: Use the stand-by printer');
    await press('F7');
    expect(asked('standBy')).toEqual([{ isOn: true }]);
  });

  test('without a stand-by printer there is no key for it', () => {
    ship('ship-printing');
    expect(buttons()).toEqual(['F9: Put aside in Resolve']);
  });
});

describe('Done', () => {
  test('only a label that the printer counted is called printed', () => {
    ship('ship-done');
    expect(page()).toContain('DONE Jürgen Groß, Berlin');
    expect(page()).toContain('Printed 14:06:00, the printer said so');
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
});

describe('Stopped', () => {
  test('a code that is no order is said once', () => {
    ship('ship-stopped');
    expect(page().split('ORD-99999')).toHaveLength(2);
  });
});

describe('Shipped before', () => {
  test('F8 prints the same label again and buys nothing', async () => {
    const { press, asked } = ship('ship-already-shipped');
    expect(band()).toContain('LOOK Shipped 14:02 by Tomáš Říha');
    await press('F8');
    expect(asked('reprint')).toEqual([{ bookingId: 'b-ORD-48205' }]);
    expect(asked('shipAgain')).toEqual([]);
  });

  test('Escape clears the screen, and the next order can be typed', async () => {
    const { press, fill, asked } = ship('ship-already-shipped');
    await press('Enter');
    fill('Order key', 'ORD-48213');
    await press('Enter');
    expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
    await press('Escape');
    await press('Escape');
    expect(asked('next')).toEqual([{ workflowNo }]);
  });

  test.each([
    ['ship-done-reprinted', 'Reprint 1: Printed'],
    ['ship-already-shipped-reprinted', 'Reprint 2 Waits for the printer'],
  ])('%s says how far the reprint is, beside the label that was printed first', (scene, says) => {
    ship(scene);
    expect(page()).toContain(says);
    expect(page()).not.toContain('Packer');
  });

  test('shipping again needs a reason and the PIN, and its own key', async () => {
    const { press, fill, asked } = ship('ship-already-shipped');
    await press('F10');
    expect(asked('shipAgain')).toEqual([]);
    await screen.findByLabelText('PIN of the lead');
    screen.getByLabelText('A second parcel for this order').click();
    fill('PIN of the lead', '2468');
    await reads('Ship again');
    await press('F10');
    expect(asked('shipAgain')).toEqual([{ workflowNo, reason: 'A second parcel for this order', pin: '2468' }]);
  });

  test('after a restore an order that may be shipped asks a person first', async () => {
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
});

describe('Stopped', () => {
  test('it says what happened, what it means for the parcel and what to do', () => {
    ship('ship-stopped');
    expect(page()).toContain('LOOK No order has this key. Nothing was bought. Scan again, or bring the order in on Orders.');
  });

  test('the words of the service stand beside what they mean', () => {
    ship('ship-stopped-explained');
    expect(page()).toContain('Correct the postal code of the order.');
    expect(page()).toContain('d_postal 10623 is not served by this courier');
  });

  test('F7 opens the order that has to be corrected', async () => {
    const { press, state } = ship('ship-stopped-problems');
    expect(page()).toContain('The HS code of product 2 is missing');
    await press('F7');
    expect(state.shown.getState()).toMatchObject({ screen: 'orders', orderToEdit: 'ORD-48233' });
  });

  test('F7 opens Setup at the sender where that is what has to be corrected', async () => {
    const { press, state } = ship('ship-stopped-sender');
    await press('F7');
    expect(state.shown.getState()).toMatchObject({ screen: 'setup', setupTab: 'sender' });
  });

  test('a fault of the program is said with its reference, and the next scan works', async () => {
    const { scan, asked } = ship('ship-stuck');
    expect(page()).toContain('STOP Something went wrong inside Packbench.');
    expect(page()).toContain('K7Q2');
    await scan('ORD-48213');
    expect(asked('scan')).toEqual([{ code: 'ORD-48213' }]);
  });

  test('what the bench refuses to do is said on the screen', async () => {
    const { press } = ship('ship-done', { reprint: failed(failure('not-now')) });
    await press('F8');
    await reads('Reference K7Q2');
  });
});
