import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { isCollected } from '../../electron/orders/shipping-method.ts';
import { emptyAddress } from '../../shared/address.ts';
import { factsOf, ruleApplies } from '../../shared/order-facts.ts';
import { emptyRule, type ShippingRule } from '../../shared/shipping-rule.ts';
import { parts } from '../words.ts';

function ordersIn(name: string, bytes: Uint8Array) {
  const file = readOrderFile({ name, bytes, currency: 'EUR' });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  return file.value.orders;
}
const csv = (text: string) => ordersIn('orders.csv', new TextEncoder().encode(text));

test("the customer's choice is read from our own layout and the exports of shops", () => {
  const [plain] = csv('order,name,street,city,country,shipping_method\nA-1,Anna,Allee 1,Berlin,DE,DHL Express');
  expect(plain).toMatchObject({ shippingMethod: 'DHL Express', hold: null });
  const [shopify] = csv(
    'Name,Financial Status,Currency,Shipping Method,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country\n' +
      '#1,paid,EUR,Express,1,Mug,5.00,Anna,Allee 1,Berlin,10435,DE',
  );
  expect(shopify?.shippingMethod).toBe('Express');
  const [woo] = ordersIn(
    'orders.json',
    new TextEncoder().encode(
      JSON.stringify([
        {
          number: '7',
          status: 'processing',
          billing: {},
          shipping: { first_name: 'Anna', address_1: 'Allee 1', city: 'Berlin', country: 'DE' },
          line_items: [{ name: 'Mug', quantity: 1, total: '5.00' }],
          shipping_lines: [{ method_title: 'Brievenbus', method_id: 'flat_rate' }],
        },
      ]),
    ),
  );
  expect(woo).toMatchObject({ shippingMethod: 'Brievenbus', hold: null });
});

test('an order that the customer collects has nothing to ship, and keeps its lines', () => {
  const [plain] = csv('order,name,street,city,country,shipping_method\nA-1,Anna,Allee 1,Berlin,DE,Local pickup');
  expect(plain).toMatchObject({ shippingMethod: 'Local pickup', hold: 'nothing-to-ship' });
  const [ebay] = csv(
    'Order Number,Buyer Note,Ship To Name,Ship To Address 1,Ship To City,Ship To Zip,Ship To Country,Item Title,Custom Label,Quantity,Sold For,Total Price,Paid On Date,Click And Collect\n' +
      '12-1,,Anna,High Street 1,Leeds,LS1 1AA,United Kingdom,Mug,M-1,1,£5.00,£5.00,20-Nov-26,Yes',
  );
  expect(ebay).toMatchObject({ hold: 'nothing-to-ship', lines: [{ name: 'Mug' }] });
});

test.each([
  ...parts('Local pickup | Store Pick-up | Pickup in store | Click & Collect | Selbstabholung | Abholung im Laden'),
  ...parts('Retrait en magasin | Recogida en tienda | Ritiro in negozio | Afhalen in de winkel | Odbiór osobisty'),
  ...parts('Osobní odběr | local_pickup:3'),
])('%s is collected', (method) => {
  expect(isCollected(method)).toBe(true);
});

// The courier delivers these to a pickup place of the customer.
test.each([
  ...parts('PostNL afhaalpunt | DHL ServicePoint | Abholung im DHL Paketshop | Point Relais | MyPack Collect | Pickup point'),
  ...parts('Punto de recogida | Paczkomat InPost | Standard'),
  '',
])('%s is shipped', (method) => {
  expect(isCollected(method)).toBe(false);
});

const field = fileURLToPath(new URL('../../../shared/field/orders/', import.meta.url));
test.skipIf(!existsSync(field)).each([
  ['woo-local-pickup.json', ['7102', '7103']],
  ['woo-aoe-pickup.csv', ['7102']],
])('%s from the field: these orders are collected', (name, keys) => {
  const orders = ordersIn(name, new Uint8Array(readFileSync(`${field}${name}`)));
  expect(orders.filter(({ hold }) => hold === 'nothing-to-ship').map(({ key }) => key)).toEqual(keys);
});

test("a rule may depend on the customer's choice of shipping", () => {
  const [express, none] = csv(
    'order,name,street,city,country,shipping_method\nA-1,Anna,Allee 1,Berlin,DE,Express (1 day)\nA-2,Anna,Allee 1,Berlin,DE,',
  ).map((order) => factsOf(order, { ...emptyAddress, country: 'DE' }, '2026-11-28'));
  const isExpress: ShippingRule = { ...emptyRule, conditions: [{ of: 'shipping-method', begins: ['express'] }] };
  expect([express, none].map((facts) => facts && ruleApplies(isExpress, facts))).toEqual([true, false]);
});
