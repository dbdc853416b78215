import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MappingScreen } from '../../renderer/orders/mapping-screen.tsx';
import { proposedMapping } from '../../shared/mapping.ts';
import { failed, ok } from '../../shared/result.ts';
import { fileToMap, tried } from '../shots/file-to-map.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { type Mounted, mount, reads } from './mount.tsx';

const columns = ['order', 'name', 'street', 'city', 'delivery name', 'delivery street', 'delivery city', 'weight', 'weight unit', 'uom'];

async function openMapping(): Promise<Mounted & { choose: (label: RegExp, option: RegExp) => Promise<void> }> {
  const of = sceneOf('orders-mapping');
  const proposal = proposedMapping('Shop', columns);
  const element = <MappingScreen {...fileToMap} columns={columns} rows={[]} proposal={proposal} onClose={() => undefined} />;
  const mounted = mount(element, {
    ...of,
    answers: { ...of.answers, tryMapping: ok(tried), saveMapping: failed(failure('setting-invalid')) },
  });
  await reads('AB-20261');
  return {
    ...mounted,
    async choose(label, option) {
      await mounted.click(label);
      within(await screen.findByRole('listbox'))
        .getByRole('option', { name: option })
        .click();
    },
  };
}

test('the packer may leave the other address out, and add it again', async () => {
  const { choose, press, asked } = await openMapping();
  await choose(/If the delivery address is empty/, /Ask at the bench/);
  await press('F10');
  expect(asked('saveMapping').at(-1)?.mapping.otherwise).toBeUndefined();
  await choose(/If the delivery address is empty/, /Use the other address/);
  await press('F10');
  expect(asked('saveMapping').at(-1)?.mapping.otherwise).toMatchObject({ city: { columns: ['city'] } });
});

test('the unit of a weight comes from a column, or is the same for every row', async () => {
  const { choose, press, asked } = await openMapping();
  await choose(/Weight is in/, /the unit in "uom"/);
  await press('F10');
  expect(asked('saveMapping').at(-1)?.mapping.fields.weight_kg).toMatchObject({ unitColumn: 'uom', unit: null });
  await choose(/Weight is in/, /^lb$/);
  await press('F10');
  const weight = asked('saveMapping').at(-1)?.mapping.fields.weight_kg;
  expect([weight?.unit, weight?.unitColumn]).toEqual(['lb', undefined]);
});

test('the preview shows the items of an order that has some', async () => {
  const of = sceneOf('orders-mapping');
  const [first, ...others] = tried.preview;
  if (!first) throw new Error('The scene has no preview.');
  const lines = ['Bowl', 'Cup', 'Cloth', 'Plate'].map((name, at) => ({ name, sku: '', quantity: at + 1, price: null }));
  const preview = [{ ...first, order: { ...first.order, lines } }, ...others];
  mount(<MappingScreen {...fileToMap} onClose={() => undefined} />, {
    ...of,
    answers: { ...of.answers, tryMapping: ok({ ...tried, preview }) },
  });
  await reads('1 × Bowl, 2 × Cup, 3 × Cloth, and 1 more');
});
