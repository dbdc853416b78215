import { longestServiceText } from '../../shared/oversized.ts';
import type { Money } from '../../shared/units.ts';
import { minorDigits, readMoney } from '../../shared/units.ts';
import type { WireFields, WireValue } from './wire-value.ts';

/** Fields of every courier request; `account` only if the user has several. */
export interface Common {
  readonly environment: 'production' | 'development';
  readonly account: string;
  /** The spelling of the switch that is read, according to a contract check. */
  readonly spelling?: string;
}

/** The service's document spells the switch in two ways and does not define which one counts: both are sent, unless a check found out. */
export function commonWire(action: string, { environment, account, spelling = 'both' }: Common): Record<string, unknown> {
  return { action, ...spelt(spelling, 'environment', 'environmet', environment), ...(account && { account }) };
}

/** Sends one value under the spelling that is read, or under both. */
export const spelt = (spelling: string, name: string, other: string, value: string): Record<string, string> =>
  Object.fromEntries((spelling === 'both' ? [name, other] : [spelling]).map((each) => [each, value]));

/** Leaves out empty fields: an optional element without a value is not sent. */
export const given = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

export const flagWire = (on: boolean): string => (on ? '1' : '0');

export const isFields = (value: WireValue | undefined): value is WireFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a field, trimmed; numbers are their digits. Empty for anything else. */
export const textIn = (fields: WireFields, name: string): string => textOf(fields[name]);

export const textOf = (value: WireValue | undefined): string =>
  typeof value === 'string' ? value.trim().slice(0, longestServiceText) : '';

/** True for every form of yes that a service may send: 1, "1", true, "yes". */
export function flagIn(fields: WireFields, name: string): boolean {
  const value = fields[name];
  return value === true || (typeof value === 'string' && /^(1(\.0*)?|true|yes|y)$/i.test(value.trim()));
}

/** Reads a list, one record, or a map of records by name. `known` names fields that distinguish a record from a map. */
export function recordsIn(value: WireValue | undefined, known: readonly string[], depth = 0): readonly WireFields[] {
  if (Array.isArray(value)) return value.flatMap((each: WireValue) => recordsIn(each, known, depth + 1)).slice(0, maxRecords);
  if (!isFields(value) || depth > 4) return [];
  if (known.some((name) => name in value)) return [value];
  return Object.values(value)
    .flatMap((each) => recordsIn(each, known, depth + 1))
    .slice(0, maxRecords);
}

/** Reads a price from its own digits. Fractions of the smallest coin are rounded half up: some services send them unrounded. */
export function moneyIn(fields: WireFields, name: string, currency: string): Money | undefined {
  const digits = textIn(fields, name);
  return readMoney(digits, currency) ?? rounded(digits, currency);
}

function rounded(digits: string, currency: string): Money | undefined {
  const parts = /^(-?\d{1,12})\.(\d{1,30})$/.exec(digits);
  if (!parts || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const [, whole = '', fraction = ''] = parts;
  const places = minorDigits(currency);
  const cut = readMoney(places === 0 ? whole : `${whole}.${fraction.slice(0, places)}`, currency);
  if (!cut || Number(fraction[places] ?? '0') < 5) return cut;
  return { minor: cut.minor + (digits.startsWith('-') ? -1 : 1), currency };
}

const maxRecords = 2000;
