import { z } from 'zod';

/** Integer minor units (cents) of one currency. Never a fraction, never a sum over currencies. */
export const moneySchema = z.object({ minor: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) });
export type Money = z.infer<typeof moneySchema>;

/** Cache: the platform call takes 10 µs, and a quote needs it for each price. */
const knownDigits = new Map<string, number>();

/** Minor digits of a currency; 2 unless ISO 4217 specifies otherwise. */
export function minorDigits(currency: string): number {
  let digits = knownDigits.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    // Limit above the number of real currencies, so that a service with invented ones does not fill the memory.
    if (knownDigits.size < 400) knownDigits.set(currency, digits);
  }
  return digits;
}

/**
 * Reads decimal digits (`8.45`, `8`, `-0.5`) to minor units without a floating-point number. Returns undefined if the text is not a
 * decimal number or has more digits than the currency.
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

/** Thousands separated by one character, then minor units after another. */
const amountForm = /^(\d{1,3}([.,'’ \u00a0\u202f])\d{3}(?:\2\d{3})*|\d{1,12})(?:([.,])(\d*))?$/;

/**
 * An amount as people and files write it, in minor units of its currency: `8.45`, `8,45`, `1,208.45`, `1.208,45`, `5000` yen. Undefined
 * if it is not an amount, or if one separator before three digits may mean thousands or minor units: `1.208`, `5,500` dinars.
 */
export function readAmount(written: string, currency: string): Money | undefined {
  const [text = '', whole = '', group, point, coins = ''] = amountForm.exec(written.trim()) ?? [];
  if (text === '' || !/^[A-Z]{3}$/.test(currency) || (point !== undefined && point === group)) return undefined;
  const places = minorDigits(currency);
  if (/^\d+[.,]\d{3}$/.test(text) && group !== undefined && places > 0)
    return places === 3 && group === '.' ? readMoney(text, currency) : undefined;
  return readMoney(`${whole.replace(/\D/g, '')}.${coins}`, currency);
}

/** `{ minor: 845, currency: 'EUR' }` as `8.45`: the form that the service receives. */
export function moneyDigits(money: Money): string {
  const places = minorDigits(money.currency);
  const text = String(Math.abs(money.minor)).padStart(places + 1, '0');
  const sign = money.minor < 0 ? '-' : '';
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** `{ minor: 845, currency: 'EUR' }` as `8.45 EUR`. Amounts are never added up for a text. */
export const moneyText = (money: Money): string => `${moneyDigits(money)} ${money.currency}`;

/** An example amount in this currency: `64.90`, `6490` yen. */
export const exampleIn = (currency: string): string => (/^[A-Z]{3}$/.test(currency) ? moneyDigits({ minor: 6490, currency }) : '64.90');

/** `2.35` or `2,35` kilograms as whole grams, from 1 g to 1000 kg. */
export function readGrams(kilograms: string): number | undefined {
  const parts = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(kilograms.trim());
  if (!parts) return undefined;
  const grams = Number(parts[1]) * 1000 + Number((parts[2] ?? '').padEnd(3, '0'));
  return grams > 0 && grams <= 1_000_000 ? grams : undefined;
}

/** `2350` grams as `2.35` kilograms, without trailing zeros. */
export const kilogramDigits = (grams: number): string => String(grams / 1000);

/** `2350` grams as `2.35 kg`, with at least two decimals, so that weights align. */
export const weightText = (grams: number): string => `${(grams / 1000).toFixed(grams % 10 === 0 ? 2 : 3)} kg`;

/** `40`, `40.5` or `40,5` centimetres, up to 9999.99; 0 means not measured. */
export const readCentimetres = (written: string): number | undefined =>
  /^\d{1,4}(?:[.,]\d{1,2})?$/.test(written.trim()) ? Number(written.trim().replace(',', '.')) : undefined;

interface Size {
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
}

/** `40 x 30 x 20` centimetres, as people write it; undefined if one of the three is missing or 0. */
export function readSize(written: string): Size | undefined {
  const [lengthCm, widthCm, heightCm, ...more] = written.split(/[x×*]/i).map(readCentimetres);
  return lengthCm && widthCm && heightCm && more.length === 0 ? { lengthCm, widthCm, heightCm } : undefined;
}

type MaybeSize = { readonly [Side in keyof Size]: number | null };

/** `40 x 30 x 20`, as it is entered; empty if one of the three is unknown. */
export const sizeDigits = (size: MaybeSize): string => sidesOf(size).join(' x ');

/** `40 × 30 × 20 cm`; empty if one of the three is unknown. */
export const sizeText = (size: MaybeSize): string => (sidesOf(size).length === 0 ? '' : `${sidesOf(size).join(' × ')} cm`);

const sidesOf = ({ lengthCm, widthCm, heightCm }: MaybeSize): readonly number[] =>
  lengthCm === null || widthCm === null || heightCm === null ? [] : [lengthCm, widthCm, heightCm];
