import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { band, buttons, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('the missing weight is asked for, and Enter takes what was typed as the answer to that question', async () => {
  const { fill, press, asked } = ship('ship-asking-weight');
  expect(band()).toBe('LOOK Weight is missing. Weigh the parcel and type it.');
  expect(buttons()).not.toContain('Enter: Take this');
  fill('Weight', '2.35');
  expect(buttons()).toContain('Enter: Take 2.35 kg');
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([{ workflowNo, question: { kind: 'weight', parcel: 0 }, answer: '2.35' }]);
});

test('an order key that is typed where a weight is asked for stands there whole, and not as the weight of its digits', async () => {
  const { press } = ship('ship-asking-weight');
  for (const key of 'E-12') {
    await press(key);
    await pause(70);
  }
  expect(buttons()).toContain('Enter: Take E-12 kg');
});

test('a box is chosen by its digit or by the code on it, and a scan that is no box goes to the bench', async () => {
  const { press, scan, asked } = ship('ship-asking-box');
  await reads('60 × 40 × 40 cm');
  await press('3');
  // Nobody has put the key down and taken the scanner sooner: that would be the rest of a broken code.
  await pause(70);
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
