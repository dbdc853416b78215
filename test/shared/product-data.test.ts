import { expect, test } from 'vitest';
import { emptyParcel, inBox, type Order, withTypedWeight } from '../../shared/order.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { type ProductData, productKey, weightOfItems, withProductData } from '../../shared/product-data.ts';
import { asItems, offeredAnswer, type Question, withAnswer } from '../../shared/question.ts';
import { meantBy } from '../../shared/readiness.ts';
import { firstSettings } from '../../shared/settings.ts';
import { rulesInForce } from '../../shared/shipping-rule.ts';
import { anOrder } from '../journal/samples.ts';

const line = (sku: string, more: Partial<OrderLine> = {}): OrderLine => ({ sku, name: `Item ${sku}`, quantity: 1, price: null, ...more });
const order = (...lines: OrderLine[]): Order => ({ ...anOrder('A-1'), lines });
const bowl: ProductData = {
  sku: 'BOWL',
  name: 'Bowl, cobalt',
  weightGrams: 640,
  hsCode: '69120023',
  originCountry: 'NL',
  barcodes: ['4006381333931'],
  picture: 'https://cdn.example.com/bowl.png',
};
const merged = (of: Order, ...products: ProductData[]): Order => {
  const byKey = new Map(products.map((product) => [productKey(product.sku), product]));
  return withProductData(of, (key) => byKey.get(key));
};

test('an order line takes what it lacks from its product, whatever the case of the SKU', () => {
  const { sku: _sku, name: _name, ...facts } = bowl;
  expect(merged(order(line(' bowl ', { name: '' })), bowl).lines).toEqual([{ ...line(' bowl '), ...facts, name: 'Bowl, cobalt' }]);
  expect(merged(order(line('bowl')), bowl).lines[0]).toMatchObject({ name: 'Item bowl' });
  expect(merged(order(line('CUP'), line('')), bowl)).toEqual(order(line('CUP'), line('')));
});

test('a value of the order wins, and each contradiction is noted with its line', () => {
  const own = { weightGrams: 700, hsCode: '700000', originCountry: 'CN', barcodes: ['4006381333948'], picture: 'https://shop.com/a.png' };
  expect(merged(order(line('BOWL', own)), bowl).lines[0]).toEqual({
    ...line('BOWL', own),
    differs: [
      { fact: 'weight_kg', product: '0.64' },
      { fact: 'hs_code', product: '69120023' },
      { fact: 'origin', product: 'NL' },
      { fact: 'barcode', product: '4006381333931' },
    ],
  });
});

test('a rounded weight, a shorter HS code and one common bar code are no contradiction', () => {
  const own = { weightGrams: 643, hsCode: '691200', originCountry: 'NL', barcodes: ['999', '04006381333931'] };
  expect(merged(order(line('BOWL', own)), bowl).lines[0]).not.toHaveProperty('differs');
});

test('batteries of a product count for the order, unless the order states something else', () => {
  const lamp: ProductData = { sku: 'LAMP', name: 'Lamp', hasBatteries: true };
  expect(merged(order(line('LAMP')), lamp).hasBatteries).toBe(true);
  expect(merged(order(line('BOWL')), { ...bowl, hasBatteries: false }).hasBatteries).toBeNull();
  const denied = merged({ ...order(line('LAMP')), hasBatteries: false }, lamp);
  expect([denied.hasBatteries, denied.lines[0]?.differs]).toEqual([false, [{ fact: 'batteries', product: '' }]]);
});

test('a kit has its parts with their names and codes, and its own weight', () => {
  const set: ProductData = { sku: 'SET', name: 'Set', weightGrams: 1500, parts: [{ sku: 'bowl', quantity: 2 }] };
  const [kit, plain] = merged(order(line('SET'), line('BOWL')), set, bowl).lines;
  expect(kit?.parts).toEqual([{ sku: 'bowl', name: 'Bowl, cobalt', quantity: 2, barcodes: ['4006381333931'] }]);
  expect([kit?.weightGrams, plain?.parts]).toEqual([1500, undefined]);
  expect(merged(order(line('SET', { needsSerial: true })), set, bowl).lines[0]?.parts).toBeUndefined();
});

