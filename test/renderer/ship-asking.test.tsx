import { setTimeout as pause } from 'node:timers/promises';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { secondPressMs } from '../../renderer/key-presses.ts';
import { asLastTime } from '../../shared/question.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, page, pass, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('asks for a missing weight, and Enter takes the input as the answer to that question', async () => {
  const { fill, press, asked } = ship('ship-asking-weight');
  expect(band()).toBe('READY Weight is missing. Weigh the parcel and type it.');
  expect(buttons()).not.toContain('Enter: Use this');
  fill('Weight', '2.35');
  expect(buttons()).toContain('Enter: Use 2.35 kg');
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([{ workflowNo, question: { kind: 'weight', parcel: 0 }, answer: '2.35' }]);
});

test('an order key typed as a weight stays whole, and is not read as its digits', async () => {
  const { press } = ship('ship-asking-weight');
  for (const key of 'E-12') {
    await press(key);
    await pause(70);
  }
  expect(buttons()).toContain('Enter: Use E-12 kg');
});

const weight = (): string => screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight' }).value;
const asking = (scene: string) => {
  const { workflow } = sceneOf(scene).snapshot.bench;
  if (workflow.step !== 'asking') throw new Error(workflow.step);
  return workflow;
};

test('a digit pressed twice for the box does not stay in the weight', async () => {
  const { press, push, asked } = ship('ship-asking-box');
  await reads('60 × 40 × 40 cm');
  pass(0);
  await press('1');
  push({ workflow: asking('ship-asking-weight') });
  await press('1');
  await press('Enter');
  await waitFor(() => expect(weight()).toBe(''));
  expect(page()).toContain('The second press of 1 was ignored.');
  expect(asked('answerQuestion').map(({ question }) => question.kind)).toEqual(['box']);
});

test('a digit pressed twice for the first box does not choose a second box', async () => {
  const { press, push, asked } = ship('ship-asking-box');
  await reads('60 × 40 × 40 cm');
  const workflow = asking('ship-asking-box');
  const [question] = workflow.questions;
  if (!question) throw new Error('nothing is asked');
  pass(0);
  await press('1');
  push({ workflow: { ...workflow, questions: [{ ...question, parcel: 1 }] } });
  await press('1');
  expect(asked('answerQuestion')).toHaveLength(1);
  pass(secondPressMs);
  await press('1');
  expect(asked('answerQuestion')).toHaveLength(2);
});

test('a weight that is impossible for the box is accepted only with F10', async () => {
  const { fill, press, asked } = ship('ship-asking-weight');
  fill('Weight', '108');
  await press('Enter');
  // On a low screen the note below the number pad is out of sight.
  expect(band()).toMatch(/^LOOK 108\.00 kg is very heavy for box/);
  expect(asked('answerQuestion')).toEqual([]);
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([]);
  await press('F10');
  expect(asked('answerQuestion').map(({ answer }) => answer)).toEqual(['108']);
});

test('a digit or a box code chooses the box, and any other scan goes to the bench', async () => {
  const { press, scan, asked } = ship('ship-asking-box');
  await reads('60 × 40 × 40 cm');
  await press('3');
  // A packer needs this long to leave the keyboard and take the scanner; sooner, the scan would be the rest of a broken code.
  await pause(700);
  await scan('box');
  expect(asked('scan')).toEqual([{ code: 'box' }]);
  expect(asked('answerQuestion').map(({ answer }) => answer)).toEqual(['L']);
});

test('a box that Setup does not know is typed by its size', async () => {
  const { press, fill, asked } = ship('ship-asking-box');
  await reads('Another size');
  pass(0);
  await press('4');
  expect(asked('answerQuestion')).toEqual([]);
  fill('Box', '30 x 20 x 10');
  await press('Enter');
  expect(asked('answerQuestion').map(({ answer }) => answer)).toEqual(['30 x 20 x 10']);
});

test('Escape leads from the size back to the boxes', async () => {
  const { press } = ship('ship-asking-box');
  await reads('Another size');
  pass(0);
  await press('4');
  await press('Escape');
  await reads('60 × 40 × 40 cm');
});

test('no house number is an answer of its own, which needs a function key', async () => {
  const { press, asked } = ship('ship-asking-house-number');
  await press('F10');
  expect(asked('answerQuestion')).toMatchObject([{ question: { kind: 'house-number', parcel: null } }]);
});

test('a number that is part of the street is accepted with F10', async () => {
  const { press, asked } = ship('ship-asking-number-in-street');
  expect(band()).toBe('LOOK Is 1234 the house number?');
  expect(buttons()).toContain('F10: The house number is 1234');
  await press('F10');
  expect(asked('answerQuestion')).toMatchObject([{ question: { kind: 'house-number', parcel: null }, answer: '1234' }]);
});

