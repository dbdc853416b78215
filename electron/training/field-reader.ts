import { type Fields, isFields, listOf, textOf } from './fields.ts';
import { isCountry } from './geography.ts';
import type { TrainingMode } from './mode.ts';

/** Reads the fields of one object of a request. Problems are added to a list, worded as the service words them. */
export interface FieldReader {
  /** An empty text if absent. */
  text(name: string): string;
  mandatory(name: string): string;
  /** A number of at least zero, or above zero; 0 if absent or invalid. */
  decimal(name: string, least: 'positive' | 'zero', need: 'mandatory' | 'optional'): number;
  /** 1 or 0; absent is 0. */
  flag(name: string): boolean;
  choice<T extends string>(name: string, allowed: readonly T[], need: 'mandatory' | 'optional'): T | undefined;
  /** `YYYY-MM-DD`, not before yesterday. */
  date(name: string, need: 'mandatory' | 'optional'): string;
  /** `HH:MM`. */
  time(name: string): string;
  country(name: string, need: 'mandatory' | 'optional'): string;
  /** A currency's three letters; EUR when absent. */
  currency(name: string, need: 'mandatory' | 'optional'): string;
  /** `least` is the message if there is no entry; if absent, the list may be empty. */
  list<T>(name: string, read: (entry: FieldReader) => T, least?: string): readonly T[];
  complain(name: string, sentence: string): void;
}

export interface Reading {
  readonly problems: string[];
  readonly enumCase: TrainingMode['enumCase'];
  /** The current day of the service's clock. */
  readonly today: string;
}

/** `where` is the prefix of the field names in problems: `items[0].`. */
export function readFields(fields: Fields, where: string, reading: Reading): FieldReader {
  const { problems, enumCase, today } = reading;
  const complain = (name: string, sentence: string): void => void problems.push(`${where}${name} ${sentence}`);
  const text = (name: string): string => {
    const value = fields[name];
    if (typeof value === 'object' && value !== null) complain(name, 'must be a text');
    return textOf(fields, name);
  };
  const needed = (name: string, need: 'mandatory' | 'optional'): string => {
    const value = text(name);
    if (value === '' && need === 'mandatory') complain(name, 'is mandatory');
    return value;
  };
  return {
    text,
    complain,
    mandatory: (name) => needed(name, 'mandatory'),
    decimal(name, least, need) {
      const value = needed(name, need);
      if (value === '') return 0;
      const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
      if (number > 0 || (number === 0 && least === 'zero')) return number;
      complain(name, `must be a ${least === 'positive' ? 'positive ' : ''}decimal number`);
      return 0;
    },
    flag(name) {
      const value = fields[name];
      if (value === undefined || value === null || value === '' || value === 0 || value === '0' || value === false) return false;
      if (value !== 1 && value !== '1' && value !== true) complain(name, 'must be 1 or 0');
      return true;
    },
    choice(name, allowed, need) {
      const value = needed(name, need);
      if (value === '') return undefined;
      const same = (option: string): boolean => option === value || (enumCase === 'any' && option.toLowerCase() === value.toLowerCase());
      const chosen = allowed.find(same);
      if (!chosen) complain(name, `"${value}" must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`);
      return chosen;
    },
    date(name, need) {
      const value = needed(name, need);
      if (value === '') return '';
      if (!isDate(value)) complain(name, `"${value}" must have the form YYYY-MM-DD`);
      else if (value < dayBefore(today)) complain(name, `"${value}" is in the past`);
      return value;
    },
    time(name) {
      const value = needed(name, 'mandatory');
      if (value === '' || isTime(value)) return value;
      complain(name, `"${value}" must have the form HH:MM`);
      return '';
    },
    country(name, need) {
      const value = needed(name, need).toUpperCase();
      if (value !== '' && !isCountry(value)) complain(name, `"${value}" is not an ISO country code`);
      return value;
    },
    currency(name, need) {
      const value = needed(name, need).toUpperCase();
      if (value !== '' && !/^[A-Z]{3}$/.test(value)) complain(name, `"${value}" is not a currency code`);
      return value === '' ? 'EUR' : value;
    },
    list(name, read, least) {
      const entries = listOf(fields[name]);
      if (entries.length === 0 && least !== undefined) complain(name, `is mandatory: ${least}`);
      return entries.flatMap((entry, index) => {
        if (isFields(entry)) return [read(readFields(entry, `${where}${name}[${index}].`, reading))];
        complain(`${name}[${index}]`, 'must be an object');
        return [];
      });
    },
  };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The date of a computer west of Greenwich may still be yesterday's. */
function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
