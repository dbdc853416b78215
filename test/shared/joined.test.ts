import { expect, test } from 'vitest';
import { asOf, joinOrders, keysIn, notJoined, ordersShown } from '../../shared/joined.ts';
import { emptyParcel, type Order, orderKeySchema, withDefaults } from '../../shared/order.ts';
import { firstSettings } from '../../shared/settings.ts';
import { anOrder } from '../journal/samples.ts';
import { newFile, openJournalAt } from '../journal/temporary-journal.ts';

const euros = (minor: number) => ({ minor, currency: 'EUR' });
const line = (sku: string, quantity: number, price: number | null = null) => ({
  name: sku,
  sku,
  quantity,
  price: price === null ? null : euros(price),
});
const orderOf = (key: string, change: Partial<Order> = {}): Order => ({ ...anOrder(key), reference: '', ...change });

const sampleBooking = openJournalAt(newFile()).draft(orderOf('A-23'), 'Ana');
const first = orderOf('A-23', { lines: [line('BOWL', 2, 1000), line('CLOTH', 3, 500)], noteForPacker: 'two layers of paper' });
const second = orderOf('A-17', { lines: [line('TEAPOT', 1, 4000)], reference: 'PO 9', deliveryInstructions: 'ring twice' });

test('one shipment holds the lines of all its orders and asks for box and weight', () => {
  const joint = joinOrders(first, [second]);
  expect(keysIn(joint)).toEqual(['A-23', 'A-17']);
  expect(joint).toMatchObject({ key: 'A-23', recipient: first.recipient, reference: 'A-23 + PO 9', deliveryInstructions: 'ring twice' });
  expect(joint.noteForPacker).toBe('A-23: two layers of paper');
  expect(joint.lines.map(({ sku }) => sku)).toEqual(['BOWL', 'CLOTH', 'TEAPOT']);
  expect(joint.joined).toEqual([{ key: 'A-17', shipmentNo: 1, reference: 'PO 9', lines: 1 }]);
  const { boxes, defaults, shipmentDefaults } = firstSettings;
  const asSent = withDefaults(
    joint,
    { boxes, defaults: { ...defaults, weightGrams: 700, boxId: boxes[0]?.id ?? '' }, shipmentDefaults },
    false,
  );
  expect(asSent.parcels).toMatchObject([{ weightGrams: null, lengthCm: null }]);
});

test('the value of a shipment is that of all its orders, and is asked if one is not known', () => {
  expect(joinOrders(first, [second]).parcels[0]?.value).toEqual(euros(9000));
  const unpriced = { parcels: [{ ...emptyParcel }] };
  expect(joinOrders({ ...first, ...unpriced }, [{ ...second, ...unpriced }]).parcels[0]?.value).toEqual(euros(7500));
  const unknown = joinOrders(first, [{ ...second, ...unpriced, lines: [line('TEAPOT', 1)] }]);
  expect([unknown.parcels[0]?.value, unknown.noDefaultFor]).toEqual([null, ['box', 'weight', 'value']]);
  const inDollars = { ...second, parcels: [{ ...emptyParcel, value: { minor: 100, currency: 'USD' } }] };
  expect(joinOrders(first, [inDollars]).parcels[0]?.value).toBeNull();
});

test('batteries in one order are batteries in the shipment, and the earliest day counts', () => {
  const joint = joinOrders({ ...first, hasBatteries: false, stackable: true, shipBy: '2026-12-02', priority: 'low' }, [
    { ...second, hasBatteries: true, stackable: false, shipBy: '2026-12-01', priority: 'high' },
  ]);
  expect(joint).toMatchObject({ hasBatteries: true, stackable: false, shipBy: '2026-12-01', priority: 'high' });
  expect(joinOrders({ ...first, hasBatteries: false }, [second]).hasBatteries).toBeNull();
});

test('orders that differ in what a person decided for them share no shipment', () => {
  expect(notJoined([first, second])).toBeUndefined();
  const differing: readonly (readonly [Partial<Order>, unknown])[] = [
    [{ sender: 'Second shop' }, { code: 'facts-differ', fact: 'sender' }],
    [{ shippingMethod: 'Express' }, { code: 'facts-differ', fact: 'shipping-method' }],
    [{ incoterms: 'DDP' }, { code: 'facts-differ', fact: 'incoterms' }],
    [{ parcels: [emptyParcel, emptyParcel] }, { code: 'not-one-parcel', key: 'A-17' }],
    [{ isPartlyRefunded: true }, { code: 'not-one-parcel', key: 'A-17' }],
    [{ customsCosts: { ...second.customsCosts, transport: euros(1) } }, { code: 'own-customs', key: 'A-17' }],
  ];
  for (const [change, why] of differing) expect(notJoined([first, { ...second, ...change }])).toEqual(why);
});

test('each shop sees its own number and lines, and the price only once', () => {
  const third = orderOf('A-18', { lines: [line('TIN', 4), line('CARD', 1)] });
  const order = joinOrders(first, [second, third]);
  const booking = { ...sampleBooking, orderKey: order.key, order, price: euros(845) };
  expect(ordersShown(booking)).toBe('A-23 + A-17 + A-18');
  const seen = ['A-23', 'A-17', 'A-18'].map((key) => asOf(booking, key));
  expect(seen.map(({ orderKey }) => orderKey)).toEqual(['A-23', 'A-17', 'A-18']);
  expect(seen.map(({ price }) => price)).toEqual([euros(845), null, null]);
  expect(seen.map((each) => each.order.lines.map(({ sku }) => sku))).toEqual([['BOWL', 'CLOTH'], ['TEAPOT'], ['TIN', 'CARD']]);
  expect(seen.flatMap((each) => each.order.joined ?? [])).toEqual([]);
});

test('a joined order whose content is lost is still reported under its own number', () => {
  const lost = { ...sampleBooking, orderKey: orderKeySchema.parse('A-23'), order: { ...first, lines: [] }, price: euros(845) };
  expect(asOf(lost, 'A-17')).toMatchObject({ orderKey: 'A-17', price: null });
  expect(asOf(lost, 'A-23')).toBe(lost);
});
