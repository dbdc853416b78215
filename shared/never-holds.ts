import { bare, bareCode } from './order-facts.ts';
import type { Condition, ShippingRule } from './shipping-rule.ts';

/**
 * Why the rule at this place can never decide: its conditions contradict each other, or an earlier rule decides every order it is meant
 * for.
 */
export type NeverHolds = { readonly no: number } & ({ readonly is: 'contradicts' } | { readonly is: 'decided-first'; readonly by: number });

/**
 * The rules that can never hold, including the last rule for all other orders. Every reported rule is certain, but the check does not
 * find all.
 */
export function neverHolds(list: readonly ShippingRule[]): NeverHolds[] {
  const rules = list.map(({ isOn, conditions, take }, index) => ({ no: index + 1, isOn, ends: take !== null, reach: reachOf(conditions) }));
  const all = [...rules, { no: list.length + 1, isOn: true, ends: true, reach: reachOf([]) }];
  return all.flatMap(({ no, isOn, reach }): NeverHolds[] => {
    if (!isOn) return [];
    if (isEmpty(reach)) return [{ no, is: 'contradicts' }];
    const before = rules.find((rule) => rule.no < no && rule.isOn && rule.ends && !isEmpty(rule.reach) && lies(reach, rule.reach));
    return before ? [{ no, is: 'decided-first', by: before.no }] : [];
  });
}

/** The orders for which conditions hold, fact by fact. */
interface Reach {
  /** `among` undefined: all except `not`. */
  readonly choices: Map<string, { among: ReadonlySet<string | number> | undefined; not: ReadonlySet<string | number> }>;
  /** From the first value to the second; one end is included. */
  readonly spans: Map<string, readonly [number, number]>;
  readonly beginnings: Map<string, readonly string[]>;
  /** Each condition concerns some item; two of them may concern different items. */
  readonly skus: (readonly string[])[];
}

function reachOf(conditions: readonly Condition[]): Reach {
  const reach: Reach = { choices: new Map(), spans: new Map(), beginnings: new Map(), skus: [] };
  const among = (of: string, these: readonly (string | number)[]): void => {
    const before = reach.choices.get(of) ?? { among: undefined, not: new Set() };
    reach.choices.set(of, { ...before, among: new Set(these.filter((each) => before.among?.has(each) ?? true)) });
  };
  const span = (of: string, bound: number, isAbove: boolean): void => {
    const [from, to] = reach.spans.get(of) ?? [-Infinity, Infinity];
    reach.spans.set(of, isAbove ? [Math.max(from, bound), to] : [from, Math.min(to, bound)]);
  };
  const begins = (of: string, these: readonly string[]): void => {
    const before = reach.beginnings.get(of);
    reach.beginnings.set(of, before ? both(before, these) : these);
  };
  for (const condition of conditions) {
    switch (condition.of) {
      case 'country':
        if (condition.isIn) among('country', condition.countries);
        else {
          const before = reach.choices.get('country') ?? { among: undefined, not: new Set<string>() };
          reach.choices.set('country', { ...before, not: new Set([...before.not, ...condition.countries]) });
        }
        break;
      case 'zone':
        among('zone', [condition.zone]);
        break;
      case 'weekday':
        among('weekday', condition.days);
        break;
      case 'recipient':
        among('recipient', [condition.isCompany ? 'company' : 'person']);
        break;
      case 'weight':
        span('weight', condition.grams, condition.isOver);
        break;
      case 'longest-side':
        span('longest-side', condition.cm, condition.isOver);
        break;
      case 'value':
        span(`value ${condition.money.currency}`, condition.money.minor, condition.isOver);
        break;
      case 'parcels':
        span('parcels', condition.count, condition.isOver);
        break;
      case 'date':
        span('date', Date.parse(condition.day), condition.isFrom);
        break;
      case 'postal-code':
        begins('postal-code', condition.begins.map(bareCode));
        break;
      case 'source':
      case 'shipping-method':
        begins(condition.of, condition.begins.map(bare));
        break;
      case 'sku':
        reach.skus.push(condition.begins.map(bare));
    }
  }
  return reach;
}

/** Prefixes of the texts that begin with one of each list. */
const both = (some: readonly string[], others: readonly string[]): string[] =>
  some.flatMap((one) => others.flatMap((other) => (one.startsWith(other) ? [one] : other.startsWith(one) ? [other] : [])));

function isEmpty({ choices, spans, beginnings }: Reach): boolean {
  const currencies = [...spans.keys()].filter((of) => of.startsWith('value '));
  return (
    currencies.length > 1 ||
    [...spans.values()].some(([from, to]) => from >= to) ||
    [...beginnings.values()].some((these) => these.length === 0) ||
    [...choices.values()].some(({ among, not }) => among !== undefined && [...among].every((each) => not.has(each)))
  );
}

/** True if every order of `within` is also in `other`. */
function lies(within: Reach, other: Reach): boolean {
  return (
    [...other.choices].every(([of, { among, not }]) => {
      const own = within.choices.get(of);
      if (!own) return false;
      const left = own.among && [...own.among].filter((each) => !own.not.has(each));
      const isAmong = among === undefined || left?.every((each) => among.has(each)) === true;
      return isAmong && [...not].every((each) => own.not.has(each) || (left !== undefined && !left.includes(each)));
    }) &&
    [...other.spans].every(([of, [from, to]]) => {
      const own = within.spans.get(of);
      return own !== undefined && own[0] >= from && own[1] <= to;
    }) &&
    [...other.beginnings].every(([of, these]) => liesIn(within.beginnings.get(of), these)) &&
    other.skus.every((these) => within.skus.some((own) => liesIn(own, these)))
  );
}

const liesIn = (own: readonly string[] | undefined, these: readonly string[]): boolean =>
  own?.every((one) => these.some((beginning) => one.startsWith(beginning))) === true;
