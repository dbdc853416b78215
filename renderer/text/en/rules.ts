import { enclosureName } from '../../../shared/enclosure.ts';
import { weekdays } from '../../../shared/service-point.ts';
import type {
  Advised,
  Condition,
  LastRule,
  PointRule,
  RuleFact,
  RuleMark,
  ShippingRule,
  Take,
  Zone,
} from '../../../shared/shipping-rule.ts';
import type { TriedOutcome } from '../../../shared/tried-rules.ts';
import { kilogramDigits, moneyText } from '../../../shared/units.ts';
import { countryName, dateText } from '../format.ts';

const listed = (names: readonly string[], joint: 'and' | 'or'): string =>
  names.length < 2 ? (names[0] ?? '…') : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1) ?? ''}`;

const zones: Record<Zone, string> = {
  domestic: 'to the own country',
  'same-territory': 'abroad, within the customs territory',
  'leaves-territory': 'out of the customs territory',
};

const overOr = (isOver: boolean, bound: string): string => (isOver ? `over ${bound}` : `at most ${bound}`);

function conditionText(condition: Condition): string {
  switch (condition.of) {
    case 'country':
      return `country is ${condition.isIn ? '' : 'not '}${listed(condition.countries.map(countryName), 'or')}`;
    case 'zone':
      return `it goes ${zones[condition.zone]}`;
    case 'postal-code':
      return `postal code begins with ${listed(condition.begins, 'or')}`;
    case 'weight':
      return condition.isOver
        ? `a parcel weighs over ${kilogramDigits(condition.grams)} kg`
        : `no parcel weighs over ${kilogramDigits(condition.grams)} kg`;
    case 'longest-side':
      return condition.isOver ? `a side is over ${condition.cm} cm` : `no side is over ${condition.cm} cm`;
    case 'value':
      return `value is ${overOr(condition.isOver, moneyText(condition.money))}`;
    case 'sku':
      return `an SKU begins with ${listed(condition.begins, 'or')}`;
    case 'source':
      return `source begins with ${listed(condition.begins, 'or')}`;
    case 'shipping-method':
      return `shipping method begins with ${listed(condition.begins, 'or')}`;
    case 'recipient':
      return condition.isCompany ? 'it goes to a company' : 'it goes to a person';
    case 'weekday':
      return `today is ${listed(
        condition.days.map((day) => weekdays[day - 1] ?? ''),
        'or',
      )}`;
    case 'date':
      return condition.isFrom ? `today is ${dateText(condition.day)} or later` : `today is before ${dateText(condition.day)}`;
    case 'parcels':
      return `number of parcels is ${overOr(condition.isOver, String(condition.count))}`;
  }
}

function takeText(take: Take): string {
  if (take.is === 'ask') return 'ask';
  return `${whichText(take)}, ${take.buys ? 'buy at once' : 'then ask'}`;
}

function whichText(take: Exclude<Take, { is: 'ask' }>): string {
  switch (take.is) {
    case 'cheapest':
      return 'cheapest';
    case 'fastest':
      return 'fastest';
    case 'within-days':
      return `cheapest within ${take.days === 1 ? '1 working day' : `${take.days} working days`}`;
    case 'by-day':
      return `cheapest by ${dateText(take.day)}`;
    case 'service':
      return take.name || '…';
  }
}

const pointTexts: Record<PointRule, string> = {
  nearest: 'to the nearest service point',
  choose: 'to a service point that a person chooses',
  never: 'never to a service point',
};

const printerStops = { 'not-named': 'which this bench does not have: stops', 'other-format': 'which cannot print it: stops' };

/** The effect of a rule, without its conditions. */
function thenText({
  never,
  atMost,
  isInsured,
  isCo2,
  checksItems,
  confirmsNote,
  slip,
  encloses,
  sender,
  printer,
  servicePoint,
  take,
}: ShippingRule): string {
  const does = [
    sender !== null && `send as ${sender}`,
    never.length > 0 && `never ${listed(never, 'or')}`,
    atMost && `at most ${moneyText(atMost)}`,
    isInsured && 'insure the value',
    isCo2 && 'CO₂ compensation',
    checksItems && 'scan the items off',
    confirmsNote && 'confirm the note',
    slip && (slip === 'with-prices' ? 'packing slip with prices' : 'packing slip without prices'),
    encloses !== undefined && `print ${enclosureName(encloses)}`,
    servicePoint && pointTexts[servicePoint],
    printer !== null && `label on printer ${printer}`,
    take && takeText(take),
  ].filter(Boolean);
  return does.join(', ') || 'nothing yet';
}

/** `If country is Switzerland: cheapest, buy at once`. */
function ruleText(rule: ShippingRule): string {
  return `${rule.conditions.length === 0 ? 'Always' : `If ${rule.conditions.map(conditionText).join(' and ')}`}: ${thenText(rule)}`;
}

const lastText: Record<LastRule, string> = {
  ask: 'All others: cheapest, then ask',
  cheapest: 'All others: cheapest, buy at once',
};

const missing: Record<RuleFact, string> = {
  country: 'the country is not known',
  'postal-code': 'the postal code is not known',
  weight: 'the weight of a parcel is not known',
  'longest-side': 'the size of a parcel is not known',
  value: 'the value is not known in one currency',
  'value-currency': 'the value is in another currency',
  sku: 'the SKU of an item is not known',
  arrival: 'a service does not state when it arrives',
  price: 'the price of an extra is not known',
  'price-currency': 'prices are in another currency',
  insurance: 'it cannot be insured for its value',
  'service-point': 'the service does not state which service point is nearest',
};

const because: Record<Advised['why'], string> = {
  cheapest: 'cheapest',
  'only-one': 'the only one offered',
  customer: 'chosen by the customer',
  first: 'selected, prices not compared',
  fastest: 'fastest',
  'in-time': 'cheapest in time',
  named: 'named by the rule',
  none: 'none fits',
};

export const rules = {
  title: 'Rules',
  import: 'Import',
  export: 'Export',
  versions: 'Versions',
  new: 'New rule',
  try: 'Try it',
  off: 'Off:',
  unfinished: 'Not finished: see the red fields, or choose what it does.',
  contradicts: 'Never applies: its conditions contradict each other',
  decidedFirst: (no: number) => `Never applies: rule ${no} decides first`,
  decided: (orders: number) => `decided ${orders}`,
  imported: (file: string) => `Read from ${file}. It applies once you save it.`,
  notImported: (file: string) => `${file} is not a rules file of this version of Packbench. Nothing was changed.`,
  exported: (file: string) => `Saved as ${file}`,
  hint: (version: number) => `Rules decide in this order. Version ${version} is in use.`,
  version: (version: number) => `Version ${version}`,
  versionNow: (version: number) => `Version ${version} is in use. At most 50 older versions are kept.`,
  versionDetail: (count: number, saved: string) =>
    [count === 1 ? '1 rule' : `${count} rules`, saved && `saved ${saved}`].filter(Boolean).join(', '),
  noOlder: 'No older version yet.',
  takeBack: 'Restore',
  takeBackOf: (version: number) => `Restore version ${version}`,
  lastTitle: 'All others',
  lastLabel: 'The cheapest',
  lastHint: 'It buys by itself only if all prices are in one currency. A booking cannot be cancelled.',
  form: {
    title: (no: number) => `Rule ${no}`,
    up: 'Move up',
    down: 'Move down',
    delete: 'Delete',
    isOn: 'This rule is on',
    if: 'If',
    and: 'and',
    addCondition: 'Add a condition',
    removeOf: (condition: string) => `Remove: ${condition}`,
    invalid: (example: string) => `Like ${example}`,
    kinds: {
      'country-in': 'Country is',
      'country-not-in': 'Country is not',
      domestic: 'To the own country',
      'same-territory': 'Abroad, within the customs territory',
      'leaves-territory': 'Out of the customs territory',
      'postal-code': 'Postal code begins with',
      'weight-over': 'A parcel weighs over, kg',
      'weight-at-most': 'No parcel weighs over, kg',
      'side-over': 'A side is over, cm',
      'side-at-most': 'No side is over, cm',
      'value-over': 'Value is over',
      'value-at-most': 'Value is at most',
      sku: 'An SKU begins with',
      source: 'Source begins with',
      'shipping-method': 'Shipping method begins with',
      company: 'To a company',
      person: 'To a person',
      weekday: 'Today is',
      'date-from': 'Today is, or later',
      'date-before': 'Today is before',
      'parcels-over': 'More parcels than',
      'parcels-at-most': 'Parcels at most',
    } satisfies Record<string, string>,
    hints: {
      'country-in': 'CH, Norway',
      'country-not-in': 'CH, Norway',
      'postal-code': '07, 35',
      'weight-over': '20',
      'weight-at-most': '20',
      'side-over': '60',
      'side-at-most': '60',
      'value-over': '500 EUR',
      'value-at-most': '500 EUR',
      sku: 'BAT-, ACC-',
      source: 'shop',
      'shipping-method': 'Express, Standard',
      weekday: 'Friday, Saturday',
      'date-from': '2026-12-01',
      'date-before': '2026-12-24',
      'parcels-over': '1',
      'parcels-at-most': '1',
    } as Readonly<Record<string, string>>,
    never: 'Never these couriers or services',
    neverHint: 'UPS, Air',
    atMost: 'At most this price, with extras',
    noLimit: 'No limit',
    insure: 'Insure the value',
    co2: 'CO₂ compensation',
    checksItems: 'Scan the items off before buying',
    confirmsNote: 'Confirm the note of the order first',
    slip: 'Packing slip',
    slips: {
      none: 'Not set: as another rule, or none',
      'with-prices': 'With prices, unless an item is a gift',
      'without-prices': 'Without prices',
    },
    encloses: 'PDF to print with the label',
    enclosesHint: 'C:\\Packbench\\gift-card.pdf',
    sendAs: 'Send as',
    sendAsUsual: 'Not set: as another rule, or the usual sender',
    printer: 'Label printer',
    printerUsual: 'Not set: as another rule, or as in Printers',
    printerGone: (name: string) => `${name} (not at this bench)`,
    point: 'Service point',
    points: {
      none: 'Not set: to the door, unless a person chooses one',
      nearest: 'The nearest',
      choose: 'One that a person chooses',
      never: 'Never',
    },
    take: 'Then take',
    takes: {
      none: 'Nothing: go on to the next rule',
      ask: 'Ask',
      cheapest: 'The cheapest',
      fastest: 'The fastest',
      'within-days': 'The cheapest within working days',
      'by-day': 'The cheapest that arrives by',
      service: 'The service called',
    },
    takeHints: { 'within-days': '3', 'by-day': '2026-12-23', service: 'DPD Classic' } as Readonly<Record<string, string>>,
    takeTitle: 'And then',
    asks: 'Select and ask',
    buys: 'Buy at once',
  },
  trial: {
    noneTitle: 'No day to try it on',
    none: 'No order of an earlier day was quoted at this bench. Try it tomorrow.',
    changed: (count: number) => String(count),
    of: (orders: number) => (orders === 1 ? 'of 1 order' : `of ${orders} orders`),
    on: (day: string) => `would have changed on ${day}`,
    sums: 'Sums',
    was: 'Was',
    wouldBe: 'Would be',
    kinds: (of: 'shipping' | 'co2' | 'insurance', currency: string) =>
      `${{ shipping: 'Shipping', co2: 'CO₂', insurance: 'Insurance' }[of]} ${currency}`,
    nothing: 'nothing, ask',
    outcome: (service: string, price: string, isBought: boolean) => `${service} ${price}, ${isBought ? 'bought' : 'ask'}`,
    sentAs: (sender: string) => (sender === '' ? 'sent as: ask' : `sent as ${sender}`),
    printsAt: ({ name, stops }: NonNullable<TriedOutcome['printer']>) =>
      stops === 'in-doubt'
        ? 'label printer in doubt: stops'
        : `label on printer ${name}${stops === null ? '' : `, ${printerStops[stops]}`}`,
    point: (point: PointRule) => pointTexts[point],
    notPriced: 'its prices were not asked',
    before: (was: string) => `Was: ${was}`,
    after: (wouldBe: string) => `Would be: ${wouldBe}`,
  },
  conditionText,
  ruleText,
  lastText,
  /** The sentence of the rule that decided. The last rule is identified by its place only. */
  sentence: ({ rule }: RuleMark): string => (rule ? `${ruleText(rule)}.` : 'All others.'),
  missing,
  because,
  /** Shown on the chosen tile. */
  byRule: (why: Advised['why'], no: number) => `${because[why]}, rule ${no}`,
  never: (no: number) => `Never, by rule ${no}`,
  ofVersion: (no: number, version: number) => `Rule ${no} of version ${version}:`,
  asksOfVersion: (no: number, version: number, fact: RuleFact) => `Rule ${no} of version ${version} asked, as ${missing[fact]}:`,
  sentAs: (name: string, account: string) => `Sent as ${name}${account && `, account ${account}`}.`,
  sentAsByRule: (name: string, account: string, no: number) => `Sent as ${name}${account && `, account ${account}`}, by rule ${no}.`,
  choosePoint: 'Press P and choose the service point, then buy',
  pointMissing: 'A rule sends it to a service point, and none is chosen yet.',
  asks: (no: number, fact: RuleFact) => `Rule ${no} asks: ${missing[fact]}.`,
  noneFits: 'No service here fits the rules: choose one, then buy',
  noneAllowed: 'Rules allow none of these services: put it aside for the shift lead',
} as const;
