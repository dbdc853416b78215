import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failed, ok } from '../../shared/result.ts';
import { setup, withShop } from '../shots/setups.ts';
import { band, page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const choose = (kind: string) => void fireEvent.click(screen.getByRole('option', { name: new RegExp(`^${kind}`) }));

test('connects a shop with address and keys once both are entered, and shows why it refuses', async () => {
  const refused = failed({
    code: 'shop-not-connected',
    ref: 'K7QD',
    detail: '',
    reasons: [{ code: 'shop-key-only-reads' }],
  });
  const { fill, press, asked } = await openTab('Web shop', { setup: ok(setup), connectShop: refused });
  choose('WooCommerce');
  await press('F10');
  fill('Address of the shop', 'shop.example');
  fill('Consumer key', 'ck_1');
  await press('F10');
  expect(asked('connectShop')).toEqual([]);
  fill('Consumer secret', 'cs_1');
  await press('F10');
  expect(asked('connectShop')).toEqual([
    { kind: 'woocommerce', address: 'shop.example', mailsCustomer: false, key: 'ck_1', secret: 'cs_1' },
  ]);
  await reads('Create new keys in the shop with the permission Read/Write.');
});

test('shows what came in, what went back and what failed, and syncs on F7', async () => {
  const { press, asked } = await openTab('Web shop', { setup: ok(withShop), syncShop: ok({}) });
  await reads('12 orders to ship');
  await reads('31 shipments today');
  await reads('The shop no longer has order A-12.');
  expect(page()).toContain('The shop refused a report');
  await press('F7');
  expect(asked('syncShop')).toEqual([{ kind: 'woocommerce' }]);
});

test('disconnects a shop only if its button is held', async () => {
  const { asked, press } = await openTab('Web shop', { setup: ok(withShop), disconnectShop: ok(setup) });
  await reads('Disconnect');
  expect(asked('disconnectShop')).toEqual([]);
  await press('Delete');
  expect(asked('disconnectShop')).toHaveLength(1);
});

test('a shop that takes no reports now is not said to refuse them', async () => {
  const [state] = withShop.shops;
  const waits = {
    ...withShop,
    shops: [{ ...state!, refused: 0, waiting: 3, reportTrouble: { code: 'shop-answered', status: 503, message: '' } }],
  };
  await openTab('Web shop', { setup: ok(waits as typeof withShop) });
  await reads('Reports wait: the shop takes none now');
  expect(band()).toBe('LOOK houtman-keramiek.example takes no reports now');
  expect(page()).not.toContain('refused a report');
});

test('connects Shopify with a client id and secret, or with the token of an older app alone', async () => {
  const { fill, press, asked } = await openTab('Web shop', { setup: ok(setup), connectShop: ok(setup) });
  fill('Address of the shop', 'houtman-keramiek');
  fill('Client secret', 'shpss_1');
  await press('F10');
  expect(asked('connectShop')).toEqual([]);
  fill('Client ID', 'a1');
  await press('F10');
  const given = { kind: 'shopify', address: 'houtman-keramiek', mailsCustomer: false } as const;
  expect(asked('connectShop')).toEqual([{ ...given, key: 'a1', secret: 'shpss_1' }]);
  fill('Address of the shop', 'houtman-keramiek');
  fill('Client secret', 'shpat_1');
  await press('F10');
  expect(asked('connectShop').at(-1)).toEqual({ ...given, key: '', secret: 'shpat_1' });
});

test('a second kind of shop is connected beside the first', async () => {
  const { fill, press, asked } = await openTab('Web shop', { setup: ok(withShop), connectShop: ok(withShop) });
  await reads('Connected');
  await reads('31 shipments today');
  choose('Shopify');
  expect(page()).not.toContain('31 shipments today');
  fill('Address of the shop', 'b');
  fill('Client ID', 'a1');
  fill('Client secret', 'shpss_1');
  await press('F10');
  expect(asked('connectShop')).toMatchObject([{ kind: 'shopify' }]);
});

test('one new key alone is not saved beside a stored one', async () => {
  const { fill, press, asked } = await openTab('Web shop', { setup: ok(withShop), connectShop: ok(withShop) });
  fill('Consumer secret', 'cs_2');
  await reads('Enter both new keys');
  await press('F10');
  expect(asked('connectShop')).toEqual([]);
  fill('Consumer key', 'ck_2');
  await press('F10');
  expect(asked('connectShop')).toMatchObject([{ key: 'ck_2', secret: 'cs_2' }]);
});

test('every source of orders is in one list, and those with a page of their own open it', async () => {
  await openTab('Web shop', { setup: ok(setup) });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'ShopifyShop address and two keys',
    'WooCommerceShop address and two keys',
    'A fileCSV, Excel, JSON or XML',
    'By handType each order',
    'Another wayDatabase, web address, or sent here',
  ]);
  choose('Another way');
  fireEvent.click(await screen.findByRole('button', { name: 'Open Order sources' }));
  await reads('Asked at the scan');
});
