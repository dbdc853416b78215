import { weekdays } from '../../shared/service-point.ts';
import { isDay } from '../../shared/shipment-check.ts';
import { type Condition, conditionSchema, type PointRule, type ShippingRule, type Take } from '../../shared/shipping-rule.ts';
import type { SlipKind } from '../../shared/slip-kind.ts';
import { kilogramDigits, moneyDigits, readAmount, readCentimetres, readGrams } from '../../shared/units.ts';
import { countryCodeOf } from '../text/format.ts';

/** Every condition as one choice of a list, with its input beside it. */
export const conditionKinds = [
  'country-in',
  'country-not-in',
  'domestic',
  'same-territory',
  'leaves-territory',
  'postal-code',
  'weight-over',
  'weight-at-most',
  'side-over',
  'side-at-most',
  'value-over',
  'value-at-most',
  'sku',
  'source',
  'shipping-method',
  'company',
  'person',
  'weekday',
  'date-from',
  'date-before',
  'parcels-over',
  'parcels-at-most',
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

export interface ConditionDraft {
  readonly kind: ConditionKind;
  readonly typed: string;
}

/** True for kinds that need no input. */
export const isWhole = (kind: ConditionKind): boolean =>
  ['domestic', 'same-territory', 'leaves-territory', 'company', 'person'].includes(kind);

export const takeKinds = ['none', 'ask', 'cheapest', 'fastest', 'within-days', 'by-day', 'service'] as const;
export type TakeKind = (typeof takeKinds)[number];
export const takesWords = (kind: TakeKind): boolean => kind === 'within-days' || kind === 'by-day' || kind === 'service';

/** A rule while it is edited. */
export interface RuleDraft {
  readonly isOn: boolean;
  readonly conditions: readonly ConditionDraft[];
  readonly never: string;
  readonly atMost: string;
  readonly isInsured: boolean;
  readonly isCo2: boolean;
  readonly checksItems: boolean;
  readonly confirmsNote: boolean;
  readonly slip: SlipKind | 'none';
  /** Empty if it names none. */
  readonly encloses: string;
  /** Empty if it names none. */
  readonly sender: string;
  /** Empty if it names none. */
  readonly printer: string;
  readonly point: PointRule | 'none';
  readonly take: TakeKind;
  readonly takeTyped: string;
  readonly buys: boolean;
}

const parts = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);
const whole = (typed: string): number | undefined => (/^\d{1,4}$/.test(typed.trim()) && Number(typed) > 0 ? Number(typed) : undefined);

/** An amount, in the currency written after it or else the usual one. */
function readPrice(typed: string, usual: string) {
  const [, digits = '', currency = usual] = /^(.*?)\s*([A-Za-z]{3})?$/.exec(typed.trim()) ?? [];
  return readAmount(digits, currency.toUpperCase());
}
const readWeekdays = (typed: string): number[] =>
  parts(typed).map((part) => 1 + weekdays.findIndex((day) => part.length > 1 && day.toLowerCase().startsWith(part.toLowerCase())));

/** Undefined if it cannot be parsed. */
export function readCondition({ kind, typed }: ConditionDraft, currency: string): Condition | undefined {
  return conditionSchema.safeParse(written(kind, typed, currency)).data;
}

function written(kind: ConditionKind, typed: string, currency: string): object {
  switch (kind) {
    case 'country-in':
    case 'country-not-in':
      return { of: 'country', isIn: kind === 'country-in', countries: parts(typed).map(countryCodeOf) };
    case 'domestic':
    case 'same-territory':
    case 'leaves-territory':
      return { of: 'zone', zone: kind };
    case 'postal-code':
    case 'sku':
    case 'source':
    case 'shipping-method':
      return { of: kind, begins: parts(typed) };
    case 'weight-over':
    case 'weight-at-most':
      return { of: 'weight', isOver: kind === 'weight-over', grams: readGrams(typed) };
    case 'side-over':
    case 'side-at-most':
      return { of: 'longest-side', isOver: kind === 'side-over', cm: readCentimetres(typed) };
    case 'value-over':
    case 'value-at-most':
      return { of: 'value', isOver: kind === 'value-over', money: readPrice(typed, currency) };
    case 'company':
    case 'person':
      return { of: 'recipient', isCompany: kind === 'company' };
    case 'weekday':
      return { of: 'weekday', days: readWeekdays(typed) };
    case 'date-from':
    case 'date-before':
      return { of: 'date', isFrom: kind === 'date-from', day: isDay(typed.trim()) ? typed.trim() : '' };
    case 'parcels-over':
    case 'parcels-at-most':
      return { of: 'parcels', isOver: kind === 'parcels-over', count: whole(typed) };
  }
}

