import { z } from 'zod';
import { printerNameSchema } from './printer-name.ts';
import { senderNameSchema } from './sender.ts';
import { slipKindSchema } from './slip-kind.ts';
import { moneySchema } from './units.ts';

/** Maximum number of rules that a person can still overview. */
export const mostRules = 100;
const mostOlder = 50;

const words = z.array(z.string().min(1).max(60)).min(1).max(100);
const day = z.iso.date();

export const zones = ['domestic', 'same-territory', 'leaves-territory'] as const;
export type Zone = (typeof zones)[number];

/** One condition on a fact of an order. A value that is not over a bound is at most the bound, so no order falls in between. */
export const conditionSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('country'),
    isIn: z.boolean(),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .min(1)
      .max(100),
  }),
  z.object({ of: z.literal('zone'), zone: z.enum(zones) }),
  z.object({ of: z.literal('postal-code'), begins: words }),
  /** Weight of the heaviest parcel. */
  z.object({ of: z.literal('weight'), isOver: z.boolean(), grams: z.int().positive() }),
  /** Longest side of any parcel. */
  z.object({ of: z.literal('longest-side'), isOver: z.boolean(), cm: z.number().positive() }),
  /** Total of all parcels. */
  z.object({ of: z.literal('value'), isOver: z.boolean(), money: moneySchema }),
  /** SKU of any item. */
  z.object({ of: z.literal('sku'), begins: words }),
  z.object({ of: z.literal('source'), begins: words }),
  /** The customer's choice at the shop. */
  z.object({ of: z.literal('shipping-method'), begins: words }),
  z.object({ of: z.literal('recipient'), isCompany: z.boolean() }),
  /** Monday is 1. */
  z.object({ of: z.literal('weekday'), days: z.array(z.int().min(1).max(7)).min(1).max(7) }),
  z.object({ of: z.literal('date'), isFrom: z.boolean(), day }),
  z.object({ of: z.literal('parcels'), isOver: z.boolean(), count: z.int().positive() }),
]);
export type Condition = z.infer<typeof conditionSchema>;

const buys = z.boolean();
/** The service that is taken, and if it is bought at once or selected for a person. */
export const takeSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ask') }),
  z.object({ is: z.literal('cheapest'), buys }),
  z.object({ is: z.literal('fastest'), buys }),
  z.object({ is: z.literal('within-days'), days: z.int().min(1).max(60), buys }),
  z.object({ is: z.literal('by-day'), day, buys }),
  /** The cheapest service with this name. */
  z.object({ is: z.literal('service'), name: z.string().min(1).max(60), buys }),
]);
export type Take = z.infer<typeof takeSchema>;

/** Delivery to the service point nearest to the recipient, to one that a person chooses, or to none. */
export const pointRuleSchema = z.enum(['nearest', 'choose', 'never']);
export type PointRule = z.infer<typeof pointRuleSchema>;

/** If all conditions hold, its limits apply, also to the rules after it. A `take` ends the list. */
export const shippingRuleSchema = z.object({
  isOn: z.boolean(),
  conditions: z.array(conditionSchema).max(20),
  /** Names of couriers or services. */
  never: z.array(z.string().min(1).max(60)).max(50),
  /** Including active extras. */
  atMost: moneySchema.nullable(),
  isInsured: z.boolean(),
  isCo2: z.boolean(),
  /** The items are scanned off before the order is bought. */
  checksItems: z.boolean().optional(),
  /** The packer confirms the note of the order before its prices are requested. */
  confirmsNote: z.boolean().optional(),
  /** A packing slip is printed with the label; the first rule that holds and names one decides. */
  slip: slipKindSchema.optional(),
  /** Full path of a PDF that is printed with the label; the first rule that holds and names one decides. */
  encloses: z.string().min(1).max(400).optional(),
  /** The sender; the first rule that holds and names one decides. */
  sender: senderNameSchema.nullable(),
  /** The name of the label printer; the first rule that holds and names one decides. */
  printer: printerNameSchema.nullable(),
  /** The first rule that holds and sets it decides. */
  servicePoint: pointRuleSchema.nullable(),
  take: takeSchema.nullable(),
});
export type ShippingRule = z.infer<typeof shippingRuleSchema>;

export const emptyRule: ShippingRule = {
  isOn: true,
  conditions: [],
  never: [],
  atMost: null,
  isInsured: false,
  isCo2: false,
  sender: null,
  printer: null,
  servicePoint: null,
  take: null,
};

