import { z } from 'zod';

/** Integer minor units (cents) of one currency. Never a fraction, never a sum over currencies. */
export const moneySchema = z.object({ minor: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) });
export type Money = z.infer<typeof moneySchema>;

/** Asking the platform takes 10 µs, and a quote asks for each of its prices. */
const knownDigits = new Map<string, number>();

/** Minor digits of a currency; 2 unless the currency says otherwise (ISO 4217). */
export function minorDigits(currency: string): number {
  let digits = knownDigits.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    // No more currencies than there are; a service that invents them must not fill the memory.
    if (knownDigits.size < 400) knownDigits.set(currency, digits);
  }
  return digits;
}

/**
 * Reads decimal digits (`8.45`, `8`, `-0.5`) to minor units without passing through a floating-point number.
 * Answers undefined when the text is no decimal number or has more digits than the currency knows.
 */
export function readMoney(digits: string, currency: string): Money | undefined {
  const parts = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(digits.trim());
  if (!parts || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const places = minorDigits(currency);
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const minor = Number(whole + fraction.slice(0, places).padEnd(places, '0'));
  return { minor: sign ? -minor : minor, currency };
}

/** Thousands set apart by one sign, then coins behind another. */
const amountForm = /^(\d{1,3}([.,'’ \u00a0\u202f])\d{3}(?:\2\d{3})*|\d{1,12})(?:([.,])(\d*))?$/;

/**
 * An amount as people and files write it, in the coins of its own currency: `8.45`, `8,45`, `1,208.45`, `1.208,45`, `5000` yen.
 * Undefined where it is none, and where one sign before three digits may mean thousands as well as coins: `1.208`, `5,500` dinars.
 */
export function readAmount(written: string, currency: string): Money | undefined {
  const [text = '', whole = '', group, point, coins = ''] = amountForm.exec(written.trim()) ?? [];
  if (text === '' || !/^[A-Z]{3}$/.test(currency) || (point !== undefined && point === group)) return undefined;
  const places = minorDigits(currency);
  if (/^\d+[.,]\d{3}$/.test(text) && group !== undefined && places > 0)
    return places === 3 && group === '.' ? readMoney(text, currency) : undefined;
  return readMoney(`${whole.replace(/\D/g, '')}.${coins}`, currency);
}

/** `{ minor: 845, currency: 'EUR' }` as `8.45`: the form the service is sent. */
export function moneyDigits(money: Money): string {
  const places = minorDigits(money.currency);
  const text = String(Math.abs(money.minor)).padStart(places + 1, '0');
  const sign = money.minor < 0 ? '-' : '';
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}