export function readAtMost(typed: string, currency: string) {
  if (!typed.trim()) return null;
  const price = readPrice(typed, currency);
  return price && price.minor > 0 ? price : undefined;
}

export function readTake({ take, takeTyped, buys }: Pick<RuleDraft, 'take' | 'takeTyped' | 'buys'>): Take | null | undefined {
  const typed = takeTyped.trim();
  switch (take) {
    case 'none':
      return null;
    case 'ask':
      return { is: 'ask' };
    case 'cheapest':
    case 'fastest':
      return { is: take, buys };
    case 'within-days': {
      const days = whole(typed);
      return days !== undefined && days <= 60 ? { is: take, days, buys } : undefined;
    }
    case 'by-day':
      return isDay(typed) ? { is: take, day: typed, buys } : undefined;
    case 'service':
      return typed ? { is: take, name: typed, buys } : undefined;
  }
}

/** Undefined if a part of it cannot be parsed, or it has no effect. */
export function readRule(draft: RuleDraft, currency: string): ShippingRule | undefined {
  const conditions = draft.conditions.flatMap((condition) => readCondition(condition, currency) ?? []);
  const never = parts(draft.never);
  const atMost = readAtMost(draft.atMost, currency);
  const take = readTake(draft);
  if (conditions.length < draft.conditions.length || atMost === undefined || take === undefined) return undefined;
  const { isOn, isInsured, isCo2, checksItems, confirmsNote } = draft;
  const servicePoint = draft.point === 'none' ? null : draft.point;
  const slip = draft.slip === 'none' ? undefined : draft.slip;
  const encloses = draft.encloses.trim();
  const [sender, printer] = [draft.sender || null, draft.printer || null];
  if (
    ![never.length > 0, atMost, isInsured, isCo2, checksItems, confirmsNote, slip, encloses, sender, printer, servicePoint, take].some(
      Boolean,
    )
  )
    return undefined;
  const effects = { never, atMost, isInsured, isCo2, sender, printer, servicePoint, take };
  return {
    isOn,
    conditions,
    ...effects,
    ...(checksItems && { checksItems }),
    ...(confirmsNote && { confirmsNote }),
    ...(slip && { slip }),
    ...(encloses && { encloses }),
  };
}

export const draftOf = ({
  isOn,
  conditions,
  never,
  atMost,
  isInsured,
  isCo2,
  checksItems = false,
  confirmsNote = false,
  slip,
  encloses = '',
  sender,
  printer,
  servicePoint,
  take,
}: ShippingRule): RuleDraft => ({
  isOn,
  conditions: conditions.map(draftOfCondition),
  never: never.join(', '),
  atMost: atMost ? `${moneyDigits(atMost)} ${atMost.currency}` : '',
  isInsured,
  isCo2,
  checksItems,
  confirmsNote,
  slip: slip ?? 'none',
  encloses,
  sender: sender ?? '',
  printer: printer ?? '',
  point: servicePoint ?? 'none',
  take: take?.is ?? 'none',
  takeTyped: take?.is === 'within-days' ? String(take.days) : take?.is === 'by-day' ? take.day : take?.is === 'service' ? take.name : '',
  buys: take !== null && take.is !== 'ask' && take.buys,
});

function draftOfCondition(condition: Condition): ConditionDraft {
  const bound = (of: 'weight' | 'side' | 'value' | 'parcels', isOver: boolean, typed: string): ConditionDraft => ({
    kind: `${of}-${isOver ? 'over' : 'at-most'}`,
    typed,
  });
  switch (condition.of) {
    case 'country':
      return { kind: condition.isIn ? 'country-in' : 'country-not-in', typed: condition.countries.join(', ') };
    case 'zone':
      return { kind: condition.zone, typed: '' };
    case 'postal-code':
    case 'sku':
    case 'source':
    case 'shipping-method':
      return { kind: condition.of, typed: condition.begins.join(', ') };
    case 'weight':
      return bound('weight', condition.isOver, kilogramDigits(condition.grams));
    case 'longest-side':
      return bound('side', condition.isOver, String(condition.cm));
    case 'value':
      return bound('value', condition.isOver, `${moneyDigits(condition.money)} ${condition.money.currency}`);
    case 'recipient':
      return { kind: condition.isCompany ? 'company' : 'person', typed: '' };
    case 'weekday':
      return { kind: 'weekday', typed: condition.days.map((day) => weekdays[day - 1] ?? '').join(', ') };
    case 'date':
      return { kind: condition.isFrom ? 'date-from' : 'date-before', typed: condition.day };
    case 'parcels':
      return bound('parcels', condition.isOver, String(condition.count));
  }
}
