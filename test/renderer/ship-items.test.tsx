import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { secondPressMs } from '../../renderer/key-presses.ts';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { emptyProduct } from '../../shared/customs.ts';
import type { Order } from '../../shared/order.ts';
import { jurgen } from '../shots/orders-of-the-day.ts';
import { parcel } from '../shots/people.ts';
import { scene } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { mount, page, pass } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

/** Items in the list, one text for each. */
const items = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Items' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

/** Shows the services of an order. */
function choose(order: Partial<Order>) {
  const { workflow } = sceneOf('ship-choosing').snapshot.bench;
  if (workflow.step !== 'choosing') throw new Error('The scene is at another step.');
  mount(<ShipScreen />, scene('ship-choosing-one-order', 'ship', { workflow: { ...workflow, order: { ...jurgen, ...order } } }));
}

test.each(['ship-asking-items', 'ship-choosing-items', 'ship-booking-items', 'ship-printing-items'])(
  '%s shows the whole address, the notes and every item',
  (name) => {
    ship(name);
    for (const part of ['Françoise Müller', 'Zürich, Switzerland', 'Atelier Limmat GmbH, Langstrasse 112, Hinterhaus, 2. Stock, 8004'])
      expect(page()).toContain(part);
    expect(page().split('two layers of paper, no branded tape')).toHaveLength(2);
    expect(page()).toContain('19 items, 5 lines');
    expect(items()).toEqual([
      '2 ×Bowl Dommel, cobaltHK-BWL-22-CO',
      '12 ×Espresso cups Maas, white, set of 4HK-CUP-4-WH',
      '3 ×Linen cloth, naturalHK-LIN-NA',
      '1 ×Gift card, written by hand',
      '1 ×Serving plate Waal, ovalHK-PLT-38',
    ]);
  },
);

test.each(['ship-quoting', 'ship-asking-shop'])('%s shows the address, the note and the items', (name) => {
  ship(name);
  expect(page()).toContain('Straße des 17. Juni 135, 10623');
  expect(page()).toContain('two layers of paper, no branded tape');
  expect(items()).toEqual(['1 ×Ceramic bowlBOWL-24']);
});

const counted = [
  ['1-lines', 1, '2 items, 1 line'],
  ['8-lines', 8, '36 items, 8 lines'],
  ['60-lines', 60, '270 items, 60 lines'],
] as const;

test.each(
  counted.flatMap(([name, lines, count]) =>
    ['asking', 'quoting', 'choosing', 'booking', 'printing'].map((step) => [`ship-${step}-${name}`, lines, count] as const),
  ),
)('%s shows %i lines and "%s"', (name, lines, count) => {
  ship(name);
  expect(items()).toHaveLength(lines);
  expect(page()).toContain(count);
});

test.each(counted)('ship-done-%s shows the number of items', (name, _lines, count) => {
  ship(`ship-done-${name}`);
  expect(page()).toContain(`In the box ${count}`);
});

test('a line shows its shelf, a gift and a serial number that is needed', () => {
  ship('ship-choosing-8-lines');
  expect(items().slice(0, 5)).toEqual([
    '2 ×Bowl Dommel, cobaltHK-1000-COShelf A-12-1',
    '1 ×Espresso cups Maas, white, set of 4HK-1037-WHGiftShelf B-13-2',
    '3 ×Linen cloth, naturalHK-1074-WHShelf C-14-3',
    '12 ×Serving plate Waal, oval, 38 cmHK-1111-COShelf A-15-4',
    '2 ×Bowl Dommel, cobaltHK-1148-WHNote the serial numberShelf B-16-1',
  ]);
});

test('a line with a long name, a large quantity and a long shelf shows all of it', () => {
  ship('ship-choosing-long-names');
  const [first] = items();
  expect(first).toMatch(/^9999 ×Hand-thrown stoneware .* second choiceHOUTMAN-/);
  expect(first).toContain('Shelf HALL-2/ROW-14/BAY-03/LEVEL-5');
  expect(page()).toContain('10,003 items, 3 lines');
});

test('the list of many lines can be reached and scrolled with the keyboard', () => {
  ship('ship-choosing-60-lines');
  expect(screen.getByRole('list', { name: 'Items' }).tabIndex).toBe(0);
});

test('the keys keep their meaning with sixty lines', async () => {
  const { press, asked } = ship('ship-choosing-60-lines');
  await press('2');
  await press('F12');
  expect(asked('selectService')).toEqual([{ workflowNo, serviceId: '20712' }]);
  expect(asked('buy')).toEqual([{ workflowNo, serviceId: '20712' }]);
});

test('an absurd name is cut, and never inside a character', () => {
  choose({ lines: ['x', '👩‍🍳'].map((letter) => ({ name: letter.repeat(400), sku: '', quantity: 3, price: null })) });
  expect(items()).toEqual(['x', '👩‍🍳'].map((letter) => `3 ×${letter.repeat(160)}…`));
});

test('an order to a company without a person names the company once', () => {
  const company = 'Atelier Limmat GmbH';
  choose({ recipient: { ...jurgen.recipient, name: '', company } });
  expect(page().split(company)).toHaveLength(3);
  expect(page()).toContain(`for ${company}, Berlin`);
});

test('an item without a name is shown by its SKU', () => {
  choose({ lines: [{ name: '', sku: 'BOWL-24', quantity: 2, price: null }] });
  expect(items()).toEqual(['2 ×BOWL-24']);
});

test('an order without lines shows its customs description', () => {
  choose({ lines: [], parcels: [{ ...parcel(900), products: [{ ...emptyProduct, quantity: 4, description: 'Lid' }] }] });
  expect(items()).toEqual(['4 × Lid']);
});

test('contents in one text get no invented quantity', () => {
  choose({ lines: [], parcels: [parcel(900, 'Pottery')] });
  expect(items().map((item) => item?.trim())).toEqual(['Pottery']);
});

test('an order without lines shows its notes and services as before', () => {
  choose({ lines: [], parcels: [parcel(900, 'Pottery')] });
  expect(screen.queryByText('In the box')).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Notices' })).getByText(/no branded tape/)).toBeTruthy();
});

test('a very long text of an order without lines is cut', () => {
  choose({ lines: [], parcels: [parcel(900, 'x'.repeat(200))] });
  expect(items().map((item) => item?.trim())).toEqual([`${'x'.repeat(84)}…`]);
});

test('many products of a customs declaration are shown as far as they fit', () => {
  const products = ['a', 'b', 'c', 'd'].map((letter) => ({ ...emptyProduct, quantity: 1, description: letter.repeat(90) }));
  choose({ lines: [], parcels: [{ ...parcel(900), products }] });
  expect(items()).toEqual([...['a', 'b', 'c'].map((letter) => `1 × ${letter.repeat(56)}…`), 'and 1 more']);
});

test('a contradiction of the product data is one sentence with its item', () => {
  ship('ship-choosing-differs');
  expect(items()[0]).toContain('Weight: the order has 0.70 kg, the product data have 0.64 kg.');
  expect(items()[0]).toContain('HS code: the order has 700000, the product data have 69120023.');
});

test('Enter in the empty field takes the weight of the items', async () => {
  const { press, asked } = ship('ship-asking-weight-of-items');
  expect(page()).toContain('Calculated · items 3.46 kg, empty box M 0.35 kg');
  pass(secondPressMs + 1);
  await press('Enter');
  expect(asked('answerQuestion')).toMatchObject([{ answer: 'from the items' }]);
});
