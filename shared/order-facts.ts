import { type Address, leavesCustomsTerritory } from './address.ts';
import { weekdayOf } from './arrival.ts';
import { noExtras } from './booking.ts';
import type { Order } from './order.ts';
import { extrasProblems } from './shipment-check.ts';
import type { Condition, RuleFact, ShippingRule, Zone } from './shipping-rule.ts';
import type { Money } from './units.ts';

/** Facts of an order that rules may use. */
export interface OrderFacts {
  readonly country: string;
  readonly postalCode: string;
  readonly zone: Zone;
  /** Zone relative to the first sender: a rule that names a sender cannot depend on the zone relative to that sender. */
  readonly usualZone: Zone;
  /** Weight per parcel, in grams; null if unknown. */
  readonly grams: readonly (number | null)[];
  readonly longestCm: readonly (number | null)[];
  /** Total of all parcels; null if a value is unknown, or the currencies differ. */
  readonly value: Money | null;
  /** Per item; empty if it has none. */
  readonly skus: readonly string[];
  readonly source: string;
  /** Empty if the shop names none. */
  readonly shippingMethod: string;
  readonly isCompany: boolean;
  readonly canBeInsured: boolean;
  /** The day in the warehouse's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

export function factsOf(order: Order, sender: Address, today: string, usual = sender): OrderFacts {
  const { recipient, parcels, lines, source, shippingMethod = '' } = order;
  return {
    country: recipient.country,
    postalCode: recipient.postalCode,
    zone: zoneBetween(sender, recipient),
    usualZone: zoneBetween(usual, recipient),
    grams: parcels.map(({ weightGrams }) => weightGrams),
    longestCm: parcels.map(({ lengthCm, widthCm, heightCm }) =>
      lengthCm === null || widthCm === null || heightCm === null ? null : Math.max(lengthCm, widthCm, heightCm),
    ),
    value: sumOf(parcels.map(({ value }) => value)),
    skus: lines.length > 0 ? lines.map(({ sku }) => sku) : parcels.flatMap(({ products }) => products.map(({ code }) => code)),
    source,
    shippingMethod,
    isCompany: recipient.company.trim() !== '',
    canBeInsured: !extrasProblems(order, { ...noExtras, insurance: true }).some(({ stops }) => stops),
    today,
  };
}

function zoneBetween(sender: Address, recipient: Address): Zone {
  if (leavesCustomsTerritory(sender, recipient)) return 'leaves-territory';
  return recipient.country === sender.country ? 'domestic' : 'same-territory';
}

function sumOf([first, ...rest]: readonly (Money | null)[]): Money | null {
  if (!first) return null;
  let { minor } = first;
  for (const money of rest) {
    if (money?.currency !== first.currency) return null;
    minor += money.minor;
  }
  return { minor, currency: first.currency };
}

/** True or false, or the missing fact that would decide it. */
type Held = boolean | RuleFact;

export const ruleApplies = ({ conditions, sender }: Pick<ShippingRule, 'conditions' | 'sender'>, facts: OrderFacts): Held =>
  holds(conditions, sender === null ? facts : { ...facts, zone: facts.usualZone });

/** True if all of these hold. If one does not, the others need not be known. */
function holds(conditions: readonly Condition[], facts: OrderFacts): Held {
  const held = conditions.map((condition) => conditionHolds(condition, facts));
  if (held.includes(false)) return false;
  return held.find((each) => each !== true) ?? true;
}

function conditionHolds(condition: Condition, facts: OrderFacts): Held {
  switch (condition.of) {
    case 'country':
      return facts.country === '' ? 'country' : condition.countries.includes(facts.country) === condition.isIn;
    case 'zone':
      return facts.country === '' ? 'country' : condition.zone === facts.zone;
    case 'postal-code':
      return facts.postalCode.trim() === '' ? 'postal-code' : beginsWithOne(bareCode(facts.postalCode), condition.begins.map(bareCode));
    case 'weight':
      return isOver(facts.grams, condition.grams, condition.isOver, 'weight');
    case 'longest-side':
      return isOver(facts.longestCm, condition.cm, condition.isOver, 'longest-side');
    case 'value':
      if (!facts.value) return 'value';
      if (facts.value.currency !== condition.money.currency) return 'value-currency';
      return facts.value.minor > condition.money.minor === condition.isOver;
    case 'sku':
      if (facts.skus.some((sku) => sku.trim() !== '' && beginsWithOne(bare(sku), condition.begins.map(bare)))) return true;
      return facts.skus.length === 0 || facts.skus.some((sku) => sku.trim() === '') ? 'sku' : false;
    case 'source':
      return beginsWithOne(bare(facts.source), condition.begins.map(bare));
    case 'shipping-method':
      return beginsWithOne(bare(facts.shippingMethod), condition.begins.map(bare));
    case 'recipient':
      return facts.isCompany === condition.isCompany;
    case 'weekday':
      return condition.days.includes(weekdayOf(facts.today));
    case 'date':
      return facts.today >= condition.day === condition.isFrom;
    case 'parcels':
      return facts.grams.length > condition.count === condition.isOver;
  }
}

/** A single value over the bound decides, even if others are unknown. */
function isOver(each: readonly (number | null)[], bound: number, wanted: boolean, fact: RuleFact): Held {
  if (each.some((known) => known !== null && known > bound)) return wanted;
  return each.includes(null) ? fact : !wanted;
}

const beginsWithOne = (text: string, beginnings: readonly string[]): boolean => beginnings.some((beginning) => text.startsWith(beginning));

/** Words are compared without case and outer blanks. */
export const bare = (text: string): string => text.trim().toUpperCase();
/** Postal codes are written with and without blanks and hyphens. */
export const bareCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();
