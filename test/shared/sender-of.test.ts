import { expect, test } from 'vitest';
import { factsOf } from '../../shared/order-facts.ts';
import { choose } from '../../shared/rules.ts';
import { senderAt } from '../../shared/sender.ts';
import { senderOf } from '../../shared/sender-of.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { anOrder, sender } from '../journal/samples.ts';
import { inForce, rule, senders, three, today } from './some-rules.ts';

test('the first rule with a sender decides, unless an earlier rule ends the list or the order names one', () => {
  const order = anOrder('ORD-1');
  const by = (list: readonly ShippingRule[], of = order) => {
    const found = senderOf(of, senders, inForce(list), today);
    return found.is === 'sender' ? [found.sender.name, found.by?.no ?? null] : found.is;
  };
  const [north, south] = [rule({ sender: 'north' }), rule({ sender: 'South' })];
  expect(by([])).toEqual(['North', null]);
  expect(by([south, north])).toEqual(['South', 1]);
  expect(by([rule({ take: { is: 'cheapest', buys: true } }), south])).toEqual(['North', null]);
  expect(by([south], { ...order, sender: ' NORTH ' })).toEqual(['North', null]);
  expect(by([south], { ...order, sender: 'East' })).toBe('unknown');
  expect(by([rule({ sender: 'East' })])).toBe('unknown');
  const whereHeavy = rule({ sender: 'South', conditions: [{ of: 'weight', isOver: true, grams: 5000 }] });
  const unweighed = { ...order, parcels: order.parcels.map((parcel) => ({ ...parcel, weightGrams: null })) };
  expect(by([whereHeavy], unweighed)).toBe('doubt');
  expect(by([whereHeavy, south], unweighed)).toEqual(['South', 2]);
  expect(by([{ ...whereHeavy, isOn: false }], unweighed)).toEqual(['North', null]);
});

test('a rule with a sender sees the zone from the first sender, all other rules from the chosen one', () => {
  const abroad = { ...senderAt({ ...sender, country: 'DE' }), name: 'South' };
  const order = anOrder('ORD-1', { country: 'NL' });
  const home = rule({ sender: 'South', conditions: [{ of: 'zone', zone: 'domestic' }], take: { is: 'cheapest', buys: true } });
  const found = senderOf(order, [senders[0]!, abroad], inForce([home]), today);
  expect(found).toMatchObject({ is: 'sender', sender: { name: 'South' } });
  expect(choose(three, inForce([home]), factsOf(order, abroad.address, today, sender))).toMatchObject({
    decidesAlone: true,
    by: { no: 1 },
  });
  const other = rule({ conditions: [{ of: 'zone', zone: 'domestic' }], never: ['DHL'] });
  expect(choose(three, inForce([other, home]), factsOf(order, abroad.address, today, sender))?.nevers).toEqual([]);
});
