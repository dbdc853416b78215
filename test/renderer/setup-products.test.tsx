import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { setup } from '../shots/setups.ts';
import { page } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const none = { products: 0, last: null };
const taken = {
  products: 2,
  last: {
    file: 'products.csv',
    rows: 3,
    added: 2,
    changed: 0,
    unchanged: 0,
    passedOver: 0,
    refused: 1,
    leftOut: 0,
    problems: [{ file: 'products.csv', line: 4, orderKey: '', reason: { code: 'product-twice' as const, sku: 'A', line: 2 }, row: '' }],
  },
};

test('a product file is taken, and its refused rows are shown with their reasons', async () => {
  const { asked } = await openTab('Order sources', { setup: ok(setup), products: ok(none), importProducts: ok(taken) });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no place to choose a file.');
  fireEvent.change(input, { target: { files: [new File(['sku,weight_kg\nA,1\n'], 'products.csv')] } });
  await waitFor(() => expect(page()).toContain('1 row was refused.'));
  expect(asked('importProducts')).toMatchObject([{ name: 'products.csv' }]);
  expect(page()).toContain('products.csv: 3 rows. 2 new, 0 changed, 0 as before.');
  expect(page()).toContain('Row 4');
  expect(page()).toContain('Row 2 has the SKU "A" already');
});

test('product data are deleted by holding their button only', async () => {
  const { click, press, asked } = await openTab('Order sources', { setup: ok(setup), products: ok(taken), forgetProducts: ok(none) });
  await click(/^Delete all/);
  expect(asked('forgetProducts')).toEqual([]);
  await press('Delete');
  await waitFor(() => expect(screen.queryByText('0 products')).not.toBeNull());
  expect(asked('forgetProducts')).toHaveLength(1);
});

test('the servers of pictures are saved with the sources, and a wrong one is not', async () => {
  const answers = { setup: ok(setup), saveLookUps: ok(setup), savePush: ok({ setup, token: null }), saveSettings: ok(setup) };
  const { fill, press, asked } = await openTab('Order sources', answers);
  fill(/Servers that pictures/, 'two words.\nhttp://cdn.example.com');
  await press('F10');
  expect(asked('saveSettings')).toEqual([]);
  fill(/Servers that pictures/, 'https://cdn.example.com/s/1.png\nimg.example.com');
  await press('F10');
  await waitFor(() =>
    expect(asked('saveSettings')).toMatchObject([{ settings: { pictureHosts: ['cdn.example.com', 'img.example.com'] } }]),
  );
});
