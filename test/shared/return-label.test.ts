import { expect, test } from 'vitest';
import { emptyParcel, type Order, type OrderKey } from '../../shared/order.ts';
import { assess } from '../../shared/readiness.ts';
import { offeredForReturn, overBorder, returnKeyOf, returnOrder, returnsTo } from '../../shared/return-label.ts';
import { senderAt } from '../../shared/sender.ts';
import { firstSettings } from '../../shared/settings.ts';
import { anOrder, sender } from '../journal/samples.ts';
import { inForce } from './some-rules.ts';

const of = 'A-17' as OrderKey;
const key = 'A-17 (return)' as OrderKey;
const boxes = [{ id: 'M', name: 'M', lengthCm: 40, widthCm: 30, heightCm: 20, emptyWeightGrams: 300 }];
const parcel = { ...emptyParcel, boxName: 'M', lengthCm: 40, widthCm: 30, heightCm: 20, weightGrams: 1200, contents: 'Vase' };
const shipped = (change: Partial<Order> = {}): Order => ({ ...anOrder(of, { country: 'NL' }), parcels: [parcel], ...change });
const back = (change: Partial<Order> = {}): Order => returnOrder({ order: shipped(change) }, { key, of }, senderAt(sender), boxes);

test('a return is one parcel from the customer to us, without lines, notes or extras of the order', () => {
  const order = shipped({
    noteForPacker: 'Fragile',
    deliveryInstructions: 'To the neighbour',
    returnLabel: true,
    preferredDate: '2026-12-01',
    hold: 'refunded',
    thirdParties: [{ type: 'Broker', address: sender }],
  });
  expect(returnOrder({ order }, { key, of }, senderAt(sender), boxes)).toMatchObject({
    recipient: sender,
    returnOf: { key: of, from: order.recipient },
    lines: [],
    noteForPacker: '',
    deliveryInstructions: '',
    returnLabel: false,
    ownCustomsInvoice: false,
    preferredDate: '',
    thirdParties: [],
    hold: null,
  });
});

test('box and weight are asked; those of a single parcel are offered, and a size without a preset is kept', () => {
  const preset = back();
  expect(preset.parcels[0]).toMatchObject({ lengthCm: null, weightGrams: null, contents: 'Vase' });
  expect(offeredForReturn(preset)).toMatchObject({ boxName: 'M', weightGrams: 1200 });
  const typed = back({ parcels: [{ ...parcel, boxName: '', lengthCm: 41 }] });
  expect(typed.parcels[0]).toMatchObject({ lengthCm: 41, weightGrams: null });
  expect(offeredForReturn(typed)).toMatchObject({ boxName: null, weightGrams: 1200 });
  const several = back({ parcels: [parcel, parcel] });
  expect([several.parcels.length, several.parcels[0]?.contents, offeredForReturn(several)]).toEqual([1, '', undefined]);
});

test('a return goes to the sender of the shipment, at its present address', () => {
  const [north, south] = ['North', 'South'].map((company) => senderAt({ ...sender, company }));
  if (!north || !south) throw new Error('no senders');
  const moved = { ...south, address: { ...south.address, street: 'Havenkade' } };
  expect(returnsTo({ sender: south.address }, [north, south])).toBe(south);
  expect(returnsTo({ sender: south.address }, [north, moved])).toBe(moved);
  expect(returnsTo({ sender: { ...sender, company: 'West' } }, [north, south])).toBeUndefined();
  expect(returnsTo({ sender: { ...sender, company: 'West' } }, [north])).toBe(north);
});

test('a return over a customs border is refused, and so is a number that is too long', () => {
  expect(overBorder(back())).toBeUndefined();
  const recipient = { ...anOrder(of).recipient, country: 'CH' };
  expect(overBorder(back({ recipient }))).toEqual({ code: 'return-over-border', from: 'CH', to: sender.country });
  expect([returnKeyOf('A-17'), returnKeyOf('A'.repeat(80))]).toEqual([key, undefined]);
});

test('a return with an address that cannot be sent names the reasons, because no form has its addresses', () => {
  const order = { ...back(), parcels: [{ ...parcel, value: { minor: 100, currency: 'EUR' } }] };
  const why = { code: 'address-fact-missing', fact: 'phone', of: 'sender' } as const;
  const facts = { today: '', latest: null, elsewhere: null, isAgain: false, held: null, restored: null, account: '', lastNumber: '' };
  const problems = [{ part: 'sender', field: 'phone', stops: true, why } as const];
  expect(assess(order, firstSettings, inForce([]), { ...facts, packed: [], lastHsCodes: [], printers: [], problems })).toEqual({
    is: 'stop',
    code: 'return-not-possible',
    reasons: [why],
    problems: [],
  });
});