test('a kit in a kit, or a part without a name, is counted as one item, and the line states why', () => {
  const inner: ProductData = { sku: 'INNER', name: 'Inner', parts: [{ sku: 'BOWL', quantity: 1 }] };
  const of = (sku: string): ProductData => ({ sku: 'SET', name: 'Set', parts: [{ sku, quantity: 1 }] });
  for (const [part, fact] of [
    ['INNER', 'kit-in-kit'],
    ['NAMELESS', 'part-unknown'],
    ['GONE', 'part-unknown'],
  ] as const) {
    const [kit] = merged(order(line('SET')), of(part), inner, bowl, { sku: 'NAMELESS', name: '' }).lines;
    expect([kit?.parts, kit?.differs]).toEqual([undefined, [{ fact, product: part }]]);
  }
});

test('batteries in a part of a kit count for the order', () => {
  const kit: ProductData = { sku: 'SET', name: 'Set', parts: [{ sku: 'LAMP', quantity: 1 }] };
  expect(merged(order(line('SET')), kit, { sku: 'LAMP', name: 'Lamp', hasBatteries: true }).hasBatteries).toBe(true);
});

test('a bar code of a product that is the number of the order is left out', () => {
  const { lines } = merged(order(line('BOWL')), { ...bowl, barcodes: ['a-1', '4006381333931'] });
  expect(lines[0]?.barcodes).toEqual(['4006381333931']);
});

test('product data are part of the order that is shipped, never of what is written', () => {
  const facts = { today: '', lastNumber: '', packed: [], products: new Map([['bowl', bowl]]) };
  const of = order(line('BOWL'));
  const meant = meantBy(of, firstSettings, rulesInForce(firstSettings), facts);
  expect(meant.written).toBe(of);
  expect(meant.order.lines[0]).toMatchObject({ weightGrams: 640 });
});

test('the items weigh something only if each of them does, in one parcel', () => {
  const [one, two] = [line('A', { weightGrams: 300, quantity: 2 }), line('B', { weightGrams: 50 })];
  expect(weightOfItems(order(one, two))).toBe(650);
  expect(weightOfItems(order(one, line('C')))).toBeUndefined();
  expect(weightOfItems(order())).toBeUndefined();
  expect(weightOfItems({ ...order(one), parcels: [emptyParcel, emptyParcel] })).toBeUndefined();
  expect(weightOfItems({ ...order(one), isPartlyRefunded: true })).toBeUndefined();
});

const asked: Question = { kind: 'weight', parcel: 0, found: '', fromItems: { itemGrams: 650, boxName: 'M', boxGrams: 350 } };

test('a calculated weight is taken with one answer, and marked', () => {
  expect(offeredAnswer(asked)).toBe(asItems);
  const of: Order = { ...order(line('A')), parcels: [emptyParcel] };
  expect(withAnswer(of, asked, asItems, [], 'EUR')?.parcels[0]).toMatchObject({ weightGrams: 1000, weightFrom: 'items' });
  const withoutBox: Question = { ...asked, fromItems: { itemGrams: 650, boxName: null, boxGrams: 0 } };
  expect([offeredAnswer(withoutBox), withAnswer(of, withoutBox, asItems, [], 'EUR')]).toEqual([undefined, undefined]);
  const { fromItems: _none, ...plain } = asked;
  expect(withAnswer(of, plain, asItems, [], 'EUR')).toBeUndefined();
});

test('what earlier parcels weighed is offered before the sum of the items', () => {
  const learned = { boxName: null, weightGrams: 990, parcels: 3, spreadGrams: 5, isSteady: true };
  expect(offeredAnswer({ ...asked, learned })).toBe('as last time');
});

test('another weight that a person types is no longer marked as calculated or learned', () => {
  const parcel = { ...inBox(emptyParcel, firstSettings.boxes[1] ?? never()), weightGrams: 1000, weightFrom: 'items' as const };
  expect(withTypedWeight(parcel, 1000)).toBe(parcel);
  expect(withTypedWeight(parcel, 1100)).not.toHaveProperty('weightFrom');
  expect(withTypedWeight({ ...parcel, learned: ['box', 'weight'] }, 1100)).toMatchObject({ learned: ['box'] });
});

const never = (): never => {
  throw new Error('Setup has no second box.');
};
