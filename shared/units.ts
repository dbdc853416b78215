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

/** `{ minor: 845, currency: 'EUR' }` as `8.45 EUR`. Amounts are never added up for a text. */
export const moneyText = (money: Money): string => `${moneyDigits(money)} ${money.currency}`;

/** An amount as it is typed in this currency: `64.90`, `6490` yen. */
export const exampleIn = (currency: string): string => (/^[A-Z]{3}$/.test(currency) ? moneyDigits({ minor: 6490, currency }) : '64.90');

/** `2.35` or `2,35` kilograms as whole grams, from 1 g to 1000 kg. */
export function readGrams(kilograms: string): number | undefined {
  const parts = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(kilograms.trim());
  if (!parts) return undefined;
  const grams = Number(parts[1]) * 1000 + Number((parts[2] ?? '').padEnd(3, '0'));
  return grams > 0 && grams <= 1_000_000 ? grams : undefined;
}

/** `2350` grams as `2.35` kilograms: no more digits than it has. */
export const kilogramDigits = (grams: number): string => String(grams / 1000);

/** `2350` grams as `2.35 kg`, with two digits at least, so that weights stand below each other. */
export const weightText = (grams: number): string => `${(grams / 1000).toFixed(grams % 10 === 0 ? 2 : 3)} kg`;

/** `40`, `40.5` or `40,5` centimetres, up to 9999.99; 0 where nobody measured. */
export const readCentimetres = (written: string): number | undefined =>
  /^\d{1,4}(?:[.,]\d{1,2})?$/.test(written.trim()) ? Number(written.trim().replace(',', '.')) : undefined;

interface Size {
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
}

/** `40 x 30 x 20` centimetres, as people write it; undefined where one of the three is missing or nothing. */
export function readSize(written: string): Size | undefined {
  const [lengthCm, widthCm, heightCm, ...more] = written.split(/[x×*]/i).map(readCentimetres);
  return lengthCm && widthCm && heightCm && more.length === 0 ? { lengthCm, widthCm, heightCm } : undefined;
}

type MaybeSize = { readonly [Side in keyof Size]: number | null };

/** `40 x 30 x 20`, as it is typed; empty where one of the three is not known. */
export const sizeDigits = (size: MaybeSize): string => sidesOf(size).join(' x ');

/** `40 × 30 × 20 cm`; empty where one of the three is not known. */
export const sizeText = (size: MaybeSize): string => (sidesOf(size).length === 0 ? '' : `${sidesOf(size).join(' × ')} cm`);

const sidesOf = ({ lengthCm, widthCm, heightCm }: MaybeSize): readonly number[] =>
  lengthCm === null || widthCm === null || heightCm === null ? [] : [lengthCm, widthCm, heightCm];
