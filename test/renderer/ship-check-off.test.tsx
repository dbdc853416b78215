import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failed } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { page } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

const lines = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Items' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.title')?.textContent ?? null);

test('a wrong item stops, names its code, and the list stays', () => {
  ship('check-off-wrong-item');
  expect(page()).toMatch(/STOP\s*Wrong item\. Put it back\./);
  expect(page()).toContain('4006381333948');
  expect(page()).toContain('3 of 7 items');
  // Complete lines go last.
  expect(lines()).toEqual([
    'Bowl Dommel, cobalt',
    'Linen cloth, natural',
    'Gift card, written by hand',
    'Espresso cups Maas, white, set of 4',
  ]);
});

test('a digit counts a line by eye, U undoes, and neither buys', async () => {
  const { press, asked } = ship('check-off-60-lines');
  await press('1');
  await press('U');
  // The first line is complete, so the first digit belongs to the second line.
  expect(asked('checkByEye')).toEqual([{ workflowNo, line: 1 }]);
  expect(asked('undoCheck')).toEqual([{ workflowNo }]);
  expect(asked('buy')).toEqual([]);
});

test('with many lines the first digits belong to those that only an eye can check', async () => {
  const { press, asked } = ship('check-off-60-lines-without-code');
  for (const key of ['1', '3', '4']) await press(key);
  expect(asked('checkByEye').map(({ line }) => line)).toEqual([57, 59, 0]);
});

test('F12 gets one sentence while an item is left', async () => {
  const { press, asked } = ship('check-off-right-item', { buy: failed(failure('items-not-checked')) });
  await press('F12');
  expect(asked('buy')).toHaveLength(1);
  expect(page()).toContain('Not every item is scanned off. Nothing was bought.');
});

test('a serial number is typed, and digits go into its field', async () => {
  const { press, fill, asked } = ship('check-off-serial');
  await press('1');
  fill('Scan the serial number', 'SN-77');
  await press('Enter');
  expect(asked('giveSerial')).toEqual([{ workflowNo, serial: 'SN-77' }]);
  expect(asked('checkByEye')).toEqual([]);
  await press('Escape');
  expect(asked('undoCheck')).toHaveLength(1);
});

test.each([
  ['check-off-rule-buys', 'The last scan buys DPD Classic for 8.45 EUR and CO₂ 0.28 EUR and prints the label.'],
  ['check-off-right-item', 'The last one opens the services.'],
  ['check-off-weight-unknown', 'The last one opens the questions.'],
])('%s says what the last item does', (name, sentence) => {
  ship(name);
  expect(page()).toContain(sentence);
});

test('L sends the rest later once an item is scanned off, and a refusal gives its reason', async () => {
  const { press, asked } = ship('check-off-right-item', { sendLater: failed(failure('order-not-split')) });
  await press('L');
  expect(asked('sendLater')).toEqual([{ workflowNo }]);
  expect(page()).toContain('This order cannot be sent in parts. Nothing was bought.');
  expect([asked('buy'), asked('checkByEye')]).toEqual([[], []]);
});

test.each(['check-off-order-changed', 'check-off-serial'])('%s: no key sends the rest later', async (scene) => {
  const { press, asked } = ship(scene);
  await press('L');
  expect(asked('sendLater')).toEqual([]);
});

test('the rest of an order names the items that were sent before', () => {
  ship('check-off-rest');
  expect(page()).toContain('2 of 7 items of this order were sent before.');
});

const inBoxes = (): (string | null)[] =>
  [...screen.getByRole('list', { name: 'Boxes' }).children].map((box) => box.textContent?.replaceAll(/\s+/g, ' ') ?? null);

test('B closes the box, and a refusal gives its reason', async () => {
  const { press, asked } = ship('check-off-right-item', { nextBox: failed(failure('box-empty')) });
  await press('B');
  expect(asked('nextBox')).toEqual([{ workflowNo }]);
  expect(page()).toContain('This box is still empty. Scan an item into it first.');
  expect([asked('buy'), asked('checkByEye'), asked('sendLater')]).toEqual([[], [], []]);
});

test.each(['check-off-order-changed', 'check-off-serial'])('%s: no key closes a box', async (scene) => {
  const { press, asked } = ship(scene);
  await press('B');
  expect(asked('nextBox')).toEqual([]);
});

test('every box shows its items, and the last one is open', () => {
  ship('check-off-boxes');
  expect(page()).toContain('Scan the next item into box 2');
  expect(inBoxes()).toEqual([
    'Box 13 items, 2 lines · closed2 × Bowl Dommel, cobalt1 × Linen cloth, natural',
    'Box 21 item · open1 × Espresso cups Maas, white, set of 4',
  ]);
});

test('U opens the last box again while the next one is empty', async () => {
  const { press, asked } = ship('check-off-box-closed');
  expect(page()).toContain('Box 1 is closed');
  await press('U');
  expect(asked('undoCheck')).toEqual([{ workflowNo }]);
});

test.each([
  ['boxes-size', 'Box 1: which size is it?', 'Size of box 1 of 2'],
  ['boxes-weight', 'Put box 2 on the scale and type its weight.', 'Weight of box 2 of 2'],
])('%s names the box that is asked about', (scene, sentence, title) => {
  ship(scene);
  expect(page()).toContain(sentence);
  expect(page()).toContain(title);
  expect(inBoxes()).toHaveLength(2);
});

test('each label has the items of its box beside it', () => {
  ship('boxes-printing');
  expect(inBoxes()[1]).toBe(
    'Box 24 items, 3 lines · M · 2.14 kg2 × Linen cloth, natural1 × Gift card, written by hand1 × Espresso cups Maas, white, set of 4',
  );
  expect(screen.getByRole('list', { name: 'Boxes' }).querySelector('[aria-current]')?.textContent).toMatch(/^Box 2/);
});

test.each([
  ['boxes-done', 'Box 1: label 1 of 2 2 × Bowl Dommel, cobalt, 1 × Linen cloth, natural'],
  ['boxes-done-six', 'Boxes 4 to 6 Their items are in the history'],
])('%s says which label goes on which box', (scene, words) => {
  ship(scene);
  expect(page().replaceAll(/\s+/g, ' ')).toContain(words);
});

test('a kit shows its parts with what is checked of each, and the last part', () => {
  ship('check-off-kit');
  expect(page()).toContain('3 of 4 Bowl Dommel, 22 cm');
  expect(page()).toContain('1 of 2 Lid of oak');
  expect(page()).toContain('1 of 7 items');
  expect(page()).toContain('Bowl Dommel, 22 cm Last right item');
  expect(page()).toContain('Its parts are not counted: the product data have no name for HK-SAUCER.');
});

test('beside the services a kit has its parts below it, and a kit without known parts states why', () => {
  ship('ship-choosing-kit');
  expect(page()).toContain('2 × Bowl Dommel, 22 cm');
  expect(page()).toContain('Its parts are not counted: the product data have no name for HK-SAUCER.');
});
