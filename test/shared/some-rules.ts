import type { Service } from '../../shared/quote.ts';
import { type Sender, senderAt } from '../../shared/sender.ts';
import { type Condition, emptyRule, type RulesInForce, type ShippingRule, type Take } from '../../shared/shipping-rule.ts';
import { sender, service } from '../journal/samples.ts';

export const today = '2026-11-20';
export const senders: readonly Sender[] = ['North', 'South'].map((name) => ({ ...senderAt(sender), name, account: name }));
export const eur = (minor: number) => ({ minor, currency: 'EUR' });
/** A rule with these changes, empty otherwise. */
export const rule = (change: Partial<ShippingRule>): ShippingRule => ({ ...emptyRule, ...change });
export const inForce = (list: readonly ShippingRule[], last: RulesInForce['last'] = 'ask'): RulesInForce => ({
  version: 7,
  list: [...list],
  last,
});
export const offer = (serviceId: string, courierName: string, minor: number, change: Partial<Service> = {}): Service => ({
  ...service,
  serviceId,
  courierKey: courierName.toLowerCase(),
  courierName,
  serviceKey: serviceId,
  serviceName: 'Standard',
  total: eur(minor),
  co2: eur(20),
  ...change,
});
export const three = [offer('a', 'UPS', 900), offer('b', 'DHL', 700), offer('c', 'GLS', 800)];
export const toGermany: Condition = { of: 'country', isIn: true, countries: ['DE'] };
export const buyCheapest: Take = { is: 'cheapest', buys: true };
