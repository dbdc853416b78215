import { readArrival, workingDaysAfter } from './arrival.ts';
import { noPricedExtras, type PricedExtras } from './booking.ts';
import { chosenByCustomer } from './customer-choice.ts';
import { type OrderFacts, ruleApplies } from './order-facts.ts';
import type { Service } from './quote.ts';
import {
  type Advised,
  type RuleFact,
  type RuleMark,
  type RulesInForce,
  type ShippingRule,
  type Take,
  wantsPoint,
} from './shipping-rule.ts';
import type { Money } from './units.ts';

export interface Choice extends Advised {
  /**
   * True if the rule may buy without a person: no fact it needs is missing, and all prices are in one currency. The nearest service point
   * is only known after a request to the service.
   */
  readonly decidesAlone: boolean;
  /** The services that a rule may choose, in the order of the quote. */
  readonly fitting: readonly string[];
  /** The extras wished for, plus those the rules turn on. */
  readonly extras: PricedExtras;
}

/** True if any of these rules may buy without a person. */
export const mayDecideAlone = ({ list, last }: RulesInForce): boolean =>
  last === 'cheapest' || list.some(({ isOn, take }) => isOn && take !== null && take.is !== 'ask' && take.buys);

/** Work that a rule wants from the packer before an order is bought. */
export type RuleWork = 'checksItems' | 'confirmsNote';

/**
 * True if the rules want this work for an order; `maybe` if a missing fact decides it. A rule that takes a service ends the list, as it does
 * for senders and printers.
 */
export function rulesWant(work: RuleWork, { list }: Pick<RulesInForce, 'list'>, facts: OrderFacts): boolean | 'maybe' {
  let isMaybe = false;
  for (const rule of list) {
    const wants = rule[work] === true;
    const held = rule.isOn && (wants || rule.take !== null) && ruleApplies(rule, facts);
    if (held === false) continue;
    if (wants && held === true) return true;
    isMaybe ||= wants;
    if (held === true) break;
  }
  return isMaybe && 'maybe';
}