/** Action for all orders that no rule above decides. `ask`: select the cheapest and wait for a person. `cheapest`: buy it at once. */
export const lastRuleSchema = z.enum(['ask', 'cheapest']);
export type LastRule = z.infer<typeof lastRuleSchema>;

export const rulesVersionSchema = z.object({
  version: z.int().positive(),
  /** Null if no version was ever saved. */
  savedAt: z.iso.datetime().nullable(),
  list: z.array(shippingRuleSchema).max(mostRules),
  last: lastRuleSchema,
});
export type RulesVersion = z.infer<typeof rulesVersionSchema>;

/** The last rule of the current version is stored in the settings separately, because Plan changes only that one. */
export const shippingRulesSchema = rulesVersionSchema.omit({ last: true }).extend({ older: z.array(rulesVersionSchema).max(mostOlder) });
export type ShippingRules = z.infer<typeof shippingRulesSchema>;
export const noShippingRules: ShippingRules = { version: 1, savedAt: null, list: [], older: [] };

/** The rules for an order: the current version when the order was taken in hand. */
export type RulesInForce = Pick<RulesVersion, 'version' | 'list' | 'last'>;
export const rulesInForce = ({
  rule,
  shippingRules,
}: {
  readonly rule: LastRule;
  readonly shippingRules: ShippingRules;
}): RulesInForce => ({
  version: shippingRules.version,
  list: shippingRules.list,
  last: rule,
});

/** The next version; the previous one is kept. Saving equal rules makes no new version. */
export function withRules(
  before: ShippingRules,
  last: LastRule,
  next: Pick<RulesInForce, 'list' | 'last'>,
  savedAt: string,
): ShippingRules {
  const { older, ...was } = before;
  if (JSON.stringify([was.list, last]) === JSON.stringify([next.list, next.last])) return before;
  return { version: was.version + 1, savedAt, list: [...next.list], older: [{ ...was, last }, ...older].slice(0, mostOlder) };
}

/** Reference to the rule that decided: its place in its version. `rule` is null for the last rule, for all other orders. */
export const ruleMarkSchema = z.object({ no: z.int().positive(), version: z.int().positive(), rule: shippingRuleSchema.nullable() });
export type RuleMark = z.infer<typeof ruleMarkSchema>;

/** The sender of an order, shown on its tiles. `by`: the rule that named the sender, if any. */
export const sentAsSchema = z.object({ name: z.string(), account: z.string(), by: ruleMarkSchema.nullable() });

/** The label printer that a rule names, and the rule. */
export const printsAtSchema = z.object({ name: z.string(), by: ruleMarkSchema });
export type PrintsAt = z.infer<typeof printsAtSchema>;

/** Facts that a rule may need to decide. */
export const ruleFacts = [
  'country',
  'postal-code',
  'weight',
  'longest-side',
  'value',
  'value-currency',
  'sku',
  'arrival',
  'price',
  'price-currency',
  'insurance',
  'service-point',
] as const;
export type RuleFact = (typeof ruleFacts)[number];

/** The service that the rules chose, and the reason. */
export const advisedSchema = z.object({
  /** Empty if a rule may choose none of the offered services. */
  serviceId: z.string(),
  why: z.enum(['cheapest', 'only-one', 'first', 'fastest', 'in-time', 'named', 'customer', 'none']),
  /** The rule that decided; null if there are none. */
  by: ruleMarkSchema.nullable(),
  /** The first unknown fact, and the rule that asks because of it. */
  doubt: z.object({ by: ruleMarkSchema, fact: z.enum(ruleFacts) }).nullable(),
  /** Services that may not be chosen at all. */
  nevers: z.array(z.object({ serviceId: z.string(), by: ruleMarkSchema })),
  /** Service point setting of the rules; null if no rule has one, or if it is uncertain whether that rule holds. */
  point: z.object({ is: pointRuleSchema, by: ruleMarkSchema }).nullable(),
});
export type Advised = z.infer<typeof advisedSchema>;

/** True if a rule excludes this service, for rules and for persons. */
export const isNever = ({ nevers }: Pick<Advised, 'nevers'>, serviceId: string): boolean =>
  nevers.some((never) => never.serviceId === serviceId);

type ByPoint = Pick<Advised, 'point'>;
export const wantsPoint = ({ point }: ByPoint): boolean => point !== null && point.is !== 'never';
/** True if this parcel may not be delivered to a service point. */
export const isNeverToPoint = ({ point }: ByPoint): boolean => point?.is === 'never';