test('a missing phone number is that of the recipient, and F10 takes that of the sender', async () => {
  const { press, asked } = ship('ship-asking-phone');
  expect(band()).toMatch(/^LOOK The phone number of Hélène .+ is missing\.$/);
  expect(buttons()).toContain('F10: Use our own number, +31 73 555 0142');
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([]);
  await press('F10');
  expect(asked('answerQuestion')).toMatchObject([{ question: { kind: 'phone', parcel: null }, answer: '+31 73 555 0142' }]);
});

test('F9 puts the parcel aside, whatever is asked', async () => {
  const { press, asked } = ship('ship-ask-po-box');
  await press('F9');
  expect(asked('park')).toEqual([{ workflowNo }]);
});

test('a digit chooses between two orders that differ only in spelling', async () => {
  const { press, asked } = ship('ship-which-order');
  expect(band()).toBe('LOOK More than one order has the number 1001');
  await press('2');
  expect(asked('chooseOrder')).toEqual([{ workflowNo, key: '1001' }]);
});

test('an answer that is the key of an open order needs F10 to take it or F7 to open the order', async () => {
  const { press, asked } = ship('ship-asking-doubt');
  expect(band()).toBe('LOOK Is 5230 the house number, or order #5230?');
  expect(buttons()).toEqual(['F7: Put this aside, open order #5230', 'F10: 5230 is the house number']);
  await press('Enter');
  await press('Tab');
  await press('Enter');
  await press('Tab');
  await press('Enter');
  expect([asked('answerQuestion'), asked('scan')]).toEqual([[], []]);
  await press('F10');
  const question = { kind: 'house-number', parcel: null };
  expect(asked('answerQuestion')).toEqual([{ workflowNo, question, answer: '5230', isSure: true }]);
  await press('F7');
  expect([asked('scan'), asked('park')]).toEqual([[{ code: '5230' }], []]);
});

test('F10 accepts an answer that is the code of a product, and Escape clears it', async () => {
  const { press, asked } = ship('ship-asking-doubt-product');
  expect(band()).toBe('LOOK Is 4006381333931 the phone number, or the code of a product?');
  expect(buttons()).toContain('F10: 4006381333931 is the phone number');
  await press('Escape');
  expect(band()).toMatch(/^LOOK The phone number of .+ is missing\.$/);
  expect(asked('answerQuestion')).toEqual([]);
});

test('typing goes on after a doubt, and the new answer is asked for as usual', async () => {
  const { press, fill, asked } = ship('ship-asking-doubt');
  fill('House number', '52');
  expect(band()).toBe('LOOK The house number is missing.');
  expect(buttons()).toContain('Enter: Use this');
  await press('Enter');
  expect(asked('answerQuestion')).toMatchObject([{ answer: '52' }]);
});

test('Enter in the empty field takes the weight of earlier parcels', async () => {
  const { press, asked } = ship('ship-asking-learned');
  expect(page()).toContain('As last time · 7 parcels, ±20 g');
  expect(band()).toBe('READY 1.20 kg, as last time?');
  expect(buttons()).toContain('Enter: Use 1.20 kg');
  pass(secondPressMs + 1);
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([{ workflowNo, question: { kind: 'weight', parcel: 0 }, answer: asLastTime }]);
});

test('an Enter that came with the question takes no weight of earlier parcels', async () => {
  // From here on no time passes, however long the page takes to draw.
  pass(0);
  const { press, asked } = ship('ship-asking-learned');
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([]);
});

test('a typed weight is taken instead of that of earlier parcels', async () => {
  const { fill, press, asked } = ship('ship-asking-learned');
  fill('Weight', '1.4');
  expect(buttons()).not.toContain('Enter: Use 1.20 kg');
  pass(secondPressMs + 1);
  await press('Enter');
  expect(asked('answerQuestion').map(({ answer }) => answer)).toEqual(['1.4']);
});

test('Enter takes box and weight of earlier parcels, and a digit still chooses another box', async () => {
  const { press, asked } = ship('ship-asking-learned-box');
  await reads('60 × 40 × 40 cm');
  expect(buttons()).toContain('Enter: Use Box M, 1.20 kg');
  pass(secondPressMs + 1);
  await press('Enter');
  await press('1');
  expect(asked('answerQuestion').map(({ answer }) => answer)).toEqual([asLastTime, expect.not.stringContaining('last time')]);
});

test('weights that differ too much are shown, and Enter takes none of them', async () => {
  const { press, asked } = ship('ship-asking-learned-unsteady');
  expect(page()).toContain('These weights differ too much. Weigh this parcel.');
  pass(secondPressMs + 1);
  await press('Enter');
  expect(asked('answerQuestion')).toEqual([]);
});