/** True if every word of the name occurs in the name of the service or its courier, regardless of case and accents. */
export function goesBy({ courierName, serviceName, courierKey }: Service, name: string): boolean {
  const wanted = plain(name).split(/\s+/).filter(Boolean);
  const shown = plain(`${courierName} ${serviceName} ${courierKey}`);
  return wanted.length > 0 && wanted.every((word) => shown.includes(word));
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Price of a service with these extras, as far as it offers them; undefined if a price is missing or in another currency. */
export function costOf(service: Service, { co2, insurance }: PricedExtras): Money | undefined {
  let { minor } = service.total;
  for (const offer of [co2 && service.co2, insurance && service.insurance]) {
    if (!offer) continue;
    if (offer === 'price-unknown' || offer.currency !== service.total.currency) return undefined;
    minor += offer.minor;
  }
  return { minor, currency: service.total.currency };
}

interface Limit {
  readonly by: RuleMark;
  readonly rule: ShippingRule;
  /** False if it is not known whether its rule holds. In that case it restricts the choice of rules, but not of persons. */
  readonly isSure: boolean;
}

interface Doubt {
  readonly by: RuleMark;
  readonly fact: RuleFact;
}

/** Result of the rules for an order before its services are known. */
interface Reading {
  readonly limits: readonly Limit[];
  readonly take: Take;
  readonly by: RuleMark | null;
  readonly doubt: Doubt | null;
}

function read({ version, list, last }: RulesInForce, facts: OrderFacts): Reading {
  const limits: Limit[] = [];
  let doubt: Doubt | null = null;
  let isSure = true;
  for (const [index, rule] of list.entries()) {
    const held = rule.isOn && limitsServices(rule) && ruleApplies(rule, facts);
    if (held === false) continue;
    const by: RuleMark = { no: index + 1, version, rule };
    if (held !== true) doubt ??= { by, fact: held };
    limits.push({ by, rule, isSure: isSure && held === true });
    if (!rule.take) continue;
    if (held === true && !doubt) return { limits, take: rule.take, by, doubt };
    if (held === true) break;
    // It is unknown if the list ends here.
    isSure = false;
  }
  if (doubt) return { limits, take: { is: 'ask' }, by: doubt.by, doubt };
  const by = list.some(({ isOn }) => isOn) ? { no: list.length + 1, version, rule: null } : null;
  return { limits, take: { is: 'cheapest', buys: last === 'cheapest' }, by, doubt };
}

/**
 * The services that the rules take for an order with these facts, and if they may decide without a person. "Cheapest" applies only within
 * one currency; otherwise the first matching service is selected and a person decides. A missing fact never lets a rule decide. If no rule
 * takes a service and a person decides, the service that the customer chose in the shop is selected, if it is offered and no rule is
 * against it.
 * `arePricesKnown`: false if the service has further offers with unreadable prices.
 */
export function choose(
  services: readonly Service[],
  rules: RulesInForce,
  facts: OrderFacts,
  wished: PricedExtras = noPricedExtras,
  arePricesKnown = true,
): Choice | undefined {
  const [first, ...rest] = services;
  if (!first) return undefined;
  const { limits, take, by, ...known } = read(rules, facts);
  let { doubt } = known;
  const sure = limits.filter(({ isSure }) => isSure);
  const insures = sure.find(({ rule }) => rule.isInsured);
  if (insures && !facts.canBeInsured) doubt ??= { by: insures.by, fact: 'insurance' };
  const needsCo2 = sure.some(({ rule }) => rule.isCo2);
  const needsInsurance = insures !== undefined && facts.canBeInsured;
  const extras = { co2: wished.co2 || needsCo2, insurance: wished.insurance || needsInsurance };

  const { point, mayWantPoint } = pointIn(limits);
  const goesNotThere = ({ destinationServicePoints }: Service): boolean => !destinationServicePoints;
  const forbids = (limit: Limit, service: Service): boolean => limit.rule.never.some((name) => goesBy(service, name));
  const nevers = services.flatMap(({ serviceId, ...service }) => {
    const limit = sure.find((each) => forbids(each, { serviceId, ...service }));
    const by = limit?.by ?? (point && wantsPoint({ point }) && goesNotThere({ serviceId, ...service }) ? point.by : undefined);
    return by ? [{ serviceId, by }] : [];
  });
  const fitting = services.filter((service) => {
    if (limits.some((limit) => forbids(limit, service)) || (mayWantPoint && goesNotThere(service))) return false;
    if ((needsCo2 && service.co2 === null) || (needsInsurance && service.insurance === null)) return false;
    const cost = costOf(service, extras);
    return limits.every(({ rule: { atMost }, by: limitedBy }) => {
      if (!atMost) return true;
      if (cost?.currency === atMost.currency) return cost.minor <= atMost.minor;
      doubt ??= { by: limitedBy, fact: cost ? 'price-currency' : 'price' };
      return false;
    });
  });

  const isOneCurrency = rest.every(({ total }) => total.currency === first.total.currency);
  const picked = isOneCurrency ? pick(fitting, take, extras, facts.today, arePricesKnown) : { service: fitting[0], why: 'first' as const };
  if (picked.missing && by) doubt ??= { by, fact: picked.missing };
  const decidesAlone =
    picked.service !== undefined && !doubt && !picked.missing && isOneCurrency && take.is !== 'ask' && take.buys && point?.is !== 'choose';
  const chosen = decidesAlone || by?.rule ? [] : chosenByCustomer(fitting, facts);
  const customers = isOneCurrency ? cheapest(chosen, extras).service : chosen[0];
  const service = customers ?? picked.service;
  const why = customers
    ? 'customer'
    : service
      ? services.length === 1 && !isNarrow(take) && picked.why !== 'first'
        ? 'only-one'
        : picked.why
      : 'none';
  return {
    serviceId: service?.serviceId ?? '',
    why,
    by: doubt?.by ?? (customers ? null : by),
    doubt,
    nevers,
    point,
    fitting: fitting.map(({ serviceId }) => serviceId),
    extras,
    decidesAlone,
  };
}

/**
 * Result of the first certain rule about service points. `mayWantPoint`: true if that rule, or an uncertain one before it, may want one.
 */
function pointIn(limits: readonly Limit[]): { readonly point: Advised['point']; readonly mayWantPoint: boolean } {
  const demands = limits.flatMap(({ by, rule: { servicePoint }, isSure }) => (servicePoint ? [{ is: servicePoint, by, isSure }] : []));
  const at = demands.findIndex(({ isSure }) => isSure);
  const candidates = at === -1 ? demands : demands.slice(0, at + 1);
  const last = at === -1 ? undefined : demands[at];
  const isOne = candidates.every(({ is }) => is === last?.is);
  return { point: last && isOne ? { is: last.is, by: last.by } : null, mayWantPoint: candidates.some(({ is }) => is !== 'never') };
}

/** True if the rule concerns services. Its sender and label printer are decided before any price is requested. */
const limitsServices = ({ never, atMost, isInsured, isCo2, servicePoint, take }: ShippingRule): boolean =>
  never.length > 0 || atMost !== null || isInsured || isCo2 || servicePoint !== null || take !== null;

/** True if it needs more than a price. */
const isNarrow = ({ is }: Take): boolean => is !== 'ask' && is !== 'cheapest';

interface Picked {
  readonly service: Service | undefined;
  readonly why: Advised['why'];
  /** An unknown fact of a matching service that might make it the better one. */
  readonly missing?: RuleFact | undefined;
}

/** The service that is taken from the matching ones, all in one currency. */
function pick(fitting: readonly Service[], take: Take, extras: PricedExtras, today: string, arePricesKnown: boolean): Picked {
  const picked = pickKnown(fitting, take, extras, today);
  if (arePricesKnown && fitting.every(isPriced)) return picked;
  return { ...picked, why: 'first', missing: picked.missing ?? 'price' };
}

/** No courier ships for nothing, so a price of 0 means that the service has no price. */
const isPriced = ({ total }: Service): boolean => total.minor > 0;

function pickKnown(fitting: readonly Service[], take: Take, extras: PricedExtras, today: string): Picked {
  switch (take.is) {
    case 'ask':
    case 'cheapest':
      return { ...cheapest(fitting, extras), why: 'cheapest' };
    case 'service':
      return {
        ...cheapest(
          fitting.filter((service) => goesBy(service, take.name)),
          extras,
        ),
        why: 'named',
      };
    case 'fastest':
      return { ...cheapest(arrivingFirst(fitting), extras), why: 'fastest', ...missingArrival(fitting) };
    case 'within-days':
    case 'by-day': {
      const deadline = `${take.is === 'by-day' ? take.day : workingDaysAfter(today, take.days)} 24:00`;
      const inTime = fitting.filter(({ arrival }) => (readArrival(arrival) ?? '9') <= deadline);
      return { ...cheapest(inTime, extras), why: 'in-time', ...missingArrival(fitting) };
    }
  }
}

function arrivingFirst(services: readonly Service[]): readonly Service[] {
  const earliest = services.flatMap(({ arrival }) => readArrival(arrival) ?? []).sort()[0];
  return services.filter(({ arrival }) => earliest !== undefined && readArrival(arrival) === earliest);
}

/** The cheapest of these services with these extras; undefined if their prices cannot be compared. */
export const cheapestOf = (services: readonly Service[], extras: PricedExtras): Service | undefined =>
  services.every(isPriced) && new Set(services.map(({ total }) => total.currency)).size === 1
    ? cheapest(services, extras).service
    : undefined;

/** The service that arrives first, the cheapest if there are several; undefined if the arrival of one is not known. */
export const fastestOf = (services: readonly Service[], extras: PricedExtras): Service | undefined =>
  missingArrival(services).missing === undefined ? cheapest(arrivingFirst(services), extras).service : undefined;

const missingArrival = (fitting: readonly Service[]): { missing?: RuleFact } =>
  fitting.some(({ arrival }) => readArrival(arrival) === undefined) ? { missing: 'arrival' } : {};

/** The first of the cheapest services that have a price. If the price of an extra is missing, prices without extras are compared. */
function cheapest(offered: readonly Service[], extras: PricedExtras): Pick<Picked, 'service' | 'missing'> {
  const services = offered.some(isPriced) ? offered.filter(isPriced) : offered;
  const costs = services.map((service) => costOf(service, extras));
  const hasAllCosts = !costs.includes(undefined);
  const minors = services.map(({ total }, index) => (hasAllCosts ? costs[index] : total)?.minor ?? total.minor);
  const service = services[minors.indexOf(Math.min(...minors))];
  return hasAllCosts ? { service } : { service, missing: 'price' };
}
