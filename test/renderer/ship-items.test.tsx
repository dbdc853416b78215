import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { emptyProduct } from '../../shared/customs.ts';
import type { Order } from '../../shared/order.ts';
import { jurgen } from '../shots/orders-of-the-day.ts';
import { parcel } from '../shots/people.ts';
import { scene } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { mount, page } from './mount.tsx';
import { ship } from './mount-ship.tsx';

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
  '%s shows the whole address and the packed items',
  (name) => {
    ship(name);
    for (const part of ['Françoise Müller', 'Zürich, Switzerland', 'Atelier Limmat GmbH, Langstrasse 112, Hinterhaus, 2. Stock, 8004'])
      expect(page()).toContain(part);
    expect(items()).toEqual([
      '2 × Bowl Dommel, cobalt',
      '12 × Espresso cups Maas, white, set of 4',
      '3 × Linen cloth, natural',
      'and 2 more',
    ]);
  },
);

test('while prices are asked the address and the items are shown', () => {
  ship('ship-quoting');
  expect(page()).toContain('Straße des 17. Juni 135, 10623');
  expect(items()).toEqual(['1 × Ceramic bowl']);
});

test('a single item with a very long name is shortened, and still shown', () => {
  choose({ lines: [{ name: 'x'.repeat(200), sku: '', quantity: 3, price: null }] });
  expect(items()).toEqual([`3 × ${'x'.repeat(84)}…`]);
});

test('three items with long names are all shown, each cut', () => {
  choose({ lines: ['a', 'b', 'c'].map((letter) => ({ name: letter.repeat(90), sku: '', quantity: 1, price: null })) });
  expect(items()).toEqual(['a', 'b', 'c'].map((letter) => `1 × ${letter.repeat(56)}…`));
});

test('a name is never cut inside a character', () => {
  choose({ lines: [{ name: '👩‍🍳'.repeat(90), sku: '', quantity: 1, price: null }] });
  expect(items()).toEqual([`1 × ${'👩‍🍳'.repeat(84)}…`]);
});

test('an order to a company without a person names the company once', () => {
  const company = 'Atelier Limmat GmbH';
  choose({ recipient: { ...jurgen.recipient, name: '', company } });
  expect(page().split(company)).toHaveLength(3);
  expect(page()).toContain(`for ${company}, Berlin`);
});

test('an item without a name is shown by its SKU', () => {
  choose({ lines: [{ name: '', sku: 'BOWL-24', quantity: 2, price: null }] });
  expect(items()).toEqual(['2 × BOWL-24']);
});

test('an order without lines shows its customs description', () => {
  choose({ lines: [], parcels: [{ ...parcel(900), products: [{ ...emptyProduct, quantity: 4, description: 'Lid' }] }] });
  expect(items()).toEqual(['4 × Lid']);
});

test('contents in one text get no invented quantity', () => {
  choose({ lines: [], parcels: [parcel(900, 'Pottery')] });
  expect(items().map((item) => item?.trim())).toEqual(['Pottery']);
});
