import { expect, test } from 'vitest';
import type { Booking } from '../../shared/booking.ts';
import { inBoxes } from '../../shared/boxes.ts';
import { joinOrders } from '../../shared/joined.ts';
import type { Order } from '../../shared/order.ts';
import { factsOf } from '../../shared/order-facts.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { packingSlipOf } from '../../shared/packing-slip.ts';
import { splitOff } from '../../shared/parts.ts';
import type { Condition, ShippingRule } from '../../shared/shipping-rule.ts';
import { slipOfRules } from '../../shared/slip-of-rules.ts';
import { anOrder, sender } from '../journal/samples.ts';
import { newFile, openJournalAt } from '../journal/temporary-journal.ts';
import { buyCheapest, inForce, rule, today, toGermany } from './some-rules.ts';

const line = (sku: string, quantity: number, change: Partial<OrderLine> = {}): OrderLine => ({
  name: sku,
  sku,
  quantity,
  price: { minor: 100, currency: 'EUR' },
  ...change,
});
const [bowl, cup, vase] = [line('BOWL', 2), line('CUP', 1), line('VASE', 3)];
const orderOf = (key: string, lines: OrderLine[]): Order => ({ ...anOrder(key), lines });
const whole = orderOf('A-17', [bowl, cup]);

const draft = openJournalAt(newFile()).draft(whole, 'Ana');
const slipOf = (order: Order, change: Partial<Booking> = {}, later: readonly OrderLine[] = []) =>
  packingSlipOf({ ...draft, order, sender, ...change }, '2026-11-29', later);

test('the slip of an ordinary shipment has one section with all lines', () => {
  expect(slipOf(whole)).toMatchObject({
    sender,
    recipient: whole.recipient,
    orders: ['A-17'],
    day: '2026-11-29',
    hasPrices: true,
    sections: [{ order: 'A-17', lines: [bowl, cup] }],
    rest: null,
  });
});

test('one gift among the items leaves out every price, and so does a rule', () => {
  expect(slipOf(orderOf('A-17', [bowl, { ...cup, isGift: true }])).hasPrices).toBe(false);
  expect(slipOf(whole, { slip: 'without-prices' }).hasPrices).toBe(false);
  expect(slipOf(whole, { slip: 'with-prices' }).hasPrices).toBe(true);
  expect(slipOf(orderOf('A-17', [{ ...bowl, price: null }])).hasPrices).toBe(false);
});

test('joined orders have a section each, also if they are in several boxes', () => {
  const joint = joinOrders(whole, [orderOf('A-23', [vase])]);
  expect(slipOf(joint).sections).toEqual([
    { order: 'A-17', lines: [bowl, cup] },
    { order: 'A-23', lines: [vase] },
  ]);
  const boxed = inBoxes(joint, [[2, 0, 1]]);
  expect(slipOf(boxed).sections).toEqual([
    { order: 'A-17', box: { no: 1, of: 2 }, lines: [bowl] },
    { order: 'A-17', box: { no: 2, of: 2 }, lines: [cup] },
    { order: 'A-23', box: { no: 1, of: 2 }, lines: [{ ...vase, quantity: 1 }] },
    { order: 'A-23', box: { no: 2, of: 2 }, lines: [{ ...vase, quantity: 2 }] },
  ]);
});

test('a part counts what follows, and names it only if the lines are just as many', () => {
  const part = splitOff(whole, [bowl]);
  expect(slipOf(part, {}, [cup]).rest).toEqual({ before: 0, later: 1, lines: [cup] });
  expect(slipOf(part, {}, [cup, vase]).rest).toEqual({ before: 0, later: 1, lines: [] });
});

test('an order without lines shows the contents of its parcels', () => {
  const [parcel] = whole.parcels;
  const order = { ...whole, lines: [], parcels: parcel ? [{ ...parcel, contents: 'Books' }] : [] };
  expect(slipOf(order).sections).toMatchObject([{ lines: [{ name: 'Books', quantity: 1 }] }]);
});

test('the first rule that holds and names a slip decides, and a doubt prints one without prices', () => {
  const heavy: Condition = { of: 'weight', isOver: true, grams: 5000 };
  const unweighed = { ...whole, parcels: whole.parcels.map((parcel) => ({ ...parcel, weightGrams: null })) };
  const wanted = (list: readonly ShippingRule[], order: Order = whole) => slipOfRules(inForce(list), factsOf(order, sender, today));
  expect(wanted([])).toBeUndefined();
  expect(wanted([rule({ slip: 'with-prices' }), rule({ slip: 'without-prices' })])).toBe('with-prices');
  expect(wanted([rule({ slip: 'with-prices', isOn: false }), rule({ slip: 'without-prices' })])).toBe('without-prices');
  expect(wanted([rule({ slip: 'with-prices', conditions: [toGermany] })])).toBeUndefined();
  expect(wanted([rule({ take: buyCheapest }), rule({ slip: 'with-prices' })])).toBeUndefined();
  expect(wanted([rule({ slip: 'with-prices', conditions: [heavy] })], unweighed)).toBe('without-prices');
});
